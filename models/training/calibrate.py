"""Fits the temperatures of rank, suit and kind on validation photographs and proposes a name threshold.

    python calibrate.py --models DIR --data DATA --out DIR/calibration.json

DIR holds files exported without a calibration. The temperature never sharpens: validation shares its deck with training.
"""
import argparse
import json

import cv2
import numpy as np

from art import RANKS, STANDARD, SUITS
from evaluate import match, photographs
from recognise import Recogniser


def softened(p, t):
    z = np.log(np.clip(p, 1e-7, 1)) / t
    z = np.exp(z - z.max(-1, keepdims=True))
    return z / z.sum(-1, keepdims=True)


def temperature(p, y):
    """p: [2, N, C], both ways up, averaged after softening as the program does."""
    ts = np.arange(1., 3.05, .05)
    loss = [-np.log(np.clip(softened(p, t).mean(0)[np.arange(len(y)), y], 1e-6, 1)).mean() for t in ts]
    return float(round(ts[int(np.argmin(loss))], 2))


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--models', required=True)
    p.add_argument('--data', required=True)
    p.add_argument('--sets', nargs='*', default=['rf_poker_cards/valid', 'validation_foltysm'])
    p.add_argument('--heat', type=float, default=.3)
    p.add_argument('--wrong', type=float, default=.005, help='share of named wrong that the name threshold may leave')
    p.add_argument('--out', required=True)
    a = p.parse_args()
    cv2.setNumThreads(1)
    r = Recogniser(a.models)
    r.limits['heat'] = a.heat
    outs, truth, ends = [], [], []
    for name in a.sets:
        for _, im, boxes, _, labels in photographs(a.data, name):
            found = r.distinct(r.detect(im))
            if not found:
                continue
            quads = r.refine(im, [q for _, q in found])
            if boxes and name != 'validation_foltysm':
                cards = [{'quad': q, 'i': i} for i, q in enumerate(quads)]
                pairs = [(l, c['i']) for l, c, _ in match(cards, boxes, im.shape[1], im.shape[0])[0] if c is not None]
            elif labels and len(labels) == 1:
                pairs = [(labels[0], 0)]
            else:
                continue
            n = len(quads)
            o, corners = r.run(r.crops(im, quads)), r.indices(im, quads)
            for label, i in pairs:
                truth.append((RANKS.index(label[:-1]), SUITS.index(label[-1])))
                outs.append([v[[i, n + i]] for v in o[:3]])
                ends.append([v[:, i] for v in corners])
    rank, suit, kind = [np.stack([v[k] for v in outs], 1) for k in range(3)]
    y = np.array(truth)
    t = {'rank': temperature(rank, y[:, 0]), 'suit': temperature(suit, y[:, 1]), 'kind': temperature(kind, np.full(len(y), STANDARD))}
    rank_ends, suit_ends, legible = [np.stack([v[k] for v in ends], 1) for k in range(3)]
    pr = r.joined(softened(rank, t['rank']).mean(0), rank_ends, r.weights['rank_weight'] * legible)
    ps = r.joined(softened(suit, t['suit']).mean(0), suit_ends, r.weights['suit_weight'] * legible)
    right = (pr.argmax(1) == y[:, 0]) & (ps.argmax(1) == y[:, 1])
    sure = pr.max(1) * ps.max(1)
    name = next((float(round(v, 2)) for v in np.arange(.3, .96, .01) if ((sure >= v) & ~right).mean() <= a.wrong), .95)
    json.dump({'temperature': t, 'name': max(name, .35), 'heat': a.heat}, open(a.out, 'w'), indent=2)
    print('crops', len(y), t, 'right', right.mean(), 'name threshold', name, 'sure of wrong', np.round(sorted(sure[~right]), 2)[-10:])


if __name__ == '__main__':
    main()
