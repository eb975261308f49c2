"""Pairs of small pictures of a table, with the hands over it: what the hand network learns from.

A sample is (frame, table) with the table's pixel 4 mm wide, and per pixel pair what is to be found (see `Scenes.sample`). The frame is
the table with everything that may happen to it; the table is what was learnt of it before, which may be old, dark, partly or wholly
unknown (black). Hands come from `hand_mesh.py`, photographs of surfaces from Debian's packages (see hands.sh), and rendered claims of
the program's own simulator from `examples/hand_scenes.rs`.
"""
import glob
import math
import os
import zlib

import cv2
import numpy as np

import camera
import hand_mesh
from hand_tables import SIZE, SKINS, Tables

STRIDE = 2
CELLS = SIZE // STRIDE
SIGMA = 1.1  # of the heat of a fingertip, cells
VARIANTS = [(k, flip) for k in range(4) for flip in (False, True)]


def symmetric(planes, points, vectors, variant):
    """One of the eight turns and mirrorings of a square: planes [H, W, C], points (px) and vectors [..., 2]."""
    turns, flip = variant
    points, vectors = points.copy(), vectors.copy()
    if flip:
        planes = planes[:, ::-1]
        points[..., 0] = SIZE - points[..., 0]
        vectors[..., 0] *= -1
    for _ in range(turns):
        planes = np.rot90(planes, -1)
        points = np.stack([SIZE - points[..., 1], points[..., 0]], -1)
        vectors = np.stack([-vectors[..., 1], vectors[..., 0]], -1)
    return np.ascontiguousarray(planes), points, vectors


def read_claim(path):
    """The pictures of a claim as `examples/hand_scenes.rs` writes them."""
    w, h, count = (int(v) for v in np.fromfile(path, '<u4', 3))
    each = np.memmap(path, np.uint8, 'r', 12).reshape(count, -1) if count else np.zeros((0, 7 * w * h), np.uint8)
    rgb = 3 * w * h
    picture = lambda start: each[:, start:start + rgb].reshape(count, h, w, 3)
    hands = each[:, 7 * w * h:].copy().view('<f4').reshape(count, -1, 5)
    return {'frames': picture(0), 'tables': picture(rgb), 'owners': each[:, 2 * rgb:7 * w * h].reshape(count, h, w), 'hands': hands}


