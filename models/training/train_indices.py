"""Trains the index reader on rendered corners of cards, and corners of photographed ones.

    python train_indices.py --data 'DIR/indices/i*' --real DIR/indices.npz --out DIR/indices.pt --minutes 30

The checkpoint OUT resumes by itself; the averaged weights in it (`mean`) are what is exported.
"""
import glob
import time

import cv2
import numpy as np
import torch
from torch.nn import functional as F

import networks
import training
from geometry import CROP_QUAD, INDEX_H, INDEX_QUAD, INDEX_W


def augment(x, n):
    """Small shifts and turns, tints."""
    for i in np.flatnonzero(n.random(len(x)) < .3):
        s = n.uniform(.02, .07)
        m = np.float32([[1 + n.normal() * s, n.normal() * s, n.normal() * s * INDEX_W], [n.normal() * s, 1 + n.normal() * s, n.normal() * s * INDEX_H]])
        x[i] = cv2.warpAffine(x[i], m, (INDEX_W, INDEX_H), borderMode=cv2.BORDER_REPLICATE)
    for i in np.flatnonzero(n.random(len(x)) < .3):
        # only the colours: the network evens out brightness and contrast itself
        x[i] = cv2.multiply(x[i], (*n.uniform(.8, 1.15, 3), 0))
    return np.ascontiguousarray(x[..., ::-1])


def told_worse(answers, teacher, label, worse):
    """Names of windows made worse, and of those that are taught, are learnt from the labels, as sure as they can be; in all else the answer is the
    teacher's of the same windows before."""
    (rank, suit, there), (rank0, suit0, there0) = answers, teacher
    kept = F.binary_cross_entropy_with_logits(there.float(), torch.sigmoid(there0.float()))
    for logits, before, y in (rank, rank0, label[:, 0]), (suit, suit0, label[:, 1]):
        kept = kept + training.worse_named(logits, before, y, worse, label[:, 2] == 1)
    return kept


# So many layers tell what train_corners.py adds its branch to.
HALFWAY = 5
# Pixels of a window, across and along, that are one of a card's crop, as camera.poor takes them.
PX = tuple((np.ptp(INDEX_QUAD, 0) / np.ptp(CROP_QUAD, 0)).tolist())


def main():
    p = training.arguments(__doc__, 3e-3)
    p.add_argument('--real')
    p.add_argument('--real-share', type=float, default=.12)
    p.add_argument('--batch', type=int, default=96)
    p.add_argument('--halfway-kept', action='store_true', help='keep what train_corners.py adds its branch to')
    p.add_argument('--taught', nargs='*', default=[], help='windows whose names are learnt as those of worse ones are')
    training.worsening(p)
    a = p.parse_args()
    training.seeded(a.seed)
    cv2.setNumThreads(1)
    where, n = training.device(), np.random.default_rng(a.seed)
    files = lambda patterns: [f[:-6] for pattern in patterns for f in sorted(glob.glob(pattern + '_y.npy'))]
    paths = files(a.data) + files(a.taught)
    x = np.concatenate([np.load(path + '.npy') for path in paths])
    labels = [np.load(path + '_y.npy') for path in paths]
    y, first_taught = np.concatenate(labels).astype(np.int64), sum(map(len, labels[:len(files(a.data))]))
    real = np.load(a.real) if a.real else None
    photos = int(a.batch * a.real_share) if real is not None else 0
    real_x, real_y = (real['x'], real['y'].astype(np.int64)) if photos else (None, None)
    print('windows', len(x), 'of photographs', len(real_x) if photos else 0, flush=True)
    model = networks.IndexReader().to(where, memory_format=torch.channels_last)
    if a.init:
        model.load_state_dict(training.weights(a.init))
    print('weights', sum(w.numel() for w in model.parameters()), flush=True)
    teacher = training.teacher(model, a, a.worse_names_alone)
    worsened = training.Worsened(a, PX)
    if a.halfway_kept:
        model.features[:HALFWAY].requires_grad_(False)
    run = training.Run(model, a.out, a.rate, a.minutes, a.steps)
    log, since = [], time.time()
    while run.course():
        i = n.integers(0, len(x), a.batch - photos)
        bx, by, taught = x[i], y[i], np.concatenate([i >= first_taught, np.zeros(photos, bool)])
        if photos:
            i = n.integers(0, len(real_x), photos)
            bx, by = np.concatenate([bx, real_x[i]]), np.concatenate([by, real_y[i]])
        bx, by = augment(bx, n), torch.from_numpy(by).to(where)
        shown, worse = worsened(bx, n)
        network_input = lambda v: torch.from_numpy(v).to(where).permute(0, 3, 1, 2).float() / 255
        with training.half(where):
            rank, suit, there = model(network_input(shown))
        can, told = by[:, 2] == 1, by[:, 2] >= 0
        named = F.cross_entropy(rank.float()[can], by[can, 0], label_smoothing=.03) + F.cross_entropy(suit.float()[can], by[can, 1], ignore_index=-1, label_smoothing=.03)
        legible = F.binary_cross_entropy_with_logits(there.float()[told], by[told, 2].float())
        if teacher is None:
            loss = named + legible
        else:
            with torch.no_grad():
                before = teacher(network_input(bx))
            loss = told_worse((rank, suit, there), before, by, torch.from_numpy(worse | taught).to(where))
        run.update(loss)
        log.append((named.item(), legible.item(), (rank.argmax(1) == by[:, 0])[can].float().mean().item(),
                    (suit.argmax(1) == by[:, 1])[can].float().mean().item(), ((there > 0) == can)[told].float().mean().item()))
        if run.step % 200 == 0:
            m = np.mean(log, 0)
            print(f'{run.step} named {m[0]:.3f} legible {m[1]:.3f} rank {m[2]:.3f} suit {m[3]:.3f} there {m[4]:.3f} '
                  f'{len(log) * a.batch / (time.time() - since):.0f}/s {run.progress():.2f}', flush=True)
            log, since = [], time.time()
            run.save()
    run.save()
    print('done', run.step, flush=True)


if __name__ == '__main__':
    main()
