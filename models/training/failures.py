"""Contact sheets of what the program misses, misnames and makes up.

    kibitzer --json cards DATA/SET/*.jpg > SEEN.jsonl
    python failures.py --seen SEEN.jsonl --set DATA/SET --out SHEET.png [--what missed wrong unknown phantom]

Each tile shows the labelled cards (green), what was found there (red), the label and the name given.
"""
import argparse
import json
import os

import cv2
import numpy as np

import geometry

TILE, ACROSS = 200, 8


def truth_quad(o):
    x, y, w, h = o['bbox']
    return np.array(o.get('quad') or [[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float64)


def overlap(o, quad):
    if 'quad' in o:
        return geometry.quad_iou(truth_quad(o), quad)
    return geometry.box_iou(geometry.bounds(truth_quad(o)), geometry.bounds(quad))


def failures(seen, truth):
    """[(what, label, name given, quad)] of a picture."""
    cards = [(np.array(c['quad']), (c['card'] or '?').split('/')[-1], c['face']) for c in seen['cards']]
    # those that meet best belong together first: a covered card meets the one on it too
    pairs = sorted(((overlap(o, quad), i, k) for i, o in enumerate(truth['objects']) for k, (quad, _, _) in enumerate(cards)), reverse=True)
    left, of, out = set(range(len(cards))), {}, []
    for met, i, k in pairs:
        if met >= .5 and i not in of and k in left:
            of[i] = k
            left.remove(k)
    for i, o in enumerate(truth['objects']):
        if not o['label']:
            continue
        if i not in of:
            out.append(('missed', o['label'], '', truth_quad(o)))
            continue
        quad, name, face = cards[of[i]]
        if (face == 'down') != (o['label'] == 'back'):
            out.append(('side', o['label'], face, quad))
        elif name == '?' and face == 'up':
            out.append(('unknown', o['label'], name, quad))
        elif face == 'up' and name != o['label'] and not (o['label'][-1] == '?' and name[:-1] == o['label'][:-1]):
            out.append(('wrong', o['label'], name, quad))
    for k in left:
        quad, name, face = cards[k]
        if truth.get('complete') and face == 'up' and all(o['label'] or overlap(o, quad) < .1 for o in truth['objects']):
            out.append(('phantom', '', name, quad))
    return out


def tile(picture, what, label, name, quad, truth):
    x0, y0, x1, y1 = geometry.bounds(quad)
    z = TILE / (1.5 * max(x1 - x0, y1 - y0))
    m = np.float32([[z, 0, TILE / 2 - (x0 + x1) / 2 * z], [0, z, TILE / 2 - (y0 + y1) / 2 * z]])
    out = cv2.warpAffine(picture, m, (TILE, TILE), flags=cv2.INTER_AREA if z < 1 else cv2.INTER_LINEAR)
    place = lambda q: np.round(q @ m[:, :2].T + m[:, 2]).astype(int)
    for o in truth['objects']:
        if o['label'] and geometry.box_iou(geometry.bounds(truth_quad(o)), (x0, y0, x1, y1)) > 0:
            cv2.polylines(out, [place(truth_quad(o))], True, (0, 200, 0), 1)
    cv2.polylines(out, [place(quad)], True, (0, 0, 255), 2)
    text = f'{what} {label}>{name}' if label else f'{what} {name}'
    for colour, thick in (((0, 0, 0), 3), ((0, 255, 255), 1)):
        cv2.putText(out, text, (3, 14), cv2.FONT_HERSHEY_SIMPLEX, .45, colour, thick, cv2.LINE_AA)
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--seen', required=True)
    p.add_argument('--set', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--what', nargs='*', default=['missed', 'wrong', 'unknown', 'side', 'phantom'])
    p.add_argument('--most', type=int, default=64)
    a = p.parse_args()
    truths = {os.path.realpath(f'{a.set}/{t["file"]}'): t for t in map(json.loads, open(f'{a.set}/annotations.jsonl'))}
    tiles, counts = [], {}
    for line in open(a.seen):
        seen = json.loads(line)
        truth = truths.get(os.path.realpath(seen['image']))
        for what, label, name, quad in failures(seen, truth) if truth else []:
            counts[what] = counts.get(what, 0) + 1
            if what in a.what and len(tiles) < a.most:
                tiles.append(tile(cv2.imread(seen['image']), what, label, name, quad, truth))
    print(counts)
    if tiles:
        tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % ACROSS)
        cv2.imwrite(a.out, np.vstack([np.hstack(tiles[i:i + ACROSS]) for i in range(0, len(tiles), ACROSS)]))


if __name__ == '__main__':
    main()
