"""Arms with hands as layers to lay over pictures of tables seen from above.

    python hand_mesh.py --mesh DIR --count N --seed S --out FILE

DIR holds `right.glb` of the generic hand of @webxr-input-profiles/assets (MIT). Its joints are posed at random, a forearm with or
without a sleeve is put on, and the whole is projected as a camera over the table sees it onto the table's plane. Writes FILE.npz:
`planes` uint8 [N, SIZE, SIZE, 6] (cover, cloth, light, hand rather than arm, how far along the arm, shadow on the table), `tip` the
place where the hand reaches (px), `fingers` the five fingertips (px), `ways` unit vectors towards the elbow of hand and of arm.
Lengths are millimetres; the hand's own axes: wrist at the origin, x to the thumb's far side, y along the fingers, z out of its back.
"""
import argparse
import json
import math
import os
import struct
import time

import cv2
import numpy as np

PIXEL_MM = 4.0
SIZE = 160
FINE = 2  # pictures are drawn this many times finer
PAD_MM = 6.0  # the touching point lies this far short of a finger's end
CHAINS = [[1, 2, 3, 4], [6, 7, 8, 9], [11, 12, 13, 14], [16, 17, 18, 19], [21, 22, 23, 24]]


def rotation(axis, angle):
    x, y, z = axis / (np.linalg.norm(axis) + 1e-12)
    c, s = math.cos(angle), math.sin(angle)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) * c + s * k + (1 - c) * np.outer([x, y, z], [x, y, z])


class Mesh:
    """The rigged hand as it is in the file, turned into the hand's own axes."""

    def __init__(self, path):
        data = open(path, 'rb').read()
        length = struct.unpack('<I', data[12:16])[0]
        self.about = json.loads(data[20:20 + length])
        self.binary = data[28 + length:]
        points, weights = self.accessor(0) * 1000, self.accessor(4)
        self.bones = self.accessor(3).astype(int)
        self.weights = weights / weights.sum(1, keepdims=True)
        self.faces = self.accessor(5).reshape(-1, 3).astype(int)
        nodes = self.about['nodes']
        place = np.array([nodes[k]['translation'] for k in range(25)]) * 1000
        turn = np.array([quaternion(nodes[k]['rotation']) for k in range(25)])
        ahead = place[11] - place[0]
        ahead /= np.linalg.norm(ahead)
        back = turn[0] @ [0, 1, 0]
        back -= ahead * (back @ ahead)
        back /= np.linalg.norm(back)
        axes = np.stack([np.cross(ahead, back), ahead, back])
        self.points = (points - place[0]) @ axes.T
        self.joints = (place - place[0]) @ axes.T
        self.turns = axes @ turn

    def accessor(self, k):
        a = self.about['accessors'][k]
        view = self.about['bufferViews'][a['bufferView']]
        kind = {5126: '<f4', 5121: 'u1', 5123: '<u2'}[a['componentType']]
        wide = {'VEC2': 2, 'VEC3': 3, 'VEC4': 4, 'SCALAR': 1, 'MAT4': 16}[a['type']]
        start = view.get('byteOffset', 0) + a.get('byteOffset', 0)
        x = np.frombuffer(self.binary, kind, a['count'] * wide, start).reshape(-1, wide)
        return x if wide > 1 else x[:, 0]

    def posed(self, bends):
        """`bends[finger]` is (spread, three flexions) in radians. Points and fingertips."""
        move = [(np.eye(3), np.zeros(3)) for _ in range(25)]
        for chain, (spread, *flexions) in zip(CHAINS, bends):
            turn, shift = np.eye(3), np.zeros(3)
            for k, joint in enumerate(chain):
                if k < 3:
                    own = self.turns[joint]
                    step = rotation(own[:, 0], -flexions[k])
                    if k == 0:
                        step = step @ rotation(own[:, 1], spread)
                    pivot = self.joints[joint]
                    # The joint's own turn comes first, then those nearer to the wrist.
                    turn, shift = turn @ step, turn @ (pivot - step @ pivot) + shift
                move[joint] = (turn, shift)
        turned = np.stack([t for t, _ in move])
        shifted = np.stack([s for _, s in move])
        each = np.einsum('bij,nj->nbi', turned, self.points) + shifted
        points = np.einsum('nki,nk->ni', np.take_along_axis(each, self.bones[..., None], 1), self.weights)
        tips = []
        for chain in CHAINS:
            turn, shift = move[chain[3]]
            end, before = (turn @ self.joints[j] + shift for j in (chain[3], chain[2]))
            # The mesh goes on for about 2 mm beyond the joint at the tip.
            tips.append(end + (end - before) / (np.linalg.norm(end - before) + 1e-9) * (2.0 - PAD_MM))
        return points, np.array(tips)


