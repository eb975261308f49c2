"""Measures the ONNX files on the sets of real photographs.

    python evaluate.py --models .. --data /path/to/data [--sets rf_poker_cards/test edje/test validation_foltysm] [--side 512]

A box counts as found when a quad's bounding box (cut at the picture's edge) meets it with IoU 0.5 or more. `right` and
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


def match(cards, boxes, w, h):
    """[(label, card or None)] and the cards left over."""
    left, out = list(cards), []
    for label, box in boxes:
        def iou(c):
            x0, y0, x1, y1 = geometry.bounds(c['quad'])
            return geometry.box_iou((max(0, x0), max(0, y0), min(w, x1), min(h, y1)), box)
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
        matched, left = match(cards, boxes, w, h)
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
