"""Quads, the detector's encoding of them, and the identifier's crop.

A quad is four corners, clockwise from the card's own top left (TL, TR, BR, BL), in pixels with x to the right and
y down. `a` is the half vector from the card's top to its bottom, `b` from its left to its right, `e` the part of a
trapezoid. Turning a card by half a turn negates `a` and `b`, so they are encoded with doubled angles, which has no
jump there; the detector does not tell which end is up.
"""
import math

import cv2
import numpy as np

STRIDE = 8
CENTRE_PX, AXIS_PX, TRAPEZOID_PX = 16.0, 32.0, 16.0
CROP_W, CROP_H = 112, 160
INSET_X, INSET_Y = 0.06, 0.054
CROP_QUAD = np.float32([
    [INSET_X * CROP_W, INSET_Y * CROP_H], [(1 - INSET_X) * CROP_W, INSET_Y * CROP_H],
    [(1 - INSET_X) * CROP_W, (1 - INSET_Y) * CROP_H], [INSET_X * CROP_W, (1 - INSET_Y) * CROP_H]])

# The corner of a card that holds its index, as the index reader sees it: a window on the card enlarged to INDEX_QUAD. Upright it is squeezed
# by INDEX_TALL, so that it also holds the suit below a large rank.
INDEX_W, INDEX_H, INDEX_TALL = 48, 64, 1.5
INDEX_PART = (.02, .02, .2, .27)  # where an index is printed, in parts of the card: left, top, right, bottom
INDEX_PX = 64.0  # unit of the sides that an index cell tells
INDEX_QUAD = np.float32([[6, 7], [132, 7], [132, 124], [6, 124]])

# A card with what lies around it: the card is half as wide and high as the window.
AROUND_W, AROUND_H = 128, 176
AROUND_QUAD = np.float32([[32, 44], [96, 44], [96, 132], [32, 132]])


def double_angle(v):
    """(x, y) to |v| (cos 2t, sin 2t)."""
    n = math.hypot(v[0], v[1]) + 1e-9
    return (v[0] * v[0] - v[1] * v[1]) / n, 2 * v[0] * v[1] / n


def halve_angle(p, q):
    """One of the two vectors that `double_angle` sends to (p, q); the other is its negative."""
    n, t = math.hypot(p, q), math.atan2(q, p) / 2
    return np.array([n * math.cos(t), n * math.sin(t)])


def encode(quad):
    """Quad to centre (px) and six geometry values: a, b (doubled angle) and e, scaled."""
    q = np.asarray(quad, np.float64)
    a = (q[2] + q[3] - q[0] - q[1]) / 4
    b = (q[1] + q[2] - q[0] - q[3]) / 4
    e = (q[0] - q[1] + q[2] - q[3]) / 4
    da, db = double_angle(a), double_angle(b)
    return q.mean(0), np.array([da[0] / AXIS_PX, da[1] / AXIS_PX, db[0] / AXIS_PX, db[1] / AXIS_PX,
                                e[0] / TRAPEZOID_PX, e[1] / TRAPEZOID_PX])


def index_part(quad):
    """The corners of the index at the first corner of `quad`."""
    u, v = quad[1] - quad[0], quad[3] - quad[0]
    l, t, r, b = INDEX_PART
    return np.stack([quad[0] + u * x + v * y for x, y in ((l, t), (r, t), (r, b), (l, b))])


def encode_index(quad, x, y):
    """What the cell at (x, y) px says of the card whose index is there: corner, sides, keystone."""
    u, v = quad[1] - quad[0], quad[3] - quad[0]
    k = quad[2] - quad[1] - v
    return np.array([(quad[0, 0] - x) / CENTRE_PX, (quad[0, 1] - y) / CENTRE_PX, u[0] / INDEX_PX, u[1] / INDEX_PX, v[0] / INDEX_PX, v[1] / INDEX_PX,
                     k[0] / TRAPEZOID_PX, k[1] / TRAPEZOID_PX])


def decode_index(ix, iy, g):
    """Index geometry g[8] at cell (ix, iy) to the card's quad in input pixels, from the corner with that index."""
    p = np.array([(ix + .5) * STRIDE + CENTRE_PX * g[0], (iy + .5) * STRIDE + CENTRE_PX * g[1]])
    u, v, k = g[2:4] * INDEX_PX, g[4:6] * INDEX_PX, g[6:8] * TRAPEZOID_PX
    return np.array([p, p + u, p + u + v + k, p + v])


