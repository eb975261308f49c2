"""Crops of what the detector takes for cards in rendered scenes: cards outlined as it outlines them, backs, and mats, tiles and clutter that are none.

    python outlines.py --work DIR --models .. --count N --seed S --out DIR/crops/o_S [--faces SHARE] [--tilted SHARE]

writes files like those of crops.py. Of the crops `--faces` are printed sides, with what is printed there; all cards come with where their corners are. Of the
others two fifths are backs and the rest nothing. Of the scenes `--tilted` are seen by a camera that looks aslant.
"""
import json
import os
import time

import cv2
import numpy as np

import geometry
from art import BACK, NOTHING, STANDARD
from crops import label
from recognise import Recogniser
from scenes import World, arguments, publish

W, H = 800, 600
HEAT, ALIGNMENTS, SEEN = .12, 2, .35
MOST, MOST_FACES = 4, 12  # of one kind in a scene: a tiled floor would be all there is
CARD_IOU, TABLE_IOU = .5, .05
FACE = STANDARD  # stands for every printed side here
BACKS = .4  # of what is no face
TILTS = 15, 62  # degrees
FARTHEST = .35  # of a crop's height: an outline whose corners lie so far off holds the card in another way


def under(quad, cards, card_iou=CARD_IOU, table_iou=TABLE_IOU):
    """The card that an outline holds; None where it lies on the table; False where it is neither one thing nor the other."""
    best = max(cards, key=lambda c: geometry.quad_iou(quad, c['quad']), default=None)
    iou = geometry.quad_iou(quad, best['quad']) if best else 0.
    if iou < table_iou:
        return None
    return best if iou > card_iou and best['visible'] > SEEN else False


def aligned(quad, truth):
    """The outline with the card's first corner first, and where the card's corners lie in its crop, as in crops.py."""
    def off(q):
        m = cv2.getPerspectiveTransform(q.astype(np.float32), geometry.CROP_QUAD)
        return (cv2.perspectiveTransform(truth[None].astype(np.float32), m)[0] - geometry.CROP_QUAD) / geometry.CROP_H
    turned = [quad, quad[[2, 3, 0, 1]]]
    best = min(turned, key=lambda q: np.abs(off(q)).max())
    return best, off(best).ravel()


def main():
    p = arguments(__doc__)
    p.add_argument('--models', required=True)
    p.add_argument('--faces', type=float, default=.15)
    p.add_argument('--tilted', type=float, default=0.)
    a = p.parse_args()
    if os.path.exists(a.out + '_q.npy'):
        return
    cv2.setNumThreads(1)
    world, r, start = World(a.work, a.seed), Recogniser(a.models), time.time()
    world.mats = .7
    r.limits['heat'] = HEAT
    records = json.load(open(a.work + '/faces.json'))
    x, y, corners, scenes = [], [], [], 0
    shares = {FACE: a.faces, BACK: (1 - a.faces) * BACKS, NOTHING: (1 - a.faces) * (1 - BACKS)}
    left = {kind: round(a.count * share) for kind, share in shares.items()}
    while any(left.values()):
        world.tilts = TILTS if world.r.random() < a.tilted else None
        image, cards = world.render(W, H)
        scenes += 1
        r.side = int(world.n.choice([512, 768]))
        quads = [quad for _, quad in r.detect(image)]
        for _ in range(world.n.integers(0, ALIGNMENTS + 1)):
            quads = r.refine(image, quads) if quads else quads
        taken = dict.fromkeys(left, 0)
        for quad in world.r.sample(quads, len(quads)):
            card = under(quad, cards)
            if card is False:
                continue
            kind = world.kinds[card['index']] if card else NOTHING
            wanted = kind if kind in (BACK, NOTHING) else FACE
            most = MOST if wanted != FACE else MOST_FACES
            if taken[wanted] == min(left[wanted], most):
                continue
            told, off = (-1, -1, NOTHING), np.full(8, np.nan)
            if card:
                quad, off = aligned(quad, card['quad'])
                if np.abs(off).max() > FARTHEST:
                    continue
                told = label(records[card['index']], card['visible'], max(card['ends'] or [0.]), 0.)[:3]
            taken[wanted] += 1
            x.append(geometry.rectify(image, quad))
            y.append((*told, -1, 0, 0))
            corners.append(off)
        left = {kind: count - taken[kind] for kind, count in left.items()}
        if scenes % 200 == 0:
            print(scenes, 'scenes', left, f'{time.time() - start:.0f} s', flush=True)
    order = world.n.permutation(len(x))
    np.save(a.out + '.npy', np.stack(x)[order])
    np.save(a.out + '_y.npy', np.array(y, np.int16)[order])
    publish(a.out + '_q.npy', np.array(corners, np.float32)[order])
    print(f'{a.out}: {len(x)} of {scenes} scenes in {time.time() - start:.0f} s', flush=True)


if __name__ == '__main__':
    main()
