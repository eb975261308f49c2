"""What a camera and a room do to a picture: light, shadow, glare, colour, exposure, blur, noise, compression."""
import math

import cv2
import numpy as np


def gradient(n, w, h, low, high, grid=3):
    """A smooth random field."""
    return low + (high - low) * np.clip(cv2.resize(n.random((grid, grid), np.float32), (w, h), interpolation=cv2.INTER_CUBIC), 0, 1)[..., None]


def indoors(x, n, scale):
    """A lit room: what a table is normally played in. Milder than `light`, for measuring."""
    h, w = x.shape[:2]
    x = x * gradient(n, w, h, n.uniform(.6, 1), 1.1)
    if n.random() < .25:
        m = np.zeros((h, w), np.float32)
        p = np.array([n.uniform(0, w), n.uniform(0, h)]) + n.standard_normal((n.integers(3, 8), 2)) * w * .3
        cv2.fillPoly(m, [p.astype(np.int32)], 1.)
        x = x * (1 - cv2.GaussianBlur(m, (0, 0), n.uniform(4, 20))[..., None] * np.float32(n.uniform(.2, .5)))
    if n.random() < .1:
        m = np.zeros((h, w), np.float32)
        cv2.ellipse(m, ((n.uniform(0, w), n.uniform(0, h)), (n.uniform(.2, .8) * scale, n.uniform(.1, .4) * scale), n.uniform(0, 180)), 1., -1)
        x = x + cv2.GaussianBlur(m, (0, 0), .15 * scale)[..., None] * np.float32(n.uniform(30, 120))
    x = x * np.float32([n.uniform(.8, 1.1), n.uniform(.92, 1.05), n.uniform(.88, 1.12)]) * np.float32(n.uniform(.6, 1.25))
    return 255 * np.power(np.clip(x * np.float32(1 / 255), 0, 1), np.float32(n.uniform(.8, 1.3)))


def light(x, n, scale):
    """Illumination of a float picture; `scale` is a card's height in px."""
    h, w = x.shape[:2]
    if n.random() < .5:
        x = x * gradient(n, w, h, n.uniform(.3, .95), 1.15)
    if n.random() < .35:
        m = np.zeros((h, w), np.float32)
        for _ in range(n.integers(1, 4)):
            p = np.array([n.uniform(0, w), n.uniform(0, h)]) + n.standard_normal((n.integers(3, 8), 2)) * w * .3
            cv2.fillPoly(m, [p.astype(np.int32)], 1.)
        m = cv2.GaussianBlur(m, (0, 0), n.choice([.7, 2, 6, 15]))[..., None]
        x = x * (1 - m * n.uniform(.2, .7) * np.float32([n.uniform(.8, 1), 1, 1]))
    if n.random() < .2:
        m = np.zeros((h, w), np.float32)
        for _ in range(n.integers(1, 3)):
            cv2.ellipse(m, ((n.uniform(0, w), n.uniform(0, h)), (n.uniform(.1, 1.2) * scale, n.uniform(.05, .5) * scale), n.uniform(0, 180)), 1., -1)
        m = cv2.GaussianBlur(m, (0, 0), n.uniform(.02, .2) * scale + .5)[..., None]
        x = x + m * n.uniform(40, 220)
    if n.random() < .6:
        x = x * np.float32([n.uniform(.72, 1.15), n.uniform(.88, 1.1), n.uniform(.8, 1.2)])
    if n.random() < .06:
        x = x * np.float32([n.uniform(.4, 1.2), n.uniform(.5, 1.1), n.uniform(.4, 1.3)])
    k = n.random()
    x = x * (n.uniform(.85, 1.4) if k < .4 else n.uniform(.45, 1) if k < .87 else n.uniform(.12, .45))
    if n.random() < .5:
        x = 255 * np.power(np.clip(x * np.float32(1 / 255), 0, 1), np.float32(n.uniform(.6, 1.7)))
    return x


def motion(x, n, most):
    size = int(n.integers(3, most + 1))
    k, a = np.zeros((size, size), np.float32), n.uniform(0, math.pi)
    c = size / 2
    cv2.line(k, (int(c - c * math.cos(a)), int(c - c * math.sin(a))), (int(c + c * math.cos(a)), int(c + c * math.sin(a))), 1.)
    return cv2.filter2D(x, -1, k / max(1., k.sum()))


def optics(x, n, strength=1.0):
    """Blur or sharpening of a picture in sensor pixels."""
    k = n.random()
    if k < .35:
        return cv2.GaussianBlur(x, (0, 0), n.uniform(.3, .4 + 1.1 * strength))
    if k < .35 + .1 * min(1., strength):
        return motion(x, n, 3 + int(5 * strength))
    if k < .58:
        h, w = x.shape[:2]
        z = n.uniform(1 - .5 * min(1., strength), .95)
        return cv2.resize(cv2.resize(x, None, fx=z, fy=z, interpolation=cv2.INTER_AREA), (w, h), interpolation=cv2.INTER_LINEAR)
    if k < .7:
        return x + (x - cv2.GaussianBlur(x, (0, 0), 1.2)) * n.uniform(.4, 1.5)
    return x


