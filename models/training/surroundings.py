"""Windows of what the detector takes for cards in rendered scenes, with what lies around: faces, backs, and outlines that hold no card.

    python surroundings.py --work DIR --models .. --count N --seed S --out DIR/windows/w_S [--photos FOLDER | --boxes DATA SET...]

writes OUT.npy (uint8 [N, 176, 128, 3], BGR) and OUT_y.npy (int8 [N], see KINDS). An outline that lies between two cards holds none. With `--photos`
the windows are of photographs in which no card lies, with `--boxes` of those in which every card lies face up and is labelled with its box. Backs that the detector overlooks are outlined by their truth, a little askew.
"""
import os
import time

import cv2
import numpy as np

import cardless
import evaluate
import geometry
from art import BACK
from outlines import under
from recognise import Recogniser
from scenes import LAYOUTS, MORE_LAYOUTS, World, arguments, publish

KINDS = FACE, DOWN, NONE = range(3)
W, H = 800, 600
HEAT, ALIGNMENTS = .07, 2
CARD_IOU, TABLE_IOU = .55, .3
BOX_IOU, CLEAR_IOU = .65, .05
LEAST_PX = 26  # height of an outline
MOST = {FACE: 5, DOWN: 10, NONE: 6}  # of one scene
ASKEW = .02  # of a card's height
TILTS = 15, 62  # degrees


def holds(quad, cards):
    """What the outline holds; None where it is neither one thing nor the other."""
    card = under(quad, cards, CARD_IOU, TABLE_IOU)
    return NONE if card is None else None if card is False else DOWN if card['kind'] == BACK else FACE


def outlines(image, r, n):
    """What the detector takes for cards at some size of the picture, aligned as often as the program might."""
    r.side = int(n.choice([512, 640, 768, 1024]))
    quads = [quad for _, quad in r.detect(image)]
    for _ in range(n.integers(0, ALIGNMENTS + 1)):
        quads = r.refine(image, quads) if quads else quads
    h, w = image.shape[:2]
    inside = lambda q: (0 < q.mean(0)[0] < w) and (0 < q.mean(0)[1] < h)
    return [q for q in quads if geometry.height_px(q) >= LEAST_PX and inside(q)]


def scene(world):
    """A picture and its cards, each with its kind."""
    r = world.r
    world.tilts = TILTS if r.random() < .35 else None
    world.mats = r.choice([.1, .5])
    world.layouts, world.layouts_share = r.choice([[], ['grid'], ['grid', 'rows', 'loose'], ['piles', 'loose'], [*LAYOUTS, *MORE_LAYOUTS]]), .8
    world.faces_down = r.choice([[0], [.1, .2], [.2, .4], [.5, .8]])
    # Most tables are far larger than a card.
    image, cards = world.render(W, H, *r.choice([(24, 330), (50, 120), (60, 160)]))
    return image, [{**card, 'kind': world.kinds[card['index']]} for card in cards]


def labelled(world, r):
    """(quad, kind) of one more scene."""
    image, cards = scene(world)
    found = [(quad, holds(quad, cards)) for quad in outlines(image, r, world.n)]
    for card in cards:
        overlooked = all(geometry.quad_iou(card['quad'], quad) < CARD_IOU for quad, _ in found)
        if card['kind'] == BACK and card['visible'] > .8 and overlooked and geometry.height_px(card['quad']) >= LEAST_PX:
            found.append((card['quad'] + world.n.standard_normal((4, 2)) * ASKEW * geometry.height_px(card['quad']), DOWN))
    return image, found


def boxed(image, boxes, r, n):
    """(quad, kind) of a photograph in which every card lies face up in one of these boxes."""
    for quad in outlines(image, r, n):
        iou = max((geometry.box_iou(geometry.bounds(quad), box) for _, box in boxes), default=0.)
        yield quad, FACE if iou > BOX_IOU else NONE if iou < CLEAR_IOU else None


def main():
    p = arguments(__doc__)
    p.add_argument('--models', required=True)
    p.add_argument('--photos')
    p.add_argument('--boxes', nargs='+')
    a = p.parse_args()
    if os.path.exists(a.out + '_y.npy'):
        return
    cv2.setNumThreads(1)
    world, r, start = World(a.work, a.seed), Recogniser(a.models), time.time()
    r.limits['heat'] = HEAT
    photos = list(cardless.photographs(a.photos)) if a.photos else []
    labels = [(image, boxes) for name in a.boxes[1:] for _, image, boxes, complete, _ in evaluate.photographs(a.boxes[0], name) if complete] if a.boxes else []
    x, y = [], []
    while len(x) < a.count:
        if photos:
            image = cardless.relit(world.r.choice(photos), world.n)
            found = [(quad, NONE) for quad in outlines(image, r, world.n)]
        elif labels:
            image, boxes = world.r.choice(labels)
            found = list(boxed(image, boxes, r, world.n))
        else:
            image, found = labelled(world, r)
        taken = dict.fromkeys(KINDS, 0)
        for quad, kind in world.r.sample(found, len(found)):
            if kind is not None and taken[kind] < MOST[kind]:
                taken[kind] += 1
                x.append(geometry.surrounded(image, quad))
                y.append(kind)
    order = world.n.permutation(len(x))
    publish(a.out + '.npy', np.stack(x)[order])
    publish(a.out + '_y.npy', np.array(y, np.int8)[order])
    print(f'{a.out}: {len(x)}, of each kind {np.bincount(y, minlength=3).tolist()}, in {time.time() - start:.0f} s', flush=True)


if __name__ == '__main__':
    main()
