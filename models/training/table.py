"""Tables, mats, clutter, hands: all that is in a picture beside the cards."""
import math

import cv2
import numpy as np

import designs

MARKERS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def surface(n, surfaces, w, h):
    """A table top: a photographed surface, or plain cloth."""
    if n.random() < .7:
        t = surfaces[n.integers(len(surfaces))]
        z = n.uniform(.7, 2.5) * max(w, h) / 512 / n.choice([1, 1, 2, 3])
        m = cv2.getRotationMatrix2D((256, 256), n.uniform(0, 360), z)
        m[:, 2] += [w / 2 - 256 + n.uniform(-50, 50), h / 2 - 256 + n.uniform(-50, 50)]
        x = cv2.warpAffine(t, m, (w, h), borderMode=cv2.BORDER_REFLECT if n.random() < .5 else cv2.BORDER_WRAP).astype(np.float32)
        if n.random() < .5:
            x = (x - x.mean()) * np.float32(n.uniform(.3, 1.3)) + np.float32(n.uniform(20, 235))
        if n.random() < .25:
            x = x * np.float32(n.uniform(.6, 1.3, 3))
    else:
        k = n.random()
        c = n.uniform(0, 255) + n.uniform(-60, 60, 3) if k < .5 else n.uniform(195, 255) + n.uniform(-15, 10, 3) if k < .72 else n.uniform([10, 45, 10], [80, 120, 60])
        d = int(n.choice([1, 2, 4, 8]))
        g = cv2.resize(n.standard_normal((max(2, h // d), max(2, w // d)), np.float32), (w, h))[..., None]
        x = np.float32(c) + g * np.float32(n.uniform(0, 14))
    return np.clip(x, 0, 255).astype(np.uint8)


def mat(im, n, rng, card_w, card_h):
    """Printed zones the size of cards, captions and corner markers: they look like cards and are none."""
    h, w = im.shape[:2]
    ink = [int(v) for v in np.clip(im.mean((0, 1)) + n.choice([-1, 1]) * n.uniform(25, 130) + n.uniform(-20, 20, 3), 0, 255)]
    if n.random() < .5:
        a = n.uniform(.2, .9)
        c = n.uniform([10, 35, 5], [75, 110, 60]) if n.random() < .6 else n.uniform(0, 255, 3)
        im = (im * (1 - a) + c * a).astype(np.uint8)
    fonts = designs.font_files()
    angle = n.choice([0, 90]) + n.normal(0, 4) if n.random() < .7 else n.uniform(0, 180)
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    gx, gy = card_w * n.uniform(1.1, 1.6), card_h * n.uniform(1.1, 1.5)
    thick = int(n.integers(1, 4))
    for i in range(-4, 5):
        for j in range(-3, 4):
            if n.random() < .45:
                continue
            x, y = w / 2 + i * gx * c - j * gy * s, h / 2 + i * gx * s + j * gy * c
            if not (-card_h < x < w + card_h and -card_h < y < h + card_h):
                continue
            z = n.uniform(.95, 1.15)
            q = cv2.boxPoints(((x, y), (card_w * z, card_h * z), angle))
            if n.random() < .15:
                cv2.fillPoly(im, [q.astype(np.int32)], [int(v) for v in np.float32(ink) * .5 + im.mean((0, 1)) * .5], cv2.LINE_AA)
            cv2.polylines(im, [q.astype(np.int32)], True, ink, thick, cv2.LINE_AA)
            if n.random() < .6 and card_h > 30:
                g = designs.glyph_of(designs.word(rng), rng.choice(fonts), 60)
                if g is not None:
                    k = card_w * .7 / g.shape[1]
                    designs.stamp(im, g, x, y + n.uniform(-.4, .4) * card_h, g.shape[1] * k, g.shape[0] * k, ink)
    for _ in range(n.integers(0, 5)):
        z = int(card_h * n.uniform(.2, .6))
        if z < 8:
            continue
        g = cv2.cvtColor(cv2.copyMakeBorder(cv2.aruco.generateImageMarker(MARKERS, int(n.integers(0, 50)), z), z // 6, z // 6, z // 6, z // 6, cv2.BORDER_CONSTANT, value=255), cv2.COLOR_GRAY2BGR)
        place(im, g, cv2.boxPoints(((n.uniform(0, w), n.uniform(0, h)), (z * 1.3, z * 1.3), angle)))
    return im


def place(im, picture, quad):
    h, w = im.shape[:2]
    q = np.asarray(quad, np.float32)
    x0, y0 = np.maximum(0, np.floor(q.min(0))).astype(int)
    x1, y1 = np.minimum([w, h], np.ceil(q.max(0)) + 1).astype(int)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    ph, pw = picture.shape[:2]
    m = cv2.getPerspectiveTransform(np.float32([[0, 0], [pw, 0], [pw, ph], [0, ph]]), q - np.float32([x0, y0]))
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, (q - np.float32([x0, y0])).astype(np.int32), 255)
    warped = cv2.warpPerspective(picture, m, (int(x1 - x0), int(y1 - y0)), borderMode=cv2.BORDER_REPLICATE)
    im[y0:y1, x0:x1][mask > 0] = warped[mask > 0]


def clutter(im, n, rng, surfaces, count):
    """Sheets, notes, cups, coins, cables, boxes."""
    h, w = im.shape[:2]
    for _ in range(count):
        k = n.random()
        c = [int(v) for v in (n.uniform(0, 255, 3) if n.random() < .5 else np.full(3, n.uniform(190, 255)))]
        x, y, z = n.uniform(0, w), n.uniform(0, h), n.uniform(.04, .5) * w
        if k < .4:
            b = cv2.boxPoints(((x, y), (z, z * n.uniform(.05, 1)), n.uniform(0, 180)))
            cv2.fillConvexPoly(im, b.astype(np.int32), c, cv2.LINE_AA)
            if n.random() < .6:
                ink = [int(v) for v in n.uniform(0, 255, 3)]
                e1, e2, t = (b[1] - b[0]), (b[3] - b[0]), n.integers(2, 12)
                for j in range(t):
                    p = b[0] + e2 * (j + 1) / (t + 1)
                    cv2.line(im, tuple(int(v) for v in p + e1 * .1), tuple(int(v) for v in p + e1 * n.uniform(.3, .9)), ink, int(n.integers(1, 4)), cv2.LINE_AA)
        elif k < .58:
            cv2.ellipse(im, ((x, y), (z * .4, z * .4 * n.uniform(.7, 1)), n.uniform(0, 180)), c, -1, cv2.LINE_AA)
        elif k < .7:
            cv2.ellipse(im, ((x, y), (z * .7, z * .7 * n.uniform(.7, 1)), n.uniform(0, 180)), c, int(n.integers(1, 9)), cv2.LINE_AA)
        elif k < .82:
            g = designs.glyph_of(rng.choice([designs.word(rng), rng.choice('A23456789JQK')]), rng.choice(designs.font_files()), 60)
            if g is not None:
                designs.stamp(im, g, x, y, z * .5, z * .5 * g.shape[0] / g.shape[1], c)
        else:
            place(im, surfaces[n.integers(len(surfaces))], cv2.boxPoints(((x, y), (z, z * n.uniform(.3, 1)), n.uniform(0, 180))))
    return im


def hand(im, n, scale, surfaces):
    """An arm from the picture's edge with a hand at its end; `scale` is a card's height in px (a hand is twice as long)."""
    h, w = im.shape[:2]
    tip = np.array([n.uniform(.1, .9) * w, n.uniform(.1, .9) * h])
    a = n.uniform(0, 2 * math.pi)
    d = np.array([math.cos(a), math.sin(a)])
    side = np.array([-d[1], d[0]])
    tone = np.float32([[110, 140, 200], [150, 180, 230], [60, 85, 140], [40, 55, 95], [130, 160, 215]][n.integers(5)]) * n.uniform(.7, 1.15)
    mask = np.zeros((h, w), np.uint8)
    shaded = np.zeros((h, w), np.float32)

    def limb(p, q, r):
        for m_, v in ((mask, 255), (shaded, float(n.uniform(.8, 1.1)))):
            cv2.line(m_, tuple(int(v_) for v_ in p), tuple(int(v_) for v_ in q), v, max(1, int(r)), cv2.LINE_AA if m_ is mask else cv2.LINE_8)
    palm = tip - d * scale * .85
    wrist = palm - d * scale * .6
    limb(wrist - d * scale * 6, wrist, scale * n.uniform(.4, .6))
    limb(wrist, palm, scale * .75)
    for k in range(4):
        o = side * (k - 1.5) * scale * .2
        knuckle = palm + o + d * scale * .2
        limb(knuckle, knuckle + d * scale * n.uniform(.25, .75) + side * n.normal(0, .08) * scale + o * .3, scale * .19)
    limb(palm - side * scale * .3, palm - side * scale * n.uniform(.4, .7) + d * scale * n.uniform(.1, .5), scale * .2)
    shaded = cv2.GaussianBlur(shaded, (0, 0), max(.6, scale * .05))[..., None]
    m = mask[..., None].astype(np.float32) / 255
    shadow = cv2.GaussianBlur(np.roll(mask, (int(scale * .06), int(scale * .05)), (0, 1)), (0, 0), max(1, scale * .06))[..., None] / np.float32(255)
    x = im.astype(np.float32) * (1 - .4 * shadow)
    skin = tone * (.55 + .5 * shaded) + n.standard_normal((h, w, 1), np.float32) * 3
    x = x * (1 - m) + skin * m
    if n.random() < .7:
        sleeve = np.zeros((h, w), np.uint8)
        p = wrist - d * scale * n.uniform(0, .8)
        cv2.line(sleeve, tuple(int(v) for v in p - d * scale * 6), tuple(int(v) for v in p), 255, max(2, int(scale * n.uniform(.7, 1))))
        cloth = cv2.resize(surfaces[n.integers(len(surfaces))], (w, h)) if n.random() < .6 else np.float32(n.uniform(0, 230, 3))
        k = sleeve[..., None].astype(np.float32) / 255
        x = x * (1 - k) + cloth * k
        mask = np.maximum(mask, sleeve)
    return np.clip(x, 0, 255).astype(np.uint8), mask