def quaternion(q):
    x, y, z, w = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def gesture(n):
    """Bends of the fingers, and which fingertips are the reaching ones; none for whichever is furthest."""
    d = math.radians
    u = n.uniform
    curled = lambda: (u(-.08, .08), d(u(45, 85)), d(u(60, 105)), d(u(20, 60)))
    straight = lambda: (u(-.15, .15), d(u(-8, 22)), d(u(0, 18)), d(u(0, 12)))
    relaxed = lambda: (u(-.12, .12), d(u(8, 40)), d(u(10, 45)), d(u(5, 25)))
    thumb = lambda tight: (u(-.3, .3) + .25 * tight, d(u(0, 20) + 15 * tight), d(u(0, 25)), d(u(0, 35)))
    k = n.random()
    if k < .38:
        return [thumb(n.random())] + [straight()] + [curled() for _ in range(3)], [1]
    if k < .5:
        two = [curled(), relaxed()][n.integers(2)]
        return [thumb(n.random()), straight(), straight(), two, two], [1, 2]
    if k < .7:
        pinch = lambda: (u(-.08, .08), d(u(30, 55)), d(u(25, 50)), d(u(10, 30)))
        rest = [pinch() if n.random() < .5 else relaxed() for _ in range(3)]
        return [thumb(u(.7, 1.3)), pinch()] + rest, [0, 1]
    if k < .82:
        return [thumb(0)] + [straight() for _ in range(4)], []
    if k < .95:
        return [thumb(n.random())] + [relaxed() for _ in range(4)], []
    return [thumb(1.2)] + [curled() for _ in range(4)], []


def tube(n, start, way, up, radii, length, fold):
    """Points and faces of a forearm or sleeve that begins at `start` and goes along `way`."""
    side = np.cross(way, up)
    rings, around = 26, 20
    t = np.linspace(0, 1, rings) ** 1.3
    a = np.linspace(0, 2 * np.pi, around, endpoint=False)
    wide = np.interp(t * length, radii[0], radii[1])
    high = np.interp(t * length, radii[0], radii[2])
    noise = cv2.resize(n.standard_normal((9, 6)).astype(np.float32), (around, rings), interpolation=cv2.INTER_CUBIC) * fold
    noise[0] *= .3
    points = start + t[:, None, None] * length * way + ((wide[:, None] + noise) * np.cos(a))[..., None] * side + ((high[:, None] + noise) * np.sin(a))[..., None] * up
    k = np.arange((rings - 1) * around)
    r, c = k // around, k % around
    e = (c + 1) % around
    faces = np.concatenate([np.stack([r * around + c, (r + 1) * around + c, (r + 1) * around + e], 1), np.stack([r * around + c, (r + 1) * around + e, r * around + e], 1)])
    return points.reshape(-1, 3), faces


