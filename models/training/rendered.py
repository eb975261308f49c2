"""Photographs to measure by, rendered from decks that nobody trained on.

    python rendered.py --work DIR --out DATA [--photos 12] [--seed 977] [--kinds spread ...]

writes DATA/rendered_KIND with an `annotations.jsonl` for each kind, for the program's example `accuracy`:

    spread   a whole deck, side by side
    thirty   thirty cards side by side in a frame of film, to measure speed by
    fan      fans and cascades
    arc      hands of cards, spread around where a thumb would hold them
    cascade  columns in which each card leaves the upper strip of the one below in sight
    ribbon   a deck spread in one or two bent rows, a seventh to a quarter of a card's width apart
    heap     a whole deck thrown on a heap
    near     a handful of cards over each other, from as near as a telephone is held
    pile     a whole deck on a heap so wide that of every card the index at one end or the other shows
    loose    cards as they come, some face down (label `back`), of which those are labelled that nothing covers
    video    a second of a hand-held camera over such, often dim: `frames` are what comes before `file`
    custom   108 printed faces, one picture of each in `faces`
    again    with `--again FOLDER`, photographs of one card each: they are enrolled as they are, and asked turned, smaller and in another light

The standard decks, and all backs, are procedural ones of another seed than those trained on; their courts are the packages'. With `--drawn` they are those of a deck that others drew. Unprinted faces and backs are left out. In spreads, fans, heaps and piles
cards with a readable index are labelled: at least 85% of one corner's index shows, in light enough to tell ink from paper. What has no label is no card to be found and no phantom either.
`table` maps pixels to millimetres on the table.
"""
import argparse
import json
import math
import os
import random

import cv2
import numpy as np

import backs
import camera
import designs
import geometry
from art import RANKS, STANDARD, SUITS, face, packages
from scenes import World, on_arc, shown

SIZE = (1600, 1200)
FRAME, FULL_HD = (1280, 720), (1920, 1080)
FRAMES = 10  # of a second of video
CUSTOM = 108
BACKS = 20  # of either sort
SPOT_PX, SEEN = 16, 24  # side of a spot on a face, and the difference that is seen there, in grey levels
READABLE = .85  # part of an index
CONTRAST = 16  # of an index against its card, in grey levels of its clearest colour: less is black to the eye
TRIES = 400  # to lay a card on a pile
WHOLE = .97  # part of a card
HEIGHTS = {'spread': (150, 172), 'fan': (170, 240), 'heap': (190, 240), 'loose': (120, 300), 'video': (120, 200), 'custom': (150, 300), 'pile': (150, 190), 'thirty': (190, 215), 'near': (330, 640),
           'arc': (170, 240), 'cascade': (150, 200), 'ribbon': (150, 200)}
GRIDS = {'spread': (52, 9), 'thirty': (30, 8)}  # cards, and how many of them in a row


class Pack:
    """A deck of which each card is drawn once."""

    def __init__(self, faces, r):
        self.left = r.sample(faces, len(faces))

    def __len__(self):
        return len(self.left)

    def __getitem__(self, i):
        return self.left.pop(i) if len(self.left) > 1 else self.left[0]


