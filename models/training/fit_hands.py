"""How confident a fingertip is: fits the log odds of what was told to what was true, by maximum likelihood (Platt 1999, with his
targets: short of 1 and above 0, since few false hands are ever told). Where none is told at all nothing says what heat is worth: the
log odds of the heat count once at least.

    python fit_hands.py --pairs FILE --manifest ../hands.json --out FILE.json

FILE is what `cargo run --release --example hands -- CLAIMS --pairs FILE` writes with the manifest as it is.
"""
import argparse
import json

import numpy as np


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--pairs', required=True)
    p.add_argument('--manifest', required=True)
    p.add_argument('--out', required=True)
    a = p.parse_args()
    told, true = np.loadtxt(a.pairs).T
    told = np.clip(told, 1e-4, 1 - 1e-4)
    odds = np.log(told / (1 - told))
    yes, no = true.sum(), (1 - true).sum()
    goal = np.where(true > 0, (yes + 1) / (yes + 2), 1 / (no + 2))
    scale, shift = 1., 0.
    for _ in range(50):
        q = 1 / (1 + np.exp(-(scale * odds + shift)))
        g, w = np.array([((q - goal) * odds).sum(), (q - goal).sum()]), q * (1 - q) + 1e-9
        h = np.array([[(w * odds * odds).sum(), (w * odds).sum()], [(w * odds).sum(), w.sum()]]) + 1e-6 * np.eye(2)
        scale, shift = np.array([scale, shift]) - np.linalg.solve(h, g)
        if scale < 1:
            scale, shift = 1., shift - g[1] / w.sum()
    thresholds = json.load(open(a.manifest))['thresholds']
    of_heat, none = thresholds['confidence']
    thresholds['confidence'] = [round(float(v), 4) for v in (scale * of_heat, scale * none + shift)]
    json.dump(thresholds, open(a.out, 'w'))
    print(thresholds, f'{len(told)} hands told, {int(true.sum())} of them true')


if __name__ == '__main__':
    main()
