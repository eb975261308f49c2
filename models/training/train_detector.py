"""Trains the detector on rendered scenes (and snapped photographs).

    python train_detector.py --data 'DIR/scenes/s*' --out DIR/detector.pt --minutes 30

`--data` are patterns of scene files without their ending; new files are taken up while training runs. The checkpoint
OUT resumes by itself; the averaged weights in it (`mean`) are what is exported.
"""
import glob
import math
import os
import pickle
import time

import cv2
import numpy as np
import torch

import camera
import geometry
import networks
import training
from blocks import DARKER

SIZE, GRID = 256, 32
LOW_PX, HIGH_PX = 26, 230  # heights of cards in a sample
LEAST_VISIBLE, LEAST_PX = .12, 100


class Pool:
    """Scene files as one list of samples; a pattern `P@3` counts P's scenes three times."""

    def __init__(self, patterns):
        self.patterns, self.files, self.index = patterns, {}, []

    def refresh(self):
        for pattern in self.patterns:
            path, _, times = pattern.partition('@')
            for p in sorted(glob.glob(path + '.pkl')):
                p = p[:-4]
                if p not in self.files:
                    self.files[p] = (np.load(p + '.npy', mmap_mode='r'), pickle.load(open(p + '.pkl', 'rb')))
                    self.index += [(p, i) for i in range(len(self.files[p][1]))] * int(times or 1)
        return len(self.index)

    def get(self, k):
        p, i = self.index[k]
        return self.files[p][0][i], self.files[p][1][i]


