"""Crops of what the detector takes for cards in rendered scenes: backs, and mats, tiles and clutter that are none.

    python outlines.py --work DIR --models .. --count N --seed S --out DIR/crops/o_S

writes files like those of crops.py, of which only the kind is to be learnt; a third are backs, the rest mostly nothing.
"""
import os
import time

import cv2
import numpy as np

import geometry
from art import BACK, NOTHING, STANDARD
from recognise import Recogniser
from scenes import World, arguments, publish

W, H = 800, 600
HEAT, ALIGNMENTS, SEEN = .12, 2, .35
MOST = 4  # of one kind in a scene: a tiled floor would be all there is
CARD_IOU, TABLE_IOU = .5, .05
FACE = STANDARD  # stands for every printed side here
SHARES = {BACK: .35, NOTHING: .5, FACE: .15}


def kind_of(quad, cards, kinds):
    """What an outline holds: the kind of a card, or nothing; None where it is neither one thing nor the other."""
    best = max(cards, key=lambda c: geometry.quad_iou(quad, c['quad']), default=None)
    iou = geometry.quad_iou(quad, best['quad']) if best else 0.
    if iou < TABLE_IOU:
        return NOTHING
    return kinds[best['index']] if iou > CARD_IOU and best['visible'] > SEEN else None


def main():
    p = arguments(__doc__)
    p.add_argument('--models', required=True)
    a = p.parse_args()
    if os.path.exists(a.out + '_q.npy'):
        return
    cv2.setNumThreads(1)
    world, r, start = World(a.work, a.seed), Recogniser(a.models), time.time()
    world.mats = .7
    r.limits['heat'] = HEAT
    x, y, scenes = [], [], 0
    left = {kind: round(a.count * share) for kind, share in SHARES.items()}
    while any(left.values()):
        image, cards = world.render(W, H)
        scenes += 1
        r.side = int(world.n.choice([512, 768]))
        quads = [quad for _, quad in r.detect(image)]
        for _ in range(world.n.integers(0, ALIGNMENTS + 1)):
            quads = r.refine(image, quads) if quads else quads
        taken = dict.fromkeys(left, 0)
        for quad in world.r.sample(quads, len(quads)):
            kind = kind_of(quad, cards, world.kinds)
            wanted = kind if kind in SHARES else FACE
            if kind is None or taken[wanted] == min(left[wanted], MOST):
                continue
            taken[wanted] += 1
            x.append(geometry.rectify(image, quad))
            y.append((-1, -1, kind, -1, 0, 0))
        left = {kind: count - taken[kind] for kind, count in left.items()}
        if scenes % 200 == 0:
            print(scenes, 'scenes', left, f'{time.time() - start:.0f} s', flush=True)
    order = world.n.permutation(len(x))
    np.save(a.out + '.npy', np.stack(x)[order])
    np.save(a.out + '_y.npy', np.array(y, np.int16)[order])
    publish(a.out + '_q.npy', np.full((len(x), 8), np.nan, np.float32))
    print(f'{a.out}: {len(x)} of {scenes} scenes in {time.time() - start:.0f} s', flush=True)


if __name__ == '__main__':
    main()
