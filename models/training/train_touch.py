"""Trains the touch reader on windows that the program cut out of simulated claims (examples/touch_windows.rs).

    python train_touch.py --data DIR/a DIR/b --valid DIR/v --out DIR/touch.pt --minutes 40
"""
import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

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
# Of files that are being written nothing is learnt before they hold so many windows.
FEW = 2000


class Windows:
    """The windows of one file, which may still be written to."""

    def __init__(self, path, where):
        self.path, self.where = path, where
        self.labels = torch.zeros(0, OTHERS + len(FIELDS), device=where)
        self.pixels = torch.zeros(0, ROW, dtype=torch.uint8, device=where)
        self.upto = np.zeros(0)
        self.grow()

    def grow(self):
        """Takes what has been written since."""
        width = OTHERS + len(FIELDS)
        size = lambda ending: os.path.getsize(self.path + ending) if os.path.exists(self.path + ending) else 0
        had, have = len(self), min(size('.f32') // (4 * width), size('.u8') // ROW)
        if have == had:
            return
        labels = np.fromfile(self.path + '.f32', np.float32, have * width).reshape(have, width)
        pixels = np.memmap(self.path + '.u8', np.uint8, 'c', shape=(have, ROW))
        if self.where.type == 'cpu':
            # stays in the file
            self.pixels = torch.from_numpy(pixels)
        else:
            self.pixels = torch.cat([self.pixels, torch.from_numpy(np.array(pixels[had:])).to(self.where)])
        self.labels = torch.from_numpy(labels).to(self.where)
        # Hovers are few, and all that tells them from touches.
        weights = np.where(np.isnan(labels[:, OTHERS + FIELDS.index('contact')]), 4., 1.)
        self.upto = np.cumsum(weights / weights.sum())

    def __len__(self):
        return len(self.labels)

    def drawn(self, count, n):
        rows = np.searchsorted(self.upto, n.random(count))
        return self[np.sort(rows.clip(max=len(self) - 1))]

    def __getitem__(self, rows):
        rows = torch.as_tensor(rows, device=self.where)
        x = self.pixels[rows]
        now = x[:, :3 * SIDE * SIDE].reshape(-1, SIDE, SIDE, 3).permute(0, 3, 1, 2)
        rest = x[:, 3 * SIDE * SIDE:].reshape(-1, OTHERS, SIDE, SIDE)
        return torch.cat([now, rest], 1).float() / 255, self.labels[rows]


def with_times(x, times):
    planes = times[:, :, None, None].expand(-1, -1, SIDE, SIDE) / networks.TouchReader.MS
    return torch.cat([x, planes], 1)


def placed(x, labels):
    """Turned, shifted and scaled a little, all frames of a window alike."""
    normal = lambda spread, *size: torch.randn(len(x), *size, device=x.device) * spread
    turn, scale, shift = normal(.12), torch.exp(normal(.06)), normal(4., 2)
    cosine, sine = scale * torch.cos(turn), scale * torch.sin(turn)
    # In pictures y is down; in labels it is ahead.
    there = torch.stack([torch.stack([cosine, -sine], 1), torch.stack([sine, cosine], 1)], 1)
    back = torch.linalg.inv(there)
    theta = torch.cat([back, -back @ (shift / (SIDE / 2))[:, :, None]], 2)
    x = F.grid_sample(x, F.affine_grid(theta, list(x.shape), align_corners=False), padding_mode='border', align_corners=False)
    down = labels.new_tensor([1., -1.])
    tip = (there @ (labels[:, OTHERS + 1:OTHERS + 3] * down)[:, :, None])[:, :, 0] + shift
    labels[:, OTHERS + 1:OTHERS + 3] = tip * down
    return x, labels


def varied(x, labels):
    """Light, colour, noise, mirror images, and lost frames."""
    x, labels = placed(x, labels)
    count, where = len(x), x.device
    some = lambda spread, channels=1: torch.randn(count, channels, 1, 1, device=where) * spread
    mirrored = torch.rand(count, device=where) < .5
    x = torch.where(mirrored[:, None, None, None], x.flip(3), x)
    labels[:, OTHERS + 1] *= torch.where(mirrored, -1., 1.)
    # bent like a gamma curve; the colour of the light; and it flickers, so each frame is a little lighter or darker
    x *= 1 + some(.15) * (1 - x)
    x *= torch.exp(some(.2) + torch.cat([some(.12, 3), some(.02, OTHERS)], 1))
    x += some(.05)
    # Evenly spread noise is made in a fifth of the time of normal noise.
    x += (torch.rand_like(x) - .5) * torch.rand(count, 1, 1, 1, device=where) * .1
    lost = torch.rand(count, OTHERS, device=where) < .03
    grey = x[:, :3].mean(1, keepdim=True)
    x[:, 3:] = torch.where(lost[:, :, None, None], grey, x[:, 3:])
    labels[:, :OTHERS] = torch.where(lost, 0., labels[:, :OTHERS])
    return x.clamp_(0, 1), labels


def answers(model, x, labels):
    # A GPU has time for the exact moment.
    with training.half(x.device) if x.device.type == 'cpu' else nullcontext():
        told = model(with_times(x, labels[:, :OTHERS]))
    touch, tip, contact, scale, height = [t.float() for t in told]
    y = dict(zip(FIELDS, labels[:, OTHERS:].T))
    return y, touch, tip, contact, scale, height


def loss_of(model, x, labels):
    y, touch, tip, contact, scale, height = answers(model, x, labels)
    there = y['contact'].abs() < FAR_MS
    late = F.binary_cross_entropy_with_logits(touch, y['touching'])
    # The error of a moment follows Laplace's law with the scale that is told with it.
    error = (contact - torch.where(there, y['contact'], contact)).abs()
    moment = ((error * torch.exp(-scale) + scale) * there).sum() / there.sum().clamp(min=1)
    # The point under a raised finger need not even show in the window.
    low = y['height'] < 25
    off = F.smooth_l1_loss(tip, torch.stack([y['right'], y['ahead']], 1), beta=3., reduction='none').mean(1)
    place = (off * low).sum() / low.sum().clamp(min=1)
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
    g = torch.cat(got).cpu().numpy()
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
    p.add_argument('--grow', type=float, default=0, help='look each so many seconds for more windows in the files')
    a = p.parse_args()
    training.seeded(a.seed)
    where = training.device()
    data, valid = [Windows(d, where) for d in a.data], [Windows(d, where) for d in a.valid]
    while a.grow and sum(map(len, data)) < FEW:
        time.sleep(1)
        for d in data:
            d.grow()
    model = networks.TouchReader().to(where)
    if a.init:
        model.load_state_dict(training.weights(a.init))
    run = training.Run(model, a.out, a.rate, a.minutes, a.steps)
    n = np.random.default_rng(a.seed + run.step)
    since, total, saved, grown = time.time(), 0., time.time(), time.time()
    print(sum(p.numel() for p in model.parameters()), 'weights,', sum(map(len, data)), 'windows', flush=True)

    def batch():
        weights = np.array([len(d) for d in data], float)
        chosen = n.choice(len(data), a.batch, p=weights / weights.sum())
        parts = [data[k].drawn((chosen == k).sum(), n) for k in np.unique(chosen)]
        return varied(torch.cat([x for x, _ in parts]), torch.cat([y for _, y in parts]))
    # On a GPU a batch is made in no time.
    maker = ThreadPoolExecutor(1) if where.type == 'cpu' else None
    made = maker and maker.submit(batch)
    while run.course():
        model.train()
        x, labels = made.result() if made else batch()
        made = maker and maker.submit(batch)
        loss = loss_of(model, x, labels)
        run.update(loss)
        total += loss.detach()
        if run.step % 200 == 0:
            print(f'step {run.step}, {run.progress():.2f}, loss {total.item() / 200:.3f}, {200 / (time.time() - since):.1f} a second, {sum(map(len, data))} windows', flush=True)
            since, total = time.time(), 0.
        if run.step % 1000 == 0:
            valid[0].grow()
            if len(valid[0]):
                print('  ', report(run.mean, valid[0], np.linspace(0, len(valid[0]) - 1, 1500).astype(int)), flush=True)
        if a.grow and time.time() - grown > a.grow:
            for d in data:
                d.grow()
            grown = time.time()
        if time.time() - saved > 120:
            run.save()
            saved = time.time()
    if maker:
        maker.shutdown(cancel_futures=True)
    run.save()
    for each in valid:
        each.grow()
        print(each.path, report(run.mean, each, np.arange(len(each))), flush=True)


if __name__ == '__main__':
    main()
