"""Trains the identifier on rendered crops (and crops of photographs).

    python train_identifier.py --work DIR --data 'DIR/crops/c*' --real DIR/real.npz --out DIR/identifier.pt --minutes 30

New crop files, and the file of photographs, are taken up while training runs. The checkpoint OUT resumes by itself; the
averaged weights in it (`mean`) are what is exported.
"""
import glob
import os
import time

import cv2
import numpy as np
import torch
from torch.nn import functional as F

import networks
import training
from geometry import CROP_H, CROP_QUAD, CROP_W

BLOCK = 16
TEMPERATURE = .07
REAL_FACE = 30000  # face numbers of photographed cards start here
STANDARD = 0
CORNERS, LIKE_EMBEDDING = 20, 10  # weights of losses beside the names'


class Pool:
    def __init__(self, patterns, real):
        self.patterns, self.real, self.files, self.blocks, self.photos = patterns, real, {}, [], None

    def refresh(self):
        for pattern in self.patterns:
            path, _, times = pattern.partition('@')
            for p in sorted(glob.glob(path + '_q.npy')):
                p = p[:-6]
                if p not in self.files:
                    x = np.load(p + '.npy', mmap_mode='r')
                    self.files[p] = x, np.load(p + '_y.npy').astype(np.int64), np.load(p + '_q.npy')
                    self.blocks += [(p, i) for i in range(0, len(x) - BLOCK + 1, BLOCK)] * int(times or 1)
        if self.real and self.photos is None and os.path.exists(self.real):
            k = np.load(self.real)
            self.photos = {'x': k['x'], 'y': k['y'].astype(np.int64), 'q': k['q']}
            # crops of the same printed face, to be drawn together
            self.names = {f: np.flatnonzero(k['y'][:, 3] == f) for f in np.unique(k['y'][:, 3])}
            print('photographed crops', len(k['x']), flush=True)
        return len(self.blocks)

    def batch(self, n, blocks, photo_faces):
        x, y, q = [], [], []
        for b in n.integers(0, len(self.blocks), blocks):
            p, i = self.blocks[b]
            f = self.files[p]
            x.append(f[0][i:i + BLOCK])
            y.append(f[1][i:i + BLOCK])
            q.append(f[2][i:i + BLOCK])
        if self.photos is not None and photo_faces:
            faces = list(self.names)
            for k in n.integers(0, len(faces), photo_faces):
                i = n.choice(self.names[faces[k]], 4)
                x.append(self.photos['x'][i])
                y.append(self.photos['y'][i])
                q.append(self.photos['q'][i])
        return np.concatenate(x), np.concatenate(y), np.concatenate(q)


def augment(x, q, n):
    """Half turns, small shifts of the quad, holes, tints. Returns the turns as well."""
    count = len(x)
    q = q.reshape(-1, 4, 2).copy()
    turned = n.random(count) < .5
    x[turned] = x[turned][:, ::-1, ::-1]
    q[turned] = -q[turned][:, [2, 3, 0, 1]]
    for i in np.flatnonzero(n.random(count) < .25):
        s = n.uniform(.02, .09)
        m = np.float32([[1 + n.normal() * s * .4, n.normal() * s * .4, n.normal() * s * CROP_W * .3], [n.normal() * s * .4, 1 + n.normal() * s * .4, n.normal() * s * CROP_H * .3]])
        x[i] = cv2.warpAffine(x[i], m, (CROP_W, CROP_H), borderMode=cv2.BORDER_REPLICATE)
        q[i] = ((CROP_QUAD + q[i] * CROP_H) @ m[:, :2].T + m[:, 2] - CROP_QUAD) / CROP_H
    for i in np.flatnonzero(n.random(count) < .1):
        h, w = n.integers(8, 60), n.integers(8, 45)
        a, b = n.integers(0, CROP_H - h), n.integers(0, CROP_W - w)
        x[i, a:a + h, b:b + w] = n.uniform(0, 255, 3)
    for i in np.flatnonzero(n.random(count) < .4):
        # only the colours: the network evens out brightness and contrast itself
        x[i] = cv2.multiply(x[i], (*n.uniform(.8, 1.15, 3), 0))
    return np.ascontiguousarray(x[..., ::-1]), q.reshape(-1, 8), turned


def feed(pool, blocks, photo_faces, small, seed, out, worsened):
    cv2.setNumThreads(1)
    n, k = np.random.default_rng(seed), 0
    while True:
        if k % 100 == 0:
            while pool.refresh() < 2 * blocks:
                time.sleep(5)
        k += 1
        x, y, q = pool.batch(n, blocks, photo_faces)
        x, q, turned = augment(x, q, n)
        seen, worse = worsened(x, n)
        out.put((x, y, q, seen, worse, *metric_pairs(y, turned, small)))


def metric_pairs(y, turned, small):
    """Which crops of a batch show the same printed face the same way up, and which pairs say nothing.

    y: rank, suit, kind, face, metric, symmetric. Nothing is learnt from: crops too hidden; the same standard card of two
    decks; a face that looks the same both ways up, turned; two designs that came out alike.
    """
    face, fit = y[:, 3], y[:, 4] > 0
    same = face[:, None] == face[None]
    up = turned[:, None] == turned[None]
    alike = same & (up | (y[:, 5] > 0)[:, None])
    mute = ~fit[:, None] | ~fit[None]
    standard = y[:, 2] == STANDARD
    mute |= (standard[:, None] & standard[None]) & (y[:, None, 0] == y[None, :, 0]) & (y[:, None, 1] == y[None, :, 1]) & ~same
    mute |= same & ~up & (y[:, 5] > 0)[:, None]
    printed = np.flatnonzero((face >= 0) & (face < REAL_FACE))
    if len(printed):
        faces, where = np.unique(face[printed], return_inverse=True)
        t = small[faces].reshape(len(faces), -1).astype(np.int16)
        near = np.abs(t[:, None] - t[None]).mean(2) < .8
        mute[np.ix_(printed, printed)] |= (near[np.ix_(where, where)] & ~same[np.ix_(printed, printed)])
    np.fill_diagonal(mute, True)
    return alike & ~mute, mute


