"""Trains the hand network.

    python train_hands.py --work DIR --out FILE.pt --minutes M

DIR holds `layers/` (hand_mesh.py), `tex/` and `claims/` (examples/hand_scenes.rs), which may be made while it runs, and for new arms all
the time the mesh `right.glb`; see hands.sh. Processes make samples, another learns from them and from what was made
before, turned and lit anew. The rate falls with the time that is left; a run that was broken off goes on where it was.
"""
import argparse
import multiprocessing
import os
import queue
import time

import cv2
import numpy as np
import torch
from torch.nn import functional

import hand_scenes
import networks
import training

AT_ONCE = 8  # samples that a process hands over together
FIRST = 25  # times that, before anything is learnt


def focal(logit, target):
    """Penalty-reduced focal loss of heat maps (Law and Deng, CornerNet, 2018), by the mean number of peaks."""
    p = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    sure = (target > .85).float()
    gain = sure * (1 - p) ** 2 * torch.log(p) * target + (1 - sure) * (1 - target) ** 4 * p ** 2 * torch.log(1 - p)
    return -gain


def loss_of(out, arm, tip, finger, known, off, near, axis, way):
    weight = 1 + 2 * (arm > .02).float() * (arm < .98).float()
    l_arm = (functional.binary_cross_entropy_with_logits(out[:, 0], arm, reduction='none') * weight).mean()
    p = torch.sigmoid(out[:, 0])
    l_dice = 1 - (2 * (p * arm).sum() + 20) / (p.sum() + arm.sum() + 20)
    l_tip = focal(out[:, 1], tip).sum() / (tip > .85).float().sum().clamp(min=4)
    l_finger = (focal(out[:, 2], finger) * known[:, None, None]).sum() / ((finger > .85).float() * known[:, None, None]).sum().clamp(min=8)
    l_off = ((out[:, 3:5] - off).abs().sum(1) * near).sum() / near.sum().clamp(min=20)
    on = (arm > .5).float()
    l_axis = ((out[:, 5:7] - axis) ** 2).sum(1).mul(on).sum() / on.sum().clamp(min=50)
    at = near * (way.square().sum(1) > .5)
    l_way = ((out[:, 7:9] - way) ** 2).sum(1).mul(at).sum() / at.sum().clamp(min=20)
    parts = torch.stack([l_arm, l_dice, l_tip, l_finger, l_off, l_axis, l_way])
    return (parts * parts.new_tensor([2., .7, .35, .12, .25, .5, .5])).sum(), parts.detach()


def make(work, seed, out):
    """Makes samples for ever."""
    os.nice(3)
    cv2.setNumThreads(1)
    scenes = hand_scenes.Scenes(work, seed)
    while True:
        scenes.grow()
        out.put(stacked([scenes.sample() for _ in range(AT_ONCE)]))


def stacked(samples):
    """Pictures [N, H, W, 6], what is to be found in their cells [N, h, w, 8], and whether all fingertips are known."""
    packed = lambda frame, table, arm, tip, finger, known, off, near, way: (np.dstack([frame, table]), np.dstack([arm, tip, finger, off, near, way]).astype(np.float16), known)
    return [np.stack(part) for part in zip(*(packed(*s) for s in samples))]


class Pool:
    """The newest samples, and of older ones some."""

    def __init__(self, room, where):
        size, cells = hand_scenes.SIZE, hand_scenes.CELLS
        shapes = [((size, size, 6), torch.uint8), ((cells, cells, 8), torch.float16), ((), torch.float32)]
        self.parts = [torch.empty((room, *shape), dtype=kind, device=where) for shape, kind in shapes]
        self.room, self.held, self.made = room, 0, 0

    def take(self, samples, n):
        count = len(samples[0])
        rows = np.arange(self.held, self.held + count) if self.held + count <= self.room else n.integers(0, self.held, count)
        self.held, self.made = max(self.held, int(rows.max()) + 1), self.made + count
        for part, new in zip(self.parts, samples):
            part[torch.as_tensor(rows, device=part.device)] = torch.from_numpy(new).to(part.device, part.dtype)

    def drawn(self, count, n):
        rows = torch.as_tensor(n.integers(0, self.held, count), device=self.parts[0].device)
        return [part[rows] for part in self.parts]


