"""Trains the verifier on windows of outlines (surroundings.py).

    python train_verifier.py --data 'DIR/windows/w*' 'DIR/windows/n*@2' --valid 'DIR/windows/v*' --out DIR/verifier.pt --minutes 10

New files are taken up while training runs; `P@3` counts P's windows three times. All windows are kept in the memory of what it runs on. The
checkpoint OUT resumes by itself; the averaged weights in it (`mean`) are what is exported. Of `--valid` it prints how surely backs are told at the end.
"""
import glob
import time

import numpy as np
import torch
from torch.nn import functional as F

import networks
import training
from surroundings import DOWN, FACE, NONE

LOOK_AGAIN = 200  # steps
WORTH = {FACE: .7, DOWN: 1.3, NONE: 1.}  # how often a kind is drawn, by what there is of it
SMOOTH = .02


class Pool:
    """All windows in one tensor, which grows as files come."""

    def __init__(self, patterns, where):
        self.patterns, self.where, self.seen = patterns, where, set()
        self.x, self.y, self.times = None, np.empty(0, np.int64), np.empty(0)

    def add(self, x):
        used = len(self.y)
        if self.x is None or used + len(x) > len(self.x):
            larger = torch.empty(max(2 * used, used + len(x)), *x.shape[1:], dtype=torch.uint8, device=self.where)
            if used:
                larger[:used] = self.x[:used]
            self.x = larger
        self.x[used:used + len(x)] = torch.from_numpy(x).to(self.where)

    def refresh(self):
        """How many there are, with those that came of late."""
        for pattern in self.patterns:
            path, _, times = pattern.partition('@')
            for p in sorted(glob.glob(path + '_y.npy')):
                if p not in self.seen:
                    self.seen.add(p)
                    y = np.load(p).astype(np.int64)
                    self.add(np.load(p[:-6] + '.npy'))
                    self.y, self.times = np.concatenate([self.y, y]), np.concatenate([self.times, np.full(len(y), float(times or 1))])
        self.course = np.cumsum(self.times * np.array([WORTH[k] for k in range(3)])[self.y])
        return len(self.y)

    def batch(self, n, size):
        chosen = np.minimum(np.searchsorted(self.course, n.random(size) * self.course[-1]), len(self.y) - 1)
        return self.x[torch.from_numpy(chosen).to(self.where)], torch.from_numpy(self.y[chosen]).to(self.where)


def augmented(x):
    """Windows [N, H, W, 3] (uint8, BGR) as planes in RGB, 0 to 1: turned, mirrored, a little askew, in other lights, blurred, noisy."""
    x = x.flip(3).permute(0, 3, 1, 2).float() / 255
    count, where = len(x), x.device
    some = lambda share: (torch.rand(count, 1, 1, 1, device=where) < share).float()
    within = lambda low, high, *shape: low + (high - low) * torch.rand(count, *(shape or (1, 1, 1)), device=where)
    across, along = 1 - 2 * some(.5)[:, :, 0, 0], 1 - 2 * some(.5)[:, :, 0, 0]
    # An outline may be off by a little, but the edges of what it holds must stay where they are.
    theta = torch.zeros(count, 2, 3, device=where)
    theta[:, 0, 0], theta[:, 1, 1] = (across * within(.97, 1.03, 1))[:, 0], (along * within(.97, 1.03, 1))[:, 0]
    theta[:, 0, 1], theta[:, 1, 0] = torch.randn(count, device=where) * .012, torch.randn(count, device=where) * .012
    theta[:, :, 2] = torch.randn(count, 2, device=where) * .012
    x = F.grid_sample(x, F.affine_grid(theta, x.shape, align_corners=False), padding_mode='border', align_corners=False)
    blurred = F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode='replicate'), 3, 1)
    x = torch.lerp(x, blurred, some(.2) * within(0, 1))
    grey = x.mean(1, keepdim=True)
    x = torch.lerp(x, grey.expand_as(x), some(.1))
    x = x * (1 + some(.4) * within(-.25, .25, 3, 1, 1))
    x = x ** (1 + some(.3) * within(-.4, .6)) * (1 + some(.5) * within(-.6, .4))
    dark = some(.06)
    x = x * (1 - dark * within(.7, .97))
    x = x + torch.randn_like(x) * some(.4) * within(0, .03)
    return (x.clamp(0, 1) * 255).round() / 255


def told(model, pool):
    """Log probabilities of the kinds of every window."""
    out = []
    with torch.no_grad():
        for i in range(0, len(pool.y), 256):
            planes = pool.x[i:min(i + 256, len(pool.y))].flip(3).permute(0, 3, 1, 2).float() / 255
            both = [F.log_softmax(model(v).float(), 1) for v in (planes, planes.flip(2, 3))]
            out.append((both[0] + both[1]).cpu().numpy() / 2)
    return np.concatenate(out)


def report(model, pool):
    log, y = told(model, pool), pool.y
    right = [(log.argmax(1)[y == k] == k).mean() for k in range(3)]
    odds = log[:, DOWN] - np.logaddexp(log[:, FACE], log[:, NONE])
    others = np.sort(odds[y != DOWN])[::-1]
    shares = {s: float((odds[y == DOWN] > others[int(s * len(others))]).mean()) for s in (.001, .003, .01, .03)}
    print('valid', len(y), 'right of faces, backs, none', np.round(right, 4).tolist(), 'backs told at so many of others', {k: round(v, 4) for k, v in shares.items()}, flush=True)


def main():
    p = training.arguments(__doc__, 2e-3)
    p.add_argument('--batch', type=int, default=256)
    p.add_argument('--valid', nargs='*', default=[])
    a = p.parse_args()
    training.seeded(a.seed)
    where, n = training.device(), np.random.default_rng(a.seed)
    pool = Pool(a.data, where)
    while pool.refresh() < a.batch:
        time.sleep(2)
    model = networks.Verifier().to(where, memory_format=torch.channels_last)
    if a.init:
        model.load_state_dict(training.weights(a.init))
    run = training.Run(model, a.out, a.rate, a.minutes, a.steps)
    log, since = [], time.time()
    while run.course():
        if run.step % LOOK_AGAIN == 0:
            pool.refresh()
        x, y = pool.batch(n, a.batch)
        with training.half(where):
            logits = model(augmented(x).contiguous(memory_format=torch.channels_last))
        loss = F.cross_entropy(logits.float(), y, label_smoothing=SMOOTH)
        run.update(loss)
        log.append(loss.detach())
        if run.step % LOOK_AGAIN == 0:
            print(f'{run.step} loss {torch.stack(log).mean():.4f} pool {len(pool.y)} {len(log) * a.batch / (time.time() - since):.0f}/s {run.progress():.2f}', flush=True)
            log, since = [], time.time()
            run.save()
    run.save()
    if a.valid:
        valid = Pool(a.valid, where)
        valid.refresh()
        report(run.mean, valid)


if __name__ == '__main__':
    main()
