"""Trains the hand network.

    python train_hands.py --work DIR --out FILE.pt --minutes M

DIR holds `layers/` (hand_mesh.py), `tex/` and `claims/` (examples/hand_scenes.rs); see hands.sh. One process makes samples, another
learns from them and from what was made before, turned and lit anew. The rate falls with the time that is left; a run that was broken
off goes on where it was.
"""
import argparse
import math
import multiprocessing
import os
import queue
import time

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

import hand_scenes

BATCH = 10
WINDOW = 48  # cells of a sample that are learnt from at once


def block(a, b, stride=1, dilation=1):
    return nn.Sequential(nn.Conv2d(a, b, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class Hands(nn.Module):
    """Frame and learnt table [N, 6, H, W] (0..1, black where unknown) to cells of two pixels: arm, tip and fingertip logits, the tip's
    offset from the cell's middle in cells, the arm's axis as cosine and sine of its doubled angle, the way from a tip towards its elbow
    (a vector that is short where it is in doubt): [N, 9, H/2, W/2]. H and W are multiples of 16."""

    def __init__(self, c=(16, 32, 64, 80)):
        super().__init__()
        self.stem = block(6, c[0], 2)
        self.down1, self.down1b = block(c[0], c[1], 2), block(c[1], c[1])
        self.down2, self.down2b = block(c[1], c[2], 2), block(c[2], c[2])
        self.down3, self.down3b = block(c[2], c[3], 2), nn.Sequential(block(c[3], c[3], dilation=2), block(c[3], c[3]))
        self.up2, self.up2b = nn.Conv2d(c[3], c[2], 1), block(c[2], c[2])
        self.up1, self.up1b = nn.Conv2d(c[2], c[1], 1), block(c[1], c[1])
        self.up0, self.up0b = nn.Conv2d(c[1], c[0], 1), block(c[0], 24)
        self.head = nn.Conv2d(24, 9, 1)
        with torch.no_grad():
            self.head.bias[:3] = torch.tensor([-2., -4.6, -4.])

    def forward(self, x):
        larger = lambda v: functional.interpolate(v, scale_factor=2, mode='nearest')
        a = self.stem(x)
        b = self.down1(a)
        b = b + self.down1b(b)
        c = self.down2(b)
        c = c + self.down2b(c)
        d = self.down3(c)
        d = d + self.down3b(d)
        c = self.up2b(c + larger(self.up2(d)))
        b = self.up1b(b + larger(self.up1(c)))
        a = self.up0b(a + larger(self.up0(b)))
        return self.head(a)


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
        out.put(packed(scenes.sample()))


def packed(s):
    frame, table, arm, tip, finger, known, off, near, way = s
    cells = np.dstack([arm, tip, finger, off, near, way]).astype(np.float16)
    return np.dstack([frame, table]), cells, known


def axis_of(way):
    """Cosine and sine of the doubled angle of unit vectors: which end of an arm the hand is at need not be known to tell how it lies."""
    return np.stack([way[..., 0] ** 2 - way[..., 1] ** 2, 2 * way[..., 0] * way[..., 1]], -1)


def varied(n, picture, cells):
    """One of eight turns and mirrorings, in another light."""
    turns, flip = n.integers(4), n.integers(2)
    # The window: most often around a part of an arm.
    there = np.argwhere(cells[..., 0] > .5) if n.random() < .75 else ()
    row, column = (there[n.integers(len(there))] if len(there) else n.integers(0, hand_scenes.CELLS, 2)) - n.integers(8, WINDOW - 8, 2)
    row, column = (int(np.clip(v, 0, hand_scenes.CELLS - WINDOW)) for v in (row, column))
    cells = cells[row:row + WINDOW, column:column + WINDOW]
    picture = picture[2 * row:2 * (row + WINDOW), 2 * column:2 * (column + WINDOW)]
    off, way = cells[..., 3:5].astype(np.float32), cells[..., 6:8].astype(np.float32)
    if flip:
        picture, cells = picture[:, ::-1], cells[:, ::-1]
        off, way = off[:, ::-1] * [-1, 1], way[:, ::-1] * [-1, 1]
    for _ in range(turns):
        picture, cells = np.rot90(picture, -1), np.rot90(cells, -1)
        off, way = (np.stack([-v[..., 1], v[..., 0]], -1) for v in (np.rot90(off, -1), np.rot90(way, -1)))
    cells = np.dstack([cells[..., :3], off, cells[..., 5:6], axis_of(way), way]).astype(np.float32)
    x = picture.astype(np.float32) / 255
    if n.random() < .6:
        x = x ** np.float32(n.uniform(.75, 1.35))
        x = x * np.tile(np.float32(n.uniform(.85, 1.12, 3)), 2)
    if n.random() < .3:
        x[..., 3:] *= np.float32(n.uniform(.85, 1.18))
    return np.clip(x, 0, 1), cells


def batch_of(items):
    x = torch.from_numpy(np.stack([i[0] for i in items])).permute(0, 3, 1, 2).contiguous()
    c = torch.from_numpy(np.stack([i[1] for i in items])).permute(0, 3, 1, 2).contiguous()
    known = torch.tensor([float(i[2]) for i in items])
    return x, (c[:, 0], c[:, 1], c[:, 2], known, c[:, 3:5], c[:, 5], c[:, 6:8], c[:, 8:10])


@torch.no_grad()
def judge(net, items):
    """How well held-out samples are seen: overlap of arms, tips found within 10 mm and their median miss (mm), false tips a sample, axes and ways of tips off (degrees)."""
    net.eval()
    cross = union = found = there = false = 0
    misses, turned, astray = [], [], []
    for k in range(0, len(items), 16):
        x, truth = batch_of([(p.astype(np.float32) / 255, np.dstack([c[..., :6], axis_of(c[..., 6:8].astype(np.float32)), c[..., 6:8]]).astype(np.float32), q) for p, c, q in items[k:k + 16]])
        out = net(x)
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
    net.train()
    return f'arm IoU {cross / max(1, union):.3f}, tips {found}/{there} within 12 mm, median {np.median(misses or [99]):.1f} mm, {false} false in {len(items)}, axes off {np.median(turned or [99]):.1f} deg, ways {np.mean(np.array(astray or [0]) > 60):.3f} over 60 deg'


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--work', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--init')
    p.add_argument('--minutes', type=float, required=True)
    p.add_argument('--rate', type=float, default=3e-3)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--fresh', type=int, default=1, help='new samples a step at most')
    p.add_argument('--makers', type=int, default=1)
    p.add_argument('--pool', type=int, default=4000)
    a = p.parse_args()
    torch.manual_seed(a.seed)
    torch.set_num_threads(int(os.environ.get('OMP_NUM_THREADS', '1')))
    net, slow = Hands().to(memory_format=torch.channels_last), Hands()
    if a.init:
        net.load_state_dict(torch.load(a.init, weights_only=False)['net'])
    best = torch.optim.AdamW(net.parameters(), a.rate, weight_decay=1e-4)
    spent, steps, pool = 0., 0, []
    if os.path.exists(a.out):
        old = torch.load(a.out, weights_only=False)
        net.load_state_dict(old['raw'])
        best.load_state_dict(old['best'])
        slow.load_state_dict(old['net'])
        spent, steps = old['spent'], old['steps']
    else:
        slow.load_state_dict(net.state_dict())
    print(f'{sum(v.numel() for v in net.parameters())} weights', flush=True)
    context = multiprocessing.get_context('spawn')
    fresh = context.Queue(16)
    makers = [context.Process(target=make, args=(a.work, a.seed * 1000 + 17 * k + steps, fresh), daemon=True) for k in range(a.makers)]
    for m in makers:
        m.start()
    n = np.random.default_rng(a.seed + steps)
    cv2.setNumThreads(1)
    held = hand_scenes.Scenes(a.work, 99, held_out=True)
    held = [packed(held.sample()) for _ in range(96)]
    while len(pool) < 200:
        pool.append(fresh.get())
    last, shown, made, mean = time.time(), 0., len(pool), None
    while spent < a.minutes * 60:
        # A sample costs as much to make as to learn from, so each is learnt from several times.
        try:
            for _ in range(a.fresh):
                item = fresh.get_nowait()
                made += 1
                if len(pool) < a.pool:
                    pool.append(item)
                else:
                    pool[n.integers(a.pool)] = item
        except queue.Empty:
            pass
        part = spent / (a.minutes * 60)
        for g in best.param_groups:
            g['lr'] = a.rate * min(1, (steps + 1) / 100) * (.02 + .98 * .5 * (1 + math.cos(math.pi * min(1, part))))
        items = []
        for _ in range(BATCH):
            picture, cells, known = pool[n.integers(len(pool))]
            items.append((*varied(n, picture, cells), known))
        x, truth = batch_of(items)
        loss, parts = loss_of(net(x.contiguous(memory_format=torch.channels_last)), *truth)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 3.)
        best.step()
        steps += 1
        mean = parts if mean is None else mean * .98 + parts * .02
        with torch.no_grad():
            keep = min(.998, steps / (steps + 20))
            for u, v in zip(slow.state_dict().values(), net.state_dict().values()):
                u.copy_(u * keep + v * (1 - keep)) if u.is_floating_point() else u.copy_(v)
        now = time.time()
        spent += now - last
        last = now
        if spent - shown > 240 or spent >= a.minutes * 60:
            shown = spent
            print(f'{spent / 60:.1f} min, {steps} steps, {made} made: ' + ' '.join(f'{v:.3f}' for v in mean.tolist()) + ' | ' + judge(slow, held), flush=True)
            torch.save({'net': slow.state_dict(), 'raw': net.state_dict(), 'best': best.state_dict(), 'spent': spent, 'steps': steps}, a.out + '.part')
            os.replace(a.out + '.part', a.out)
            last = time.time()
    for m in makers:
        m.terminate()


if __name__ == '__main__':
    main()
