"""Measures the ONNX files on the sets of real photographs.

    python evaluate.py --models .. --data /path/to/data [--sets rf_poker_cards/test edje/test validation_foltysm] [--side 512]

A box counts as found when a quad's bounding box (cut at the picture's edge) meets it with IoU 0.5 or more (on `edje`, whose boxes
hold only what shows, the bounds of the part that no other quad shares may meet it instead). `right` and
`wrong` are named cards; the rest is unknown. Where a set gives only ranks, a name is right if its rank is.
"""
import argparse
import collections
import json
import os

import cv2
import numpy as np

import geometry
from recognise import Recogniser


def photographs(data, name):
    """(picture, [(label, box)], whether every card is boxed, image-level labels) of a set or one of its splits."""
    folder, _, split = name.partition('/')
    for line in open(f'{data}/{folder}/annotations.jsonl'):
        a = json.loads(line)
        if split and not a['file'].startswith(split + '/'):
            continue
        im = cv2.imread(f'{data}/{folder}/{a["file"]}')
        stretch = .75 if folder == 'rf_poker_cards' else 1.
        if stretch != 1:
            im = cv2.resize(im, (640, 480), interpolation=cv2.INTER_AREA)
        boxes = [(o['label'], (o['bbox'][0], o['bbox'][1] * stretch, o['bbox'][0] + o['bbox'][2], (o['bbox'][1] + o['bbox'][3]) * stretch)) for o in a['objects']]
        yield a['file'], im, boxes, a.get('complete'), a.get('cards')


def beside(card, cards):
    """Bounds of what no other card shares with this one, as if all the others lay on it."""
    x, y = np.meshgrid(np.linspace(0, 1, 49), np.linspace(0, 1, 49))
    q = card['quad']
    points = (q[0] * ((1 - x) * (1 - y))[..., None] + q[1] * (x * (1 - y))[..., None] + q[2] * (x * y)[..., None] + q[3] * ((1 - x) * y)[..., None]).reshape(-1, 2)
    for other in cards:
        if other is not card and len(points):
            hull = np.asarray(other['quad'], np.float32)
            points = points[[cv2.pointPolygonTest(hull, (float(p[0]), float(p[1])), False) < 0 for p in points]]
    return (*points.min(0), *points.max(0)) if len(points) else (0, 0, 0, 0)


def match(cards, boxes, w, h, visible_parts=False):
    """[(label, card or None)] and the cards left over. With `visible_parts`, boxes hold only what shows of each card."""
    left, out = list(cards), []
    cut = lambda b: (max(0, b[0]), max(0, b[1]), min(w, b[2]), min(h, b[3]))
    for label, box in boxes:
        def iou(c):
            whole = geometry.box_iou(cut(geometry.bounds(c['quad'])), box)
            return max(whole, geometry.box_iou(cut(beside(c, cards)), box)) if visible_parts and whole > 0 else whole
        best = max(left, key=iou, default=None)
        if best is not None and iou(best) >= .5:
            left = [c for c in left if c is not best]
            out.append((label, best, iou(best)))
        else:
            out.append((label, None, 0))
    return out, left


def measure(r, data, name, verbose):
    n = found = right = wrong = rank_right = rank_any = phantom = phantom_named = complete_cards = 0
    exact = exact_of = exact_wrong = 0
    ious, confusion, misses, reads = [], collections.Counter(), [], []
    for file, im, boxes, complete, labels in photographs(data, name):
        h, w = im.shape[:2]
        cards = r.cards(im)
        matched, left = match(cards, boxes, w, h, name.startswith('edje'))
        for label, card, iou in matched:
            n += 1
            if card is None:
                misses.append(f'{file} {label}')
                continue
            found += 1
            ious.append(iou)
            same = card['rank'] == label[:-1] and label[-1] in ('?', card['suit'])
            rank_any += card['rank'] == label[:-1]
            reads.append((card['p'] if label[-1] != '?' else card['p'], same))
            if not same:
                confusion[label + '>' + card['rank'] + card['suit']] += 1
            if r.named(card):
                right += same
                wrong += not same
                rank_right += card['rank'] == label[:-1]
        if complete:
            phantom += len(left)
            phantom_named += sum(r.named(c) for c in left)
            complete_cards += len(boxes)
        if labels:
            named = sorted(c['rank'] + c['suit'] for c in cards if r.named(c))
            exact_of += 1
            exact += named == sorted(labels)
            exact_wrong += len([x for x in named if x not in labels])
            if named != sorted(labels) and verbose:
                print('   ', file, labels, [(c['rank'] + c['suit'], round(c['p'], 2), c['kind'], round(c['heat'], 2)) for c in cards])
    if n and name != 'validation_foltysm':
        print(f'{name}: boxes {n} found {found / n:.3f} IoU {np.mean(ious):.3f} right {right / n:.3f} wrong {wrong / n:.3f} rank named right {rank_right / n:.3f} '
              f'best guess right {sum(s for _, s in reads) / n:.3f} (of found {np.mean([s for _, s in reads]):.3f}) best rank {rank_any / n:.3f} phantoms {phantom} ({phantom_named} named) beside {complete_cards} cards')
        if verbose:
            print('    confusions', confusion.most_common(15))
            print('    missed', len(misses), misses[:12])
    if exact_of:
        print(f'{name}: photos {exact_of} exactly right {exact / exact_of:.3f} cards named wrong {exact_wrong}')
    return reads


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--models', default=os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
    p.add_argument('--data', default=os.environ.get('KIBITZER_DATA', '../shared/data'))
    p.add_argument('--sets', nargs='*', default=['rf_poker_cards/valid', 'edje/test', 'validation_foltysm'])
    p.add_argument('--side', type=int, default=512)
    p.add_argument('--name', type=float, help='name threshold in place of the manifest\'s')
    p.add_argument('--heat', type=float)
    p.add_argument('--verbose', action='store_true')
    a = p.parse_args()
    cv2.setNumThreads(1)
    r = Recogniser(a.models, a.side)
    r.limits.update({k: v for k, v in (('name', a.name), ('heat', a.heat)) if v is not None})
    print(f'side {a.side} heat {r.limits["heat"]} name {r.limits["name"]}')
    for name in a.sets:
        measure(r, a.data, name, a.verbose)


if __name__ == '__main__':
    main()