class Scenes(Tables):
    def __init__(self, work, seed, held_out=False):
        """`held_out` takes the layers, claims and surfaces that training never sees."""
        super().__init__(np.random.default_rng(seed), [])

        def choose(names):
            names = sorted(names)
            return [x for i, x in enumerate(names) if (i % 8 == 7) == held_out] or names[-1:]
        layers = [np.load(f) for f in choose(glob.glob(f'{work}/layers/*.npz'))]
        self.layers = {k: np.concatenate([x[k] for x in layers]) for k in ('planes', 'tip', 'fingers', 'ways')}
        paths = glob.glob(f'{work}/tex/**/*.jpg', recursive=True) + glob.glob('/usr/share/backgrounds/**/*.*g', recursive=True)
        skip = ('tex_pics', 'tex_lights', '.svg')
        for p in choose(p for p in paths if not any(s in p for s in skip)):
            im = cv2.imread(p)
            if im is not None and min(im.shape[:2]) >= 128:
                self.surfaces.append(cv2.resize(im, (256, 256), interpolation=cv2.INTER_AREA)[..., ::-1])
        self.work, self.held_out, self.read, self.claims, self.crossed = work, held_out, set(), [], []
        mesh = f'{work}/right.glb'
        self.mesh = hand_mesh.Mesh(mesh) if os.path.exists(mesh) and not held_out else None
        self.grow()

    def grow(self):
        """Reads the claims that were rendered since, and makes an arm in the place of another."""
        for path in sorted(set(glob.glob(f'{self.work}/claims/*.bin')) - self.read):
            self.read.add(path)
            claim = read_claim(path)
            if len(claim['frames']) and (zlib.crc32(os.path.basename(path).encode()) % 8 == 7) == self.held_out:
                self.claims.append(claim)
                self.crossed += [(claim, k) for k in range(len(claim['frames'])) if crosses(claim['owners'][k], claim['hands'][k])]
        if self.mesh:
            at = self.n.integers(len(self.layers['planes']))
            for part, new in zip(self.layers.values(), hand_mesh.layer(self.mesh, self.n)):
                part[at] = new


    # ---- hands

    def arm(self, below=None):
        """A dressed layer: premultiplied colour, cover, shadow, ways [H, W, 2], tip, fingertips. With `below`, the cover of other arms
        [H, W], most likely one that reaches over these."""
        n, data = self.n, self.layers
        for _ in range(40):
            k, variant = n.integers(len(data['planes'])), VARIANTS[n.integers(8)]
            points = np.concatenate([data['tip'][k][None], data['fingers'][k]])
            x, y = symmetric(np.zeros((1, 1, 1)), points[:1], np.zeros((1, 2)), variant)[1][0].astype(int)
            if below is None or (0 <= x < SIZE and 0 <= y < SIZE and below[y, x] > .5):
                break
        planes, points, ways = symmetric(data['planes'][k], points, data['ways'][k], variant)
        p = planes.astype(np.float32)
        cover, cloth, shade, hand, along, dark = (p[..., i] for i in range(6))
        cover, cloth, hand, dark = cover / 255, cloth / 255, hand / 255, dark / 255
        skin = SKINS[n.integers(len(SKINS))] * n.uniform(.8, 1.12) * n.uniform(.94, 1.06, 3)
        mottle = 1 + cv2.resize(n.standard_normal((24, 24)).astype(np.float32), (SIZE, SIZE))[..., None] * n.uniform(0, .06)
        colour = np.float32(skin) * mottle
        if n.random() < .15:
            # A watch or bracelet.
            at = n.uniform(5, 40)
            band = np.exp(-((along - at) / n.uniform(3, 9)) ** 4)[..., None] * (1 - hand[..., None])
            colour = colour * (1 - band) + np.float32(self.colour()) * band
        dress = self.texture(SIZE, SIZE, .6) if n.random() < .35 else np.zeros((SIZE, SIZE, 3), np.float32) + np.float32(self.colour() if n.random() < .6 else n.uniform(8, 60) + n.uniform(-8, 8, 3))
        if n.random() < .2:
            stripe = (np.sin(along * n.uniform(.15, .9)) > n.uniform(-.5, .5))[..., None]
            dress = np.where(stripe, dress, np.float32(self.colour()))
        if n.random() < .04:
            # A glove.
            colour = np.zeros_like(colour) + np.float32(self.colour())
        colour = colour * (1 - cloth[..., None]) + dress * cloth[..., None]
        shade = shade / 160
        shade = 1 + (shade - 1) * np.float32(n.uniform(.5, 1.1))
        colour = np.clip(colour * shade[..., None], 0, 255)
        field = (ways[0] * hand[..., None] + ways[1] * (1 - hand[..., None])).astype(np.float32)
        return [colour * cover[..., None], cover, dark, field, points]

    @staticmethod
    def smear(planes, kernel):
        return [cv2.filter2D(p, -1, kernel) for p in planes]

    def put(self, x, truth, out, dark_by):
        """Lays an arm over the picture and its truth: cover [H, W], ways, tips."""
        n = self.n
        colour, cover, dark, field, points = out
        if n.random() < .3:
            size = int(n.integers(2, 8))
            k, a = np.zeros((size, size), np.float32), n.uniform(0, math.pi)
            c = (size - 1) / 2
            cv2.line(k, (int(round(c - c * math.cos(a))), int(round(c - c * math.sin(a)))), (int(round(c + c * math.cos(a))), int(round(c + c * math.sin(a)))), 1.)
            k /= k.sum()
            colour, cover, dark = self.smear((colour, cover, dark), k)
        x = x * (1 - np.float32(dark_by) * dark[..., None])
        if n.random() < .15:
            # A card between thumb and fingers, seen under them, or just left there.
            x = self.printed(x, cv2.boxPoints(((float(points[0][0] + n.normal(0, 4)), float(points[0][1] + n.normal(0, 4))), (15.75, 22.), n.uniform(0, 180))))
        x = x * (1 - cover[..., None]) + colour
        whole, ways, tips, fingers = truth
        over = cover[..., None] > .5
        # What this arm hides is no longer seen of those below it.
        seen = lambda p: not (0 <= p[0] < SIZE and 0 <= p[1] < SIZE and cover[int(p[1]), int(p[0])] > .6)
        tips = [p for p in tips if seen(p)] + [points[0]]
        fingers = [p for p in fingers if seen(p)] + list(points[1:])
        return x, (np.maximum(whole, cover), np.where(over, field, ways), tips, fingers)

    # ---- what is learnt from

    def light(self, x):
        n = self.n
        h, w = x.shape[:2]
        if n.random() < .3:
            x = x * camera.gradient(n, w, h, n.uniform(.5, .95), 1.1)
        if n.random() < .3:
            # The shadow of somebody, or of an arm that is not in sight.
            if n.random() < .5:
                m = self.layers['planes'][n.integers(len(self.layers['planes']))][..., 5 if n.random() < .5 else 0].astype(np.float32) / 255
                m = symmetric(m[..., None], np.zeros((1, 2)), np.zeros((1, 2)), VARIANTS[n.integers(8)])[0][..., 0]
            else:
                m = np.zeros((h, w), np.float32)
                p = n.uniform(-20, SIZE + 20, 2) + n.standard_normal((n.integers(3, 8), 2)) * w * .35
                cv2.fillPoly(m, [p.astype(np.int32)], 1.)
            m = cv2.GaussianBlur(m, (0, 0), n.uniform(.6, 9))[..., None]
            x = x * (1 - m * np.float32(n.uniform(.15, .75)) * np.float32([1, n.uniform(.9, 1), n.uniform(.8, 1)]))
        if n.random() < .06:
            m = np.zeros((h, w), np.float32)
            cv2.ellipse(m, ((n.uniform(0, w), n.uniform(0, h)), (n.uniform(5, 60), n.uniform(4, 30)), n.uniform(0, 180)), 1., -1)
            x = x + cv2.GaussianBlur(m, (0, 0), 4)[..., None] * np.float32(n.uniform(30, 150))
        return x

    def world(self):
        """Frame and table without sensors, and what is over the table."""
        n = self.n
        base = self.table()
        for _ in range(n.integers(0, 3) if n.random() < .5 else 0):
            base = self.thing(base)
        for _ in range(n.integers(0, 16) if n.random() < .8 else 0):
            base = self.card(base)
        table, frame = base, base
        if n.random() < .45:
            for _ in range(n.integers(1, 5)):
                frame = self.card(frame)
        if n.random() < .3:
            for _ in range(n.integers(1, 5)):
                table = self.card(table)
        if n.random() < .2:
            frame = self.thing(frame)
        if n.random() < .08:
            table = self.thing(table)
        if n.random() < .2:
            frame, table = self.moved(frame, table)
        if n.random() < .08:
            frame = self.cloth(frame)
            if n.random() < .4:
                table = frame.copy()
        if n.random() < .12:
            frame = self.intruder(frame)
            if n.random() < .3:
                table = frame.copy()
        # Light that falls on both.
        if n.random() < .5:
            g = camera.gradient(n, SIZE, SIZE, n.uniform(.4, .95), 1.1)
            frame, table = frame * g, table * g
        k = n.random()
        count = 0 if k < .22 else 1 if k < .62 else 2 if k < .88 else 3
        truth = (np.zeros((SIZE, SIZE), np.float32), np.zeros((SIZE, SIZE, 2), np.float32), [], [])
        dark_by = n.uniform(0, .7)
        frame = self.light(frame)
        for _ in range(count):
            out = self.arm(truth[0] if truth[0].any() and n.random() < .6 else None)
            held = table
            frame, truth = self.put(frame, truth, out, dark_by)
            if n.random() < .04:
                # It lay still for so long that it was learnt, or was there from the start.
                table = held * (1 - out[1][..., None]) + out[0]
        if n.random() < .06:
            # A hand that was learnt and is gone.
            out = self.arm()
            table = table * (1 - out[1][..., None]) + out[0]
        return frame, table, truth

    def claim(self):
        """A rendered claim: frame and table as the program makes them."""
        n = self.n
        if self.crossed and n.random() < .4:
            data, k = self.crossed[n.integers(len(self.crossed))]
        else:
            data = self.claims[n.integers(len(self.claims))]
            k = n.integers(len(data['frames']))
        h, w = data['frames'].shape[1:3]
        x0, y0 = int(n.integers(0, max(1, w - SIZE + 1))), int(n.integers(0, max(1, h - SIZE + 1)))
        cut = lambda a: np.pad(a[y0:y0 + SIZE, x0:x0 + SIZE], ((0, max(0, SIZE - h)), (0, max(0, SIZE - w)), (0, 0)))
        frame, table = cut(data['frames'][k]), cut(data['tables'][k])
        own = cut(data['owners'][k][..., None])[..., 0]
        hands = data['hands'][k]  # [4, 5]: there, tip x, tip y, way x, way y
        points, vectors = hands[:, 1:3] - [x0, y0], hands[:, 3:5]
        planes, points, vectors = symmetric(np.dstack([frame, table, own[..., None]]), points, vectors, VARIANTS[n.integers(8)])
        own = planes[..., 6].astype(int)
        ways = np.zeros((SIZE, SIZE, 2), np.float32)
        for i in range(len(hands)):
            ways[own == i + 1] = vectors[i]
        tips = [points[i] for i in range(len(hands)) if hands[i, 0] > 0 and visible(own, points[i], i + 1)]
        return planes[..., :3].astype(np.float32), planes[..., 3:6].astype(np.float32), ((own > 0).astype(np.float32), ways, tips, None)

    def sample(self):
        """frame and table (uint8 RGB [SIZE, SIZE, 3]), and for each cell of two pixels: arm [H, W], heat of reaching tips and of all
        fingertips (and whether those are known), offset of the tip from the cell's middle [2], its weight, way [2]."""
        n = self.n
        rendered = bool(self.claims) and n.random() < .55
        frame, table, (whole, ways, tips, fingers) = self.claim() if rendered else self.world()
        # One camera looks at both; its exposure may differ by then.
        if n.random() < .6:
            both = np.float32(n.uniform(.75, 1.15, 3) if n.random() < .5 else 1.) * np.float32(n.uniform(.55, 1.25))
            frame, table = frame * both, table * both
        if n.random() < .4:
            g = np.float32(n.uniform(.65, 1.5))
            frame = np.power(np.clip(frame / 255, 0, 1), g) * 255
            table = np.power(np.clip(table / 255, 0, 1), g) * 255
        if n.random() < .5:
            table = table * np.float32(n.uniform(.75, 1.35)) * np.float32(n.uniform(.93, 1.07, 3))
        if not rendered or n.random() < .5:
            frame = self.sensed(frame)
        if n.random() < .15:
            table = cv2.GaussianBlur(table, (0, 0), n.uniform(.3, 1))
        table = np.clip(table + n.standard_normal(table.shape, np.float32) * np.float32(n.uniform(0, 2.5)), 0, 255)
        if n.random() < .06:
            # The camera was bumped.
            m = cv2.getRotationMatrix2D((SIZE / 2, SIZE / 2), n.normal(0, .8), 1)
            m[:, 2] += n.normal(0, 1.5, 2)
            table = cv2.warpAffine(table, m, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)
        k = n.random()
        if k < .04:
            table = table * 0
        elif k < .1:
            # Unknown where a hand has been since the start, or anywhere.
            m = cv2.dilate((whole > .3).astype(np.uint8), np.ones((2 * n.integers(1, 9) + 1,) * 2, np.uint8)) if n.random() < .7 else np.zeros((SIZE, SIZE), np.uint8)
            if n.random() < .4:
                cv2.fillPoly(m, [(n.uniform(0, SIZE, 2) + n.normal(0, 30, (5, 2))).astype(np.int32)], 1)
            table = table * (1 - m[..., None])
        inside = np.ones((SIZE, SIZE), np.uint8)
        if n.random() < .55:
            # Beyond the picture's edge.
            for side in range(4):
                if n.random() < .4:
                    d, lean = int(abs(n.normal(0, 18))) + 1, n.normal(0, 6)
                    q = np.array([[-50, -50], [SIZE + 50, -50], [SIZE + 50, d + lean], [-50, d - lean]])
                    edge = np.zeros_like(inside)
                    cv2.fillPoly(edge, [q.astype(np.int32)], 1)
                    inside = inside & (1 - np.rot90(edge, side))
        frame, table, whole = frame * inside[..., None], table * inside[..., None], whole * inside
        return self.cells(frame, table, whole, ways, tips, fingers, inside)

    def sensed(self, x):
        n = self.n
        x = x.astype(np.float32)
        k = n.random()
        if k < .3:
            x = cv2.GaussianBlur(x, (0, 0), n.uniform(.2, .9))
        elif k < .4:
            x = x + (x - cv2.GaussianBlur(x, (0, 0), 1.)) * np.float32(n.uniform(.3, 1.2))
        if n.random() < .7:
            x = x + n.standard_normal((SIZE, SIZE, 1), np.float32) * np.float32(n.uniform(.5, 5))
        if n.random() < .3:
            x = x + cv2.resize(n.standard_normal((SIZE // 2, SIZE // 2, 3), np.float32), (SIZE, SIZE)) * np.float32(n.uniform(.5, 5))
        x = np.clip(x, 0, 255)
        if n.random() < .3:
            x = cv2.imdecode(cv2.imencode('.jpg', x.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(n.integers(40, 93))])[1], cv2.IMREAD_COLOR)
        return x

    def cells(self, frame, table, whole, ways, tips, fingers, inside):
        cell = lambda a: a.reshape(CELLS, 2, CELLS, 2, -1).mean((1, 3))
        arm = cell(whole[..., None])[..., 0]
        weight = whole[..., None] > .5
        way = cell(ways * weight)
        way /= np.maximum(np.linalg.norm(way, axis=-1, keepdims=True), 1e-3)
        grid = np.arange(CELLS, dtype=np.float32)

        def heat(points, of):
            h, off, near = np.zeros((CELLS, CELLS), np.float32), np.zeros((CELLS, CELLS, 2), np.float32), np.zeros((CELLS, CELLS), np.float32)
            for p in points:
                x, y = p[0] / STRIDE - .5, p[1] / STRIDE - .5
                if not (0 <= round(x) < CELLS and 0 <= round(y) < CELLS) or not inside[min(SIZE - 1, int(p[1])), min(SIZE - 1, int(p[0]))]:
                    continue
                g = np.exp(-((grid[None] - x) ** 2 + (grid[:, None] - y) ** 2) / (2 * SIGMA ** 2))
                if of:
                    on = (np.abs(grid[None] - x) < 2) & (np.abs(grid[:, None] - y) < 2) & (g > h)
                    off[on] = np.stack([np.broadcast_to(x - grid[None], g.shape), np.broadcast_to(y - grid[:, None], g.shape)], -1)[on]
                    near[on] = 1
                h = np.maximum(h, g)
            return h, off, near
        tip, off, near = heat(tips, True)
        known = fingers is not None
        finger = heat(fingers, False)[0] if known else np.zeros_like(tip)
        return (np.clip(frame, 0, 255).astype(np.uint8), np.clip(table, 0, 255).astype(np.uint8), arm.astype(np.float32), tip, finger, np.float32(known), off, near, way.astype(np.float32))


def visible(own, p, i):
    x, y = int(p[0]), int(p[1])
    return 0 <= x < SIZE and 0 <= y < SIZE and (own[max(0, y - 2):y + 3, max(0, x - 2):x + 3] == i).mean() > .2


def crosses(own, hands):
    """Whether a fingertip lies over another's arm, or beside it."""
    for i, (there, x, y) in enumerate(hands[:, :3]):
        if there > 0 and visible(own, (x, y), i + 1):
            around = own[max(0, int(y) - 8):int(y) + 9, max(0, int(x) - 8):int(x) + 9]
            if ((around > 0) & (around != i + 1)).mean() > .15:
                return True
    return False
