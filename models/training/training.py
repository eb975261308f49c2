"""What the trainers share: their arguments, averaged weights, the learning-rate course, checkpoints that resume, what a network is fed."""
import argparse
import copy
import glob
import math
import multiprocessing
import os
import time

import numpy as np
import torch
from torch.nn import functional as F
from torch.optim.swa_utils import get_ema_multi_avg_fn

import camera
import hard_light


def rendered(pattern):
    """The pictures of the first file that was rendered under this pattern."""
    return np.load(sorted(p for p in glob.glob(pattern + '.npy') if not p.endswith(('_q.npy', '_y.npy')))[0], mmap_mode='r')


def planes(pictures):
    """Pictures (uint8, BGR) as a network takes them."""
    return np.ascontiguousarray(pictures[..., ::-1].transpose(0, 3, 1, 2)).astype(np.float32) / 255


def arguments(about, rate, loaders=False):
    """The arguments of every trainer; each adds its own."""
    p = argparse.ArgumentParser(description=about)
    p.add_argument('--data', nargs='+', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--init', help='start from these averaged weights, with a new course')
    p.add_argument('--minutes', type=float, default=30)
    p.add_argument('--steps', type=int, default=0)
    p.add_argument('--rate', type=float, default=rate)
    p.add_argument('--seed', type=int, default=1)
    if loaders:
        p.add_argument('--loaders', type=int, default=1, help='processes that make samples')
    return p


def fed(feed, a, arguments):
    """A queue that `--loaders` processes fill, each with a seed of its own; `arguments` makes those of `feed` of the seed and the queue."""
    out = multiprocessing.Queue(4 + a.loaders)
    for k in range(a.loaders):
        seed = a.seed + 1000 * os.path.exists(a.out) + 100_000 * k
        multiprocessing.Process(target=feed, args=arguments(seed, out), daemon=True).start()
    return out


def weights(path):
    """The averaged weights of a checkpoint."""
    return torch.load(path, weights_only=True, map_location='cpu')['mean']


def teacher(model, a, wanted):
    """The network of `--init` as it was, to be answered like, where that is wanted; its normalisations stay in what learns."""
    if not wanted:
        return None
    if not a.init:
        raise SystemExit('what answers as --init does needs --init: name the checkpoint to go on from')
    return copy.deepcopy(model.eval())


class Run:
    """Optimiser, exponential moving average, cosine course over a wall-clock budget or a number of steps."""

    def __init__(self, model, checkpoint, rate, minutes, steps=0, decay=.02, average=.998, resume=True):
        self.model, self.path, self.rate, self.seconds, self.steps, self.average = model, checkpoint, rate, minutes * 60, steps, average
        self.mean = copy.deepcopy(model).eval()
        self.optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=decay)
        self.step, self.spent = 0, 0.
        if resume and os.path.exists(checkpoint):
            k = torch.load(checkpoint, weights_only=True)
            model.load_state_dict(k['model'])
            self.mean.load_state_dict(k['mean'])
            self.optimiser.load_state_dict(k['optimiser'])
            self.step, self.spent = k['step'], k['spent']
            print('resumed at step', self.step, flush=True)
        self.since = time.time() - self.spent

    def progress(self):
        f = (time.time() - self.since) / self.seconds
        return max(f, self.step / self.steps) if self.steps else f

    def course(self):
        """Sets the learning rate of the next step; False when the budget is spent."""
        f = self.progress()
        if f >= 1:
            return False
        for g in self.optimiser.param_groups:
            g['lr'] = self.rate * (min(1, (self.step + 1) / 100) * .5 * (1 + math.cos(math.pi * f)) + .005)
        return True

    def update(self, loss):
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.)
        self.optimiser.step()
        self.step += 1
        keep = min(self.average, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            pairs = list(zip(self.mean.state_dict().values(), self.model.state_dict().values()))
            means, now = zip(*(pair for pair in pairs if pair[0].is_floating_point()))
            get_ema_multi_avg_fn(keep)(means, now, None)
            for m, w in pairs:
                if not m.is_floating_point():
                    m.copy_(w)

    def save(self):
        k = {'model': self.model.state_dict(), 'mean': self.mean.state_dict(), 'optimiser': self.optimiser.state_dict(),
             'step': self.step, 'spent': time.time() - self.since}
        torch.save(k, self.path + '.new')
        os.replace(self.path + '.new', self.path)


def worsening(p):
    """The arguments of `Worsened`."""
    p.add_argument('--poor', type=float, default=0., help='this share of the pictures is made poor')
    p.add_argument('--colourless', type=float, default=0., help='this share loses its colours, or lies in the light of a coloured lamp')
    p.add_argument('--hard', type=float, default=0., help='this share lies in light in which parts of it are hard to see')
    p.add_argument('--worse-names-alone', action='store_true', help='learn the names of pictures made worse; in all else answer as --init does')


class Worsened:
    """Makes parts of a batch of pictures (uint8) worse: the pictures as they are shown, and which of them are worse."""

    def __init__(self, a, px=(1., 1.)):
        self.poor, self.colourless, self.hard, self.px = a.poor, a.colourless, a.hard, px

    def __call__(self, x, n):
        poor, colourless, hard = (n.random(len(x)) < share for share in (self.poor, self.colourless, self.hard))
        shown = x.copy()
        for i in np.flatnonzero(hard):
            shown[i] = hard_light.harsh(shown[i], n)
        for i in np.flatnonzero(colourless):
            shown[i] = camera.colourless(shown[i], n)
        for i in np.flatnonzero(poor):
            shown[i] = camera.poor(shown[i], n, self.px)
        return shown, poor | colourless | hard


def unlike(logits, teacher):
    """How far each answer is from the teacher's."""
    return F.kl_div(F.log_softmax(logits.float(), 1), F.softmax(teacher.float(), 1), reduction='none').sum(1)


def worse_named(logits, teacher, label, worse, known):
    """Pictures made worse are learnt from the labels that are known, as sure as they can be; of others the answer is the teacher's."""
    known = worse & known & (label >= 0)
    return unlike(logits, teacher)[~worse].mean() + F.cross_entropy(logits.float()[known], label[known])


def seeded(seed):
    torch.manual_seed(seed)
    torch.set_flush_denormal(True)
    torch.set_num_threads(int(os.environ.get('OMP_NUM_THREADS', '1')))


def device():
    return torch.device('cuda' if torch.cuda.is_available() else 'cpu')


def half(where):
    """Half precision on a GPU, and on a CPU with matrix tiles, where bf16 takes half as long as fp32; with AVX-512 alone it took 1.4 times as long."""
    return torch.autocast(where.type, torch.bfloat16, enabled=where.type == 'cuda' or torch.cpu._is_amx_tile_supported())
