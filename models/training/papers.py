"""What standard cards are printed on: white, or in some decks black, dark, tinted, shaded, patterned or framed; and the inks that go with it."""
import colorsys
import math

import cv2
import numpy as np

HEIGHT, WIDTH = 272, 192
DARK = 110  # mean brightness up to which a paper takes light inks


def white(rng):
    """White paper, or one that has yellowed."""
    if rng.random() < .12:
        return rng.uniform(190, 225), rng.uniform(215, 238), rng.uniform(225, 246)
    level = rng.uniform(238, 255)
    return tuple(level + rng.uniform(-6, 0) for _ in range(3))


def colour(hue, saturation, value):
    """BGR."""
    return tuple(255 * c for c in colorsys.hsv_to_rgb(hue % 1, saturation, value)[::-1])


def coloured(rng):
    """Of a deck that is not printed on bare white: its papers, of black suits and of red ones, its inks, and how the paper is shaded, patterned and framed."""
    hue, k = rng.random(), rng.random()
    if k < .3:
        paper, black, red = white(rng), (rng.uniform(0, 50),) * 3, (rng.uniform(0, 70), rng.uniform(0, 60), rng.uniform(170, 235))
    elif k < .65:
        saturation = rng.uniform(0, .15) if rng.random() < .5 else rng.uniform(.2, .95)
        paper = colour(hue, saturation, rng.uniform(.03, .4))
        black = colour(rng.random(), rng.uniform(0, .15) if rng.random() < .6 else rng.uniform(.2, .7), rng.uniform(.7, 1))
        red = colour(rng.gauss(0, .02), rng.uniform(.6, .95), rng.uniform(.75, 1)) if rng.random() < .75 else black
    else:
        paper = colour(hue, rng.uniform(0, .35), rng.uniform(.65, .95))
        black = (rng.uniform(0, 50),) * 3 if rng.random() < .8 else colour(rng.random(), rng.uniform(.3, 1), rng.uniform(.1, .35))
        red = colour(rng.gauss(0, .02), rng.uniform(.7, 1), rng.uniform(.55, .9))
    own = colour(rng.gauss(0, .02), rng.uniform(.7, .95), rng.uniform(.35, .6)) if k > .3 and rng.random() < .12 else paper
    frame = dict(inset=rng.uniform(.03, .2), further=rng.uniform(-.03, .08), gap=rng.choice([0, 0, rng.uniform(.15, .4)]), width=rng.choice([1, 1, 2, 3]),
                 ink=black if rng.random() < .4 else red if rng.random() < .5 else colour(rng.random(), rng.uniform(.2, .9), rng.uniform(.3, .9)),
                 scroll=rng.choice([0, rng.uniform(.04, .13)]), scrolls=rng.choice(['both', 'other', 'index']), hollow=rng.random() < .5)
    return dict(paper=paper, paper_of_red=own, black=black, red=black if own is not paper else red, four=False,
                shaded=rng.choice([0, 0, rng.uniform(-.3, .5)]), around=rng.random() < .5, turned=rng.uniform(0, 2 * math.pi),
                pattern=rng.choice([0, 0, rng.uniform(.03, .14)]), waves=[(rng.uniform(.02, .4), rng.uniform(0, math.pi), rng.uniform(0, 6)) for _ in range(rng.randint(1, 3))],
                rim=rng.choice([0, 0, 0, rng.randint(2, 8)]), frame=frame if rng.random() < (.8 if k < .3 else .4) else None)


def sheet(style, suit):
    """The bare card of a suit, [272, 192, 3]."""
    paper = np.empty((HEIGHT, WIDTH, 3), np.float32)
    paper[:] = style.get('paper_of_red', style['paper']) if suit in 'dh' else style['paper']
    if 'shaded' not in style:
        return paper
    yy, xx = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    u, v = xx / WIDTH - .5, yy / HEIGHT - .5
    ink = np.float32(style['black'])
    along = np.hypot(u, v) * 1.4 if style['around'] else .5 + u * math.cos(style['turned']) + v * math.sin(style['turned'])
    paper *= 1 - style['shaded'] * along[..., None]
    wave = np.prod([np.sin(2 * math.pi * f * (xx * math.cos(t) + yy * math.sin(t)) / 4 + phase) for f, t, phase in style['waves']], 0)
    paper += (ink - paper) * (style['pattern'] * (wave > .1))[..., None].astype(np.float32)
    paper = np.clip(paper, 0, 255).astype(np.uint8)
    if style['frame']:
        framed(paper, **style['frame'])
    if style['rim']:
        cv2.rectangle(paper, (0, 0), (WIDTH - 1, HEIGHT - 1), (245, 245, 245), 2 * style['rim'])
    return paper


def framed(paper, inset, further, gap, width, ink, scroll, scrolls, hollow):
    """A printed line along the edges, which may leave out the corners of the indices, and bear scrolls."""
    x0, y0 = inset * WIDTH, max(.01, inset + further) * WIDTH
    x1, y1, free = WIDTH - 1 - x0, HEIGHT - 1 - y0, gap * WIDTH
    for a, b in (((x0 + free, y0), (x1, y0)), ((x1, y0), (x1, y1 - free)), ((x1 - free, y1), (x0, y1)), ((x0, y1), (x0, y0 + free))):
        cv2.line(paper, tuple(map(round, a)), tuple(map(round, b)), ink, width, cv2.LINE_AA)
    if scroll:
        t = np.linspace(0, 1.6 * 2 * math.pi, 40)
        curl = np.c_[np.cos(t), np.sin(t)] * (t / t[-1] * scroll * WIDTH)[:, None]
        corners = [(x1, y0, -1, 1), (x0, y1, 1, -1)] * (scrolls != 'index') + [(x0, y0, 1, 1), (x1, y1, -1, -1)] * (scrolls != 'other')
        for x, y, sx, sy in corners:
            cv2.polylines(paper, [np.int32(curl * [sx, sy] + [x, y])], False, ink, width, cv2.LINE_AA)
            if not hollow:
                cv2.circle(paper, (round(x), round(y)), round(scroll * WIDTH * .3), ink, -1, cv2.LINE_AA)


def printed(picture, paper):
    """A picture that was printed on white, on this paper: on a dark one light and dark change places, and colours stay."""
    if paper.mean() > DARK:
        return (picture.astype(np.float32) * paper / 255).astype(np.uint8)
    hue, light, saturation = cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2HLS))
    turned = cv2.cvtColor(cv2.merge([hue, 255 - light, saturation]), cv2.COLOR_HLS2BGR)
    return np.maximum(turned, paper)
