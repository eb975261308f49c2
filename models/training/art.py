"""Collects card faces, backs and surfaces into flat arrays that the renderers read.

    python art.py --work DIR

reads the installed packages (see README.md) and writes DIR/faces.npy (uint8 [N, 272, 192, 3], BGR), DIR/faces.json
(one record a face: deck, label, kind), and DIR/surfaces.npy (uint8 [M, 512, 512, 3]).
"""
import argparse
import glob
import itertools
import json
import os
import random
import subprocess

import cv2
import numpy as np

import backs
import designs

FACE_W, FACE_H = 192, 272
RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
SUITS = 'cdhs'
STANDARD, BACK, JOKER, PRINTED, NOTHING = range(5)

# Sheets whose picture is no standard face: foreign suits, four colours, Cyrillic indices,
# or one large pip whatever the rank.
SHEETS_PRINTED = {'swiss-xvii'}
SHEETS_SKIPPED = {'atlasnye_skat', 'anglo_modern_4_color', 'neoclassical_4_color', 'tango_nuevo', 'Атласные', 'slavic_costumes'}
GNOME, KDE, POKERTH = '/usr/share/aisleriot/cards', '/usr/share/carddecks', '/usr/share/games/pokerth/gfx/cards'


def face(image, paper=255.0, inset=.012):
    """Any card picture (alpha over white paper) to a face of the common size."""
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 4:
        a = image[..., 3:] / 255.
        image = (image[..., :3] * a + paper * (1 - a)).astype(np.uint8)
    h, w = image.shape[:2]
    i = int(round(w * inset))
    return cv2.resize(image[i:h - i, i:w - i], (FACE_W, FACE_H), interpolation=cv2.INTER_AREA)


class Collection:
    def __init__(self):
        self.faces, self.records = [], []

    def add(self, deck, kind, image, label=''):
        self.faces.append(image)
        self.records.append({'deck': deck, 'kind': kind, 'label': label})


def rendered(command, target):
    if not os.path.exists(target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        subprocess.run(command + ['-o', target], timeout=120, check=False, stderr=subprocess.DEVNULL)
    return cv2.imread(target, cv2.IMREAD_UNCHANGED) if os.path.exists(target) else None


def gnome(out, cache):
    for path in sorted(glob.glob(GNOME + '/*.svgz')):
        name = os.path.basename(path)[:-5]
        if name in SHEETS_SKIPPED:
            continue
        sheet = rendered(['rsvg-convert', '-h', '1450', '-a', path], f'{cache}/sheets/{name}.png')
        h, w = sheet.shape[0] / 5, sheet.shape[1] / 13

        def cell(row, column):
            return face(sheet[round(row * h):round((row + 1) * h), round(column * w):round((column + 1) * w)])
        kind = PRINTED if name in SHEETS_PRINTED else STANDARD
        for row, suit in enumerate(SUITS):
            for column, rank in enumerate(RANKS):
                out.add('gnome ' + name, kind, cell(row, column), rank + suit)
        out.add('gnome ' + name, JOKER, cell(4, 0))
        out.add('gnome ' + name, JOKER, cell(4, 1))
        out.add('gnome ' + name, BACK, cell(4, 2))


def kde(out, cache):
    """The decks whose elements carry plain bounding boxes."""
    names = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'jack', 'queen', 'king']
    for deck in ['svg-standard', 'svg-nicu-white', 'svg-ancient-egyptians']:
        path = glob.glob(f'{KDE}/{deck}/*.svgz')[0]
        for suit in ['club', 'diamond', 'heart', 'spade']:
            for rank, name in zip(RANKS, names):
                if deck == 'svg-ancient-egyptians' and rank in 'JQK':
                    continue
                image = rendered(['rsvg-convert', '-i', f'{name}_{suit}', '-h', '300', '-a', path],
                                 f'{cache}/kde/{deck}/{name}_{suit}.png')
                if image is None or image.shape[2] < 4:
                    continue
                ys, xs = np.where(image[..., 3] > 30)
                image = image[ys.min():ys.max() + 1, xs.min():xs.max() + 1]
                if .6 < image.shape[1] / image.shape[0] < .8:
                    out.add('kde ' + deck, STANDARD, face(image), rank + suit[0])