class Tables(World):
    """Tables with cards of these decks: lists of (label, face)."""

    def __init__(self, work, seed, decks, kind, down=None):
        super().__init__(work, seed)
        down, jokers = down or strange_backs(seed, self.surfaces), [self.faces[i] for i in self.jokers]
        self.decks, self.labels, self.faces = [], [], []
        for deck in decks:
            self.decks.append(list(range(len(self.faces), len(self.faces) + len(deck))))
            self.labels += [label for label, _ in deck]
            self.faces += [face for _, face in deck]
        first = len(self.faces)
        self.backs = list(range(first, first + len(down)))
        self.jokers = list(range(first + len(down), first + len(down) + len(jokers))) if kind != 'custom' else self.decks[0]
        self.kinds = [STANDARD if kind != 'custom' else None] * first + [None] * (len(down) + len(jokers))
        self.labels += ['back'] * len(down) + [None] * len(jokers)
        self.faces += down + jokers
        self.kind, self.most_tilt, self.pack, self.heights = kind, .5, None, HEIGHTS[kind]
        if kind == 'pile':
            self.faces_down = [0]
        if kind == 'near':
            self.focals = .75, 1.5

    def deck(self):
        if not self.pack or len(self.pack) <= 1:
            self.pack = Pack(self.r.choice(self.decks), self.r)
        return self.pack

    def layout(self, w, h, ch, cw):
        # a deck that was photographed may lack some of its cards: none lies there twice
        return self.places(w, h, ch, cw)[:min(map(len, self.decks))]

    def places(self, w, h, ch, cw):
        r = self.r
        if self.kind in ('loose', 'video', 'custom'):
            return super().layout(w, h, ch, cw)
        if self.kind in GRIDS:
            count, nx = GRIDS[self.kind]
            base = (r.choice([0, 90]) if self.kind == 'spread' else 0) + r.gauss(0, 4)
            gx, gy = cw * r.uniform(1.04, 1.12), ch * r.uniform(1.04, 1.1)
            out = [((i % nx - (nx - 1) / 2) * gx, (i // nx - (count - 1) // nx / 2) * gy) for i in range(count)]
        elif self.kind == 'pile':
            return self.pile(w, h, ch, cw)
        elif self.kind == 'near':
            base, wide = r.uniform(0, 360), ch * r.uniform(.15, .4)
            apart = r.choice([8, 30, 360])
            return [(w / 2 + r.gauss(0, wide), h / 2 + r.gauss(0, wide), base + r.uniform(-apart, apart)) for _ in range(r.randint(2, 7))]
        elif self.kind == 'heap':
            base, wide = 0, ch * r.uniform(1.1, 1.5)
            return [(w / 2 + r.gauss(0, wide) * 1.2, h / 2 + r.gauss(0, wide) * .9, r.uniform(0, 360)) for _ in range(52)]
        elif self.kind == 'arc':
            return [place for i in range(4) for place in bent_row(r, r.randint(5, 13), r.uniform(5, 13), ch * r.uniform(.9, 1.6), r.gauss(0, 25) + 180 * (i % 2),
                                                                  w * (.28 if i % 2 else .72), h * (.27 if i < 2 else .73))]
        elif self.kind == 'ribbon':
            rows, step, far = r.randint(1, 2), cw * r.uniform(.14, .25), ch * r.uniform(2.5, 9) * r.choice([-1, 1])
            turn, apart = r.gauss(0, 20), ch * 1.3
            return [place for row in range(rows) for place in bent_row(r, 52 // rows, math.degrees(step / far), far, turn,
                                                                       w / 2, h / 2 + (row - (rows - 1) / 2) * apart)]
        elif self.kind == 'cascade':
            columns, base, out = r.randint(5, 7), r.uniform(-20, 20), []
            step, apart = ch * r.uniform(.24, .38), cw * r.uniform(1.06, 1.25)
            for column in range(columns):
                for i in range(r.randint(2, 9)):
                    out.append(((column - (columns - 1) / 2) * apart + r.gauss(0, .015) * cw, (i - 4) * step + r.gauss(0, .01) * ch))
        else:
            base, out = r.uniform(-20, 20), []
            for row in range(4):
                step, n, down = cw * r.uniform(.2, .55), r.randint(5, 9), r.random() < .3
                for i in range(n):
                    along = (i - n / 2) * step
                    out.append((along + r.uniform(-2, 2), (row - 1.5) * ch * 1.12 + (i * ch * .02 if down else 0)))
        t = math.radians(base)
        c, s = math.cos(t), math.sin(t)
        return [(w / 2 + x * c - y * s, h / 2 + x * s + y * c, base + r.gauss(0, 2) + 180 * (r.random() < .3)) for x, y in out]

    def pile(self, w, h, ch, cw):
        """Places of 52 cards: none covers the last index that shows of another."""
        r, out, indices = self.r, [], []  # of each card, where its indices are that still show

        def covers(quad, part):
            return any(cv2.pointPolygonTest(np.float32(quad), tuple(map(float, p)), False) > 0 for p in [*part, part.mean(0)])
        for _ in range(52):
            for _ in range(TRIES):
                x, y, degrees = r.uniform(ch * .6, w - ch * .6), r.uniform(ch * .6, h - ch * .6), r.uniform(0, 360)
                a = math.radians(degrees)
                sides = np.array([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]])
                quad = np.array([(-cw, -ch), (cw, -ch), (cw, ch), (-cw, ch)]) / 2 @ sides + [x, y]
                left = [[part for part in parts if not covers(quad, part)] for parts in indices]
                if all(left):
                    out.append((x, y, degrees))
                    indices = [*left, [geometry.index_part(q) for q in (quad, quad[[2, 3, 0, 1]])]]
                    break
        return out

    def label(self, k, card, picture):
        """The label of a card that a person could read; None of another."""
        name, quad = self.labels[card['index']], card['quad']
        size = np.array(picture.shape[1::-1])
        inside = (quad > 2).all() and (quad < size - 2).all()
        if name == 'back' or self.kind in ('loose', 'video', 'custom'):
            return name if inside and card['visible'] > WHOLE else None
        readable = any(shown(self.owner, k, q) >= READABLE and contrast(picture, q) >= CONTRAST for q in (quad, quad[[2, 3, 0, 1]]))
        return name if readable else None

    def photograph(self, size):
        """A picture and its cards [(label or None, quad)]."""
        self.pack = None
        picture, cards = self.render(*size, *self.heights)
        return picture, [(self.label(k, card, picture), card['quad']) for k, card in enumerate(cards) if card['pixels'] > 0]


def contrast(picture, quad):
    """How much the index at the first corner differs from what it is printed on, in grey levels, without the noise."""
    w, h = 32, 48
    m = cv2.getPerspectiveTransform(np.float32(geometry.index_part(quad)), np.float32([[0, 0], [w, 0], [w, h], [0, h]]))
    low, high = np.percentile(cv2.GaussianBlur(cv2.warpPerspective(picture, m, (w, h)), (0, 0), 1), [4, 96], (0, 1))
    return (high - low).max()


def objects(cards):
    out = []
    for label, quad in cards:
        x0, y0, x1, y1 = (float(v) for v in geometry.bounds(quad))
        out.append({'label': label, 'bbox': [x0, y0, x1 - x0, y1 - y0], 'quad': np.asarray(quad, float).tolist()})
    return out


def held(picture, cards, n):
    """What a hand-held camera takes of the picture in a second: [(frame, quads)]."""
    h, w = picture.shape[:2]
    dim, grain = n.choice([1., .7, .4, .25]), n.uniform(2, 9)
    at, speed = np.zeros(4), n.standard_normal(4) * [3, 3, .0012, .0012]
    for _ in range(FRAMES):
        speed = .7 * speed + n.standard_normal(4) * [4, 4, .0016, .0016]
        at = at + speed
        c, s = (1 + at[2]) * math.cos(at[3]), (1 + at[2]) * math.sin(at[3])
        m = np.float32([[c, -s, at[0] + w / 2 * (1 - c) + h / 2 * s], [s, c, at[1] + h / 2 * (1 - c) - w / 2 * s]])
        frame = cv2.warpAffine(picture, m, (w, h), borderMode=cv2.BORDER_REFLECT).astype(np.float32)
        # the shutter is open for a part of the way to the next frame
        far = math.hypot(speed[0], speed[1]) * n.uniform(.2, .8)
        if far > 1.5:
            k = np.zeros((2 * int(far) + 1,) * 2, np.float32)
            c0, d = int(far), speed[:2] / (math.hypot(*speed[:2]) + 1e-6) * far / 2
            cv2.line(k, (round(c0 - d[0]), round(c0 - d[1])), (round(c0 + d[0]), round(c0 + d[1])), 1.)
            frame = cv2.filter2D(frame, -1, k / k.sum())
        frame = frame * dim + n.standard_normal((h, w, 1), np.float32) * np.float32(grain)
        frame = cv2.imdecode(cv2.imencode('.jpg', np.clip(frame, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 75])[1], cv2.IMREAD_COLOR)
        yield frame, [np.asarray(q) @ m[:, :2].T + m[:, 2] for q in cards]


def bent_row(r, count, step, far, turn, x, y):
    """Places of cards that lie `step` degrees apart on an arc of radius `far`, its middle at (x, y), there turned by `turn`."""
    out = []
    for i in range(count):
        a = turn + (i - (count - 1) / 2) * step + r.gauss(0, .06 * abs(step))
        out.append((*on_arc(x, y, far, turn, a), a + r.gauss(0, .8) + 180 * (r.random() < .3)))
    return out


def write(world, kind, folder, photos, size):
    os.makedirs(folder, exist_ok=True)
    size = FULL_HD if kind == 'thirty' else FRAME if kind in ('video', 'custom') else size
    with open(folder + '/annotations.jsonl', 'w') as lines:
        for i in range(photos):
            picture, cards = world.photograph(size)
            record = {'file': f'{i:03}.jpg', 'width': size[0], 'height': size[1], 'complete': True}
            if kind == 'video':
                os.makedirs(f'{folder}/{i:03}', exist_ok=True)
                names = [f'{i:03}/{k:02}.jpg' for k in range(FRAMES)]
                for name, (frame, quads) in zip(names, held(picture, [q for _, q in cards], world.n)):
                    cv2.imwrite(f'{folder}/{name}', frame, [cv2.IMWRITE_JPEG_QUALITY, 95])
                cards = [(label, quad) for (label, _), quad in zip(cards, quads)]
                record.update(file=names[-1], frames=names[:-1])
            else:
                record['table'] = world.table.tolist()
                cv2.imwrite(f'{folder}/{i:03}.jpg', picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
            lines.write(json.dumps({**record, 'oriented': kind == 'custom', 'objects': objects(cards)}) + '\n')
    print(folder, flush=True)


def again(source, folder, photos, seed):
    n = np.random.default_rng(seed)
    os.makedirs(folder + '/faces', exist_ok=True)
    with open(folder + '/annotations.jsonl', 'w') as lines:
        for file in sorted(f for f in os.listdir(source) if f.lower().endswith(('.jpg', '.png'))):
            name = os.path.splitext(file)[0].replace('_', '-')
            picture = cv2.imread(f'{source}/{file}')
            cv2.imwrite(f'{folder}/faces/{name}.png', picture)
            h, w = picture.shape[:2]
            for k in range(photos):
                m = cv2.getRotationMatrix2D((w / 2, h / 2), n.uniform(0, 360), n.uniform(.3, .7) * FRAME[1] / h)
                m[:, 2] += np.array(FRAME) / 2 - [w / 2, h / 2] + n.uniform(-60, 60, 2)
                m = np.vstack([m, [*(n.uniform(-1.5e-4, 1.5e-4, 2)), 1]])
                frame = cv2.warpPerspective(picture, m, FRAME, borderMode=cv2.BORDER_REPLICATE)
                cv2.imwrite(f'{folder}/{name}-{k}.jpg', camera.photograph(frame, n, 200, camera.indoors, .6), [cv2.IMWRITE_JPEG_QUALITY, 90])
                lines.write(json.dumps({'file': f'{name}-{k}.jpg', 'width': FRAME[0], 'height': FRAME[1], 'complete': False, 'objects': [], 'cards': [name]}) + '\n')
    print(folder, flush=True)


def standard_decks(work, seed, count, languages=designs.LANGUAGES):
    """Lists of (label, face) of procedural decks, with the courts of the packages' decks."""
    decks = {}
    for name, label, _, image in designs.standard_decks(random.Random(seed), packages(work), count, languages):
        decks.setdefault(name, []).append((label, image))
    return list(decks.values())


def drawn_deck(folder):
    """Of a folder of pictures: its deck, a list of (label, face), and its backs."""
    def read(name):
        return face(cv2.imread(f'{folder}/{name}.png', cv2.IMREAD_UNCHANGED))

    def has(name):
        return os.path.exists(f'{folder}/{name}.png')
    names = [rank + suit for rank in RANKS for suit in SUITS]
    return [(name, read(name)) for name in names if has(name)], [read('back')] if has('back') else None


def differ(face, other):
    """Whether somewhere, over a spot, two prints differ by a colour that is seen."""
    return cv2.blur(np.abs(face.astype(np.float32) - other).max(2), (SPOT_PX, SPOT_PX)).max() >= SEEN


def is_printed(face):
    """Whether it shows anything but one colour."""
    return differ(face, np.median(face, (0, 1)))


def told_apart(faces):
    """Those that a person tells from an unprinted card and from all before them."""
    kept = []
    for face in faces:
        if is_printed(face) and all(differ(face, other) for other in kept):
            kept.append(face)
    return kept


def strange_backs(seed, surfaces):
    """Backs that nobody trained on."""
    rng = random.Random(seed)
    drawn = [*backs.patterned(rng, BACKS, surfaces), *backs.ornate(rng, BACKS)]
    return [back for back in drawn if is_printed(back)]


def custom_deck(work, seed, folder):
    surfaces = np.load(work + '/surfaces.npy', mmap_mode='r')
    faces = told_apart(face for _, face in designs.printed_faces(random.Random(seed), CUSTOM + CUSTOM // 2, surfaces))
    deck = [(f'card-{i:03}', face) for i, face in enumerate(faces[:CUSTOM])]
    os.makedirs(folder + '/faces', exist_ok=True)
    for name, face in deck:
        cv2.imwrite(f'{folder}/faces/{name}.png', face)
    return deck


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--work', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--photos', type=int, default=12)
    p.add_argument('--decks', type=int, default=8)
    p.add_argument('--seed', type=int, default=977)
    p.add_argument('--kinds', nargs='*', default=list(HEIGHTS))
    p.add_argument('--tilts', nargs=2, type=float, metavar=('LOW', 'HIGH'), help='how far the camera is tilted from looking straight down, in degrees')
    p.add_argument('--size', nargs=2, type=int, default=SIZE, metavar=('WIDTH', 'HEIGHT'), help='of photographs, in pixels')
    p.add_argument('--heights', nargs=2, type=float, metavar=('LOW', 'HIGH'), help='of cards, in pixels')
    p.add_argument('--courts', nargs=3, help='what all decks have printed for jack, queen and king, such as B V H')
    p.add_argument('--drawn', help='a folder of drawn.py: the one deck to use, and its back')
    p.add_argument('--again', help='photographs of one card each')
    a = p.parse_args()
    cv2.setNumThreads(1)
    if a.again:
        again(a.again, f'{a.out}/rendered_again', a.photos, a.seed)
    down = None
    if a.drawn:
        deck, down = drawn_deck(a.drawn)
        decks = [deck]
    else:
        decks = standard_decks(a.work, a.seed, a.decks, [(dict(zip('JQK', a.courts)), 1)] if a.courts else designs.LANGUAGES)
    for number, kind in enumerate(HEIGHTS):
        if kind not in a.kinds:
            continue
        folder = f'{a.out}/rendered_{kind}'
        world = Tables(a.work, a.seed + number, [custom_deck(a.work, a.seed, folder)] if kind == 'custom' else decks, kind, down)
        world.tilts, world.heights = a.tilts, a.heights or world.heights
        if kind in ('video', 'custom', 'loose'):
            # what a person would play in; the rest is harder than that
            world.room, world.blur = camera.indoors, .6
        write(world, kind, folder, a.photos, a.size)


if __name__ == '__main__':
    main()
