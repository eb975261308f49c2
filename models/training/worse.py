"""Photographs made worse by a filter, to see whether what cannot be read is doubted.

    python worse.py --data DATA --out WORSE

writes WORSE/CONDITION_SPLIT for the splits `test` and `valid` of `rf_poker_cards`, true to their 4:3, for the program's example `accuracy`
(`--data WORSE b0_test m6_test …`): b0 as they are; sq stretched to squares, as many collections have them; m moved by so many pixels; g out of focus, its standard deviation; dn darker by
so much, with noise; z so many hundredths as large; bw black and white; na as a yellow lamp of one colour shows them; cr, cb in red and in blue light;
bl through blinds, gl with glare, ov overexposed; sh half in a shadow with a sharp edge, hz hazy; dk in a twelfth of the light, with noise.
"""
import argparse
import json
import os

import cv2
import numpy as np

import camera

SPLITS, SQUARE, TRUE = ('test', 'valid'), (640, 640), (640, 480)


def moved(im, px, n):
    a = n.uniform(0, np.pi)
    return camera.moved(im.astype(np.float32), px / 2 * np.array([np.cos(a), np.sin(a)]))


def along(im, n, x0=0, y0=0):
    """How far each pixel lies from there along a random direction."""
    (y, x), a = np.mgrid[:im.shape[0], :im.shape[1]], n.uniform(0, np.pi)
    return (x - x0) * np.cos(a) + (y - y0) * np.sin(a)


def through_blinds(im, n):
    lit = np.clip(.5 + 3 * np.sin(2 * np.pi * along(im, n) / (.12 * im.shape[1])), 0, 1)
    return im * (.4 + .6 * lit)[..., None]


def half_in_shadow(im, n):
    h, w = im.shape[:2]
    far = along(im, n, w / 2, h / 2) - n.uniform(-.15, .15) * w
    return im * (.3 + .7 / (1 + np.exp(-far / (.005 * w))))[..., None]


def with_glare(im, n):
    h, w = im.shape[:2]
    y, x = np.mgrid[:h, :w]
    for _ in range(3):
        off = (x - n.uniform(0, w)) ** 2 + (y - n.uniform(0, h)) ** 2
        im = im + n.uniform(150, 300) * np.exp(-off / (2 * (n.uniform(.06, .14) * w) ** 2))[..., None]
    return im


CONDITIONS = {
    'b0': lambda im, n: im,
    'sq': lambda im, n: cv2.resize(im, SQUARE),
    **{f'm{px}': lambda im, n, px=px: moved(im, px, n) for px in (6, 9, 12)},
    **{f'g{s}': lambda im, n, s=s: cv2.GaussianBlur(im.astype(np.float32), (0, 0), s) for s in (2, 3)},
    'dn4': lambda im, n: im * .2 + n.normal(0, 4, im.shape),
    'dn7': lambda im, n: im * .15 + n.normal(0, 6, im.shape),
    **{f'z{z}': lambda im, n, z=z: cv2.resize(im, None, fx=z / 100, fy=z / 100, interpolation=cv2.INTER_AREA) for z in (30, 22)},
    'bw': lambda im, n: camera.of_one_colour(im, camera.GREY, (1, 1, 1)),
    'na': lambda im, n: camera.of_one_colour(im, (.15, .5, .35), (.25, .75, 1.05)),
    'cr': lambda im, n: im * (.25, .35, 1),
    'cb': lambda im, n: im * (1, .5, .25),
    'bl': through_blinds,
    'gl': with_glare,
    'ov': lambda im, n: im * 1.8,
    'sh': half_in_shadow,
    'hz': lambda im, n: im * .35 + 130,
    'dk': lambda im, n: im * .08 + n.normal(0, 3, im.shape),
}


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--data', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--seed', type=int, default=7)
    a = p.parse_args()
    source = a.data + '/rf_poker_cards/'
    photographs = [json.loads(line) for line in open(source + 'annotations.jsonl')]
    for condition, filtered in CONDITIONS.items():
        n = np.random.default_rng(a.seed)
        for split in SPLITS:
            folder = f'{a.out}/{condition}_{split}/'
            os.makedirs(folder, exist_ok=True)
            with open(folder + 'annotations.jsonl', 'w') as out:
                for photograph in photographs:
                    if not photograph['file'].startswith(split):
                        continue
                    im = cv2.resize(cv2.imread(source + photograph['file']), TRUE, interpolation=cv2.INTER_AREA)
                    im = np.clip(filtered(im, n), 0, 255).astype(np.uint8)
                    by = np.array([im.shape[1], im.shape[0]] * 2) / [*SQUARE, *SQUARE]
                    objects = [{**o, 'bbox': (by * o['bbox']).tolist()} for o in photograph['objects']]
                    name = os.path.basename(photograph['file'])
                    cv2.imwrite(folder + name, im, [cv2.IMWRITE_JPEG_QUALITY, 95])
                    out.write(json.dumps({**photograph, 'file': name, 'width': im.shape[1], 'height': im.shape[0], 'objects': objects}) + '\n')


if __name__ == '__main__':
    main()
