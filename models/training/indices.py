"""Corners of cards as the index reader sees them: the index alone, with what lies under and over it.

    python indices.py --work DIR --count N --seed S --out DIR/indices/i_S
    python indices.py --work DIR --count N --seed S --languages 160 --out DIR/indices/l_S

With --languages they are those of so many new decks, as many in one language as in another, and half of them of court cards. Writes OUT.npy
(uint8 [N, 64, 48, 3], BGR) and OUT_y.npy (int16 [N, 3]: rank, suit, state; rank and suit -1 where none can be read; state 1 = an index can be
read, 0 = none can, -1 = between the two).
"""
import math
import os
import random
import time

import cv2
import numpy as np

import designs
import table
from art import RANKS, SUITS, packages
from crops import Cropper
from geometry import INDEX_H, INDEX_QUAD, INDEX_TALL, INDEX_W, index_part
from scenes import arguments, publish

READABLE = .8  # part of an index


class Corners(Cropper):
    def __init__(self, work, seed):
        # Drawn in its true shape, and squeezed at the end.
        super().__init__(work, seed, INDEX_W, round(INDEX_H * INDEX_TALL), INDEX_QUAD * np.float32([1, INDEX_TALL]))
        # The window is a corner of the card: what is thrown at it comes from near the corner.
        self.corner = self.quad[0] + [.1 * self.card_w, .14 * self.card_h]

    def over(self):
        """Another card that lies over this one's corner, or just beside it."""
        r, k = self.r, self.r.random()
        if k < .35:
            # a fan or cascade: a neighbour of nearly the same turn
            return self.pose(r.choice([-1, 1]) * r.uniform(.1, .9), r.gauss(0, .12), r.gauss(0, 9))
        if k < .6:
            return self.pose(r.gauss(0, .06), r.choice([-1, 1, 1]) * r.uniform(.12, .9), r.gauss(0, 5))
        angle = r.uniform(0, 360)
        quad = self.pose(0, 0, angle)
        # some edge of it passes near the index
        side = r.randrange(4)
        a, b = quad[side], quad[(side + 1) % 4]
        along, out = a + (b - a) * r.uniform(.05, .95), (a + b) / 2 - quad.mean(0)
        out = out / np.linalg.norm(out)
        return quad + self.corner - along + out * r.gauss(0, .16) * self.card_w

    def told(self):
        """The card where an index has been found: its place is known well, the size and the turn of its card badly."""
        n = self.n
        middle, wild = index_part(self.quad).mean(0), n.random() < .25
        a, z = math.radians(n.normal(0, 12 if wild else 5)), math.exp(n.normal(0, .18 if wild else .09))
        by = n.normal(0, .07 if wild else .035, 2) * [self.card_w, .6 * self.card_w]
        turn = np.array([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]]) * z * np.exp(n.normal(0, .03, 2))
        return (self.quad - middle) @ turn + middle + by

    def corner_of(self, index, deck):
        """(picture, part of the index that shows)."""
        r, n = self.r, self.n
        # An outline is that of a body, or what an index told.
        quad = self.quad + self.error() if r.random() < .5 else self.told()
        if r.random() < .5:
            quad = quad[[2, 3, 0, 1]]  # the index at the other end
            flip = True
        else:
            flip = False
        height = math.exp(r.uniform(math.log(70), math.log(420)))
        x = self.ground()
        for _ in range(r.choice([0, 0, 1, 1, 2])):
            self.lay(x, self.other(index, deck), self.over() if r.random() < .7 else self.pose(r.gauss(0, .5), r.gauss(0, .5), r.uniform(0, 360)), sharp=True)
        seen = self.lay(x, index, quad, sharp=True) > .5
        for _ in range(r.choice([0, 0, 0, 1, 1, 2])):
            seen &= self.lay(x, self.other(index, deck), self.over(), sharp=True) < .5
        if r.random() < .12:
            im = np.ascontiguousarray(np.clip(x, 0, 255).astype(np.uint8))
            before = im.copy()
            if r.random() < .6:
                im, mask = table.hand(im, n, self.card_h * r.uniform(.3, .7), self.surfaces)
                seen &= mask < 128
            else:
                im = table.clutter(im, n, r, self.surfaces, 1)
                seen &= (im == before).all(2)
            x = im.astype(np.float32)
        true = quad[[2, 3, 0, 1]] if flip else quad
        region = index_part(true)
        inside = cv2.fillConvexPoly(np.zeros((self.h, self.w), np.uint8), np.round(region).astype(np.int32), 1) > 0
        (ax, ay), (bx, by) = region[1] - region[0], region[3] - region[0]
        whole = abs(ax * by - ay * bx) + 1e-6
        return self.shoot(x, height), float((seen & inside).sum() / whole)

    def card(self):
        """(card, its deck)"""
        deck = self.r.choice(self.drawn if self.r.random() < .6 else self.procedural)
        return self.r.choice(deck), deck

    def sample(self):
        """(picture, rank, suit, state)"""
        r, k = self.r, self.r.random()
        if k < .78:
            index, deck = self.card()
            x, part = self.corner_of(index, deck)
            name = self.records[index]['label']
            known = (RANKS.index(name[:-1]), SUITS.index(name[-1]))
            if part > READABLE:
                return x, *known, 1
            return (x, -1, -1, 0) if part < .45 else (x, -1, -1, -1)
        if k < .93:
            deck = self.printed if k < .84 else self.backs if k < .9 else self.jokers
            x, _ = self.corner_of(r.choice(deck), self.deck())
            return x, -1, -1, 0
        return self.nothing(), -1, -1, 0


