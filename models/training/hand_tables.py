"""Tables from above, and what lies or comes over them that is no hand, for hand_scenes.py."""
import math

import cv2
import numpy as np

SIZE = 160
SKINS = np.float32([[236, 196, 172], [222, 172, 140], [200, 146, 112], [168, 112, 80], [124, 80, 56], [86, 56, 42], [60, 40, 32], [245, 214, 196]])


class Tables:
    """Pictures RGB [SIZE, SIZE, 3] by the generator `n`, out of `surfaces` (RGB [256, 256, 3])."""

    def __init__(self, n, surfaces):
        self.n, self.surfaces = n, surfaces

    def texture(self, w, h, fine=1.0):
        n = self.n
        if n.random() < .75:
            t = self.surfaces[n.integers(len(self.surfaces))]
            z = n.uniform(.35, 2.2) * fine
            m = cv2.getRotationMatrix2D((128, 128), n.uniform(0, 360), z)
            m[:, 2] += [w / 2 - 128 + n.uniform(-80, 80), h / 2 - 128 + n.uniform(-80, 80)]
            x = cv2.warpAffine(t, m, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT if n.random() < .5 else cv2.BORDER_WRAP).astype(np.float32)
            if n.random() < .5:
                x = (x - x.mean()) * np.float32(n.uniform(.3, 1.3)) + np.float32(n.uniform(20, 225))
            if n.random() < .3:
                x = x * np.float32(n.uniform(.6, 1.3, 3))
        else:
            x = np.zeros((h, w, 3), np.float32) + np.float32(self.colour())
            x += cv2.resize(n.standard_normal((max(2, h // 3), max(2, w // 3)), np.float32), (w, h))[..., None] * np.float32(n.uniform(0, 12))
        return np.clip(x, 0, 255)

    def colour(self):
        n = self.n
        k = n.random()
        if k < .15:
            # As a skin, so that colour alone tells nothing.
            return SKINS[n.integers(len(SKINS))] * n.uniform(.7, 1.1)
        return np.clip(n.uniform(0, 255) + n.uniform(-60, 60, 3), 0, 255)

    def table(self):
        n = self.n
        x = self.texture(SIZE, SIZE)
        if n.random() < .6:
            box = cv2.boxPoints(((n.uniform(40, 120), n.uniform(40, 120)), (n.uniform(80, 230), n.uniform(60, 200)), n.normal(0, 6) if n.random() < .8 else n.uniform(0, 90)))
            mat = self.texture(SIZE, SIZE) if n.random() < .4 else np.zeros_like(x) + np.float32(self.colour())
            x = self.paint(x, box, mat, n.uniform(.5, 1) if n.random() < .2 else 1.)
            for _ in range(n.integers(0, 3)):
                self.rule(x, box)
        for _ in range(n.integers(0, 8)):
            p = n.uniform(0, SIZE, 2)
            q = p + n.uniform(-100, 100, 2) * [1, n.integers(2)]
            cv2.line(x, tuple(int(v) for v in p), tuple(int(v) for v in q), [float(v) for v in self.colour()], int(n.integers(1, 3)), cv2.LINE_AA)
        if n.random() < .1:
            # A chequered board.
            s, a, b = n.uniform(6, 16), self.colour(), self.colour()
            u, v = np.meshgrid(np.arange(SIZE), np.arange(SIZE))
            on = ((u // s + v // s) % 2)[..., None]
            c = cv2.boxPoints(((n.uniform(50, 110), n.uniform(50, 110)), (s * 8, s * 8), 0.))
            x = self.paint(x, c, (on * a + (1 - on) * b).astype(np.float32))
        return x

    def rule(self, x, box):
        n = self.n
        c, ink = box.mean(0), [float(v) for v in self.colour()]
        for _ in range(n.integers(1, 9)):
            p = c + (box[n.integers(4)] - c) * n.uniform(0, .9, 2)
            cv2.polylines(x, [cv2.boxPoints(((float(p[0]), float(p[1])), (n.uniform(14, 90), n.uniform(14, 60)), 0.)).astype(np.int32)], True, ink, 1, cv2.LINE_AA)

    @staticmethod
    def paint(x, quad, what, a=1.):
        """Covers the inside of a quad; answers a new picture."""
        quad = np.asarray(quad)
        x0, y0 = np.maximum(0, np.floor(quad.min(0)).astype(int) - 1)
        x1, y1 = np.minimum(SIZE, np.ceil(quad.max(0)).astype(int) + 2)
        if x1 <= x0 or y1 <= y0:
            return x
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.round((quad - [x0, y0]) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        m = mask[..., None].astype(np.float32) * np.float32(a / 255)
        x = x.copy()
        part, what = x[y0:y1, x0:x1], np.asarray(what, np.float32)
        part += ((what[y0:y1, x0:x1] if what.ndim == 3 else what) - part) * m
        return x

    def card(self, x, place=None, turn=None):
        """A card with a printed face or back."""
        n = self.n
        w = n.uniform(13, 20)
        c = n.uniform(-5, SIZE + 5, 2) if place is None else place
        turn = (n.choice([0, 90]) + n.normal(0, 8) if n.random() < .6 else n.uniform(0, 180)) if turn is None else turn
        quad = cv2.boxPoints(((float(c[0]), float(c[1])), (w, w * 1.45), float(turn)))
        return self.printed(x, quad)

    def printed(self, x, quad):
        n = self.n
        x0, y0 = np.floor(quad.min(0)).astype(int) - 3
        x1, y1 = np.ceil(quad.max(0)).astype(int) + 4
        if x1 <= 0 or y1 <= 0 or x0 >= SIZE or y0 >= SIZE:
            return x
        small = np.full((22, 16, 3), n.uniform(200, 255), np.float32) * np.float32(n.uniform(.92, 1, 3))
        if n.random() < .35:
            small[:] = self.colour()
            small[1:-1, 1:-1][::2, ::2] = self.colour()
            small[0] = small[-1] = 245
            small[:, 0] = small[:, -1] = 245
        else:
            for _ in range(n.integers(1, 9)):
                i, j = n.integers(1, 19), n.integers(1, 13)
                small[i:i + n.integers(1, 7), j:j + n.integers(1, 6)] = self.colour() if n.random() < .7 else 20
        if n.random() < .6:
            x = self.paint(x, quad + n.normal(0, .6, 2), np.zeros(3), n.uniform(.15, .45))
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(SIZE, x1), min(SIZE, y1)
        m = cv2.getPerspectiveTransform(np.float32([[0, 0], [16, 0], [16, 22], [0, 22]]), (quad - [x0, y0]).astype(np.float32))
        face = np.zeros_like(x)
        face[y0:y1, x0:x1] = cv2.warpPerspective(small, m, (int(x1 - x0), int(y1 - y0)), borderMode=cv2.BORDER_REPLICATE)
        return self.paint(x, quad, face)

    def thing(self, x):
        """Something that is neither card nor hand, lying anywhere: phone, paper, mug, note, pen, cable."""
        n = self.n
        c, k = n.uniform(0, SIZE, 2), n.random()
        c = (float(c[0]), float(c[1]))
        shade = lambda q: self.paint(x, np.asarray(q) + n.uniform(-3, 3, 2), np.zeros(3), n.uniform(.1, .45))
        if k < .25:
            q = cv2.boxPoints((c, (n.uniform(16, 20), n.uniform(34, 40)), n.uniform(0, 180)))
            return self.paint(shade(q), q, np.float32(n.uniform(5, 60, 3)) if n.random() < .7 else np.float32(self.colour()))
        if k < .45:
            q = cv2.boxPoints((c, (n.uniform(20, 55), n.uniform(20, 75)), n.uniform(0, 180)))
            x = self.paint(shade(q), q, np.float32(n.uniform(190, 255) + n.uniform(-12, 8, 3)))
            for _ in range(n.integers(0, 8)):
                p = q.mean(0) + n.uniform(-10, 10, 2)
                cv2.line(x, tuple(int(v) for v in p), tuple(int(v) for v in p + n.uniform(-10, 10, 2)), [60.] * 3, 1, cv2.LINE_AA)
            return x
        y = np.ascontiguousarray(x)
        ink = [float(v) for v in self.colour()]
        if k < .65:
            r = n.uniform(7, 16)
            y = cv2.ellipse(y, ((c[0] + 3, c[1] + 3), (2 * r, 2 * r), 0.), [float(v) * .5 for v in y[min(SIZE - 1, int(c[1])), min(SIZE - 1, int(c[0]))]], -1, cv2.LINE_AA)
            y = cv2.ellipse(y, (c, (2 * r, 2 * r * n.uniform(.8, 1)), n.uniform(0, 180)), ink, -1, cv2.LINE_AA)
            return cv2.ellipse(y, (c, (1.5 * r, 1.4 * r), 0.), [float(v) for v in self.colour()], -1, cv2.LINE_AA)
        if k < .85:
            q = np.array(c) + n.uniform(-45, 45, 2)
            return cv2.line(y, tuple(int(v) for v in c), tuple(int(v) for v in q), ink, int(n.integers(1, 5)), cv2.LINE_AA)
        pts = (np.cumsum(n.normal(0, 14, (12, 2)), 0) + c)
        return cv2.polylines(y, [np.round(cv2.GaussianBlur(pts.astype(np.float32), (1, 5), 1.5)).astype(np.int32)], False, ink, int(n.integers(1, 3)), cv2.LINE_AA)

    def moved(self, frame, table):
        """A box, tray, book or game board that lies elsewhere than when the table was learnt, or not at all, with what stands on it."""
        n = self.n
        w, h = (int(v) for v in n.uniform(30, 130, 2))
        what = self.texture(w, h, n.uniform(.4, 1.2))
        if n.random() < .4:
            s, a, b = n.uniform(5, 16), self.colour(), self.colour()
            u, v = np.meshgrid(np.arange(w), np.arange(h))
            what = np.where((((u // s + v // s) % 2) > 0)[..., None], np.float32(a), np.float32(b))
        if n.random() < .5:
            cv2.rectangle(what := np.ascontiguousarray(what, np.float32), (1, 1), (w - 2, h - 2), [float(v) for v in self.colour()], int(n.integers(1, 6)))
        stand = [(n.uniform(0, [w, h]), n.uniform(2, 5), [float(v) for v in self.colour()]) for _ in range(n.integers(0, 24) if n.random() < .6 else 0)]
        round_ = n.random() < .15
        place, turn = n.uniform(-10, SIZE + 10, 2), n.uniform(0, 360) if n.random() < .5 else n.normal(0, 6)

        def laid(x, place, turn):
            top = np.ascontiguousarray(what, np.float32)
            for at, r, ink in stand:
                at = at + (n.normal(0, 12, 2) if n.random() < .3 else 0)
                cv2.circle(top, tuple(int(v) for v in at), int(r), ink, -1, cv2.LINE_AA)
            cover = np.zeros((h, w), np.float32) if round_ else np.ones((h, w), np.float32)
            if round_:
                cv2.ellipse(cover, ((w / 2, h / 2), (w - 2, h - 2), 0.), 1., -1, cv2.LINE_AA)
            m = cv2.getRotationMatrix2D((w / 2, h / 2), float(turn), 1)
            m[:, 2] += place - [w / 2, h / 2]
            cover = cv2.warpAffine(cover, m, (SIZE, SIZE))[..., None]
            if n.random() < .6:
                dark = cv2.GaussianBlur(np.roll(cover[..., 0], n.integers(-5, 6, 2), (0, 1)), (0, 0), 2)[..., None]
                x = x * (1 - dark * np.float32(n.uniform(.1, .5)))
            return x * (1 - cover) + cv2.warpAffine(top, m, (SIZE, SIZE)) * cover
        k = n.random()
        if k > .15:
            table = laid(table, place, turn)
        if k < .85:
            frame = laid(frame, place + n.normal(0, n.uniform(1, 40), 2), turn + n.normal(0, n.uniform(.5, 12)))
        return frame, table

    def cloth(self, x):
        """A garment, bag or cushion: as soft as a sleeve, without an arm in it."""
        n = self.n
        mask, c = np.zeros((SIZE, SIZE), np.uint8), n.uniform(0, SIZE, 2)
        about = np.sort(n.uniform(0, 2 * math.pi, n.integers(6, 14)))
        reach = n.uniform(8, 45) * n.uniform(.5, 1.2, len(about))
        stretch = n.uniform(.4, 2.2)
        spin = n.uniform(0, math.pi)
        around = np.stack([np.cos(about) * stretch, np.sin(about)], -1) * reach[:, None] @ [[math.cos(spin), math.sin(spin)], [-math.sin(spin), math.cos(spin)]]
        cv2.fillPoly(mask, [np.round(c + around).astype(np.int32)], 255, cv2.LINE_AA)
        cover = (cv2.GaussianBlur(mask, (0, 0), n.uniform(2, 6)).astype(np.float32) / 255 - .5) * 6 + .5
        cover = np.clip(cover, 0, 1)[..., None]
        what = self.texture(SIZE, SIZE, .6) if n.random() < .4 else np.zeros((SIZE, SIZE, 3), np.float32) + np.float32(self.colour())
        folds = cv2.resize(n.standard_normal((14, 14)).astype(np.float32), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)[..., None]
        if n.random() < .6:
            x = x * (1 - np.float32(n.uniform(.1, .5)) * cv2.GaussianBlur(np.roll(cover[..., 0], n.integers(-5, 6, 2), (0, 1)), (0, 0), 2)[..., None])
        return x * (1 - cover) + np.clip(what * (1 + folds * np.float32(n.uniform(.02, .25))), 0, 255) * cover

    def intruder(self, x):
        """Something that comes over the edge and is no hand: a bar, a gripper, a lamp's arm, a head, an elbow-less blob."""
        n = self.n
        side = n.integers(4)
        t = n.uniform(0, SIZE)
        start = np.array([[t, -6], [SIZE + 6, t], [t, SIZE + 6], [-6, t]][side])
        way = np.array([[0, 1], [-1, 0], [0, -1], [1, 0]][side]) @ np.array([[math.cos(a := n.normal(0, .4)), math.sin(a)], [-math.sin(a), math.cos(a)]])
        far = start + way * n.uniform(15, 130)
        k = n.random()
        grey = np.float32(n.uniform(0, 255) + n.uniform(-15, 15, 3)) if n.random() < .6 else np.float32(self.colour())
        if k < .45:
            side_ = np.array([-way[1], way[0]])
            w = n.uniform(1.5, 12)
            bar = lambda p, q, r: np.array([p + side_ * r, q + side_ * r, q - side_ * r, p - side_ * r], np.float32)
            grain = grey + cv2.resize(n.standard_normal((20, 20, 3)).astype(np.float32), (SIZE, SIZE)) * np.float32(n.uniform(0, 20))
            if n.random() < .7:
                x = self.paint(x, bar(start, far, w) + n.uniform(-6, 6, 2), np.zeros(3), n.uniform(.15, .5))
            x = self.paint(x, bar(start, far, w), grain)
            if n.random() < .7:
                # Jaws at its end, and joints.
                gap = n.uniform(2, 9)
                x = self.paint(x, bar(far - way * 3, far + way * 3, gap + 4), grain * n.uniform(.6, 1.3))
                for s in (-1, 1):
                    j = far + side_ * gap * s
                    x = self.paint(x, bar(j, j + way * n.uniform(8, 22), n.uniform(1, 3)), grain * n.uniform(.5, 1.4))
            for _ in range(n.integers(0, 4)):
                p = start + (far - start) * n.random()
                y = np.ascontiguousarray(x)
                x = cv2.ellipse(y, ((float(p[0]), float(p[1])), (2.4 * w, 2.4 * w), 0.), [float(v) for v in grey * n.uniform(.5, 1.4)], -1, cv2.LINE_AA)
            return x
        # A head or a shoulder seen from above.
        p = start + way * n.uniform(-12, 26)
        r = n.uniform(20, 34)
        hair = [[25, 20, 18], [70, 48, 30], [150, 120, 80], [90, 90, 90], [200, 190, 180]][n.integers(5)] if n.random() < .7 else self.colour()
        y = np.ascontiguousarray(x)
        blob = np.zeros((SIZE, SIZE), np.uint8)
        cv2.ellipse(blob, ((float(p[0]), float(p[1])), (2 * r, 2 * r * n.uniform(.8, 1.5)), n.uniform(0, 180)), 255, -1, cv2.LINE_AA)
        a = cv2.GaussianBlur(blob, (0, 0), n.uniform(.5, 3))[..., None] / np.float32(255)
        skin = np.float32(hair) + cv2.resize(n.standard_normal((80, 80, 1)).astype(np.float32), (SIZE, SIZE))[..., None] * np.float32(n.uniform(2, 18))
        return y * (1 - a) + skin * a
