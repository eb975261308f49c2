"""Photographs made worse by a filter, to see whether what cannot be read is doubted.

    python worse.py --data DATA --out WORSE

writes WORSE/CONDITION_SPLIT for the splits `test` and `valid` of `rf_poker_cards`, true to their 4:3, for the program's example `accuracy`
(`--data WORSE b0_test m6_test …`): b0 as they are; sq stretched to squares, as many collections have them; m moved by so many pixels; g out of focus, its standard deviation; dn darker by
so much, with noise; z so many hundredths as large.
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


CONDITIONS = {
    'b0': lambda im, n: im,
    'sq': lambda im, n: cv2.resize(im, SQUARE),
    **{f'm{px}': lambda im, n, px=px: moved(im, px, n) for px in (6, 9, 12)},
    **{f'g{s}': lambda im, n, s=s: cv2.GaussianBlur(im.astype(np.float32), (0, 0), s) for s in (2, 3)},
    'dn4': lambda im, n: im * .2 + n.normal(0, 4, im.shape),
    'dn7': lambda im, n: im * .15 + n.normal(0, 6, im.shape),
    **{f'z{z}': lambda im, n, z=z: cv2.resize(im, None, fx=z / 100, fy=z / 100, interpolation=cv2.INTER_AREA) for z in (30, 22)},
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
