"""Writes golden.json: geometry vectors and the corners that the formula of geometry.py gives, for other decoders to meet; and a picture with what
blocks.py hands to the networks of it.

    python golden.py --models ..
"""
import argparse
import json

import numpy as np

import blocks
import geometry

CASES = [
    # upright card, 32 px half height and 22.4 px half width, centred in its cell
    {'ix': 10, 'iy': 5, 'geometry': [0, 0, -1, 0, .7, 0, 0, 0]},
    # the same card turned by 30 degrees, its centre off the cell's
    {'ix': 3, 'iy': 7, 'geometry': [.5, -.25, 1.5 * np.cos(np.radians(240)), 1.5 * np.sin(np.radians(240)), np.cos(np.radians(60)), np.sin(np.radians(60)), 0, 0]},
    # lying across and leaning away: a trapezoid
    {'ix': 0, 'iy': 0, 'geometry': [1.25, 2, 2, 0, -1.3, .1, .2, -.35]},
]

INDEX_CASES = [
    # upright: the corner up and left of the cell, sides of 126 and 176 px
    {'ix': 10, 'iy': 5, 'geometry': [-.75, -1.5, 1.96875, 0, 0, 2.75, 0, 0]},
    # lying across and leaning away
    {'ix': 2, 'iy': 9, 'geometry': [1.25, -.5, .1, 1.4, -2, .2, .4, -.3]},
]


def answered(cases, decode):
    for c in cases:
        g = [round(float(v), 6) for v in c['geometry']]
        yield {'ix': c['ix'], 'iy': c['iy'], 'geometry': g, 'corners': [[round(float(v), 4) for v in p] for p in decode(c['ix'], c['iy'], np.array(g))]}


# Four by six pixels, red, green, blue.
PICTURE = np.array([[[(37 * x + 91 * y + 53 * c) % 256 for c in range(3)] for x in range(4)] for y in range(6)])


def fed():
    planes = PICTURE.transpose(2, 0, 1)[None] / 255
    return {'width': PICTURE.shape[1], 'pixels': PICTURE.ravel().tolist(),
            **{network: blocks.fed(network, planes).ravel().tolist() for network in ('detector', 'identifier', 'verifier')}}


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--models', required=True)
    a = p.parse_args()
    listed = lambda cases: '[\n    ' + ',\n    '.join(json.dumps(c) for c in cases) + '\n  ]'
    with open(f'{a.models}/golden.json', 'w') as f:
        f.write('{\n  "format": 1,\n  "stride_px": 8,\n  "corners": "TL, TR, BR, BL as x, y in input pixels; clockwise",\n  "cases": '
                + listed(answered(CASES, geometry.decode)) + ',\n  "index_cases": ' + listed(answered(INDEX_CASES, geometry.decode_index))
                + ',\n  "fed": ' + json.dumps(fed()) + '\n}\n')


if __name__ == '__main__':
    main()