class Indices:
    """The targets of indices: where one can be read, and how its card lies from there. Nothing is asked where that is not known."""

    SEEN, HIDDEN = .8, .3  # parts of an index from which it is there, and up to which it is not
    LEAST_HEIGHT_PX = 34  # of the card

    def __init__(self, known):
        self.heat, self.care = np.zeros((GRID, GRID), np.float32), np.full((GRID, GRID), float(known), np.float32)
        self.goal, self.weight = np.zeros((8, GRID, GRID), np.float32), np.zeros((GRID, GRID), np.float32)
        self.known = known

    def add(self, quad, ends, visible, xx, yy):
        if not self.known:
            return
        small = geometry.height_px(quad) < self.LEAST_HEIGHT_PX
        spots = [(quad[[k, (k + 1) % 4, (k + 2) % 4, (k + 3) % 4]], k) for k in range(4)]
        for turned, k in spots:
            # the other two corners of decks with four indices tell the card's way less surely
            shows = ends[k // 2] if ends and k % 2 == 0 else None
            part = geometry.index_part(turned if k % 2 == 0 else turned[[0, 3, 2, 1]])
            gx, gy = part.mean(0) / geometry.STRIDE
            if not (0 <= gx < GRID and 0 <= gy < GRID) or (shows is None and (ends is None or visible < .05)):
                continue
            sigma = max(.7, .14 * math.sqrt(geometry.area(part)) / geometry.STRIDE)
            g = np.exp(-((xx - gx) ** 2 + (yy - gy) ** 2) / (2 * sigma * sigma)).astype(np.float32)
            if shows is None or small or self.HIDDEN < shows < self.SEEN:
                self.care[(g > .3) & (self.heat < .3)] = 0
                continue
            if shows <= self.HIDDEN:
                continue
            g[int(gy), int(gx)] = 1
            self.heat = np.maximum(self.heat, g)
            on = (g > .55) & (g > self.weight)
            for y, x in zip(*np.nonzero(on)):
                self.goal[:, y, x] = geometry.encode_index(turned, xx[y, x] * geometry.STRIDE, yy[y, x] * geometry.STRIDE)
            self.weight[on] = g[on]


def sample(image, cards, n, poor=0.):
    """A turned, scaled, shifted, mirrored cut of a scene with its targets; this share of them as poor as camera.poor makes them."""
    h, w = image.shape[:2]
    tall = np.median([geometry.height_px(c[0]) for c in cards]) if cards else 100.
    z = float(np.clip(math.exp(n.uniform(math.log(LOW_PX), math.log(HIGH_PX))) / tall, .4, 1.5))
    m = cv2.getRotationMatrix2D((w / 2, h / 2), (n.uniform(-25, 25) if n.random() < .5 else 0) + 90 * n.integers(4), z)
    mirrored = n.random() < .3
    if mirrored:
        m[0] = -m[0]
        m[0, 2] += w
    m[:, 2] += n.uniform(-.15, .15, 2) * w + (SIZE - w) / 2
    m[0] *= math.exp(n.uniform(-.1, .1))
    x = cv2.warpAffine(image, m, (SIZE, SIZE), borderMode=cv2.BORDER_CONSTANT, borderValue=n.uniform(0, 255, 3).tolist()).astype(np.float32)
    if n.random() < .5:
        x = x * np.float32(n.uniform(.5, 1.4)) + np.float32(n.uniform(-15, 15))
    if n.random() < .3:
        x = x * n.uniform(.8, 1.2, 3).astype(np.float32)
    if n.random() < .12:
        x = np.repeat(x.mean(2, keepdims=True), 3, 2)
    x = np.clip(x, 0, 255).astype(np.uint8)
    if n.random() < poor:
        px = tall * z / camera.POOR_HEIGHT
        x = camera.poor(x, n, (px, px))
    heat, care = np.zeros((GRID, GRID), np.float32), np.ones((GRID, GRID), np.float32)
    goal, weight = np.zeros((8, GRID, GRID), np.float32), np.zeros((GRID, GRID), np.float32)
    index = Indices(known=not mirrored and all(len(c) > 4 for c in cards))
    yy, xx = np.mgrid[:GRID, :GRID] + .5
    for quad, visible, centroid, pixels, *ends in cards:
        q, c = quad @ m[:, :2].T + m[:, 2], m[:, :2] @ np.array(centroid) + m[:, 2]
        if mirrored:
            q = q[[1, 0, 3, 2]]
        index.add(q, ends[0] if ends else None, visible, xx, yy)
        gx, gy = c / geometry.STRIDE
        if not (0 <= gx < GRID and 0 <= gy < GRID):
            continue
        size = pixels * z * z
        sigma = max(.7, .11 * math.sqrt(size) / geometry.STRIDE)
        g = np.exp(-((xx - gx) ** 2 + (yy - gy) ** 2) / (2 * sigma * sigma)).astype(np.float32)
        if visible < LEAST_VISIBLE or size < LEAST_PX:
            care[g > .3] = 0
            continue
        g[int(gy), int(gx)] = 1
        heat = np.maximum(heat, g)
        on = (g > .55) & (g > weight)
        centre, axes = geometry.encode(q)[0], geometry.encode(q)[1]
        goal[0][on] = (centre[0] - xx[on] * geometry.STRIDE) / geometry.CENTRE_PX
        goal[1][on] = (centre[1] - yy[on] * geometry.STRIDE) / geometry.CENTRE_PX
        for k in range(6):
            goal[2 + k][on] = axes[k]
        weight[on] = g[on]
    return x[..., ::-1].transpose(2, 0, 1), heat, care, goal, weight, index.heat, index.care, index.goal, index.weight


def feed(patterns, batch, seed, out, poor):
    cv2.setNumThreads(1)
    n, pool, k = np.random.default_rng(seed), Pool(patterns), 0
    while True:
        if k % 100 == 0:
            while pool.refresh() < batch:
                time.sleep(5)
        k += 1
        out.put([np.stack(v) for v in zip(*(sample(*pool.get(i), n, poor) for i in n.integers(0, len(pool.index), batch)))] + [len(pool.index)])


def losses(heat, goal, pred_heat, pred_goal, care, weight, size_at=2):
    p = torch.sigmoid(pred_heat).clamp(1e-4, 1 - 1e-4)
    peak = (heat > .9995).float()
    found = -(peak * (1 - p).pow(2) * p.log() + (1 - peak) * (1 - heat).pow(4) * p.pow(2) * (1 - p).log() * care).sum() / (peak.sum() + 4)
    size = (goal[:, size_at] ** 2 + goal[:, size_at + 1] ** 2).sqrt() * 2 + .25
    scale = torch.tensor([1, 1, 2, 2, 2, 2, 1, 1.], device=goal.device).view(1, 8, 1, 1)
    shape = (((pred_goal - goal).abs() * scale).sum(1) / size * weight).sum() / (weight.sum() + 1)
    return found, shape


def main():
    p = training.arguments(__doc__, 2e-3, loaders=True)
    p.add_argument('--batch', type=int, default=16)
    p.add_argument('--poor', type=float, default=0., help='this share of the samples is made poor')
    a = p.parse_args()
    training.seeded(a.seed)
    where = training.device()
    queue = training.fed(feed, a, lambda seed, out: (a.data, a.batch, seed, out, a.poor))
    model = networks.Detector().to(where, memory_format=torch.channels_last)  # a tenth faster on a CPU
    if a.init:
        # weights from before there was a part are kept, and the part begins anew
        new = model.load_state_dict(training.weights(a.init), strict=False).missing_keys
        print('begun anew:', sorted({k.split('.')[0] for k in new}), flush=True)
    first = queue.get()
    run = training.Run(model, a.out, a.rate, a.minutes, a.steps, decay=.01)
    log, since = [], time.time()
    batch = first
    while run.course():
        x, heat, care, goal, weight, *index = [torch.from_numpy(np.ascontiguousarray(v)).to(where).float() for v in batch[:9]]
        with training.half(where):
            h, g, ih, ig = model((x / 255 - DARKER).contiguous(memory_format=torch.channels_last))
        found, shape = losses(heat, goal, h.float()[:, 0], g.float(), care, weight)
        index_found, index_shape = losses(index[0], index[2], ih.float()[:, 0], ig.float(), index[1], index[3], size_at=4)
        run.update(found + shape + index_found + index_shape)
        log.append(torch.stack([found, shape, index_found, index_shape]).detach())
        if run.step % 100 == 0:
            f, s, fi, si = torch.stack(log).mean(0).tolist()
            print(f'{run.step} heat {f:.3f} geometry {s:.3f} indices {fi:.3f} {si:.3f} pool {batch[9]} {len(log) * a.batch / (time.time() - since):.1f}/s {run.progress():.2f}', flush=True)
            log, since = [], time.time()
            run.save()
        batch = queue.get()
    run.save()
    print('done', run.step, flush=True)


if __name__ == '__main__':
    main()