def moved(x, way, border=cv2.BORDER_DEFAULT):
    """A float picture taken while the camera went by twice `way`, in px."""
    fine, size = 8, 2 * int(np.abs(way).max() + 1.5) + 1
    k, c = np.zeros((size * fine, size * fine), np.float32), size * fine / 2 - .5
    cv2.line(k, tuple(int(v) for v in c - fine * way), tuple(int(v) for v in c + fine * way), 1., fine)
    k = cv2.resize(k, (size, size), interpolation=cv2.INTER_AREA)
    return cv2.filter2D(x, -1, k / k.sum(), borderType=border)


def compressed(x, n, low=25, high=93):
    return cv2.imdecode(cv2.imencode('.jpg', x, [cv2.IMWRITE_JPEG_QUALITY, int(n.integers(low, high))])[1], cv2.IMREAD_COLOR)


def sensor(x, n):
    """Noise, rounding and often JPEG; returns uint8."""
    h, w = x.shape[:2]
    if n.random() < .7:
        x = x + n.standard_normal((h, w, 1), np.float32) * np.float32(n.uniform(1, 8))
    if n.random() < .3:
        x = x + cv2.resize(n.standard_normal((h // 2 + 1, w // 2 + 1, 3), np.float32), (w, h)) * np.float32(n.uniform(1, 9))
    x = np.clip(x, 0, 255).astype(np.uint8)
    if n.random() < .6:
        x = compressed(x, n)
    return x


def photograph(picture, n, scale, room=light, blur=1.):
    return sensor(optics(room(picture.astype(np.float32), n, scale), n, blur), n)


GREY = .114, .587, .299  # what blue, green and red weigh in brightness


def of_one_colour(x, weights, colour):
    """A picture as it looks where there is no colour but this one."""
    return (x @ np.float32(weights))[..., None] * np.float32(colour)


def colourless(x, n):
    """A crop (uint8) without colour but that of the light: black and white, or as a lamp of one colour shows it, which makes red ink pale or black; or
    with its colours, in the light of a coloured lamp."""
    x = x.astype(np.float32)
    if n.random() < .75:
        x = of_one_colour(x, GREY if n.random() < .4 else n.dirichlet((.6, .6, .6)), (1, 1, 1))
    if n.random() < .6:
        x = x * np.float32(n.uniform(.2, 1.1, 3))
    if n.random() < .5:
        x = x + n.standard_normal(x.shape, np.float32) * np.float32(n.uniform(0, 3))
    return np.clip(x, 0, 255).astype(np.uint8)


POOR_HEIGHT = 160  # of a card, in the pixels that `poor` measures by


def poor(x, n, px=(1., 1.)):
    """A crop (uint8) as a camera that moves, is out of focus, far away or in the dark would have it, often too poor to be read. `px`: how many pixels
    of it, across and along, are one of a card that is POOR_HEIGHT high."""
    h, w = x.shape[:2]
    moving, unsharp, far, dark = n.random(4) < (.35, .35, .3, .35)
    if not (moving or unsharp or far or dark):
        moving = True
    x = x.astype(np.float32)
    if dark:
        level = math.exp(n.uniform(math.log(.06), math.log(.6)))
        x *= np.float32(level)
    if moving:
        length, a = math.exp(n.uniform(math.log(4), math.log(24))), n.uniform(0, math.pi)
        x = moved(x, np.array([math.cos(a) * px[0], math.sin(a) * px[1]]) * length / 2, cv2.BORDER_REPLICATE)
    if unsharp:
        s = math.exp(n.uniform(math.log(.8), math.log(5)))
        x = cv2.GaussianBlur(x, (0, 0), s * px[0], sigmaY=s * px[1])
    if far:
        z = math.exp(n.uniform(math.log(20), math.log(80))) / POOR_HEIGHT
        small = max(4, round(w * z / px[0])), max(4, round(h * z / px[1]))
        x = cv2.resize(x, small, interpolation=cv2.INTER_AREA)
    if dark or n.random() < .3:
        x = x + n.standard_normal((*x.shape[:2], 1), np.float32) * np.float32(n.uniform(1, 4)) + n.standard_normal(x.shape, np.float32) * np.float32(n.uniform(0, 5))
    if dark and n.random() < .5:
        # brightened by the camera, noise and all
        x = x * np.float32(min(1 / level, n.uniform(1, 8)))
    x = np.clip(x, 0, 255).astype(np.uint8)
    if n.random() < .5:
        x = compressed(x, n)
    return cv2.resize(x, (w, h), interpolation=cv2.INTER_LINEAR) if far else x
