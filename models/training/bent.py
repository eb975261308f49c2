"""Rendered photographs as a lens shows them that bends straight lines.

    python bent.py --data SETS/above --out SETS/bent --kinds fan heap spread --by .05 .1

SETS/above are those of rendered.py; writes OUT/rendered_KIND_BY for each kind. By how much of itself the way from the middle of a picture to its corner
is shorter than through a lens without distortion: webcams have .02 to .1 (barrel), less than 0 bends the other way (pincushion). What lies in the corners stays there.
"""
import argparse
import json
import os

import cv2
import numpy as np

from rendered import objects

ROUNDS = 30


class Lens:
    """r' = r (1 - by r^2) / (1 - by), radii in parts of half a picture's diagonal."""

    def __init__(self, by, width, height):
        self.by, self.middle, self.radius = by, np.array([width / 2, height / 2]), np.hypot(width, height) / 2

    def bent(self, places):
        p = (places - self.middle) / self.radius
        return p * (1 - self.by * (p * p).sum(-1, keepdims=True)) / (1 - self.by) * self.radius + self.middle

    def straight(self, places):
        bent = (places - self.middle) / self.radius * (1 - self.by)
        p = bent
        for _ in range(ROUNDS):
            p = bent / (1 - self.by * (p * p).sum(-1, keepdims=True))
        return p * self.radius + self.middle


def seen(photograph, im, by):
    """The picture through that lens, and what its set says of it."""
    h, w = im.shape[:2]
    lens = Lens(by, w, h)
    y, x = np.mgrid[:h, :w]
    # a whole number is the middle of a pixel here, and its corner in what the set says
    from_ = (lens.straight(np.stack([x, y], -1) + .5) - .5).astype(np.float32)
    cards = [(o['label'], lens.bent(np.array(o['quad']))) for o in photograph['objects']]
    # where on the table a pixel lies no homography tells
    told = {k: v for k, v in photograph.items() if k != 'table'}
    return cv2.remap(im, from_, None, cv2.INTER_CUBIC), {**told, 'objects': objects(cards)}


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--data', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('--kinds', nargs='+', required=True)
    p.add_argument('--by', type=float, nargs='+', required=True)
    a = p.parse_args()
    for kind in a.kinds:
        source = f'{a.data}/rendered_{kind}/'
        for by in a.by:
            folder = f'{a.out}/rendered_{kind}_{by:g}/'
            os.makedirs(folder, exist_ok=True)
            with open(source + 'annotations.jsonl') as photographs, open(folder + 'annotations.jsonl', 'w') as out:
                for line in photographs:
                    photograph = json.loads(line)
                    im, told = seen(photograph, cv2.imread(source + photograph['file']), by)
                    cv2.imwrite(folder + photograph['file'], im, [cv2.IMWRITE_JPEG_QUALITY, 95])
                    out.write(json.dumps(told) + '\n')


if __name__ == '__main__':
    main()
