"""Trains the touch reader on windows that the program cut out of simulated claims (examples/touch_windows.rs).

    python train_touch.py --data DIR/a DIR/b --valid DIR/v --out DIR/touch.pt --minutes 40
"""
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from torch.nn import functional as F

import networks
import training

SIDE, OTHERS = 96, 6
ROW = (3 + OTHERS) * SIDE * SIDE
FIELDS = ['touching', 'right', 'ahead', 'height', 'contact', 'claim', 'frame']
# A moment further away than this does not show, ms.
FAR_MS = 170.


class Windows:
    def __init__(self, path):
        self.labels = np.fromfile(path + '.f32', np.float32).reshape(-1, OTHERS + len(FIELDS))
        self.pixels = np.memmap(path + '.u8', np.uint8, 'r').reshape(-1, ROW)
        assert len(self.labels) == len(self.pixels), path
        # Hovers are few, and all that tells them from touches.
        weights = np.where(np.isnan(self.labels[:, OTHERS + FIELDS.index('contact')]), 4., 1.)
        self.upto = np.cumsum(weights / weights.sum())

    def __len__(self):
        return len(self.labels)

    def drawn(self, count, n):
        rows = np.searchsorted(self.upto, n.random(count))
        return self[np.sort(rows.clip(max=len(self) - 1))]

    def __getitem__(self, rows):
        x = np.asarray(self.pixels[rows])
        now = x[:, :3 * SIDE * SIDE].reshape(-1, SIDE, SIDE, 3).transpose(0, 3, 1, 2)
        rest = x[:, 3 * SIDE * SIDE:].reshape(-1, OTHERS, SIDE, SIDE)
        return np.concatenate([now, rest], 1).astype(np.float32) / 255, self.labels[rows].copy()


def with_times(x, times):
    planes = times[:, :, None, None].expand(-1, -1, SIDE, SIDE) / networks.TouchReader.MS
    return torch.cat([x, planes], 1)


def placed(x, labels, n):
    """Turned, shifted and scaled a little, all frames of a window alike."""
    count = len(x)
    turn, scale = n.normal(0, .12, count), np.exp(n.normal(0, .06, count))
    shift = n.normal(0, 4., (count, 2))
    cosine, sine = scale * np.cos(turn), scale * np.sin(turn)
    # In pictures y is down; in labels it is ahead.
    there = np.stack([np.stack([cosine, -sine], 1), np.stack([sine, cosine], 1)], 1)
    back = np.linalg.inv(there)
    theta = np.concatenate([back, -back @ (shift / (SIDE / 2))[:, :, None]], 2).astype(np.float32)
    x = F.grid_sample(x, F.affine_grid(torch.from_numpy(theta), list(x.shape), align_corners=False), padding_mode='border', align_corners=False)
    tip = (there @ (labels[:, OTHERS + 1:OTHERS + 3] * [1, -1])[:, :, None])[:, :, 0] + shift
    labels[:, OTHERS + 1:OTHERS + 3] = tip * [1, -1]
    return x, labels


def varied(x, labels, n):
    """Light, colour, noise, mirror images, and lost frames."""
    x, count = torch.from_numpy(x), len(x)
    x, labels = placed(x, labels, n)
    some = lambda spread, channels=1: torch.from_numpy(n.normal(0, spread, (count, channels, 1, 1)).astype(np.float32))
    mirrored = n.random(count) < .5
    x[mirrored] = x[mirrored].flip(3)
    labels[mirrored, OTHERS + 1] *= -1
    # bent like a gamma curve; the colour of the light; and it flickers, so each frame is a little lighter or darker
    x *= 1 + some(.15) * (1 - x)
    x *= torch.exp(some(.2) + torch.cat([some(.12, 3), some(.02, OTHERS)], 1))
    x += some(.05)
    # Evenly spread noise is made in a fifth of the time of normal noise.
    x += (torch.rand_like(x) - .5) * torch.from_numpy(n.random((count, 1, 1, 1)).astype(np.float32) * .1)
    lost = n.random((count, OTHERS)) < .03
    grey = x[:, :3].mean(1, keepdim=True).expand(-1, OTHERS, -1, -1)
    x[:, 3:][torch.from_numpy(lost)] = grey[torch.from_numpy(lost)]
    labels[:, :OTHERS][lost] = 0
    return x.clamp_(0, 1), labels


