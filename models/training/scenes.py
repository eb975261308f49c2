"""Pictures of tables with cards, and where the cards are.

    python scenes.py --work DIR --count N --seed S --out DIR/scenes_S

writes OUT.npy (uint8 [N, 384, 384, 3], BGR) and OUT.pkl (for each picture a list of
(quad float32 [4, 2], visible fraction, visible centroid, visible pixels, how much shows of the index at the first corner and at the
opposite one; None for what is no standard card)).
"""
import argparse
import itertools
import json
import math
import os
import pickle
import random
import time

import cv2
import numpy as np

import camera
import geometry
import table
from art import BACK

SIZE = 384
CARD_MM = 88  # height
LAYOUTS = {'loose': .16, 'grid': .10, 'fan': .12, 'stack': .12, 'row': .2, 'heap': .27, 'empty': .03}  # how often; those further down only if asked for
MORE_LAYOUTS = 'rows', 'hand', 'piles'


def on_arc(x, y, far, middle, turn):
    """Where a card that is turned by `turn` degrees lies on an arc of radius `far`, at (x, y) of which one lies that is turned by `middle`."""
    a, b = math.radians(turn), math.radians(middle)
    return x + far * (math.sin(a) - math.sin(b)), y - far * (math.cos(a) - math.cos(b))


