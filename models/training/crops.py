"""Crops as the identifier sees them, drawn straight into the crop: the face, what lies under and over it, the camera.

    python crops.py --work DIR --count N --seed S --out DIR/crops_S

writes OUT.npy (uint8 [N, 160, 112, 3], BGR), OUT_y.npy (int16 [N, 6]: rank, suit, kind, face, metric, turn-symmetric;
rank and suit -1 = does not apply, -2 = printed there but hidden) and OUT_q.npy (float32 [N, 8]: where the card's corners
are, relative to where they should be, as fractions of the crop's height; NaN without a card). Crops come in blocks of
16: four faces that are easily confused, four crops each.
"""
import json
import math
import os
import time

import cv2
import numpy as np

import camera
import table
from art import BACK, JOKER, NOTHING, PRINTED, RANKS, STANDARD, SUITS
from geometry import CROP_H, CROP_QUAD, CROP_W
from scenes import World, arguments, publish

INDEX_REGIONS = ((2, 30, 1, 17), (70, 98, 53, 69))
STRIP = (2, 20, 4, 66)


class Cropper(World):
    """Draws cards into a frame of `w` x `h` pixels in which the card's corners should be at `quad`."""

    def __init__(self, work, seed, w=CROP_W, h=CROP_H, quad=CROP_QUAD):
        super().__init__(work, seed)
        self.w, self.h, self.quad = w, h, quad
        self.card_w, self.card_h, self.centre = quad[1, 0] - quad[0, 0], quad[2, 1] - quad[1, 1], quad.mean(0)
        path = work + '/faces_small.npy'
        if not os.path.exists(path):
            np.save(path, np.stack([cv2.resize(f, (CROP_W, CROP_H), interpolation=cv2.INTER_AREA) for f in self.faces]))
        self.small = np.load(path, mmap_mode='r')
        self.records = json.load(open(work + '/faces.json'))
        self.masks, self.standard_share = {}, .66

    def mask(self, h, w):
        """A card's outline with rounded corners."""
        key = (h, w, self.r.randint(0, 3))
        if key not in self.masks:
            m, r = np.zeros((h, w), np.uint8), max(1, int(h * (.02 + .012 * key[2])))
            cv2.rectangle(m, (r, 0), (w - 1 - r, h - 1), 255, -1)
            cv2.rectangle(m, (0, r), (w - 1, h - 1 - r), 255, -1)
            for x, y in ((r, r), (w - 1 - r, r), (w - 1 - r, h - 1 - r), (r, h - 1 - r)):
                cv2.circle(m, (x, y), r, 255, -1)
            self.masks[key] = m
        return self.masks[key]

    def lay(self, im, index, quad, shade=True, sharp=False):
        """Put a face on the picture; returns its coverage."""
        f = self.faces[index] if sharp else self.small[index]
        h, w = f.shape[:2]
        m = cv2.getPerspectiveTransform(np.float32([[0, 0], [w, 0], [w, h], [0, h]]), quad.astype(np.float32))
        paint = cv2.warpPerspective(f, m, (self.w, self.h))
        a = cv2.warpPerspective(self.mask(h, w), m, (self.w, self.h)).astype(np.float32)[..., None] / 255
        if shade:
            d = cv2.GaussianBlur(np.roll(a[..., 0], self.r.choice([(1, 1), (2, 0), (-1, 1), (0, 2), (-2, -1)]), (0, 1)), (0, 0), self.r.uniform(.8, 5))[..., None]
            im *= 1 - self.r.uniform(.1, .5) * d
        im *= 1 - a
        im += paint * (a * np.float32(self.r.uniform(.9, 1.03)))
        return a[..., 0]

    def ground(self):
        n = self.n
        if n.random() < .75:
            t = self.surfaces[n.integers(len(self.surfaces))]
            s = int(n.uniform(60, 500))
            u, v = n.integers(0, 512 - s + 1), n.integers(0, 512 - s + 1)
            x = cv2.resize(t[v:v + s, u:u + s], (self.w, self.h), interpolation=cv2.INTER_AREA if s > 140 else cv2.INTER_LINEAR).astype(np.float32)
            if n.random() < .5:
                x = (x - x.mean()) * np.float32(n.uniform(.3, 1.2)) + np.float32(n.uniform(15, 235))
        else:
            x = np.empty((self.h, self.w, 3), np.float32)
            x[:] = n.uniform(0, 255) + n.uniform(-50, 50, 3) if n.random() < .6 else n.uniform(200, 255) + n.uniform(-12, 8, 3)
        return np.clip(x, 0, 255)

    def pose(self, dx, dy, degrees, z=1.):
        """The nominal quad moved by fractions of the card's size and turned."""
        a = math.radians(degrees)
        c, s = math.cos(a), math.sin(a)
        d = (self.quad - self.centre) * z
        return np.c_[d[:, 0] * c - d[:, 1] * s, d[:, 0] * s + d[:, 1] * c] + self.centre + [dx * self.card_w, dy * self.card_h]

    def error(self):
        """How far a found quad is from the card, in px."""
        k = self.n.random()
        sd = (.0112 if k < .4 else .0269 if k < .8 else .056) * self.card_h
        return self.n.standard_normal((4, 2)) * sd * .7 + self.n.standard_normal((1, 2)) * sd

    def other(self, index, deck):
        return index if self.r.random() < .12 else self.r.choice(deck) if self.r.random() < .85 else self.r.choice(self.backs)

    def crop(self, index, deck, clean=False):
        r, n = self.r, self.n
        quad = self.quad + self.error() * (.35 if clean else 1)
        if clean:
            # a rendering: no table, the border continues
            small = self.small[index]
            m = cv2.getPerspectiveTransform(np.float32([[0, 0], [self.w, 0], [self.w, self.h], [0, self.h]]), quad.astype(np.float32))
            x = cv2.warpPerspective(small, m, (self.w, self.h), borderMode=cv2.BORDER_REPLICATE)
            return x, quad, 1., 1., 1.
        height = math.exp(r.uniform(math.log(72), math.log(420)))
        x = self.ground()
        for _ in range(r.choice([0, 0, 0, 1, 1, 2, 3])):
            k = r.random()
            if k < .5:
                q = self.pose(r.choice([-1, 1]) * r.uniform(.9, 1.3), r.gauss(0, .15), r.gauss(0, 4))
            elif k < .75:
                q = self.pose(r.gauss(0, .05), r.choice([-1, -1, 1]) * r.uniform(.18, 1.1), r.gauss(0, 4))
            else:
                q = self.pose(r.gauss(0, .5), r.gauss(0, .5), r.uniform(0, 360))
            self.lay(x, self.other(index, deck), q)
        seen = self.lay(x, index, quad, sharp=height > 175 and r.random() < .7)
        inside = cv2.fillConvexPoly(np.zeros((self.h, self.w), np.uint8), np.round(quad).astype(np.int32), 1)
        seen = (seen > .5).astype(np.float32)
        k = r.random()
        if k < .20:
            # a stack: the next card leaves the top strip
            step = r.uniform(.17, .34)
            q = self.pose(r.gauss(0, .04), step, r.gauss(0, 3)) + (quad - self.quad).mean(0)
            seen *= self.lay(x, self.other(index, deck), q) < .5
        elif k < .30:
            q = self.pose(r.choice([1, 1, 1, -1]) * r.uniform(.16, .7), r.gauss(0, .06), r.gauss(0, 8)) + (quad - self.quad).mean(0)
            seen *= self.lay(x, self.other(index, deck), q) < .5
        elif k < .39:
            q = self.pose(r.gauss(0, .6), r.gauss(0, .6), r.uniform(0, 360))
            seen *= self.lay(x, self.other(index, deck), q) < .5
        elif k < .50:
            for _ in range(r.randint(1, 3)):
                m = np.zeros((self.h, self.w), np.uint8)
                if r.random() < .6:
                    e = r.choice([(r.uniform(0, self.w), r.choice([-10, self.h + 10])), (r.choice([-10, self.w + 10]), r.uniform(0, self.h))])
                    p = (r.uniform(0, self.w), r.uniform(0, self.h))
                    cv2.line(m, tuple(int(v) for v in e), tuple(int(v) for v in p), 255, r.randint(8, 34))
                    c = np.float32([[110, 140, 200], [150, 180, 230], [60, 85, 140], [40, 55, 95]][r.randrange(4)]) * np.float32(r.uniform(.6, 1.2))
                else:
                    z = r.uniform(15, 80)
                    cv2.fillConvexPoly(m, cv2.boxPoints(((r.uniform(0, self.w), r.uniform(0, self.h)), (z, z * r.uniform(.2, 1)), r.uniform(0, 180))).astype(np.int32), 255)
                    c = np.float32(n.uniform(0, 255, 3)) if r.random() < .5 else self.surfaces[n.integers(len(self.surfaces))][:self.h, :self.w].astype(np.float32)
                a = cv2.GaussianBlur(m, (0, 0), .8)[..., None] / np.float32(255)
                x = x * (1 - a) + c * a
                seen *= m == 0
        visible = float((seen * inside).sum() / max(1, inside.sum()))
        card = cv2.warpPerspective(seen, cv2.getPerspectiveTransform(quad.astype(np.float32), np.float32([[0, 0], [70, 0], [70, 100], [0, 100]])), (70, 100))
        index_seen = max(float(card[a:b, c:d].mean()) for a, b, c, d in INDEX_REGIONS)
        strip_seen = float(card[STRIP[0]:STRIP[1], STRIP[2]:STRIP[3]].mean())
        return self.shoot(x, height), quad, visible, index_seen, strip_seen

    def shoot(self, x, height):
        """A photograph that still shows something: the darkest and the washed-out ones teach nothing."""
        for _ in range(4):
            y = self.expose(x.copy(), height)
            if y[8::8, 8::8].std() > 10:
                break
        return y

    def expose(self, x, height):
        """The camera: light, then blur and noise at the resolution that a card of this height has."""
        n, z = self.n, height / self.card_h
        x = camera.light(x, n, self.card_h)
        if z < 1:
            fore = n.uniform(.7, 1) if n.random() < .5 else 1
            zx, zy = (z, z * fore) if n.random() < .5 else (z * fore, z)
            x = cv2.resize(x, (max(8, round(self.w * zx)), max(8, round(self.h * zy))), interpolation=cv2.INTER_AREA)
            x = camera.sensor(camera.optics(x, n, .1 + .6 * z), n)
            return cv2.resize(x, (self.w, self.h), interpolation=cv2.INTER_LINEAR)
        return camera.sensor(camera.optics(x, n, 1.), n)

    def nothing(self):
        """A quad that holds no card: table, clutter, zone outlines, hands, seams between cards."""
        r, n = self.r, self.n
        height = math.exp(r.uniform(math.log(50), math.log(300)))
        x, k = self.ground(), r.random()
        if k < .3:
            for _ in range(r.randint(1, 3)):
                far = r.choice([(r.choice([-1, 1]) * r.uniform(.55, 1), r.gauss(0, .3)), (r.gauss(0, .3), r.choice([-1, 1]) * r.uniform(.55, 1))])
                self.lay(x, r.choice(self.deck()), self.pose(*far, r.gauss(0, 20)))
        elif k < .75:
            im = np.clip(x, 0, 255).astype(np.uint8)
            if k < .5:
                im = table.mat(im, n, r, self.card_w * r.uniform(.5, 1.2), self.card_h * r.uniform(.5, 1.2))
            im = table.clutter(np.ascontiguousarray(im), n, r, self.surfaces, r.randint(0, 5))
            if r.random() < .3:
                im, _ = table.hand(im, n, self.card_h * r.uniform(.4, 1.2), self.surfaces)
            x = im.astype(np.float32)
        return self.shoot(x, height)

    def block(self):
        """Four faces that are easily confused: [(face or None, the faces around it)]."""
        r, k = self.r, self.r.random()
        if k < self.standard_share:
            deck = r.choice(self.drawn if k < .42 else self.procedural)
            one = r.choice(deck)
            label = self.records[one]['label']
            same = [i for i in deck if self.records[i]['label'][:-1] == label[:-1]]
            pool = [one, r.choice(same), r.choice(deck), r.choice(deck)]
            return [(i, deck) for i in pool]
        if k < .79:
            i = r.randrange(len(self.printed) // 4 - 12) * 4
            near = self.printed[i:i + 48]
            return [(j, near) for j in self.printed[i:i + 4]]
        if k < .94:
            return [(i, self.backs) for i in r.sample(self.backs, 3)] + [(r.choice(self.jokers), self.deck())]
        return [(None, None)] * 4

    def symmetric(self, index):
        f = self.small[index].astype(np.int16)
        return int(np.abs(f - f[::-1, ::-1]).mean() < 10)


def label(record, visible, index_seen, strip_seen):
    """rank, suit, kind, fit for the metric loss."""
    kind = record['kind'] if visible > .15 else -1
    if record['kind'] == STANDARD:
        rank, suit = RANKS.index(record['label'][:-1]), SUITS.index(record['label'][-1])
        read = index_seen > .55 or visible > .65
        return (rank, suit, kind, int(read)) if read else (-2, -2, kind, 0)
    good = visible > .4 or (strip_seen > .75 and record['kind'] == PRINTED)
    return -1, -1, kind, int(good)


def main():
    p = arguments(__doc__)
    p.add_argument('--printed', help='only printed faces, of decks whose name begins so')
    a = p.parse_args()
    if os.path.exists(a.out + '_q.npy'):
        return
    cv2.setNumThreads(1)
    world, start, count = Cropper(a.work, a.seed), time.time(), a.count // 16 * 16
    if a.printed:
        world.printed = [i for i in world.printed if world.records[i]['deck'].startswith(a.printed)]
        world.standard_share = 0.
    x = np.lib.format.open_memmap(a.out + '.npy', 'w+', np.uint8, (count, CROP_H, CROP_W, 3))
    y, q = np.zeros((count, 6), np.int16), np.full((count, 8), np.nan, np.float32)
    i = 0
    while i < count:
        for index, deck in world.block():
            clean = world.r.random() < .5
            for j in range(4):
                if index is None:
                    x[i], y[i] = world.nothing(), (-1, -1, NOTHING, -1, 0, 0)
                else:
                    x[i], quad, *seen = world.crop(index, deck, clean and j == 0)
                    rank, suit, kind, metric = label(world.records[index], *seen)
                    y[i] = rank, suit, kind, index, metric, world.symmetric(index) if j == 0 else y[i - 1, 5]
                    q[i] = ((quad - CROP_QUAD) / CROP_H).ravel()
                i += 1
    x.flush()
    np.save(a.out + '_y.npy', y)
    # this tells that the others are there, so it comes last
    publish(a.out + '_q.npy', q)
    print(f'{a.out}: {count} in {time.time() - start:.0f} s', flush=True)


if __name__ == '__main__':
    main()
