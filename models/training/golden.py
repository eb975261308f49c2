"""Writes golden.json: geometry vectors and the corners that the formula of geometry.py gives, for other decoders to meet.

    python golden.py --models ..
"""
import argparse
import json

import numpy as np

import geometry

CASES = [
    # upright card, 32 px half height and 22.4 px half width, centred in its cell
    {'ix': 10, 'iy': 5, 'geometry': [0, 0, -1, 0, .7, 0, 0, 0]},
    # the same card turned by 30 degrees, its centre off the cell's
    {'ix': 3, 'iy': 7, 'geometry': [.5, -.25, 1.5 * np.cos(np.radians(240)), 1.5 * np.sin(np.radians(240)), np.cos(np.radians(60)), np.sin(np.radians(60)), 0, 0]},
    # lying across and leaning away: a trapezoid
    {'ix': 0, 'iy': 0, 'geometry': [1.25, 2, 2, 0, -1.3, .1, .2, -.35]},
]


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--models', required=True)
    a = p.parse_args()
    out = []
    for c in CASES:
        g = [round(float(v), 6) for v in c['geometry']]
        out.append({'ix': c['ix'], 'iy': c['iy'], 'geometry': g, 'corners': [[round(float(v), 4) for v in p] for p in geometry.decode(c['ix'], c['iy'], np.array(g))]})
    with open(f'{a.models}/golden.json', 'w') as f:
        f.write('{\n  "format": 1,\n  "stride_px": 8,\n  "corners": "TL, TR, BR, BL as x, y in input pixels; clockwise",\n  "cases": [\n    '
                + ',\n    '.join(json.dumps(c) for c in out) + '\n  ]\n}\n')


if __name__ == '__main__':
    main()
