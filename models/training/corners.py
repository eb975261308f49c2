"""Corners with an index that can be read, and where their card lies; with --courts the court cards of decks in every language, and their letters.

    python corners.py --work DIR --count N --seed S --out DIR/corners/any_S
    python corners.py --work DIR --count N --seed S --courts 400 --out DIR/corners/courts_S
    python corners.py --work DIR --count N --seed S --askew 9 --out DIR/corners/askew_S

writes OUT.npy (uint8 [N, 64, 48, 3], BGR), OUT_q.npy (float32 [N, 4, 2]: the card's corners in pixels of the window, from the one beside the index)
and OUT_y.npy (int32 [N, 2]: letter, or -1 where it is not asked; deck, or -1).
"""
import math
import os
import time

import cv2
import numpy as np

from geometry import INDEX_H, INDEX_TALL, INDEX_W, index_part
from indices import READABLE, Corners, with_every_language
from scenes import arguments, publish

LETTERS = ['J', 'Q', 'K', 'B', 'V', 'D', 'R', 'H', 'F', 'Kn']


class Placed(Corners):
    """Any corners. Of a card seen from very near and aside, what an index tells of its sides is off by so many degrees (standard deviation)."""

    def __init__(self, work, seed, askew=0.):
        super().__init__(work, seed)
        self.askew = askew

    def error(self):
        error = super().error()
        self.outline = self.quad + error
        return error

    def told(self):
        self.outline = super().told()
        if self.askew:
            middle, sheared = index_part(self.quad).mean(0), np.tan(np.radians(self.n.normal(0, self.askew, 2)))
            stretched = math.exp(self.n.normal(0, self.askew / 90))
            turn = np.array([[1, sheared[0]], [sheared[1], 1]]) * [stretched, 1 / stretched]
            self.outline = (self.outline - middle) @ turn + middle
        return self.outline

    def asked(self):
        """(card, deck, letter, number of its deck)"""
        deck = self.r.choice(self.drawn if self.r.random() < .5 else self.procedural)
        return self.r.choice(deck), deck, -1, -1

    def sample(self):
        """(picture, corners of the card, letter, deck)"""
        while True:
            index, deck, letter, number = self.asked()
            x, seen = self.corner_of(index, deck)
            if seen > READABLE:
                return cv2.resize(x, (INDEX_W, INDEX_H), interpolation=cv2.INTER_AREA), self.outline / [1, INDEX_TALL], letter, number


class Courts(Placed):
    """Corners of the court cards of decks in every language, each as often as another."""

    def __init__(self, work, seed, count, askew=0.):
        super().__init__(work, seed, askew)
        self.all = with_every_language(self, work, seed, count)

    def asked(self):
        number = self.r.randrange(len(self.all))
        courts, deck = self.all[number]
        index, letter = self.r.choice(courts)
        return index, deck, LETTERS.index(letter), number


def main():
    p = arguments(__doc__, 20000)
    p.add_argument('--courts', type=int, help='so many decks in every language, and only their court cards')
    p.add_argument('--askew', type=float, default=0., metavar='DEGREES', help='sides of cards that an index tells are off by so much')
    a = p.parse_args()
    if os.path.exists(a.out + '_y.npy'):
        return
    os.makedirs(os.path.dirname(a.out) or '.', exist_ok=True)
    cv2.setNumThreads(1)
    world, start = Courts(a.work, a.seed, a.courts, a.askew) if a.courts else Placed(a.work, a.seed, a.askew), time.time()
    x, q, y = np.zeros((a.count, INDEX_H, INDEX_W, 3), np.uint8), np.zeros((a.count, 4, 2), np.float32), np.zeros((a.count, 2), np.int32)
    for i in range(a.count):
        x[i], q[i], *y[i] = world.sample()
    np.save(a.out + '.npy', x)
    np.save(a.out + '_q.npy', q)
    # this tells that the others are there, so it comes last
    publish(a.out + '_y.npy', y)
    print(f'{a.out}: {a.count} in {time.time() - start:.0f} s', flush=True)


if __name__ == '__main__':
    main()
