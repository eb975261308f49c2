"""Light in which parts of a picture are hard to see: striped, dappled or sharp shadows, glare, too much or too little of it, one colour, haze."""
import math

import cv2
import numpy as np

import camera

CHANGES = .7, .97  # of so many a picture bears one, of so many up to two; the others bear three


def across(n, h, w):
    """How far each pixel lies along a random direction, in parts of the width."""
    y, x = np.mgrid[:h, :w].astype(np.float32)
    a = n.uniform(0, 2 * math.pi)
    return ((x - w / 2) * math.cos(a) + (y - h / 2) * math.sin(a)) / w


def shaded(x, n, lit):
    """Where it is not lit (0 to 1), so much less light, a little bluer."""
    deep = n.uniform(.3, .85) * (1 - lit)[..., None]
    return x * (1 - deep * np.float32([n.uniform(.8, 1), 1, 1]))


def edge(far, n):
    """Lit where `far` is above 0: sharply or softly."""
    return 1 / (1 + np.exp(np.clip(-far / math.exp(n.uniform(math.log(.002), math.log(.05))), -30, 30)))


def stripes(x, n):
    far = across(n, *x.shape[:2])
    period = math.exp(n.uniform(math.log(.03), math.log(.5)))
    return shaded(x, n, edge(period / 6 * (np.sin(2 * math.pi * (far / period + n.random())) + n.uniform(-.6, .6)), n))


def dapples(x, n):
    h, w = x.shape[:2]
    fine = int(n.integers(3, 20))
    field = cv2.resize(n.random((fine, fine), np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    return shaded(x, n, edge((field - n.uniform(.35, .65)) / fine, n))


def window(x, n):
    """A shadow with one straight edge, or light between two of them."""
    h, w = x.shape[:2]
    far = across(n, h, w) + n.uniform(-.3, .3)
    return shaded(x, n, edge(far if n.random() < .5 else n.uniform(.1, .4) - np.abs(far), n))


def glare(x, n):
    h, w = x.shape[:2]
    y, c = np.mgrid[:h, :w].astype(np.float32)
    for _ in range(n.integers(1, 5)):
        a, size, slim = n.uniform(0, math.pi), math.exp(n.uniform(math.log(.02), math.log(.22))) * w, n.uniform(1, 3)
        dx, dy = c - n.uniform(0, w), y - n.uniform(0, h)
        u, v = dx * math.cos(a) + dy * math.sin(a), slim * (dy * math.cos(a) - dx * math.sin(a))
        x = x + np.float32(n.uniform(80, 320)) * np.exp(-(u * u + v * v) / (2 * size * size))[..., None]
    return x


def overexposed(x, n):
    return x * np.float32(math.exp(n.uniform(math.log(1.2), math.log(2.5))))


def underexposed(x, n):
    level = math.exp(n.uniform(math.log(.07), math.log(.5)))
    x = x * np.float32(level) + n.standard_normal(x.shape, np.float32) * np.float32(n.uniform(0, 6))
    return x * np.float32(min(1 / level, n.uniform(1, 8))) if n.random() < .4 else x


def veiled(x, n):
    veil = n.uniform(.2, .75)
    return x * np.float32(1 - veil) + np.float32(veil * n.uniform(100, 230))


def developed(x, n):
    """As telephones make pictures: of stronger colours, of harder contrast, sharpened, compressed."""
    k = n.integers(4)
    if k == 0:
        grey = x.mean(2, keepdims=True)
        return grey + np.float32(n.uniform(1.4, 2.5)) * (x - grey)
    if k == 1:
        return 255 * np.power(np.clip(x / 255, 0, 1), np.float32(n.uniform(1.5, 2.5)))
    if k == 2:
        return x + np.float32(n.uniform(1, 3)) * (x - cv2.GaussianBlur(x, (0, 0), n.uniform(.8, 2.5)))
    return camera.compressed(np.clip(x, 0, 255).astype(np.uint8), n, 6, 25).astype(np.float32)


def coloured(x, n):
    return camera.colourless(np.clip(x, 0, 255).astype(np.uint8), n).astype(np.float32)


KINDS = stripes, dapples, window, glare, glare, overexposed, overexposed, underexposed, veiled, developed, coloured


def harsh(x, n):
    """A picture (uint8) in such light."""
    k = n.random()
    out = x.astype(np.float32)
    for change in n.choice(len(KINDS), 1 + sum(k > share for share in CHANGES), replace=False):
        out = KINDS[change](out, n)
    if n.random() < .4:
        out = out + n.standard_normal(x.shape, np.float32) * np.float32(n.uniform(0, 4))
    out = np.clip(out, 0, 255).astype(np.uint8)
    return camera.compressed(out, n) if n.random() < .4 else out