def answers(model, x, labels):
    y = torch.from_numpy(labels)
    with training.half(torch.device('cpu')):
        told = model(with_times(torch.as_tensor(x), y[:, :OTHERS]))
    touch, tip, contact, scale, height = [t.float() for t in told]
    y = dict(zip(FIELDS, y[:, OTHERS:].T))
    return y, touch, tip, contact, scale, height


def loss_of(model, x, labels):
    y, touch, tip, contact, scale, height = answers(model, x, labels)
    there = y['contact'].abs() < FAR_MS
    late = F.binary_cross_entropy_with_logits(touch, y['touching'])
    # The error of a moment follows Laplace's law with the scale that is told with it.
    error = (contact[there] - y['contact'][there]).abs()
    moment = (error * torch.exp(-scale[there]) + scale[there]).mean() if there.any() else torch.zeros(())
    # The point under a raised finger need not even show in the window.
    low = y['height'] < 25
    place = F.smooth_l1_loss(tip[low], torch.stack([y['right'], y['ahead']], 1)[low], beta=3.)
    high = F.smooth_l1_loss(height, y['height'], beta=5.)
    return late + .4 * moment + .08 * place + .03 * high


def report(model, data, rows):
    model.eval()
    got = []
    with torch.no_grad():
        for k in range(0, len(rows), 256):
            x, labels = data[rows[k:k + 256]]
            y, touch, tip, contact, scale, height = answers(model, x, labels)
            off = (tip - torch.stack([y['right'], y['ahead']], 1)).norm(dim=1)
            got.append(torch.stack([y['touching'], touch, off, contact - y['contact'], scale, y['height'], height - y['height'], y['contact']], 1))
    g = torch.cat(got).numpy()
    touching, touch = g[:, 0] > .5, g[:, 1] > 0
    contact = g[:, 7]
    far, low = ~(np.abs(contact) < 60), g[:, 5] < 3
    near = np.abs(contact) < 100
    text = f'right {np.mean(touching == touch):.4f}, beyond 60 ms {np.mean((touching == touch)[far]):.4f}, of hovers {np.mean(~touch[np.isnan(contact)]):.4f}'
    text += f'; tip {np.median(g[low, 2]):.2f} mm, 90% {np.quantile(g[low, 2], .9):.2f}'
    error = np.abs(g[near, 3])
    return text + f'; moment {np.median(error):.1f} ms, 90% {np.quantile(error, .9):.1f}, 98% {np.quantile(error, .98):.1f}; height {np.median(np.abs(g[:, 6])):.2f} mm'


def main():
    p = training.arguments(__doc__, 2e-3)
    p.add_argument('--valid', nargs='+', required=True)
    p.add_argument('--batch', type=int, default=48)
    a = p.parse_args()
    training.seeded(a.seed)
    data, valid = [Windows(d) for d in a.data], [Windows(d) for d in a.valid]
    weights = np.array([len(d) for d in data], float)
    model = networks.TouchReader()
    if a.init:
        model.load_state_dict(training.weights(a.init))
    run = training.Run(model, a.out, a.rate, a.minutes, a.steps)
    n = np.random.default_rng(a.seed + run.step)
    since, total, saved = time.time(), 0., time.time()
    print(sum(p.numel() for p in model.parameters()), 'weights,', int(weights.sum()), 'windows', flush=True)

    def batch():
        chosen = n.choice(len(data), a.batch, p=weights / weights.sum())
        parts = [data[k].drawn((chosen == k).sum(), n) for k in np.unique(chosen)]
        return varied(np.concatenate([x for x, _ in parts]), np.concatenate([y for _, y in parts]), n)
    maker = ThreadPoolExecutor(1)
    made = maker.submit(batch)
    while run.course():
        model.train()
        x, labels = made.result()
        made = maker.submit(batch)
        loss = loss_of(model, x, labels)
        run.update(loss)
        total += loss.item()
        if run.step % 200 == 0:
            print(f'step {run.step}, {run.progress():.2f}, loss {total / 200:.3f}, {200 / (time.time() - since):.1f} a second', flush=True)
            since, total = time.time(), 0.
        if run.step % 1000 == 0:
            rows = np.linspace(0, len(valid[0]) - 1, 1500).astype(int)
            print('  ', report(run.mean, valid[0], rows), flush=True)
        if time.time() - saved > 120:
            run.save()
            saved = time.time()
    maker.shutdown(cancel_futures=True)
    run.save()
    for path, each in zip(a.valid, valid):
        print(path, report(run.mean, each, np.arange(len(each))), flush=True)


if __name__ == '__main__':
    main()
