"""Photographs to measure by, rendered from decks that nobody trained on: whole decks spread, fans and cascades, heaps.

    python rendered.py --work DIR --out DATA [--photos 12] [--seed 977]

writes DATA/rendered_spread, rendered_fan and rendered_heap with an `annotations.jsonl` each, for the program's example `accuracy` and for
evaluate.py. The decks are procedural ones of another seed than those trained on; their courts are the packages'. Only cards with a readable
index are labelled: at least 85% of one corner's index shows.
"""
import argparse
import json
import math
import os
import random

import cv2
import numpy as np

import designs
import geometry
from art import Collection, STANDARD
from scenes import World, shown

SIZE = (1600, 1200)


class Pack:
    """A deck of which each card is drawn once."""

    def __init__(self, faces, r):
        self.left = r.sample(faces, len(faces))

    def __len__(self):
        return len(self.left)

    def __getitem__(self, i):
        return self.left.pop(i) if len(self.left) > 1 else self.left[0]


class Tables(World):
    def __init__(self, work, seed, decks):
        super().__init__(work, seed)
        records = json.load(open(work + '/faces.json'))
        known, faces = Collection(), Collection()
        for image, k in zip(self.faces, records):
            if k['kind'] == STANDARD and not k['deck'].startswith('procedural'):
                known.add(k['deck'], STANDARD, image, k['label'])
        for name, label, image in designs.standard_decks(random.Random(seed), known, decks):
            faces.add(name, STANDARD, image, label)
        self.labels = [k['label'] for k in faces.records]
        self.kinds = [STANDARD] * len(faces.faces) + [None] * (len(self.backs) + len(self.jokers))
        self.decks = [list(range(i, i + 52)) for i in range(0, len(faces.faces), 52)]
        # backs and jokers keep their pictures
        back = len(faces.faces)
        self.labels += [None] * (len(self.backs) + len(self.jokers))
        old = self.faces
        self.faces = faces.faces + [old[i] for i in self.backs] + [old[i] for i in self.jokers]
        self.backs = list(range(back, back + len(self.backs)))
        self.jokers = list(range(self.backs[-1] + 1, len(self.faces)))
        self.kind, self.most_tilt = 'spread', .5

    def deck(self):
        if not self.pack or len(self.pack) <= 1:
            self.pack = Pack(self.r.choice(self.decks), self.r)
        return self.pack

    def layout(self, w, h, ch, cw):
        r = self.r
        if self.kind == 'spread':
            base, nx = r.choice([0, 90]) + r.gauss(0, 4), 9
            gx, gy = cw * r.uniform(1.04, 1.12), ch * r.uniform(1.04, 1.1)
            out = [((i % nx - (nx - 1) / 2) * gx, (i // nx - 2.5) * gy) for i in range(52)]
        elif self.kind == 'heap':
            base, wide = 0, ch * r.uniform(1.1, 1.5)
            return [(w / 2 + r.gauss(0, wide) * 1.2, h / 2 + r.gauss(0, wide) * .9, r.uniform(0, 360)) for _ in range(52)]
        else:
            base, out = r.uniform(-20, 20), []
            for row in range(4):
                step, n, down = cw * r.uniform(.2, .55), r.randint(5, 9), r.random() < .3
                for i in range(n):
                    along = (i - n / 2) * step
                    out.append((along + r.uniform(-2, 2), (row - 1.5) * ch * 1.12 + (i * ch * .02 if down else 0)))
        t = math.radians(base)
        c, s = math.cos(t), math.sin(t)
        return [(w / 2 + x * c - y * s, h / 2 + x * s + y * c, base + r.gauss(0, 2) + 180 * (r.random() < .3)) for x, y in out]

    def photograph(self, kind):
        """A picture and its labelled cards [(label, quad)]."""
        self.kind, self.pack = kind, None
        low, high = {'spread': (150, 172), 'fan': (170, 240), 'heap': (190, 240)}[kind]
        picture, cards = self.render(*SIZE, low, high)
        out = []
        for k, card in enumerate(cards):
            label, quad = self.labels[card['index']], card['quad']
            if label is not None and max(shown(self.owner, k, q) for q in (quad, quad[[2, 3, 0, 1]])) >= .85:
                out.append((label, quad))
        return picture, out


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--work', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--photos', type=int, default=12)
    p.add_argument('--decks', type=int, default=8)
    p.add_argument('--seed', type=int, default=977)
    a = p.parse_args()
    cv2.setNumThreads(1)
    world = Tables(a.work, a.seed, a.decks)
    for kind in ('spread', 'fan', 'heap'):
        folder = f'{a.out}/rendered_{kind}'
        os.makedirs(folder, exist_ok=True)
        with open(folder + '/annotations.jsonl', 'w') as lines:
            for i in range(a.photos):
                picture, cards = world.photograph(kind)
                cv2.imwrite(f'{folder}/{i:03}.jpg', picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
                objects = []
                for label, quad in cards:
                    x0, y0, x1, y1 = geometry.bounds(quad)
                    objects.append({'label': label, 'bbox': [x0, y0, x1 - x0, y1 - y0], 'quad': quad.tolist()})
                lines.write(json.dumps({'file': f'{i:03}.jpg', 'width': SIZE[0], 'height': SIZE[1], 'complete': False, 'objects': objects}) + '\n')
        print(folder, flush=True)


if __name__ == '__main__':
    main()