def pokerth(out):
    for deck in ['default', 'default_800x480']:
        for i in range(52):
            image = cv2.imread(f'{POKERTH}/{deck}/{i}.png', cv2.IMREAD_UNCHANGED)
            out.add('pokerth ' + deck, STANDARD, face(image), (RANKS[1:] + RANKS[:1])[i % 13] + 'dhsc'[i // 13])


def npm(out, cache, modules):
    base = f'{modules}/svg-cards/png/2x/'
    for suit in ['club', 'diamond', 'heart', 'spade']:
        for i, rank in enumerate(RANKS):
            name = ['jack', 'queen', 'king'][i - 10] if i >= 10 else str(i + 1)
            out.add('svg-cards', STANDARD, face(cv2.imread(f'{base}{suit}_{name}.png', cv2.IMREAD_UNCHANGED)), rank + suit[0])
    for path in sorted(glob.glob(base + 'back-*.png')):
        out.add('svg-cards', BACK, face(cv2.imread(path, cv2.IMREAD_UNCHANGED)))
    for colour in ['black', 'red']:
        out.add('svg-cards', JOKER, face(cv2.imread(base + f'joker_{colour}.png', cv2.IMREAD_UNCHANGED)))
    for i, suit in enumerate('shcd'):
        for j, rank in enumerate(RANKS):
            image = rendered(['rsvg-convert', '-h', '300', '-a', f'{modules}/deck-of-cards/example/faces/{i}_{j + 1}.svg'],
                             f'{cache}/kde/doc/{i}_{j + 1}.png')
            image = cv2.copyMakeBorder(image, 10, 10, 10, 10, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
            out.add('deck-of-cards', STANDARD, face(image), rank + suit)
    for path in sorted(glob.glob(f'{cache}/letele/*.svg')):
        name = os.path.basename(path)[:-4]
        image = face(rendered(['rsvg-convert', '-h', '300', '-a', path], path[:-4] + '.png'))
        if name[0] in 'BJ':
            out.add('letele', BACK if name[0] == 'B' else JOKER, image)
        else:
            out.add('letele', STANDARD, image, name[1:].upper() + name[0].lower())


def surfaces(cache, most=700, seed=5):
    paths = glob.glob(f'{cache}/tex/**/*.jpg', recursive=True) + glob.glob('/usr/share/backgrounds/**/*.*g', recursive=True)
    try:
        import skimage
        paths += glob.glob(os.path.dirname(skimage.__file__) + '/data/*.*g')
    except ImportError:
        pass
    paths = sorted(paths)
    random.Random(seed).shuffle(paths)
    out = []
    for path in paths:
        image = cv2.imread(path)
        if image is None or min(image.shape[:2]) < 128 or len(out) >= most:
            continue
        side = min(image.shape[:2])
        y, x = (image.shape[0] - side) // 2, (image.shape[1] - side) // 2
        out.append(cv2.resize(image[y:y + side, x:x + side], (512, 512), interpolation=cv2.INTER_AREA if side > 512 else cv2.INTER_LINEAR))
    return np.stack(out)


def packages(work):
    """The standard decks of the packages, of what was collected before."""
    records, known = json.load(open(work + '/faces.json')), Collection()
    for image, k in zip(np.load(work + '/faces.npy', mmap_mode='r'), records):
        if k['kind'] == STANDARD and not k['deck'].startswith(('procedural', 'plain', 'coloured')):
            known.add(k['deck'], STANDARD, image, k['label'])
    return known


def add(a):
    s, rng, out = np.load(a.add_to + '/surfaces.npy', mmap_mode='r'), random.Random(a.seed), Collection()
    for name, image in designs.printed_faces(rng, a.designs, s):
        out.add(f'{name} of {a.seed}', PRINTED, image)
    for folder in a.pictures:
        for path in sorted(glob.glob(folder + '/*.png')):
            kind = BACK if os.path.basename(path) == 'back.png' else PRINTED
            out.add(folder, kind, face(cv2.imread(path, cv2.IMREAD_UNCHANGED), inset=0))
    records, before = json.load(open(a.add_to + '/faces.json')), np.load(a.add_to + '/faces.npy', mmap_mode='r')
    real = [image for image, k in [*zip(before, records), *zip(out.faces, out.records)] if k['kind'] == BACK and k['deck'] != 'back']
    recoloured = (backs.recoloured(rng, rng.choice(real)) for _ in range(a.backs))
    for image in itertools.chain(backs.patterned(rng, a.backs // 2, s), backs.ornate(rng, a.backs // 2), recoloured):
        out.add('back', BACK, image)
    known = packages(a.add_to)
    for image in backs.bold(rng, a.bold_backs, s, known.faces):
        out.add('back', BACK, image)
    for count, known, coloured in ((a.standard_decks, known, False), (a.plain_decks, None, False), (a.coloured_decks, known, True), (a.coloured_decks // 2, None, True)):
        for name, label, _, image in designs.standard_decks(rng, known, count, designs.EVEN, coloured):
            out.add(f'{name} of {a.seed}{"" if known else " plain"}', STANDARD, image, label)
    os.makedirs(a.work, exist_ok=True)
    np.save(a.work + '/faces.npy', np.concatenate([before, np.stack(out.faces)]))
    np.save(a.work + '/surfaces.npy', s)
    json.dump(records + out.records, open(a.work + '/faces.json', 'w'))
    print('faces added', len(out.faces), flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--work', required=True)
    p.add_argument('--modules', help='node_modules with the npm decks; default WORK/npm/node_modules')
    p.add_argument('--procedural-decks', type=int, default=120)
    p.add_argument('--designs', type=int, default=4000)
    p.add_argument('--backs', type=int, default=160, help='with --add-to: and as many known ones in other colours')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--add-to', help='keep the faces of this folder, and their numbers, and add only new designs')
    p.add_argument('--standard-decks', type=int, default=0, help='with --add-to: procedural decks, of every language alike')
    p.add_argument('--plain-decks', type=int, default=0, help='with --add-to: such decks whose court cards bear no pictures')
    p.add_argument('--coloured-decks', type=int, default=0, help='with --add-to: such decks that are not printed on white, and half as many without pictures')
    p.add_argument('--bold-backs', type=int, default=0, help='with --add-to: backs whose figures and pictures go up to the edge')
    p.add_argument('--pictures', nargs='*', default=[], help='with --add-to: folders of face pictures, one deck each, and back.png')
    a = p.parse_args()
    cv2.setNumThreads(1)
    if a.add_to:
        return add(a)
    cache = a.work + '/art'
    s = surfaces(cache)
    np.save(a.work + '/surfaces.npy', s)
    print('surfaces', len(s), flush=True)
    out = Collection()
    gnome(out, cache)
    kde(out, cache)
    pokerth(out)
    npm(out, cache, a.modules or a.work + '/npm/node_modules')
    drawn = len(out.faces)
    print('faces from packages', drawn, flush=True)
    rng = random.Random(a.seed)
    for name, label, _, image in designs.standard_decks(rng, out, a.procedural_decks):
        out.add(name, STANDARD, image, label)
    print('faces of procedural decks', len(out.faces) - drawn, flush=True)
    for name, image in designs.printed_faces(rng, a.designs, s):
        out.add(name, PRINTED, image)
    for image in backs.patterned(rng, a.backs, s):
        out.add('back', BACK, image)
    np.save(a.work + '/faces.npy', np.stack(out.faces))
    json.dump(out.records, open(a.work + '/faces.json', 'w'))
    print('faces', len(out.faces), flush=True)


if __name__ == '__main__':
    main()