class World:
    def __init__(self, work, seed):
        self.faces = np.load(work + '/faces.npy', mmap_mode='r')
        records = json.load(open(work + '/faces.json'))
        self.surfaces = np.load(work + '/surfaces.npy', mmap_mode='r')
        self.n, self.r = np.random.default_rng(seed), random.Random(seed)
        decks, self.kinds = {}, [k['kind'] for k in records]
        for i, k in enumerate(records):
            decks.setdefault((k['deck'], k['kind']), []).append(i)
        self.by_deck = decks
        self.drawn = [v for (d, k), v in decks.items() if k == 0 and not d.startswith('procedural')]
        self.procedural = [v for (d, k), v in decks.items() if k == 0 and d.startswith('procedural')]
        self.printed = [i for (d, k), v in decks.items() if k == 3 for i in v]
        self.backs = [i for (d, k), v in decks.items() if k == 1 for i in v]
        self.jokers = [i for (d, k), v in decks.items() if k == 2 for i in v]
        self.own, self.own_share, self.mats = [], 0., .3
        self.room, self.blur, self.most_tilt, self.tilts = camera.light, 1., .95, None
        self.focals = 1, 2.5  # in parts of the picture's longer side
        self.layouts, self.layouts_share = [], 0.
        self.faces_down = [0, 0, .1, .25, .6]  # shares of the cards

    def decks_named(self, prefix):
        return [v for (d, k), v in self.by_deck.items() if k != BACK and d.startswith(prefix)]

    def deck(self):
        """Face indices of one deck on the table."""
        k = self.r.random()
        if self.own and k < self.own_share:
            return self.r.choice(self.own)
        k = self.r.random()
        if k < .42:
            return self.r.choice(self.drawn)
        if k < .66:
            return self.r.choice(self.procedural)
        i = self.r.randrange(max(1, len(self.printed) - 40))
        return self.printed[i:i + 40]

    def face(self, index, height):
        """The face at a resolution near the one it is drawn at, so that the warp does not alias."""
        f = self.faces[index]
        z = height / f.shape[0]
        if z < .6:
            z = max(z * 1.15, .06)
            f = cv2.resize(f, (max(8, int(f.shape[1] * z)), max(8, int(f.shape[0] * z))), interpolation=cv2.INTER_AREA)
        return f

    def layout(self, w, h, ch, cw):
        """Places [(x, y, degrees)], the first lowest, of a random arrangement."""
        r, out = self.r, []
        k = r.random()
        kind = next((name for name, end in zip(LAYOUTS, itertools.accumulate(LAYOUTS.values())) if k < end), 'empty')
        if self.layouts and r.random() < self.layouts_share:
            kind = r.choice(self.layouts)
        base = r.uniform(0, 360) if r.random() < .55 else r.choice([0, 90, 180, 270]) + r.gauss(0, 5)
        t = math.radians(base)
        down, right = (-math.sin(t), math.cos(t)), (math.cos(t), math.sin(t))
        fit = max(1, int(w * h / (ch * cw) * .9 + 2))

        def spread(n, x, y, step, along, turn=0):
            for i in range(n):
                out.append((x + along[0] * i * step + r.gauss(0, .015) * ch, y + along[1] * i * step + r.gauss(0, .015) * ch, base + turn + r.gauss(0, 2.5)))
        if kind == 'loose':
            for _ in range(min(14, r.randint(1, fit))):
                p = (r.uniform(0, w), r.uniform(0, h), base + r.gauss(0, 8) if r.random() < .4 else r.uniform(0, 360))
                if r.random() < .4 or all(math.hypot(p[0] - q[0], p[1] - q[1]) > ch * r.uniform(.55, 1.1) for q in out):
                    out.append(p)
                    if r.random() < .2:
                        # one put on it, of nearly the same turn: two outlines that are easily taken for one
                        a, far, aside = math.radians(p[2]), ch * r.uniform(.02, .3), r.uniform(0, 2 * math.pi)
                        out.append((p[0] + far * math.cos(a + aside), p[1] + far * math.sin(a + aside), p[2] + r.gauss(0, 4)))
        elif kind == 'grid':
            gx, gy, full = cw * r.uniform(1.02, 1.6), ch * r.uniform(1.02, 1.4), r.uniform(.4, 1)
            nx, ny = min(9, int(w / gx + 2)), min(6, int(h / gy + 2))
            for i in range(nx):
                for j in range(ny):
                    if r.random() < full:
                        u, v = (i - (nx - 1) / 2) * gx, (j - (ny - 1) / 2) * gy
                        out.append((w / 2 + u * right[0] + v * down[0], h / 2 + u * right[1] + v * down[1], base + r.gauss(0, 3) + 180 * (r.random() < .3)))
            out = out[:24]
        elif kind in ('fan', 'hand'):
            for _ in range(r.randint(1, 2)):
                n, x, y = r.randint(2, 7) if kind == 'fan' else r.randint(5, 13), r.uniform(.15, .85) * w, r.uniform(.15, .85) * h
                step, far, b = r.uniform(4, 17) if kind == 'fan' else r.uniform(3, 10), ch * r.uniform(.6, 2), r.uniform(0, 360)
                for i in range(n):
                    a = b + (i - (n - 1) / 2) * step
                    out.append((*on_arc(x, y, far, b, a), a + r.gauss(0, 2)))
        elif kind == 'stack':
            # stacks: each next card leaves the strip of the one below (its title) in sight
            columns, step, n = r.randint(1, 4), ch * (r.uniform(.17, .31) if r.random() < .75 else r.uniform(.1, .6)), r.randint(2, 6)
            x, y = r.uniform(.05, .95) * w, r.uniform(.05, .8) * h
            for i in range(columns):
                o = i * cw * r.uniform(1.05, 1.5)
                spread(max(1, n + r.randint(-1, 1)), x + o * right[0], y + o * right[1], step, down if r.random() < .93 else (-down[0], -down[1]), 0)
        elif kind == 'row':
            for _ in range(r.randint(1, 3)):
                spread(r.randint(2, 8), r.uniform(.02, .8) * w, r.uniform(.1, .9) * h, cw * r.uniform(.16, .6), right if r.random() < .8 else (-right[0], -right[1]))
        elif kind == 'rows':
            # rows beside each other, as melds lie on a table, some cards the other way up
            rows, apart, side = r.randint(2, 5), ch * r.uniform(1.02, 1.3), r.choice([1, 1, 1, -1])
            for row in range(rows):
                n, step, x, y = r.randint(3, 9), cw * r.uniform(.17, .6) * side, r.gauss(0, .2) * cw, (row - (rows - 1) / 2) * apart
                fall = r.uniform(.01, .06) * ch if r.random() < .3 else 0
                for i in range(n):
                    u, v = x + (i - n / 2) * step + r.gauss(0, .015) * ch, y + i * fall + r.gauss(0, .01) * ch
                    out.append((w / 2 + u * right[0] + v * down[0], h / 2 + u * right[1] + v * down[1], base + r.gauss(0, 2) + 180 * (r.random() < .3)))
        elif kind == 'piles':
            # cards on each other, squared up more or less, as they lie to be drawn
            for _ in range(r.randint(1, 6)):
                x, y, turn = r.uniform(.1, .9) * w, r.uniform(.1, .9) * h, base + r.choice([0, 90]) * (r.random() < .2) + r.gauss(0, 4)
                loose, n = ch * r.choice([.002, .006, .02, .05]), r.randint(1, 6)
                lean = r.gauss(0, .5) * loose, r.gauss(0, .5) * loose
                out += [(x + i * lean[0] + r.gauss(0, loose), y + i * lean[1] + r.gauss(0, loose), turn + r.gauss(0, 300 * loose / ch)) for i in range(n)]
        elif kind == 'heap':
            # heaps: cards thrown over each other, from a loose handful to a pile
            for _ in range(r.randint(1, 2)):
                x, y, wide = r.uniform(.15, .85) * w, r.uniform(.15, .85) * h, ch * r.uniform(.25, .95)
                tidy, many = r.random() < .4, r.random() < .3
                if many:
                    wide = ch * r.uniform(.7, 1.4)
                for _ in range(r.randint(9, 20) if many else r.randint(2, 8)):
                    out.append((x + r.gauss(0, wide), y + r.gauss(0, wide), base + r.gauss(0, 25) if tidy else r.uniform(0, 360)))
        return out[:36]

    def render(self, w, h, low=24, high=330):
        """One picture: (image, [{index, quad, visible, centroid, pixels}]). Afterwards `table` maps its pixels to millimetres on the table."""
        r, n = self.r, self.n
        ch = math.exp(r.uniform(math.log(low), math.log(high)))
        cw = ch * r.uniform(.62, .735)
        im = table.surface(n, self.surfaces, w, h)
        if r.random() < self.mats:
            im = table.mat(im, n, r, cw, ch)
        if r.random() < .5:
            im = table.clutter(np.ascontiguousarray(im), n, r, self.surfaces, r.randint(0, 6))
        places = self.layout(w, h, ch, cw)
        tilt = math.radians(r.uniform(*self.tilts)) if self.tilts else min(self.most_tilt, abs(r.gauss(0, .35))) if r.random() < .65 else 0
        az, focal = r.uniform(0, 2 * math.pi), r.uniform(*self.focals) * max(w, h)
        c, s, kx, ky = math.cos(tilt), math.sin(tilt), math.cos(az), math.sin(az)
        turn = np.eye(3) + s * np.array([[0, 0, ky], [0, 0, -kx], [-ky, kx, 0]]) + (1 - c) * np.array([[kx * kx - 1, kx * ky, 0], [kx * ky, ky * ky - 1, 0], [0, 0, -1]])

        def project(points):
            q = np.c_[np.asarray(points, np.float64) - [w / 2, h / 2], np.zeros(len(points))] @ turn.T
            return q[:, :2] * (focal / np.maximum(focal + q[:, 2], .2 * focal))[:, None] + [w / 2, h / 2]
        flat = np.float32([(u * w, v * h) for u, v in ((.2, .2), (.8, .2), (.8, .8), (.2, .8))])
        self.table = cv2.getPerspectiveTransform(project(flat).astype(np.float32), flat * np.float32(CARD_MM / ch))
        deck, back, mixed = self.deck(), r.choice(self.backs), r.random() < .15
        face_down = r.choice(self.faces_down)
        tint = np.float32([r.uniform(.88, 1), r.uniform(.92, 1), r.uniform(.95, 1)])
        shadow, sx, sy, soft = r.random() < .75, r.gauss(0, .03) * ch, r.gauss(0, .03) * ch, max(1, ch * r.uniform(.01, .06))
        radius = r.uniform(.02, .06)
        owner, cards = np.full((h, w), -1, np.int16), []
        for x, y, degrees in places:
            if mixed:
                deck = self.deck()
            k = r.random()
            index = (back if r.random() < .85 else r.choice(self.backs)) if k < face_down else r.choice(self.jokers) if k > .985 else r.choice(deck)
            a = math.radians(degrees)
            ca, sa = math.cos(a), math.sin(a)
            quad = project([(x + u * cw / 2 * ca - v * ch / 2 * sa, y + u * cw / 2 * sa + v * ch / 2 * ca) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            if r.random() < .15:
                quad = quad + n.standard_normal((4, 2)) * ch * .012
            x0, y0 = np.maximum(0, np.floor(quad.min(0) - 2)).astype(int)
            x1, y1 = np.minimum([w, h], np.ceil(quad.max(0) + 2)).astype(int)
            if x1 - x0 < 4 or y1 - y0 < 4:
                continue
            size = geometry.area(quad)
            f = self.face(index, math.sqrt(size / .7))
            fh, fw = f.shape[:2]
            m = cv2.getPerspectiveTransform(np.float32([[0, 0], [fw, 0], [fw, fh], [0, fh]]), (quad - [x0, y0]).astype(np.float32))
            box = (int(x1 - x0), int(y1 - y0))
            paint = cv2.warpPerspective(f, m, box)
            mask = np.zeros((fh, fw), np.uint8)
            rad = max(1, int(radius * fh))
            cv2.rectangle(mask, (rad, 0), (fw - 1 - rad, fh - 1), 255, -1)
            cv2.rectangle(mask, (0, rad), (fw - 1, fh - 1 - rad), 255, -1)
            for px, py in ((rad, rad), (fw - 1 - rad, rad), (fw - 1 - rad, fh - 1 - rad), (rad, fh - 1 - rad)):
                cv2.circle(mask, (px, py), rad, 255, -1)
            alpha = cv2.warpPerspective(mask, m, box).astype(np.float32)[..., None] / 255
            under = im[y0:y1, x0:x1].astype(np.float32)
            if shadow:
                d = cv2.GaussianBlur(cv2.warpAffine(alpha, np.float32([[1, 0, sx], [0, 1, sy]]), box), (0, 0), soft)
                under *= 1 - .45 * d[..., None]
            paint = paint * (tint * np.float32(r.uniform(.88, 1.03)))
            if r.random() < .3:
                paint = paint * np.linspace(r.uniform(.75, 1.05), r.uniform(.75, 1.05), box[0], dtype=np.float32)[None, :, None]
            im[y0:y1, x0:x1] = np.clip(under * (1 - alpha) + paint * alpha, 0, 255).astype(np.uint8)
            owner[y0:y1, x0:x1][alpha[..., 0] > .5] = len(cards)
            cards.append({'index': index, 'quad': quad, 'area': size, 'box': (x0, y0, x1, y1)})
        if r.random() < .22:
            for _ in range(r.randint(1, 2)):
                im, mask = table.hand(im, n, ch * r.uniform(.8, 1.3), self.surfaces)
                owner[mask > 127] = -1
        if r.random() < .12:
            before = im.copy()
            im = table.clutter(im, n, r, self.surfaces, r.randint(1, 2))
            owner[(im != before).any(2)] = -1
        for k, card in enumerate(cards):
            x0, y0, x1, y1 = card['box']
            ys, xs = np.nonzero(owner[y0:y1, x0:x1] == k)
            card['visible'] = len(xs) / max(1, card['area'])
            card['centroid'] = (float(xs.mean() + x0), float(ys.mean() + y0)) if len(xs) else (0., 0.)
            card['pixels'] = len(xs)
            card['ends'] = [shown(owner, k, q) for q in (card['quad'], card['quad'][[2, 3, 0, 1]])] if self.kinds[card['index']] == 0 else None
        self.owner = owner
        return camera.photograph(im, n, ch, self.room, self.blur), cards


def fitted(picture, n):
    """A photograph as a scene: (picture of that size, with a border of some grey, how many times as large the photograph is there)."""
    z = SIZE / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=z, fy=z, interpolation=cv2.INTER_AREA)[:SIZE, :SIZE]
    scene = np.full((SIZE, SIZE, 3), n.uniform(0, 255), np.uint8)
    scene[:small.shape[0], :small.shape[1]] = small
    return scene, z


def publish(path, array):
    """Saves an array so that it is there whole or not at all: trainers take a file up as soon as it is there."""
    np.save(path + '.part.npy', array)
    os.rename(path + '.part.npy', path)


def arguments(about, count=8000):
    """The arguments of every renderer; each adds its own."""
    p = argparse.ArgumentParser(description=about)
    p.add_argument('--work', required=True)
    p.add_argument('--count', type=int, default=count)
    p.add_argument('--seed', type=int, required=True)
    p.add_argument('--out', required=True)
    return p


def shown(owner, k, quad):
    """How much shows of card `k`'s index at the first corner of `quad`, where `owner` says whose each pixel is."""
    part = geometry.index_part(quad)
    x0, y0 = np.maximum(0, np.floor(part.min(0))).astype(int)
    x1, y1 = np.minimum(owner.shape[::-1], np.ceil(part.max(0)) + 1).astype(int)
    if x1 <= x0 or y1 <= y0:
        return 0.
    inside = cv2.fillConvexPoly(np.zeros((y1 - y0, x1 - x0), np.uint8), np.round(part - [x0, y0]).astype(np.int32), 1) > 0
    return min(1., float((inside & (owner[y0:y1, x0:x1] == k)).sum() / max(1., geometry.area(part))))


def main():
    p = arguments(__doc__)
    p.add_argument('--printed', help='decks whose name begins so come more often')
    p.add_argument('--tilts', nargs=2, type=float, metavar=('LOW', 'HIGH'), help='how far every camera is tilted from looking straight down, in degrees')
    p.add_argument('--share', type=float, default=.6, help='how often')
    p.add_argument('--layouts', nargs='*', default=[], choices=[*LAYOUTS, *MORE_LAYOUTS], help='lay half the tables so')
    p.add_argument('--mats', type=float, default=.3, help='the share of the tables on which a mat lies, whose zones are as large as cards')
    p.add_argument('--face-down', nargs='*', type=float, metavar='SHARE', help='one of these shares of the cards of each table lies face down')
    a = p.parse_args()
    if os.path.exists(a.out + '.pkl'):
        return
    cv2.setNumThreads(1)
    world, start = World(a.work, a.seed), time.time()
    world.tilts, world.layouts, world.layouts_share, world.mats = a.tilts, a.layouts, .5, a.mats
    if a.face_down:
        world.faces_down = a.face_down
    if a.printed:
        world.own_share = a.share
        world.own = list(world.decks_named(a.printed))
    x = np.lib.format.open_memmap(a.out + '.tmp.npy', 'w+', np.uint8, (a.count, SIZE, SIZE, 3))
    truth = []
    for i in range(a.count):
        x[i], cards = world.render(SIZE, SIZE)
        truth.append([(c['quad'].astype(np.float32), c['visible'], c['centroid'], c['pixels'], c['ends']) for c in cards])
    x.flush()
    os.rename(a.out + '.tmp.npy', a.out + '.npy')
    # trainers take a file up as soon as its truth is there, so that comes last, and whole
    with open(a.out + '.truth', 'wb') as f:
        pickle.dump(truth, f)
    os.rename(a.out + '.truth', a.out + '.pkl')
    print(f'{a.out}: {a.count} in {time.time() - start:.0f} s', flush=True)


if __name__ == '__main__':
    main()