class Languages(Corners):
    """Corners of decks in every language, each as often as another; half of the cards are court cards."""

    def __init__(self, work, seed, count):
        super().__init__(work, seed)
        self.decks = with_every_language(self, work, seed, count)

    def card(self):
        courts, deck = self.r.choice(self.decks)
        return self.r.choice([i for i, _ in courts] if self.r.random() < .5 else deck), deck


def with_every_language(world, work, seed, count):
    """Gives a world so many new decks, as many in one language as in another: of each [(court card, its letter)] and all cards."""
    world.faces, decks = Joined(world.faces), {}
    for name, label, sign, face in designs.standard_decks(random.Random(seed), packages(work), count, designs.EVEN):
        courts, deck = decks.setdefault(name, ([], []))
        deck.append(len(world.faces))
        if label[:-1] in 'JQK':
            courts.append((len(world.faces), sign))
        world.faces.others.append(face)
        world.records.append({'label': label})
    return list(decks.values())


class Joined:
    """Faces of a file, and others after them."""

    def __init__(self, first):
        self.first, self.others = first, []

    def __len__(self):
        return len(self.first) + len(self.others)

    def __getitem__(self, i):
        return self.first[i] if i < len(self.first) else self.others[i - len(self.first)]


def main():
    p = arguments(__doc__, 20000)
    p.add_argument('--languages', type=int, help='of so many new decks, as many in one language as in another')
    a = p.parse_args()
    if os.path.exists(a.out + '_y.npy'):
        return
    cv2.setNumThreads(1)
    world, start = Languages(a.work, a.seed, a.languages) if a.languages else Corners(a.work, a.seed), time.time()
    x, y = np.zeros((a.count, INDEX_H, INDEX_W, 3), np.uint8), np.zeros((a.count, 3), np.int16)
    for i in range(a.count):
        seen, *y[i] = world.sample()
        x[i] = cv2.resize(seen, (INDEX_W, INDEX_H), interpolation=cv2.INTER_AREA)
    np.save(a.out + '.npy', x)
    # this tells that the other is there, so it comes last
    publish(a.out + '_y.npy', y)
    print(f'{a.out}: {a.count} in {time.time() - start:.0f} s, {(y[:, 2] == 1).mean():.2f} can be read', flush=True)


if __name__ == '__main__':
    main()