def decode(ix, iy, g):
    """Geometry vector g[8] at cell (ix, iy) to a clockwise quad in input pixels."""
    c = np.array([(ix + .5) * STRIDE + CENTRE_PX * g[0], (iy + .5) * STRIDE + CENTRE_PX * g[1]])
    a = halve_angle(g[2], g[3]) * AXIS_PX
    b = halve_angle(g[4], g[5]) * AXIS_PX
    e = np.array([g[6], g[7]]) * TRAPEZOID_PX
    if b[0] * a[1] - b[1] * a[0] < 0:
        b = -b
    return np.array([c - b - a + e, c + b - a - e, c + b + a + e, c - b + a - e])


def bounds(quad):
    return quad[:, 0].min(), quad[:, 1].min(), quad[:, 0].max(), quad[:, 1].max()


def box_iou(p, q):
    w, h = min(p[2], q[2]) - max(p[0], q[0]), min(p[3], q[3]) - max(p[1], q[1])
    if w <= 0 or h <= 0:
        return 0.0
    i = w * h
    return i / ((p[2] - p[0]) * (p[3] - p[1]) + (q[2] - q[0]) * (q[3] - q[1]) - i)


def area(quad):
    return float(cv2.contourArea(np.asarray(quad, np.float32)))


def shared(p, q):
    """The area of what lies in both."""
    return cv2.intersectConvexConvex(*(cv2.convexHull(np.asarray(quad, np.float32)) for quad in (p, q)))[0]


def quad_iou(p, q):
    if box_iou(bounds(p), bounds(q)) <= 0.05:
        return 0.0
    i = shared(p, q)
    return i / max(area(p) + area(q) - i, 1e-6)


def height_px(quad):
    """Height of a 0.68 card of the quad's area."""
    return math.sqrt(max(1.0, area(quad)) / .68)


def peaks(heat, geometry, threshold, nms_iou, scale=(1.0, 1.0), most=150):
    """Local maxima of heat[H,W] with their quads in picture pixels, best first: [(score, quad)]."""
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.where((heat >= top) & (heat > threshold))
    out = []
    for k in np.argsort(-heat[ys, xs])[:most]:
        y, x = ys[k], xs[k]
        q = decode(x, y, geometry[:, y, x]) * scale
        if all(quad_iou(q, p) <= nms_iou for _, p in out):
            out.append((float(heat[y, x]), q))
    return out


def window(image, quad, target, size, full):
    """What `size` (w, h) pixels of `image` (uint8) show when the card's corners lie at `target`; larger cards than `full` are averaged."""
    q, (w, h) = np.asarray(quad, np.float32), size
    tall = height_px(q)
    k = 1 if tall <= full * 1.6 else 2 if tall < full * 3.2 else 4
    m = cv2.getPerspectiveTransform(q, target * k)
    big = cv2.warpPerspective(image, m, (w * k, h * k), borderMode=cv2.BORDER_REPLICATE)
    return cv2.resize(big, (w, h), interpolation=cv2.INTER_AREA) if k > 1 else big


def rectify(image, quad):
    """The identifier's crop of `image` (uint8), 160x112."""
    return window(image, quad, CROP_QUAD, (CROP_W, CROP_H), CROP_H)


def surrounded(image, quad):
    """The verifier's window of `image` (uint8), 176x128: the card with what lies around it."""
    return window(image, quad, AROUND_QUAD, (AROUND_W, AROUND_H), AROUND_QUAD[2, 1] - AROUND_QUAD[1, 1])


def index_windows(image, quad):
    """The index reader's two windows of `image` (uint8), 64x48 each: the corner as given and the opposite one, both upright."""
    q = np.asarray(quad, np.float32)
    return [window(image, turned, INDEX_QUAD, (INDEX_W, INDEX_H), INDEX_QUAD[2, 1] - INDEX_QUAD[1, 1]) for turned in (q, q[[2, 3, 0, 1]])]


def refined(quad, residual):
    """The quad moved by the identifier's `corners` output (8 values, fractions of the crop's height)."""
    d = np.clip(np.asarray(residual, np.float32).reshape(4, 2), -.15, .15) * CROP_H
    m = cv2.getPerspectiveTransform(CROP_QUAD, np.asarray(quad, np.float32))
    return cv2.perspectiveTransform((CROP_QUAD + d)[None].astype(np.float32), m)[0].astype(np.float64)
