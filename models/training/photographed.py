"""Decks as they were photographed: of each card the clearest one that lies free, cut out along the outline that the program tells, as what rendered.py --drawn asks.

    kibitzer cards --json PHOTOGRAPH... | python photographed.py --out DIR

writes DIR/LABEL.png, 400 px high, such as Qs.png. The names are the program's: look at them.
"""
import argparse
import json
import os
import sys

import cv2
import numpy as np

import geometry

SIZE = (282, 400)
SURE = .9  # of a name
LEAST_PX = 60  # of a card's shorter side


def free(quad, others):
    return all(geometry.shared(quad, other) < 1 for other in others)


def clearness(face):
    """How much detail it shows: a dim, blurred or washed out one shows less."""
    return cv2.Laplacian(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), cv2.CV_32F).std()


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--out', required=True)
    a = p.parse_args()
    os.makedirs(a.out, exist_ok=True)
    best = {}
    w, h = SIZE
    corners = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
    for line in sys.stdin:
        photograph = json.loads(line)
        picture = cv2.imread(photograph['image'])
        quads = [np.array(card['quad']) for card in photograph['cards']]
        for i, (card, quad) in enumerate(zip(photograph['cards'], quads)):
            if not card['card'] or card['confidence'] < SURE or not free(quad, quads[:i] + quads[i + 1:]):
                continue
            sides = [np.linalg.norm(quad[k] - quad[(k + 1) % 4]) for k in range(4)]
            inside = (quad > 1).all() and (quad < np.array(picture.shape[1::-1]) - 2).all()
            if min(sides) < LEAST_PX or not inside:
                continue
            face = geometry.window(picture, quad, corners, SIZE, h)
            found = (clearness(face), face)
            name = card['card'].split('/')[-1]
            if name not in best or found[0] > best[name][0]:
                best[name] = found
    for name, (_, face) in best.items():
        cv2.imwrite(f'{a.out}/{name}.png', face)
    print(f'{len(best)} faces in {a.out}')


if __name__ == '__main__':
    main()