def metric_loss(e, alike, mute):
    s = (e @ e.T / TEMPERATURE).masked_fill(mute, -1e4)
    has = alike.any(1)
    if not has.any():
        return e.sum() * 0
    # each positive against all negatives, without the other positives
    negative = torch.logsumexp(s.masked_fill(alike, -1e4), 1, keepdim=True)
    each = F.softplus(negative - s)
    return (each * alike).sum(1)[has].div(alike.sum(1)[has]).mean()


def nameless_unlike(answers, teacher):
    """How far each embedding and its corners are from the teacher's."""
    (*_, e, corners), (*_, e0, corners0) = answers, teacher
    return LIKE_EMBEDDING * (1 - (e * e0).sum(1)) + CORNERS * (corners - corners0).abs().mean(1)


def unlike(answers, teacher):
    """How far the answers but the kind are from the teacher's."""
    return (training.unlike(answers[0], teacher[0]) + training.unlike(answers[1], teacher[1]) + nameless_unlike(answers, teacher)).mean()


def told_worse(answers, teacher, label, worse):
    """Names of crops made worse are learnt from the labels, as sure as they can be; in all else the answer is the teacher's of the same crops before."""
    (rank, suit, kind, *_), (rank0, suit0, kind0, *_) = answers, teacher
    kept = training.unlike(kind, kind0).mean()
    for logits, before, y in (rank, rank0, label[:, 0]), (suit, suit0, label[:, 1]):
        kept = kept + training.worse_named(logits, before, y, worse, torch.ones_like(worse))
    return kept + (torch.where(worse, .3, 1.) * nameless_unlike(answers, teacher)).mean()


def named_loss(logits, y):
    """Cross entropy; -1 is left out, -2 (printed but hidden) asks for an even guess."""
    known, hidden = y >= 0, y == -2
    lp = F.log_softmax(logits.float(), 1)
    total = F.cross_entropy(logits.float()[known], y[known], label_smoothing=.03, reduction='sum') if known.any() else logits.sum() * 0
    if hidden.any():
        total = total - .3 * lp[hidden].mean(1).sum()
    return total / max(1, int(known.sum()))


def main():
    p = training.arguments(__doc__, 3e-3, loaders=True)
    p.add_argument('--work', required=True)
    p.add_argument('--real')
    p.add_argument('--blocks', type=int, default=6)
    p.add_argument('--photo-faces', type=int, default=6)
    p.add_argument('--metric', type=float, default=1.)
    p.add_argument('--kind-alone', action='store_true', help='learn the kind; in all else answer as --init does')
    training.worsening(p)
    a = p.parse_args()
    training.seeded(a.seed)
    where = training.device()
    small = np.load(a.work + '/faces_small.npy', mmap_mode='r')
    small = np.stack([cv2.resize(f, (28, 40), interpolation=cv2.INTER_AREA) for f in small])
    out = training.fed(feed, a, lambda seed, out: (Pool(a.data, a.real), a.blocks, a.photo_faces, small, seed, out, training.Worsened(a)))
    batch = out.get()
    model = networks.Identifier().to(where, memory_format=torch.channels_last)  # a tenth faster on a CPU
    if a.init:
        model.load_state_dict(training.weights(a.init))
    teacher = training.teacher(model, a, a.kind_alone or a.worse_names_alone)
    run = training.Run(model, a.out, a.rate, a.minutes, a.steps)
    log, since, seen = [], time.time(), 0
    while run.course():
        clean, y, q, shown, *others = batch
        worse, alike, mute = (torch.from_numpy(v).to(where) for v in others)
        network_input = lambda v: torch.from_numpy(v).to(where).permute(0, 3, 1, 2).float() / 255
        x, label, q = network_input(shown), torch.from_numpy(y).to(where), torch.from_numpy(q).to(where).float()
        with training.half(where):
            rank, suit, kind, e, corners = answers = model(x)
        metric = metric_loss(e.float(), alike, mute)
        on = torch.isfinite(q).all(1) & (q.abs().amax(1) < .3)
        corner = (corners.float() - torch.nan_to_num(q)).abs()[on].mean()
        named = named_loss(rank, label[:, 0]) + named_loss(suit, label[:, 1])
        told = named_loss(kind, label[:, 2])
        if teacher is None:
            loss = named + .5 * told + CORNERS * corner + a.metric * metric
        else:
            with torch.no_grad():
                before = teacher(network_input(clean) if a.worse_names_alone else x)
            loss = told_worse(answers, before, label, worse) if a.worse_names_alone else told + unlike(answers, before)
        run.update(loss)
        seen += len(x)
        right = [(answer.argmax(1) == label[:, i])[label[:, i] >= 0].float().mean() for i, answer in enumerate((rank, suit, kind))]
        log.append(torch.stack([named, corner, metric, *right]).detach().float())
        if run.step % 100 == 0:
            m = torch.stack(log).nanmean(0).tolist()
            print(f'{run.step} named {m[0]:.3f} corners {m[1]:.4f} metric {m[2]:.3f} rank {m[3]:.3f} suit {m[4]:.3f} kind {m[5]:.3f} '
                  f'{seen / (time.time() - since):.0f}/s {run.progress():.2f}', flush=True)
            log, since, seen = [], time.time(), 0
            run.save()
        batch = out.get()
    run.save()
    print('done', run.step, flush=True)


if __name__ == '__main__':
    main()
