"""Backs of cards: procedural ones, and known ones in other colours."""
import math

import cv2
import numpy as np

from designs import FACE_H, FACE_W, emblem, font_files, glyph_of, palette_of, stamp, word


def twofold(im):
    """Makes the lower half the upper one, turned by half a turn."""
    im[FACE_H // 2:] = im[:FACE_H - FACE_H // 2][::-1, ::-1]


def patterned(rng, count, surfaces):
    """Checks, rays, nets, confetti, pictures, plain ones, many with an emblem, most in a frame."""
    for _ in range(count):
        im = np.empty((FACE_H, FACE_W, 3), np.uint8)
        pal = palette_of(rng, rng.random())
        im[:] = pal[0]
        k, m = rng.random(), rng.randint(0, 16)
        yy, xx = np.mgrid[:FACE_H, :FACE_W].astype(np.float32)
        p, t = rng.uniform(6, 30), rng.uniform(0, 3.2)
        u, v = xx * math.cos(t) + yy * math.sin(t), -xx * math.sin(t) + yy * math.cos(t)
        if k < .3:
            on = (np.sin(2 * math.pi * u / p) > rng.uniform(-.5, .7)) ^ (np.sin(2 * math.pi * v / p) > rng.uniform(-.5, .7))
            im[on] = pal[rng.choice([1, 3])]
        elif k < .5:
            x, y = xx - FACE_W / 2, yy - FACE_H / 2
            on = np.sin(np.hypot(x, y) / p * 4 + rng.randint(2, 12) * np.arctan2(y, x)) > rng.uniform(-.4, .5)
            im[on] = pal[rng.choice([1, 3])]
        elif k < .7:
            on = np.sin(u / p * 6) + np.sin(v / p * 6) > rng.uniform(-.6, .8)
            im[on] = pal[rng.choice([1, 2, 3])]
        elif k < .85:
            for y in range(0, FACE_H // 2, 3):
                for _ in range(3):
                    x, r = rng.uniform(0, FACE_W), rng.uniform(2, 14)
                    c = rng.choice(pal[1:])
                    for cx, cy in ((x, y), (FACE_W - x, FACE_H - y)):
                        cv2.circle(im, (int(cx), int(cy)), int(r), c, rng.choice([-1, 1, 2]), cv2.LINE_AA)
        elif k < .92:
            t_ = surfaces[rng.randrange(len(surfaces))]
            im = cv2.resize(t_[:, :360], (FACE_W, FACE_H), interpolation=cv2.INTER_AREA)
        if k < .96 and rng.random() < .6:
            for _ in range(rng.randint(1, 3)):
                emblem(im, rng, FACE_W / 2, FACE_H / 2, rng.uniform(20, 70), pal[1:])
            if rng.random() < .7:
                twofold(im)
        if m > 3:
            white = (240, 245, 248) if rng.random() < .75 else pal[rng.choice([1, 2, 3])]
            cv2.rectangle(im, (0, 0), (FACE_W - 1, FACE_H - 1), white, 2 * m)
            if rng.random() < .5:
                cv2.rectangle(im, (m + 3, m + 3), (FACE_W - m - 4, FACE_H - m - 4), pal[2], 1)
        yield im


def ornament(rng, w, h):
    """Coverage 0..1 of scrolls, dots, leaves and nets, the same mirrored either way, as printers draw the backs of cards."""
    z = 3
    quarter = np.zeros((z * (h // 2 + 1), z * (w // 2 + 1)), np.uint8)
    qh, qw = quarter.shape
    if rng.random() < .7:
        step, t, thick = z * rng.uniform(4, 16), rng.uniform(.3, 1.3), rng.randint(1, z)
        for k in range(-int(qh / step) - 1, int((qw + qh) / step) + 2):
            for turn in (t, -t):
                x, far = k * step, 2 * (qw + qh)
                cv2.line(quarter, (int(x - far * math.cos(turn)), int(-far * math.sin(turn))), (int(x + far * math.cos(turn)), int(far * math.sin(turn))), 255, thick, cv2.LINE_AA)
    for _ in range(rng.randint(0, 22)):
        x, y, r, thick, k = rng.uniform(0, qw), rng.uniform(0, qh), z * rng.uniform(2, 22), rng.choice([-1, z, z, 2 * z]), rng.random()
        ink = 0 if rng.random() < .25 else 255
        if k < .35:
            # a scroll
            turns, t = rng.uniform(.6, 2.5), rng.uniform(0, 2 * math.pi)
            a = np.linspace(0, turns * 2 * math.pi, 40)
            cv2.polylines(quarter, [np.int32(np.c_[x + r * a / a[-1] * np.cos(a + t), y + r * a / a[-1] * np.sin(a + t)])], False, ink, max(thick, z), cv2.LINE_AA)
        elif k < .6:
            n, t = rng.randint(3, 9), rng.uniform(0, 2 * math.pi)
            for j in range(n):
                u = t + 2 * math.pi * j / n
                cv2.ellipse(quarter, ((x + r * .6 * math.cos(u), y + r * .6 * math.sin(u)), (r, r * .35), math.degrees(u)), ink, thick, cv2.LINE_AA)
        elif k < .85:
            cv2.circle(quarter, (int(x), int(y)), int(r * .6), ink, thick, cv2.LINE_AA)
        else:
            cv2.rectangle(quarter, (int(x - r), int(y - r)), (int(x + r), int(y + r)), ink, thick)
    if rng.random() < .3:
        gap, r = rng.randint(5, 12) * z, rng.uniform(.8, 2.5) * z
        for y in range(gap // 2, qh, gap):
            for x in range(gap // 2, qw, gap):
                cv2.circle(quarter, (x, y), int(r), 255, -1, cv2.LINE_AA)
    whole = np.hstack([quarter[:, ::-1], quarter])
    whole = np.vstack([whole[::-1], whole])
    return cv2.resize(whole, (w, h), interpolation=cv2.INTER_AREA)[..., None] / np.float32(255)


def ornate(rng, count):
    """Ornaments in a frame, many with a medallion or a name at both ends."""
    fonts = font_files()
    for _ in range(count):
        palette = palette_of(rng, rng.random())
        paper = np.float32([238, 245, 248] if rng.random() < .8 else palette[3])
        ink = np.float32(palette[rng.choice([0, 0, 2])] if rng.random() < .8 else [rng.uniform(5, 60)] * 3)
        if rng.random() < .3:
            paper, ink = ink, paper
        im = np.empty((FACE_H, FACE_W, 3), np.float32)
        im[:] = paper
        m = rng.randint(0, 18)
        w, h = FACE_W - 2 * m, FACE_H - 2 * m
        a = ornament(rng, w, h)
        im[m:m + h, m:m + w] = paper * a + ink * (1 - a) if rng.random() < .75 else paper * (1 - a) + ink * a
        im = np.clip(im, 0, 255).astype(np.uint8)
        inks = [tuple(float(v) for v in c) for c in (ink, paper)]
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            d = m + rng.uniform(2, 14)
            cv2.rectangle(im, (int(d), int(d)), (int(FACE_W - 1 - d), int(FACE_H - 1 - d)), rng.choice(inks), rng.randint(1, 4), cv2.LINE_AA)
        k, centre = rng.random(), (FACE_W / 2, FACE_H / 2)
        if k < .4:
            r = rng.uniform(16, 60)
            cv2.ellipse(im, (centre, (2 * r, 2 * r * rng.uniform(.8, 1.5)), 0), rng.choice(inks), -1, cv2.LINE_AA)
            emblem(im, rng, *centre, r * .8, [*inks, palette[1]])
        elif k < .7:
            g = glyph_of(word(rng), rng.choice(fonts), 60)
            if g is not None:
                y, wide = rng.uniform(.1, .36) * FACE_H, rng.uniform(.45, .8) * FACE_W
                tall = min(wide * .8 * g.shape[0] / g.shape[1], .14 * FACE_H)
                field, letters = inks if rng.random() < .5 else inks[::-1]
                cv2.rectangle(im, (int(centre[0] - wide / 2), int(y - tall)), (int(centre[0] + wide / 2), int(y + tall)), field, -1)
                stamp(im, g, centre[0], y, tall * g.shape[1] / g.shape[0], tall, letters)
        if k < .7 and rng.random() < .8:
            twofold(im)
        yield im


def ground(rng, surfaces, colours):
    """Colour, a course of colour, stripes, halves or a picture over the whole card."""
    im = np.empty((FACE_H, FACE_W, 3), np.float32)
    one, other = (np.float32(c) for c in rng.sample(colours, 2))
    yy, xx = np.mgrid[:FACE_H, :FACE_W].astype(np.float32)
    u, v, t, k = xx / FACE_W - .5, yy / FACE_H - .5, rng.uniform(0, 2 * math.pi), rng.random()
    along = u * math.cos(t) + v * math.sin(t)
    if k < .3:
        im[:] = one
    elif k < .5:
        far = np.hypot(u, v) * 1.4 if rng.random() < .5 else np.clip(along + .5, 0, 1)
        im[:] = one + (other - one) * far[..., None]
    elif k < .65:
        im[:] = np.where((np.sin(along * rng.uniform(6, 60)) > rng.uniform(-.5, .5))[..., None], one, other)
    elif k < .8:
        im[:] = np.where((along > rng.uniform(-.2, .2))[..., None], one, other)
    else:
        picture = surfaces[rng.randrange(len(surfaces))]
        im[:] = cv2.resize(picture[:, :360], (FACE_W, FACE_H), interpolation=cv2.INTER_AREA)
    return np.clip(im, 0, 255).astype(np.uint8)


def figure(im, rng, colours):
    """A figure that fills the card, to its edges or beyond."""
    x, y, k = FACE_W / 2, FACE_H / 2, rng.random()
    w, h = FACE_W * rng.uniform(.7, 1.1), FACE_H * rng.uniform(.7, 1.1)
    ink = rng.choice(colours)
    if k < .35:
        cv2.ellipse(im, ((x, y), (w, h), 0), ink, -1, cv2.LINE_AA)
    elif k < .6:
        cv2.fillPoly(im, [np.int32([(x - w / 2, y), (x, y - h / 2), (x + w / 2, y), (x, y + h / 2)])], ink, cv2.LINE_AA)
    elif k < .75:
        cv2.rectangle(im, (int(x - w / 2), int(y - h / 2)), (int(x + w / 2), int(y + h / 2)), ink, -1)
    else:
        # a star between four arcs
        corners = [(sx * FACE_W, sy * FACE_H) for sx in (0, 1) for sy in (0, 1)]
        for centre in corners:
            cv2.ellipse(im, (centre, (w, h), 0), ink, -1, cv2.LINE_AA)


def bold(rng, count, surfaces, faces):
    """Large figures, plain colours and pictures up to the edge, most without a frame; some show cards."""
    fonts = font_files()
    for _ in range(count):
        colours = [*palette_of(rng, rng.random()), (rng.uniform(0, 40),) * 3, (rng.uniform(215, 255),) * 3, (rng.uniform(90, 190),) * 3]
        im = ground(rng, surfaces, colours)
        figures, k = rng.choice([0, 0, 1, 1, 2]), rng.random()
        # An empty card in a frame is the zone of a mat.
        for _ in range(max(figures, k >= .62)):
            figure(im, rng, colours)
        if k < .35:
            emblem(im, rng, FACE_W / 2, FACE_H / 2, rng.uniform(25, 100), colours)
        elif k < .5:
            mark = glyph_of(word(rng, 7) if rng.random() < .6 else rng.choice('ABEGKMRSTXZ'), rng.choice(fonts), 100)
            if mark is not None:
                w = FACE_W * rng.uniform(.4, .9)
                stamp(im, mark, FACE_W / 2, FACE_H / 2, w, min(w * mark.shape[0] / mark.shape[1], FACE_H * .7), rng.choice(colours))
        elif k < .62:
            fanned(im, rng, faces)
        if rng.random() < .5:
            twofold(im)
        if rng.random() < .3:
            m = rng.randint(2, 9)
            cv2.rectangle(im, (0, 0), (FACE_W - 1, FACE_H - 1), rng.choice(colours), 2 * m)
        yield im


def fanned(im, rng, faces):
    """A few small cards, as some backs show."""
    height, n = FACE_H * rng.uniform(.25, .5), rng.randint(1, 5)
    for i in range(n):
        a = math.radians((i - (n - 1) / 2) * rng.uniform(10, 25) + rng.gauss(0, 4))
        z = height / FACE_H
        m = np.float32([[z * math.cos(a), -z * math.sin(a), 0], [z * math.sin(a), z * math.cos(a), 0]])
        m[:, 2] = np.float32([FACE_W / 2 + (i - (n - 1) / 2) * height * .2, FACE_H / 2]) - m[:, :2] @ np.float32([FACE_W / 2, FACE_H / 2])
        seen = cv2.warpAffine(np.full((FACE_H, FACE_W), 255, np.uint8), m, (FACE_W, FACE_H))[..., None] / np.float32(255)
        face = cv2.warpAffine(faces[rng.randrange(len(faces))], m, (FACE_W, FACE_H))
        im[:] = np.clip(im * (1 - seen) + face * seen, 0, 255).astype(np.uint8)


def recoloured(rng, back):
    """A back in other colours; paper and black stay what they are."""
    h, s, v = (x.astype(np.float32) for x in cv2.split(cv2.cvtColor(back, cv2.COLOR_BGR2HSV)))
    h = np.mod(h + rng.uniform(0, 180), 180)
    s = np.clip(s * rng.uniform(.5, 1.3), 0, 255)
    v = 255 * (v / 255) ** np.float32(math.exp(rng.gauss(0, .35)))
    return cv2.cvtColor(np.clip(cv2.merge([h, s, v]), 0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR)