def arm(mesh, n):
    """One arm in millimetres with its wrist at the origin: points, faces, what each face is, and the places that matter."""
    bends, reaching = gesture(n)
    hand, tips = mesh.posed(bends)
    if n.random() < .5:
        hand, tips = hand * [-1, 1, 1], tips * [-1, 1, 1]
    size = n.uniform(.8, 1.12)
    # Broad and narrow hands, long and short.
    shape = size * n.uniform([.88, .93, .88], [1.12, 1.07, 1.15])
    hand, tips = hand * shape, tips * shape
    roll = n.normal(0, .3) if n.random() < .85 else n.uniform(-1.5, 1.5)
    pitch = -math.radians(n.uniform(0, 50) if n.random() < .8 else n.uniform(-20, 10))
    turn = rotation(np.array([1., 0, 0]), pitch) @ rotation(np.array([0, 1., 0]), roll)
    hand, tips = hand @ turn.T, tips @ turn.T
    bend, rise = n.normal(0, .22), math.radians(n.uniform(-2, 35))
    way = np.array([math.sin(bend) * math.cos(rise), -math.cos(bend) * math.cos(rise), math.sin(rise)])
    up = np.array([0, 0, 1.]) - way * way[2]
    up /= np.linalg.norm(up)
    thick = size * n.uniform(.85, 1.2)
    reach = [0, 60, 250, 420, 1500]
    fore = tube(n, -way * 12, way, up, (reach, np.array([25, 27, 40, 46, 52]) * thick, np.array([19, 22, 34, 42, 48]) * thick), 1400, .8)
    parts, kinds = [(hand, mesh.faces), fore], [0, 1]
    cuff = None
    if n.random() < .75:
        cuff = n.uniform(-10, 60) if n.random() < .7 else n.uniform(60, 260)
        loose = n.uniform(4, 24)
        wide = np.array([27, 29, 41, 47, 53]) * thick + loose
        high = np.array([21, 24, 35, 43, 49]) * thick + loose * .6
        parts.append(tube(n, way * cuff, way, up, (reach, np.interp(np.array(reach) + cuff, reach, wide), np.interp(np.array(reach) + cuff, reach, high)), 1400, n.uniform(.5, 6)))
        kinds.append(2)
        # Skin that a sleeve covers does not show through its folds.
        skin, seam = parts[1][0], cuff + 25
        parts[1] = (skin, fore[1][((skin[fore[1]] @ way) < seam).all(1)])
    points, faces, kind, base = [], [], [], 0
    for (p, f), k in zip(parts, kinds):
        points.append(p)
        faces.append(f + base)
        kind.append(np.full(len(f), k))
        base += len(p)
    return np.concatenate(points), np.concatenate(faces), np.concatenate(kind), tips, reaching, way, turn @ np.array([0, -1., 0])