def axis_of(way):
    """Cosine and sine of the doubled angle of unit vectors [N, 2, ...]: which end of an arm the hand is at need not be known to tell how it lies."""
    return torch.stack([way[:, 0] ** 2 - way[:, 1] ** 2, 2 * way[:, 0] * way[:, 1]], 1)


def planes(pictures, cells):
    """What the network takes and what it is to say, channels first."""
    return pictures.permute(0, 3, 1, 2).float() / 255, cells.permute(0, 3, 1, 2).float()


def cut(x, c, window, n):
    """A window of so many cells of each sample, most often around a part of an arm."""
    out = []
    for picture, cells in zip(x, c):
        there = (cells[0] > .5).nonzero() if n.random() < .75 else ()
        at = there[n.integers(len(there))].tolist() if len(there) else n.integers(0, hand_scenes.CELLS, 2)
        row, column = (int(np.clip(v - n.integers(8, window - 8), 0, hand_scenes.CELLS - window)) for v in at)
        out.append((picture[:, 2 * row:2 * (row + window), 2 * column:2 * (column + window)], cells[:, row:row + window, column:column + window]))
    return [torch.stack(part) for part in zip(*out)]


def varied(x, c):
    """Each in one of eight turns and mirrorings, in another light."""
    parts = []
    for (turns, flip), x, c in zip(hand_scenes.VARIANTS, torch.tensor_split(x, 8), torch.tensor_split(c, 8)):
        if flip:
            x, c = x.flip(3), c.flip(3)
            c[:, [3, 6]] = -c[:, [3, 6]]
        if turns:
            x, c = torch.rot90(x, -turns, (2, 3)), torch.rot90(c, -turns, (2, 3))
        for _ in range(turns):
            c = torch.cat([c[:, :3], -c[:, 4:5], c[:, 3:4], c[:, 5:6], -c[:, 7:8], c[:, 6:7]], 1)
        parts.append((x, c))
    x, c = (torch.cat(part) for part in zip(*parts))
    some = lambda a, b, share, channels=1: torch.where(torch.rand(len(x), 1, 1, 1, device=x.device) < share, torch.empty(len(x), channels, 1, 1, device=x.device).uniform_(a, b), 1.)
    x = x.clamp(1e-4) ** some(.75, 1.35, .6)
    light = some(.85, 1.12, .6, 3)
    x = x * torch.cat([light, light * some(.85, 1.18, .3)], 1)
    return x.clamp(0, 1), c


def truth_of(c, known):
    return c[:, 0], c[:, 1], c[:, 2], known, c[:, 3:5], c[:, 5], axis_of(c[:, 6:8]), c[:, 6:8]


