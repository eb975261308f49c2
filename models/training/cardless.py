"""Training data from photographs in which no card lies, or a set to measure by: whatever is taken for a card there is none.

    python cardless.py --photos FOLDER --work OUT --surfaces-of DIR --models .. --seed S
    python cardless.py --photos FOLDER --set OUT

FOLDER is searched for photographs; drawings, cut-outs and second copies are left out. With `--set` they are written into OUT, labelled as
`rendered.py` does; else OUT gets
- surfaces.npy: tables for the renderers, those of DIR and pieces of the photographs, as many;
- scenes.npy and .pkl as scenes.py writes them, without a card;
- crops.npy, _y and _q as outlines.py does: what the detector takes for a card, to be known as nothing.
"""
import argparse
import json
import os
import pickle

import cv2
import numpy as np

import geometry
from art import NOTHING
from recognise import Recogniser
from scenes import SIZE, fitted

SURFACE = 512
LONGEST_PX, QUALITY = 1920, 93  # of the pictures of a set
LEAST_PX, LEAST_BYTES = 300, 20_000  # shorter side; file
COLOURS, FLAT = 500, .55  # fewer colours, or more of the neighbours alike: a drawing
COPY = .97  # correlation of two small grey pictures
CUTS, LOOKS = 6, 8  # of each photograph
HEAT, MOST = .1, 10  # a look's outlines


def small_grey(picture):
    g = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (16, 16), interpolation=cv2.INTER_AREA).astype(np.float32)
    return (g - g.mean()) / (g.std() + 1e-6)


def is_photograph(picture):
    x = cv2.resize(picture, (256, 256), interpolation=cv2.INTER_AREA).astype(np.int64)
    colours = len(np.unique((x >> 3) @ [1024, 32, 1]))
    return colours >= COLOURS and (np.abs(np.diff(x.sum(2), axis=1)) <= 2).mean() <= FLAT


def photographs(folder):
    seen = []
    for path, _, files in sorted(os.walk(folder)):
        for file in sorted(files):
            file = os.path.join(path, file)
            if os.path.getsize(file) < LEAST_BYTES:
                continue
            picture = cv2.imread(file, cv2.IMREAD_UNCHANGED)
            if picture is None or picture.ndim != 3 or min(picture.shape[:2]) < LEAST_PX:
                continue
            if picture.shape[2] == 4 and (picture[..., 3] < 250).mean() > .02:
                continue
            picture = np.ascontiguousarray(picture[..., :3])
            picture = cv2.convertScaleAbs(picture, alpha=1 / 256) if picture.dtype != np.uint8 else picture
            if not is_photograph(picture):
                continue
            g = small_grey(picture)
            if all((g * other).mean() <= COPY for other in seen):
                seen.append(g)
                yield picture


def cut(picture, n, side):
    """A square piece of the photograph, of any size from `side` pixels on."""
    h, w = picture.shape[:2]
    s = int(n.uniform(min(side, h, w), min(h, w)))
    y, x = n.integers(0, h - s + 1), n.integers(0, w - s + 1)
    return cv2.resize(picture[y:y + s, x:x + s], (side, side), interpolation=cv2.INTER_AREA if s > side else cv2.INTER_LINEAR)


def relit(picture, n):
    """Another light, another size, another turn."""
    x = np.rot90(picture, n.integers(4)).astype(np.float32)
    x = x * np.float32(n.uniform(.4, 1.3)) * (n.uniform(.8, 1.2, 3).astype(np.float32) if n.random() < .5 else 1) + np.float32(n.uniform(-20, 20))
    z = n.uniform(500, 1600) / max(x.shape[:2])
    return cv2.resize(np.clip(x, 0, 255).astype(np.uint8), None, fx=z, fy=z, interpolation=cv2.INTER_AREA if z < 1 else cv2.INTER_LINEAR)


def labelled(folder, out):
    os.makedirs(out, exist_ok=True)
    with open(out + '/annotations.jsonl', 'w') as f:
        for i, picture in enumerate(photographs(folder)):
            z, file = min(1, LONGEST_PX / max(picture.shape[:2])), f'{i:03}.jpg'
            picture = cv2.resize(picture, None, fx=z, fy=z, interpolation=cv2.INTER_AREA) if z < 1 else picture
            cv2.imwrite(f'{out}/{file}', picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            h, w = picture.shape[:2]
            f.write(json.dumps({'file': file, 'width': w, 'height': h, 'complete': True, 'objects': []}) + '\n')


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--photos', required=True)
    p.add_argument('--work')
    p.add_argument('--surfaces-of')
    p.add_argument('--models')
    p.add_argument('--set')
    p.add_argument('--seed', type=int, default=1)
    a = p.parse_args()
    cv2.setNumThreads(1)
    if a.set:
        labelled(a.photos, a.set)
        return
    n, r = np.random.default_rng(a.seed), Recogniser(a.models)
    r.limits['heat'] = HEAT
    surfaces, scenes, crops, count = [], [], [], 0
    for picture in photographs(a.photos):
        count += 1
        surfaces += [cut(picture, n, SURFACE) for _ in range(3)]
        scenes += [fitted(picture, n)[0]] + [cut(picture, n, SIZE) for _ in range(CUTS)]
        for _ in range(LOOKS):
            look, r.side = relit(picture, n), int(n.choice([512, 768, 1024]))
            quads = [quad for _, quad in sorted(r.detect(look), key=lambda d: -d[0])[:MOST]]
            for _ in range(n.integers(0, 3)):
                quads = r.refine(look, quads) if quads else quads
            crops += [geometry.rectify(look, quad) for quad in quads]
    os.makedirs(a.work, exist_ok=True)
    tables = np.load(a.surfaces_of + '/surfaces.npy', mmap_mode='r')
    chosen = n.permutation(len(surfaces))[:len(tables)]
    np.save(a.work + '/surfaces.npy', np.concatenate([tables, np.stack([surfaces[i] for i in chosen])]))
    np.save(a.work + '/scenes.npy', np.stack(scenes))
    with open(a.work + '/scenes.pkl', 'wb') as f:
        pickle.dump([[] for _ in scenes], f)
    np.save(a.work + '/crops.npy', np.stack(crops))
    np.save(a.work + '/crops_y.npy', np.tile(np.array([-1, -1, NOTHING, -1, 0, 0], np.int16), (len(crops), 1)))
    np.save(a.work + '/crops_q.npy', np.full((len(crops), 8), np.nan, np.float32))
    print(f'{count} photographs: {len(scenes)} scenes, {len(crops)} crops')


if __name__ == '__main__':
    main()