def layer(mesh, n):
    """One layer: planes, tip, fingers, ways."""
    points, faces, kind, tips, reaching, way, hand_way = arm(mesh, n)
    # Arms come from outside: the tip is most often within the picture, and most arms go a long way through it.
    wide = SIZE * PIXEL_MM
    at = np.array([n.uniform(-.02, 1.02), n.uniform(-.02, 1.02)]) * wide
    about = n.uniform(0, 2 * math.pi, 3 if n.random() < .6 else 1)
    room = lambda a: min((wide - p if d > 0 else -p) / (d if abs(d) > 1e-6 else 1e-6) for p, d in zip(at, rotation(np.array([0, 0, 1.]), a)[:2] @ way))
    about = max(about, key=room)
    spin = rotation(np.array([0, 0, 1.]), about)
    points, tips, way, hand_way = points @ spin.T, tips @ spin.T, spin @ way, spin @ hand_way
    low = min(points[:, 2][faces[kind == 0]].min(), 0 if len(reaching) else 1e9)
    points[:, 2] -= low
    tips[:, 2] -= low
    hover = 0 if n.random() < .5 else n.uniform(0, 90)
    points[:, 2] += hover
    tips[:, 2] += hover
    points[:, 2] = np.minimum(points[:, 2], 420)
    ahead = -way[:2] / (np.linalg.norm(way[:2]) + 1e-9)
    chosen = tips[reaching].mean(0) if reaching else tips[np.argmax(tips[:, :2] @ ahead)]
    shift = at - chosen[:2]
    points[:, :2] += shift
    tips[:, :2] += shift
    chosen = np.array([*at, chosen[2]])
    height = n.uniform(600, 1800)
    slant, round_ = math.radians(abs(n.normal(0, 18))), n.uniform(0, 2 * math.pi)
    eye = np.array([wide / 2 + math.tan(min(slant, .8)) * height * math.cos(round_) + n.normal(0, 120), wide / 2 + math.tan(min(slant, .8)) * height * math.sin(round_) + n.normal(0, 120), height])

    def shown(p):
        return p[:, :2] + (p[:, :2] - eye[:2]) * (p[:, 2:] / (eye[2] - p[:, 2:]))
    flat = shown(points)
    corners = points[faces]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-9
    middle = corners.mean(1)
    view = eye - middle
    normal = normal * np.sign((normal * view).sum(1))[:, None]
    # Smooth shading, near enough: faces share the normals of their corners.
    soft = np.zeros_like(points)
    for k in range(3):
        np.add.at(soft, faces[:, k], normal)
    soft /= np.linalg.norm(soft, axis=1, keepdims=True) + 1e-9
    normal = soft[faces].mean(1)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-9
    lean, azimuth = n.uniform(.05, .95), n.uniform(0, 2 * math.pi)
    light = np.array([math.sin(lean) * math.cos(azimuth), math.sin(lean) * math.sin(azimuth), math.cos(lean)])
    ambient = n.uniform(.3, .75)
    shade = ambient * (.75 + .25 * normal[:, 2]) + (1 - ambient) * np.maximum(0, normal @ light) * n.uniform(.9, 1.3)
    along = np.clip((middle - points[faces[kind == 1][0, 0]]) @ way / 2.0, 0, 255)
    order = np.argsort(-(view ** 2).sum(1))
    order = order[(flat[faces[order]].min((1, 2)) < wide + 200) & (flat[faces[order]].max((1, 2)) > -200)]
    fine, scale = SIZE * FINE, FINE / PIXEL_MM
    ids = np.zeros((fine, fine), np.int32)
    px = np.round((flat * scale - .5) * 16).astype(np.int32)
    for f in order:
        cv2.fillConvexPoly(ids, px[faces[f]], int(f) + 1, cv2.LINE_8, 4)
    on = ids > 0
    pick = ids - 1
    planes = np.zeros((fine, fine, 5), np.float32)
    planes[..., 0] = on
    planes[..., 1] = on & (kind[pick] == 2)
    planes[..., 2] = shade[pick] * on
    planes[..., 3] = on & (kind[pick] == 0)
    planes[..., 4] = along[pick] / 255 * on
    small = cv2.resize(planes, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    small[..., 1:] /= np.maximum(small[..., :1], 1e-3)
    fall = points[:, :2] - light[:2] / light[2] * points[:, 2:]
    dark = np.zeros((SIZE, SIZE), np.uint8)
    px = np.round((fall / PIXEL_MM - .5) * 16).astype(np.int32)
    for f in order:
        cv2.fillConvexPoly(dark, px[faces[f]], 255, cv2.LINE_8, 4)
    dark = cv2.GaussianBlur(dark, (0, 0), n.uniform(.6, 5))
    out = np.dstack([np.clip(small[..., 0] * 255, 0, 255), np.clip(small[..., 1] * 255, 0, 255), np.clip(small[..., 2] * 160, 0, 255), small[..., 3] * 255, small[..., 4] * 255, dark]).astype(np.uint8)
    unit = lambda v: v[:2] / (np.linalg.norm(v[:2]) + 1e-9)
    spots = shown(np.concatenate([chosen[None], tips])) / PIXEL_MM
    # Slant moves the ways too, by little; the arm's own is taken from two of its points as shown.
    far = shown(np.stack([chosen * [1, 1, 0] + [0, 0, 60], chosen * [1, 1, 0] + [0, 0, 60] + way * 300]))
    return out, spots[0].astype(np.float32), spots[1:].astype(np.float32), np.stack([unit(hand_way), unit(far[1] - far[0])]).astype(np.float32)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--mesh', required=True)
    p.add_argument('--count', type=int, required=True)
    p.add_argument('--seed', type=int, required=True)
    p.add_argument('--out', required=True)
    a = p.parse_args()
    if os.path.exists(a.out):
        return
    cv2.setNumThreads(1)
    mesh, n, start = Mesh(os.path.join(a.mesh, 'right.glb')), np.random.default_rng(a.seed), time.time()
    made = [layer(mesh, n) for _ in range(a.count)]
    names = ('planes', 'tip', 'fingers', 'ways')
    np.savez(a.out + '.part.npz', **{name: np.stack([m[k] for m in made]) for k, name in enumerate(names)})
    os.rename(a.out + '.part.npz', a.out)
    print(f'{a.out}: {a.count} arms in {time.time() - start:.0f} s', flush=True)


if __name__ == '__main__':
    main()