@torch.no_grad()
def judge(net, held):
    """How well held-out samples are seen: overlap of arms, tips found within 10 mm and their median miss (mm), false tips a sample, axes and ways of tips off (degrees)."""
    net.eval()
    cross = union = found = there = false = 0
    misses, turned, astray = [], [], []
    for k in range(0, len(held[0]), 16):
        x, cells = planes(*(part[k:k + 16] for part in held[:2]))
        truth = [part.cpu() for part in truth_of(cells, held[2][k:k + 16])]
        out = net(x).float().cpu()
        arm, want = out[:, 0] > 0, truth[0] > .5
        cross, union = cross + (arm & want).sum().item(), union + (arm | want).sum().item()
        cosine = (functional.normalize(out[:, 5:7], dim=1) * truth[6]).sum(1)[want]
        turned += (torch.rad2deg(torch.acos(cosine.clamp(-1, 1))) / 2)[::50].tolist()
        pointed = (truth[1] > .85) & (truth[7].square().sum(1) > .5)
        astray += torch.rad2deg(torch.acos((functional.normalize(out[:, 7:9], dim=1) * truth[7]).sum(1)[pointed].clamp(-1, 1))).tolist()
        heat, best = torch.sigmoid(out[:, 1]), functional.max_pool2d(out[:, 1][:, None], 5, 1, 2)[:, 0]
        for i in range(len(x)):
            peaks = ((out[i, 1] == best[i]) & (heat[i] > .4)).nonzero()
            at = np.array([[c + out[i, 3, r, c].item(), r + out[i, 4, r, c].item()] for r, c in peaks.tolist()]).reshape(-1, 2)
            top = functional.max_pool2d(truth[1][i][None], 5, 1, 2)[0]
            real = ((truth[1][i] == top) & (truth[5][i] > 0) & (truth[1][i] > .5)).nonzero()
            real = np.array([[c + truth[4][i, 0, r, c].item(), r + truth[4][i, 1, r, c].item()] for r, c in real.tolist()]).reshape(-1, 2)
            far = np.linalg.norm(at[:, None] - real[None], axis=-1) * 8 if len(at) and len(real) else np.zeros((len(at), len(real)))
            there += len(real)
            if len(at) and len(real):
                found += int((far.min(0) < 12).sum())
                misses += far.min(0)[far.min(0) < 24].tolist()
                false += int((far.min(1) > 30).sum())
            else:
                false += len(at)
    return f'arm IoU {cross / max(1, union):.3f}, tips {found}/{there} within 12 mm, median {np.median(misses or [99]):.1f} mm, {false} false in {len(held[0])}, axes off {np.median(turned or [99]):.1f} deg, ways {np.mean(np.array(astray or [0]) > 60):.3f} over 60 deg'


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--work', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--init')
    p.add_argument('--minutes', type=float, required=True)
    p.add_argument('--rate', type=float, default=3e-3)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--batch', type=int, default=10)
    p.add_argument('--window', type=int, default=48, help=f'cells of a sample that are learnt from at once, {hand_scenes.CELLS} at most')
    p.add_argument('--makers', type=int, default=1)
    p.add_argument('--pool', type=int, default=4000)
    a = p.parse_args()
    training.seeded(a.seed)
    cv2.setNumThreads(1)
    where = training.device()
    torch.backends.cudnn.benchmark = True
    context = multiprocessing.get_context('spawn')
    fresh = context.Queue(2 * a.makers + 2)
    makers = [context.Process(target=make, args=(a.work, a.seed * 1000 + 17 * k + int(time.time()) % 1000 * 100_000, fresh), daemon=True) for k in range(a.makers)]
    for m in makers:
        m.start()
    net = networks.Hands().to(where, memory_format=torch.channels_last)
    if a.init:
        net.load_state_dict(training.weights(a.init))
    held = hand_scenes.Scenes(a.work, 99, held_out=True)
    held = [torch.from_numpy(part).to(where) for part in stacked([held.sample() for _ in range(256)])]
    n, pool = np.random.default_rng(a.seed), Pool(a.pool, where)
    while pool.made < AT_ONCE * FIRST:
        pool.take(fresh.get(), n)
    run = training.Run(net, a.out, a.rate, a.minutes)
    print(f'{sum(v.numel() for v in net.parameters())} weights', flush=True)
    shown, mean = time.time(), None
    while run.course():
        try:
            pool.take(fresh.get_nowait(), n)
        except queue.Empty:
            pass
        net.train()
        pictures, cells, known = pool.drawn(a.batch, n)
        x, cells = planes(pictures, cells)
        if a.window < hand_scenes.CELLS:
            x, cells = cut(x, cells, a.window, n)
        x, cells = varied(x, cells)
        with training.half(where):
            out = net(x.contiguous(memory_format=torch.channels_last))
        loss, parts = loss_of(out.float(), *truth_of(cells, known))
        run.update(loss)
        mean = parts if mean is None else mean * .98 + parts * .02
        if time.time() - shown > 60:
            shown = time.time()
            print(f'{run.progress():.2f}, {run.step} steps, {pool.made} made: ' + ' '.join(f'{v:.3f}' for v in mean.tolist()) + ' | ' + judge(run.mean, held), flush=True)
            run.save()
    run.save()
    print(judge(run.mean, held), flush=True)
    for m in makers:
        m.terminate()


if __name__ == '__main__':
    main()
