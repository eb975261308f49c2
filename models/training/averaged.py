"""Averages the weights of two checkpoints of one network, the second trained on from the first.

    python averaged.py DIR/detector2.pt DIR/detector3.pt --out DIR/detector.pt [--share .5]

`--share` is how much of the second goes in. OUT holds the averaged weights alone (`mean`), for export.py and `--init`.
"""
import argparse

import torch

import training


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('first')
    p.add_argument('second')
    p.add_argument('--out', required=True)
    p.add_argument('--share', type=float, default=.5)
    a = p.parse_args()
    first, second = training.weights(a.first), training.weights(a.second)
    torch.save({'mean': {k: torch.lerp(v, second[k], a.share) if v.is_floating_point() else second[k] for k, v in first.items()}}, a.out)


if __name__ == '__main__':
    main()
