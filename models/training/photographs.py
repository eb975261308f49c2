"""Training data from photographs with labelled boxes: the detector's quads, snapped to the boxes.

    python photographs.py --models DIR --data DATA --set rf_poker_cards/train --crops OUT.npz --scenes OUT

writes crops for the identifier (x, y, q as in crops.py, and patches of table as kind `nothing`) and, for pictures in which
every box was found, scenes for the detector.
"""
import argparse
import pickle

import cv2
import numpy as np

import geometry
from art import NOTHING, RANKS, SUITS
from evaluate import match, photographs
from recognise import Recogniser
from scenes import fitted
from train_identifier import REAL_FACE

JITTERS = 5


def snapped(quad, box):
    x0, y0, x1, y1 = geometry.bounds(quad)
    return (quad - [x0, y0]) / [x1 - x0, y1 - y0] * [box[2] - box[0], box[3] - box[1]] + [box[0], box[1]]


def face(rank, suit):
    """Its number among photographed faces, and whether embeddings are learnt from it: where the suit is not known, it is no one face."""
    return (REAL_FACE + rank * len(SUITS) + suit, 1) if suit >= 0 else (REAL_FACE + len(RANKS) * len(SUITS) + rank, 0)


def hidden(quad, box, boxes):
    """Whether another card may lie on the index at the first corner."""
    x, y = geometry.index_part(quad).mean(0)
    return any(b is not box and b[0] < x < b[2] and b[1] < y < b[3] for _, b in boxes)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--models', required=True)
    p.add_argument('--data', required=True)
    p.add_argument('--set', default='rf_poker_cards/train')
    p.add_argument('--crops', required=True)
    p.add_argument('--scenes', required=True)
    p.add_argument('--indices', help='also windows for the index reader (x, y as in indices.py), where no other box covers them')
    p.add_argument('--corners', action='store_true', help='also teach the corners, where the quad met its box well')
    p.add_argument('--heat', type=float, default=.22)
    p.add_argument('--seed', type=int, default=1)
    a = p.parse_args()
    cv2.setNumThreads(1)
    r, n = Recogniser(a.models), np.random.default_rng(a.seed)
    r.limits['heat'] = a.heat
    x, y, q, pictures, truth, boxes_seen, used = [], [], [], [], [], 0, 0
    windows, read = [], []
    for _, im, boxes, complete, _ in photographs(a.data, a.set):
        h, w = im.shape[:2]
        found = r.detect(im)
        if found:
            found = r.distinct(list(zip([s for s, _ in found], r.refine(im, [quad for _, quad in found]))))
        found = [{'quad': quad, 'heat': s} for s, quad in found]
        matched, _ = match(found, boxes, w, h)
        cards = []
        for (label, box), (_, card, iou) in zip(boxes, matched):
            boxes_seen += 1
            if card is None or iou < .7:
                continue
            used += 1
            quad = snapped(card['quad'], box)
            cards.append((quad, box))
            rank, suit = RANKS.index(label[:-1]), SUITS.index(label[-1]) if label[-1] in SUITS else -1
            height = geometry.height_px(quad)
            for j in range(JITTERS):
                sd = 0 if j == 0 else .03 * height
                seen = quad + n.standard_normal((4, 2)) * sd * .7 + n.standard_normal((1, 2)) * sd
                if complete:
                    for turned, window in zip((quad, quad[[2, 3, 0, 1]]), geometry.index_windows(im, seen)):
                        if not hidden(turned, box, boxes):
                            windows.append(window)
                            read.append((rank, suit, 1))
                x.append(geometry.rectify(im, seen))
                y.append((rank, suit, 0, *face(rank, suit), 1))
                # snapped quads are good enough to read by, not to measure by, unless asked for
                m = cv2.getPerspectiveTransform(seen.astype(np.float32), geometry.CROP_QUAD)
                d = (cv2.perspectiveTransform(quad[None].astype(np.float32), m)[0] - geometry.CROP_QUAD) / geometry.CROP_H
                q.append(d.ravel() if a.corners and iou > .85 else np.full(8, np.nan))
        for _ in range(3):
            height = n.uniform(50, 200)
            spot = geometry.CROP_QUAD / geometry.CROP_H * height @ np.array([[np.cos(t := n.uniform(0, 6.3)), np.sin(t)], [-np.sin(t), np.cos(t)]]) + n.uniform(0, 1, 2) * [w, h]
            b = geometry.bounds(spot)
            if complete and b[0] > 0 and b[1] > 0 and b[2] < w and b[3] < h and all(geometry.box_iou(b, box) < .02 for _, box in boxes):
                x.append(geometry.rectify(im, spot))
                y.append((-1, -1, NOTHING, -1, 0, 0))
                q.append(np.full(8, np.nan))
        if complete and len(cards) >= .5 * len(boxes):
            scene, z = fitted(im, n)
            pictures.append(scene)
            truth.append([((quad * z).astype(np.float32), 1., ((box[0] + box[2]) / 2 * z, (box[1] + box[3]) / 2 * z), geometry.area(quad) * z * z,
                           [0. if hidden(q, box, boxes) else 1. for q in (quad, quad[[2, 3, 0, 1]])]) for quad, box in cards]
                         # a card without a quad is neither found nor missed
                         + [(np.float32([[b[0], b[1]], [b[2], b[1]], [b[2], b[3]], [b[0], b[3]]]) * z, 0., ((b[0] + b[2]) / 2 * z, (b[1] + b[3]) / 2 * z),
                             (b[2] - b[0]) * (b[3] - b[1]) * z * z, None) for _, b in boxes if not any(b is c[1] for c in cards)])
    np.savez(a.crops, x=np.stack(x), y=np.array(y, np.int16), q=np.array(q, np.float32))
    if a.indices:
        np.savez(a.indices, x=np.stack(windows), y=np.array(read, np.int16))
        print(len(windows), 'windows')
    np.save(a.scenes + '.npy', np.stack(pictures))
    pickle.dump(truth, open(a.scenes + '.pkl', 'wb'))
    print(f'{a.set}: {used} of {boxes_seen} boxes used, {len(x)} crops, {len(pictures)} scenes')


if __name__ == '__main__':
    main()
