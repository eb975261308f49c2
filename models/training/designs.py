"""Procedural card art: standard decks in many fonts and layouts, printed faces of no standard deck, and backs."""
import colorsys
import functools
import glob
import math
import random

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import papers

FACE_W, FACE_H = 192, 272
FONT_DIRS = ['/usr/share/fonts/**/*.ttf', '/usr/share/fonts/**/*.otf']
FONT_SKIP = ('Thin', 'Hairline', 'Symbol', 'D0500', 'Z003', 'Math', 'Oblique', 'Italic', '_K.', '_I.', '_RI', 'BI.', '-It', 'Light',
             'Emoji', 'Dingbats', 'Opens', 'StandardSymbols')
# FreeSerifBold is left out: its spade and club signs are swapped.
PIP_FONTS = ('DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'FreeSerif.ttf', 'FreeSans.ttf', 'FreeMono.ttf', 'Symbola_hint.ttf')
SUIT_SIGN = {'s': '♠', 'h': '♥', 'd': '♦', 'c': '♣'}
RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
# What is printed for a rank in other languages, and how many decks in a hundred are of them.
LANGUAGES = [({}, 66), ({'Q': 'D', 'J': 'B'}, 16), ({'A': '1', 'K': 'R', 'Q': 'D', 'J': 'V'}, 8), ({'K': 'R', 'Q': 'D', 'J': 'V'}, 3),
             ({'Q': 'D', 'J': 'Kn'}, 2), ({'A': 'E', 'Q': 'D', 'J': 'Kn'}, 1), ({'K': 'H', 'Q': 'V', 'J': 'B'}, 2), ({'K': 'R', 'J': 'F'}, 1), ({'Q': 'D'}, 1)]
EVEN = [(names, 1) for names, _ in LANGUAGES]  # each as often as another
FOUR_COLOURS = {'d': (190, 90, 20), 'c': (50, 120, 20)}  # BGR
THIRD = 1 / 3
PLACES = {
    'A': [(.5, .5)], '2': [(.5, 0), (.5, 1)], '3': [(.5, 0), (.5, .5), (.5, 1)], '4': [(0, 0), (1, 0), (0, 1), (1, 1)],
    '5': [(0, 0), (1, 0), (.5, .5), (0, 1), (1, 1)], '6': [(x, y) for y in (0, .5, 1) for x in (0, 1)],
    '7': [(x, y) for y in (0, .5, 1) for x in (0, 1)] + [(.5, .25)],
    '8': [(x, y) for y in (0, .5, 1) for x in (0, 1)] + [(.5, .25), (.5, .75)],
    '9': [(x, y) for y in (0, THIRD, 2 * THIRD, 1) for x in (0, 1)] + [(.5, .5)],
    '10': [(x, y) for y in (0, THIRD, 2 * THIRD, 1) for x in (0, 1)] + [(.5, 1 / 6), (.5, 5 / 6)]}


@functools.cache
def font_files():
    paths = sorted(p for d in FONT_DIRS for p in glob.glob(d, recursive=True))
    good = []
    for p in paths:
        if any(k in p for k in FONT_SKIP):
            continue
        m = glyph_of('AQ10', p, 40)
        if m is not None and .8 < m.shape[1] / m.shape[0] < 6:
            good.append(p)
    return good


@functools.cache
def pip_fonts():
    paths = sorted(p for p in glob.glob(FONT_DIRS[0], recursive=True) if p.endswith(PIP_FONTS))
    return [p for p in paths if all(glyph_of(s, p, 60) is not None for s in SUIT_SIGN.values())]


@functools.lru_cache(maxsize=4096)
def glyph_of(text, font, size):
    """Tight alpha mask of the text, or None where the font draws nothing."""
    try:
        f = ImageFont.truetype(font, size)
        x0, y0, x1, y1 = f.getbbox(text)
        if x1 <= x0 or y1 <= y0:
            return None
        im = Image.new('L', (x1 - x0 + 8, y1 - y0 + 8), 0)
        ImageDraw.Draw(im).text((4 - x0, 4 - y0), text, 255, font=f)
    except (OSError, ValueError):
        return None
    m = np.array(im)
    ys, xs = np.where(m > 40)
    return m[ys.min():ys.max() + 1, xs.min():xs.max() + 1] if len(ys) else None


def stamp(image, mask, cx, cy, w, h, colour, turned=False):
    """Draw the alpha mask, w x h, centred at (cx, cy)."""
    m = cv2.resize(mask, (max(1, int(round(w))), max(1, int(round(h)))), interpolation=cv2.INTER_AREA)
    if turned:
        m = m[::-1, ::-1]
    x, y = int(round(cx - m.shape[1] / 2)), int(round(cy - m.shape[0] / 2))
    x0, y0, x1, y1 = max(0, x), max(0, y), min(image.shape[1], x + m.shape[1]), min(image.shape[0], y + m.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    a = m[y0 - y:y1 - y, x0 - x:x1 - x, None].astype(np.float32) / 255
    image[y0:y1, x0:x1] = (image[y0:y1, x0:x1] * (1 - a) + np.float32(colour) * a).astype(np.uint8)


def shade(rng, hue=None, s=(.0, 1.), v=(.0, 1.)):
    r, g, b = colorsys.hsv_to_rgb(rng.random() if hue is None else hue % 1, rng.uniform(*s), rng.uniform(*v))
    return b * 255, g * 255, r * 255


def courts(collection):
    """Court pictures to draw under procedural indices: {deck: {label: face}} of whole standard decks."""
    decks = {}
    for image, record in zip(collection.faces, collection.records):
        if record['kind'] == 0:
            decks.setdefault(record['deck'], {})[record['label']] = image
    plain = ('simplistic', 'ornamental', 'nicu', 'egypt', 'pokerth', 'plastic', 'french')
    return [d for n, d in sorted(decks.items()) if len(d) >= 51 and all(r + s in d for r in 'JQK' for s in 'cdhs') and not any(k in n for k in plain)]


def standard_decks(rng, collection, count, languages=LANGUAGES, coloured=False):
    """Yields (deck, label, what is printed for its rank, face): the standard 52 in many index fonts, sizes, pips and papers.

    Court cards bear those of the collection's decks, or, without one, a frame and a letter or a sign as home-made decks do. Coloured decks are
    not printed on white.
    """
    pictures, fonts, pips = courts(collection) if collection else [None], font_files(), pip_fonts()
    kind = 'coloured' if coloured else 'procedural' if collection else 'plain'
    for i in range(count):
        style = dict(font=rng.choice(fonts), pip=rng.choice(pips), court=rng.choice(pictures), corners=4 if rng.random() < .35 else 2,
                     index=FACE_H * rng.choice([rng.uniform(.075, .11), rng.uniform(.1, .15), rng.uniform(.14, .2), rng.uniform(.2, .28)]),
                     stretch=rng.uniform(.75, 1.2), names=rng.choices(*zip(*languages))[0],
                     red=(rng.uniform(0, 70), rng.uniform(0, 60), rng.uniform(170, 235)), black=(rng.uniform(0, 50),) * 3, four=rng.random() < .06,
                     paper=papers.white(rng), pip_h=FACE_H * rng.uniform(.12, .17),
                     ace_h=FACE_H * rng.uniform(.16, .5), inset_x=rng.uniform(.24, .3), inset_y=rng.uniform(.14, .18), frame=rng.random() < .5,
                     mx=rng.uniform(.07, .12), my=rng.uniform(.035, .06), under=rng.uniform(.55, .95), ornate=rng.random() < .5)
        if coloured:
            style.update(papers.coloured(rng))
        for suit in 'cdhs':
            for rank in RANKS:
                yield f'{kind} {i}', rank + suit, style['names'].get(rank, rank), standard_face(rank, suit, style, rng)


def standard_face(rank, suit, k, rng):
    paper = papers.sheet(k, suit)
    im = paper.astype(np.uint8)
    pip = glyph_of(SUIT_SIGN[suit], k['pip'], 120)
    ratio = pip.shape[1] / pip.shape[0]
    colour = FOUR_COLOURS[suit] if k['four'] and suit in FOUR_COLOURS else k['red'] if suit in 'dh' else k['black']
    if rank in PLACES:
        h = k['ace_h'] if rank == 'A' else k['pip_h']
        for x, y in PLACES[rank]:
            stamp(im, pip, FACE_W * (k['inset_x'] + x * (1 - 2 * k['inset_x'])), FACE_H * (k['inset_y'] + y * (1 - 2 * k['inset_y'])),
                  h * ratio, h, colour, y > .51)
        if rank == 'A' and suit == 's' and k['ornate']:
            # many printers put their mark into the ace of spades
            for j in range(rng.randint(3, 9)):
                cv2.ellipse(im, ((FACE_W / 2, FACE_H / 2), (k['ace_h'] * rng.uniform(.1, 1.3), k['ace_h'] * rng.uniform(.1, 1.3)), rng.uniform(0, 180)),
                            k['black'] if rng.random() < .5 else k['paper'], rng.randint(1, 2), cv2.LINE_AA)
    elif k['court'] is None:
        plain_court(im, k['names'].get(rank, rank), pip, colour, random.Random(k['ace_h']))
    else:
        x, y = int(FACE_W * .18), int(FACE_H * .07)
        im[y:-y, x:-x] = papers.printed(k['court'][rank + suit], paper)[y:-y, x:-x]
        if k['frame']:
            cv2.rectangle(im, (x, y), (FACE_W - x, FACE_H - y), colour, 1, cv2.LINE_AA)
    sign = glyph_of(k['names'].get(rank, rank), k['font'], 120)
    h = k['index']
    w = min(h * sign.shape[1] / sign.shape[0] * k['stretch'], FACE_W * .3)
    ph = h * k['under']
    marks = []
    for right in ([False, True] if k['corners'] == 4 else [False]):
        x = max(FACE_W * k['mx'] + (h - .1 * FACE_H) * .25, w / 2 + FACE_W * .02)
        y = FACE_H * k['my'] + h / 2
        marks += [(FACE_W - x if right else x, y, w, h, sign), (FACE_W - x if right else x, y + h / 2 + ph * .62, ph * ratio, ph, pip)]
    for turned in (False, True):
        for x, y, w_, h_, mask in marks:
            if turned:
                x, y = FACE_W - x, FACE_H - y
            if rank in 'JQK':
                bare = slice(max(0, int(y - h_ / 2 - 2)), int(y + h_ / 2 + 3)), slice(max(0, int(x - w_ / 2 - 2)), int(x + w_ / 2 + 3))
                im[bare] = np.rint(paper[bare])
            stamp(im, mask, x, y, w_, h_, colour, turned)
    return im


def plain_court(im, letter, pip, colour, rng):
    """A court card without a picture; its arguments come from rng, so a seed is a deck."""
    x, y = int(FACE_W * rng.uniform(.1, .27)), int(FACE_H * rng.uniform(.05, .17))
    if rng.random() < .75:
        ink = (26, 26, 26) if rng.random() < .4 else colour
        for inner in range(rng.choice([1, 1, 1, 2])):
            cv2.rectangle(im, (x + 4 * inner, y + 4 * inner), (FACE_W - 1 - x - 4 * inner, FACE_H - 1 - y - 4 * inner), ink, rng.choice([1, 2, 2, 3]), cv2.LINE_AA)
    if rng.random() < .6:
        h = FACE_H * rng.uniform(.07, .15)
        w = h * pip.shape[1] / pip.shape[0]
        u, v = x + w / 2 + FACE_W * rng.uniform(.03, .1), y + h / 2 + FACE_H * rng.uniform(.02, .08)
        stamp(im, pip, u, v, w, h, colour)
        stamp(im, pip, FACE_W - u, FACE_H - v, w, h, colour, turned=True)
    middle, h = rng.random(), FACE_H * rng.uniform(.16, .42)
    if middle < .85:
        mask = glyph_of(letter, rng.choice(font_files()), 120) if middle < .6 else pip
        stamp(im, mask, FACE_W / 2, FACE_H / 2, min(h * mask.shape[1] / mask.shape[0], FACE_W * .5), h, colour)


# Printed faces -------------------------------------------------------------------------------------------------

ONSETS = 'b br c ch cl d dr f fl g gr h j k kr l m n p pr qu r s sh st t th tr v w z'.split() + [''] * 6
VOWELS = 'a e i o u a e i o ai ea ou ie'.split()
CODAS = 'n r s t l m k th nd x rk st ns ph'.split() + [''] * 8


NUMERALS = ['I', 'II', 'III', 'IV']


def word(rng, most=9):
    while True:
        w = ''.join(rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(CODAS) for _ in range(rng.choice([1, 2, 2, 3])))
        if 2 <= len(w) <= most:
            break
    w = w.upper() if rng.random() < .35 else w.capitalize()
    k = rng.random()
    if k < .08:
        w = f'{rng.randint(1, 4)} {w[:7]}'
    elif k < .2:
        w = f'{w[:6]} {rng.choice(NUMERALS)}'
    elif k < .25:
        w = w[:7] + '.'
    return w


def near_word(rng, w):
    """A word that shares most letters with w: what an embedding must tell apart."""
    stem, _, number = w.rpartition(' ')
    if number in NUMERALS and rng.random() < .7:
        return f'{stem} {rng.choice([v for v in NUMERALS if v != number])}'
    letters = list(w)
    for _ in range(rng.randint(1, 2)):
        i = rng.randrange(len(letters))
        if letters[i] == ' ':
            continue
        c = rng.choice('123456789') if letters[i].isdigit() else rng.choice('abcdefghiklmnoprstuvwz')
        letters[i] = c.upper() if letters[i].isupper() else c
    return ''.join(letters)


def texture(im, rng, x0, y0, x1, y1, ink):
    """Bars, dots, checks or lines along a band."""
    k, p = rng.randrange(5), rng.uniform(5, 14)
    if y1 - y0 < 3:
        return
    if k == 0:
        for i in range(3):
            y = y0 + (y1 - y0) * (i + .2) / 3
            cv2.rectangle(im, (x0, int(y)), (x1, int(y + (y1 - y0) * .18)), ink, -1)
        return
    x, j = float(x0), 0
    while x + p <= x1:
        if k == 1:
            cv2.circle(im, (int(x + p / 2), (y0 + y1) // 2), max(1, int(min(p, y1 - y0) * .38)), ink, -1, cv2.LINE_AA)
        elif k == 2:
            cv2.fillPoly(im, [np.int32([(x + p * .4, y0), (x + p * .8, y0), (x + p * .5, y1), (x + p * .1, y1)])], ink, cv2.LINE_AA)
        elif k == 3:
            cv2.fillPoly(im, [np.int32([(x, y1), (x + p / 2, y0), (x + p * .9, y1)])], ink, cv2.LINE_AA)
        else:
            m = (y0 + y1) // 2
            cv2.rectangle(im, (int(x), y0 if j % 2 else m), (int(x + p), m if j % 2 else y1), ink, -1)
        x, j = x + p, j + 1


def fitted(im, text, font, x0, y0, x1, y1, colour, align=.5, fill=1., stretch=1.):
    """Text as large as fits in the box; what is then too low for the box may be stretched upwards."""
    m = glyph_of(text, font, 90)
    if m is None:
        return
    z = min((x1 - x0) / m.shape[1], (y1 - y0) / m.shape[0] * fill)
    w, h = m.shape[1] * z, min(m.shape[0] * z * stretch, y1 - y0)
    stamp(im, m, x0 + w / 2 + (x1 - x0 - w) * align, (y0 + y1) / 2, w, h, colour)


def lines(im, rng, font, x0, y0, x1, y1, n, colour):
    step = (y1 - y0) / n
    for i in range(n):
        fitted(im, ' '.join(word(rng).lower() for _ in range(rng.randint(2, 5))), font, x0, y0 + i * step, x1, y0 + (i + .8) * step, colour, rng.choice([0, .5]))


def emblem(im, rng, cx, cy, r, colours):
    """A geometric figure of nested parts; its arguments come from rng, so a seed is a design."""
    for i in range(rng.randint(1, 4)):
        z, c, k = r * (1 - .25 * i) * rng.uniform(.7, 1.05), rng.choice(colours), rng.random()
        thick = -1 if rng.random() < .6 else rng.randint(2, 7)
        centre = (int(cx), int(cy))
        if k < .18:
            cv2.circle(im, centre, int(z), c, thick, cv2.LINE_AA)
        elif k < .5:
            n = rng.randint(3, 8)
            star = rng.uniform(.35, .7) if rng.random() < .5 else 1
            t = rng.uniform(0, 7)
            pts = [(cx + z * (star if j % 2 and star < 1 else 1) * math.cos(t + j * math.pi * (1 if star < 1 else 2) / n),
                    cy + z * (star if j % 2 and star < 1 else 1) * math.sin(t + j * math.pi * (1 if star < 1 else 2) / n))
                   for j in range(2 * n if star < 1 else n)]
            p = np.int32(pts)
            cv2.fillPoly(im, [p], c, cv2.LINE_AA) if thick < 0 else cv2.polylines(im, [p], True, c, thick, cv2.LINE_AA)
        elif k < .62:
            n, t = rng.randint(5, 24), rng.uniform(0, 3)
            for j in range(n):
                u = t + 2 * math.pi * j / n
                cv2.line(im, centre, (int(cx + z * math.cos(u)), int(cy + z * math.sin(u))), c, rng.randint(1, 4), cv2.LINE_AA)
        elif k < .74:
            n, q = rng.randint(3, 9), z * rng.uniform(.15, .35)
            for j in range(n):
                u = 2 * math.pi * j / n
                cv2.circle(im, (int(cx + z * .75 * math.cos(u)), int(cy + z * .75 * math.sin(u))), int(q), c, thick, cv2.LINE_AA)
        elif k < .86:
            cv2.ellipse(im, ((cx, cy), (z * 2 * rng.uniform(.3, 1), z * 2 * rng.uniform(.3, 1)), rng.uniform(0, 180)), c, thick if thick < 0 else thick, cv2.LINE_AA)
        else:
            n = rng.randint(2, 6)
            for j in range(n):
                y = cy - z + (2 * j + 1) * z / n
                x = z * rng.uniform(.4, 1)
                cv2.rectangle(im, (int(cx - x), int(y - z / n * .6)), (int(cx + x), int(y + z / n * .6)), c, -1 if rng.random() < .6 else 2)


def art(im, rng, x0, y0, x1, y1, surfaces, palette):
    """Fill a box with a photograph, or with scattered shapes."""
    if rng.random() < .6:
        t = surfaces[rng.randrange(len(surfaces))]
        z = rng.uniform(.3, 1)
        s = int(512 * z)
        u, v = rng.randint(0, 512 - s), rng.randint(0, 512 - s)
        p = cv2.resize(t[v:v + s, u:u + s], (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        if rng.random() < .4:
            p = (p * .6 + np.float32(palette[0]) * .4).astype(np.uint8)
        im[y0:y1, x0:x1] = p
    else:
        im[y0:y1, x0:x1] = palette[-1]
    part = np.ascontiguousarray(im[y0:y1, x0:x1])
    for _ in range(rng.randint(0, 5)):
        emblem(part, rng, rng.uniform(0, x1 - x0), rng.uniform(0, y1 - y0), rng.uniform(10, 45), palette)
    im[y0:y1, x0:x1] = part


def palette_of(rng, hue):
    other = hue + rng.choice([.5, .33, .1, .6, .08])
    return [shade(rng, hue, (.4, 1), (.25, .85)), shade(rng, other, (.3, 1), (.3, .95)), shade(rng, hue, (.1, .5), (.1, .5)), shade(rng, hue, (.05, .35), (.75, 1))]


def title_face(rng, title, pal, surfaces, fonts):
    """A coloured title strip above an emblem: what a row of overlapping cards still shows."""
    light = shade(rng, rng.random(), (0, .15), (.88, 1))
    im = np.empty((FACE_H, FACE_W, 3), np.uint8)
    im[:] = light
    bold = rng.choice(fonts['bold'])
    edge = rng.randint(0, 9)
    strip = int(FACE_H * rng.uniform(.15, .27))
    style = rng.random()
    dark = style < .65
    band, ink = (pal[0], (255, 255, 255)) if dark else (pal[3], pal[0] if style < .85 else (20, 20, 20))
    top = edge if rng.random() < .6 else edge + rng.randint(2, 8)
    cv2.rectangle(im, (edge, top), (FACE_W - edge, strip), band, -1)
    e = strip * rng.uniform(.2, .34)
    corner = rng.random()
    x0, x1 = edge + 6, FACE_W - edge - 6
    figure = rng.getrandbits(32)
    whole, tint = strip, pal[rng.choice([3, 3, 0, 2])]
    if rng.random() < .5:
        # below the title a band: the emblem at its ends, a texture between
        corner, strip = 1., top + int((strip - top) * rng.uniform(.5, .7))
        ends = int(rng.uniform(.15, .28) * FACE_W)
        texture(im, rng, ends + 2, strip + 2, FACE_W - ends - 2, whole - 2, ink)
        for x in (0, FACE_W - ends):
            cv2.rectangle(im, (x, strip), (x + ends, whole), tint, -1)
            emblem(im, random.Random(figure), x + ends / 2, (strip + whole) / 2, .45 * (whole - strip), pal[:3] if tint is pal[3] else [pal[3], pal[1]])
    if corner < .75:
        cx = FACE_W - edge - 6 - e if corner < .5 else edge + 6 + e
        emblem(im, rng, cx, (top + strip) / 2, e, [ink if rng.random() < .6 else pal[1], pal[3 if dark else 2]])
        x0, x1 = (x0, int(cx - e - 4)) if corner < .5 else (int(cx + e + 4), x1)
    margin = 5 if strip == whole else 3
    fitted(im, title, bold, x0, top + margin, x1, strip - margin, ink, rng.choice([0, .5, .5]), rng.uniform(.75, 1), rng.uniform(1, 1.3))
    strip = whole
    bottom = int(FACE_H * rng.uniform(.62, .8))
    field = [int(v) for v in np.float32(light) * .5 + np.float32(pal[3]) * .5]
    y0 = strip + rng.randint(0, 8)
    if rng.random() < .25:
        art(im, rng, edge + 4, y0, FACE_W - edge - 4, bottom, surfaces, pal)
    else:
        cv2.rectangle(im, (edge + 3, y0), (FACE_W - edge - 3, bottom), field if corner < .75 else tint, -1)
        emblem(im, random.Random(figure), FACE_W / 2, (y0 + bottom) / 2, (bottom - y0) * rng.uniform(.3, .48), pal[:3] if corner < .75 or tint is pal[3] else [pal[3], pal[1]])
    fine = rng.choice(fonts['all'])
    lines(im, rng, fine, edge + 10, bottom + 4, FACE_W - edge - 10, FACE_H - edge - 6, rng.randint(2, 4), (40, 40, 40) if rng.random() < .7 else pal[0])
    if rng.random() < .75:
        cv2.rectangle(im, (edge // 2, edge // 2), (FACE_W - edge // 2 - 1, FACE_H - edge // 2 - 1), pal[rng.choice([0, 0, 1])], max(1, edge))
    return im


def other_face(rng, title, pal, surfaces, fonts):
    """Pictures with banners, plain text cards, motif cards, framed cards with a numeral."""
    im = np.empty((FACE_H, FACE_W, 3), np.uint8)
    im[:] = shade(rng, None, (0, .2), (.8, 1)) if rng.random() < .8 else pal[0]
    font, k = rng.choice(fonts['all']), rng.random()
    m = rng.randint(0, 14)
    if k < .25:
        art(im, rng, m, m, FACE_W - m, FACE_H - m, surfaces, pal)
        y = rng.choice([m + 2, int(FACE_H * .8), int(FACE_H * .45)])
        cv2.rectangle(im, (m, y), (FACE_W - m, y + 34), pal[rng.choice([0, 3])], -1)
        fitted(im, title, font, m + 8, y + 5, FACE_W - m - 8, y + 30, (255, 255, 255) if rng.random() < .5 else (20, 20, 20))
    elif k < .45:
        y = rng.uniform(.1, .5) * FACE_H
        fitted(im, title, font, 12, y, FACE_W - 12, y + rng.uniform(.1, .25) * FACE_H, rng.choice([pal[0], (20, 20, 20)]))
        lines(im, rng, font, 14, y + 75, FACE_W - 14, min(FACE_H - 12, y + 160), rng.randint(1, 6), (50, 50, 50))
        if rng.random() < .5:
            emblem(im, rng, FACE_W / 2, FACE_H - 45, 26, pal[:3])
    elif k < .7:
        n, seed = rng.randint(1, 9), rng.getrandbits(32)
        cols = 1 if n < 4 else 2
        for j in range(n):
            x = FACE_W * (.5 if cols == 1 or (j == n - 1 and n % 2) else (.3 if j % 2 == 0 else .7))
            y = FACE_H * (.16 + .68 * ((j // cols) / max(1, (n - 1) // cols)) if n > 1 else .5)
            emblem(im, random.Random(seed), x, y, 24 if n > 3 else 40, pal[:3])
        if rng.random() < .4:
            fitted(im, rng.choice([str(n), title[:1]]), font, 8, 8, 36, 40, pal[0])
            fitted(im, rng.choice([str(n), title[:1]]), font, FACE_W - 36, FACE_H - 40, FACE_W - 8, FACE_H - 8, pal[0])
    elif k < .85:
        art(im, rng, 14, 36, FACE_W - 14, FACE_H - 40, surfaces, pal)
        fitted(im, rng.choice(['I', 'II', 'IV', 'VII', 'IX', 'XIII', 'XX', '3', '12', '17']), font, 60, 8, FACE_W - 60, 30, (30, 30, 30))
        fitted(im, title.upper(), font, 24, FACE_H - 34, FACE_W - 24, FACE_H - 12, (30, 30, 30))
        cv2.rectangle(im, (8, 5), (FACE_W - 9, FACE_H - 6), pal[0], 2)
    else:
        im[:] = pal[rng.choice([0, 2])]
        cv2.rectangle(im, (10, 10), (FACE_W - 10, 40), pal[3], -1)
        fitted(im, title, font, 16, 14, FACE_W - 50, 36, (20, 20, 20), 0)
        emblem(im, rng, FACE_W - 28, 25, 11, pal[:2])
        art(im, rng, 10, 46, FACE_W - 10, 160, surfaces, pal)
        cv2.rectangle(im, (10, 168), (FACE_W - 10, FACE_H - 12), (225, 235, 240), -1)
        lines(im, rng, font, 18, 174, FACE_W - 18, FACE_H - 18, rng.randint(2, 5), (30, 30, 30))
    if rng.random() < .3:
        cv2.rectangle(im, (0, 0), (FACE_W - 1, FACE_H - 1), rng.choice([(255, 255, 255), pal[0], (20, 20, 20)]), rng.randint(3, 12))
    return im


def printed_faces(rng, count, surfaces):
    """Yields (deck, face) in families of four neighbours that share a hue, or the letters, or the emblem."""
    every = font_files()
    fonts = {'all': every, 'bold': [f for f in every if 'Bold' in f or 'Black' in f or 'Heavy' in f or 'bold' in f] or every}
    for i in range(count // 4):
        seed, hue, title = rng.getrandbits(32), rng.random(), word(rng)
        draw = title_face if rng.random() < .6 else other_face
        share = rng.choice(['style', 'style', 'letters', 'hue'])
        for _ in range(4):
            r = random.Random(seed) if share == 'style' else random.Random(rng.getrandbits(32))
            t = title if share == 'hue' and rng.random() < .3 else near_word(rng, title) if share in ('letters', 'style') and rng.random() < .5 else word(rng)
            h = hue + rng.gauss(0, .03) if share != 'letters' else rng.random()
            pal = palette_of(random.Random(seed) if share == 'style' else r, h)
            if share == 'style':
                # the same layout and emblem family; the emblems themselves differ for every other card
                r = random.Random(seed if rng.random() < .5 else rng.getrandbits(32))
            yield f'designs {i}', draw(r, t, pal, surfaces, fonts)
