"""What a hand network alone sees of simulated claims, before its answers are decoded: heat of fingertips, and false heat.

    python evaluate_hands.py --models .. CLAIMS...

CLAIMS are folders that `kibitzer simulate --game elements --claims N` wrote. Every sixth frame; the learnt table is the first frame, in which
no hand is. A fingertip is there when it shows at least 25 mm inside the mat, and found when a peak of heat is within 100 mm of it;
errors are on the table's plane. Peaks that are near no fingertip are false.
"""
import argparse
import glob
import json
import os

import cv2
import numpy as np
import onnxruntime

PIXEL_MM, MARGIN_MM, NEAR_MM, INSIDE_MM, STEP = 4., 60., 100., 25., 6


def maps(camera, mat):
    """Where each pixel of the small table is in the picture."""
    k, d = np.array(camera['matrix']), np.array(camera['distortion'])
    size = [int(np.ceil((mm + 2 * MARGIN_MM) / PIXEL_MM / 16) * 16) for mm in mat]
    x, y = np.meshgrid((np.arange(size[0]) + .5) * PIXEL_MM - MARGIN_MM, (np.arange(size[1]) + .5) * PIXEL_MM - MARGIN_MM)
    p = np.stack([x, y, np.ones_like(x)], -1).reshape(-1, 3) @ np.linalg.inv(np.array(camera['table_from_image'])).T
    p = np.c_[(p[:, :2] / p[:, 2:] - k[:2, 2]) / [k[0, 0], k[1, 1]], np.ones(len(p))]
    p = cv2.projectPoints(p, np.zeros(3), np.zeros(3), k, d)[0].reshape(size[1], size[0], 2).astype(np.float32)
    return p[..., 0] - .5, p[..., 1] - .5


def on_table(camera, px):
    k, d = np.array(camera['matrix']), np.array(camera['distortion'])
    q = cv2.undistortPoints(np.array([[px]], np.float64), k, d, P=k)[0, 0]
    t = np.array(camera['table_from_image']) @ [*q, 1]
    return t[:2] / t[2]


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--models', required=True)
    p.add_argument('--threshold', type=float, default=.3)
    p.add_argument('claims', nargs='+')
    a = p.parse_args()
    cv2.setNumThreads(1)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(f'{a.models}/hands.onnx', options)
    mat = (976., 676.)
    there = found = false = frames = 0
    errors = []
    for folder in a.claims:
        for path in sorted(glob.glob(f'{folder}/*/truth.json')):
            truth = json.load(open(path))
            camera, place = truth['camera'], os.path.dirname(path)
            mx, my = maps(camera, mat)
            black = (mx < 0) | (my < 0) | (mx >= camera['width'] - 1) | (my >= camera['height'] - 1)

            def small(k):
                im = cv2.imread(f'{place}/frame-{k:05}.jpg')[..., ::-1]
                s = max(1, round(camera['width'] / 250 / PIXEL_MM))
                im = cv2.resize(im, None, fx=1 / s, fy=1 / s, interpolation=cv2.INTER_AREA)
                out = cv2.remap(np.ascontiguousarray(im), (mx + .5) / s - .5, (my + .5) / s - .5, cv2.INTER_LINEAR)
                out[black] = 0
                return out
            table = small(0)
            for k in range(0, len(truth['frames']), STEP):
                x = np.dstack([small(k), table]).transpose(2, 0, 1)[None].astype(np.float32) / 255
                tip, off = session.run(['tip', 'offset'], {'pictures': x})
                top = cv2.dilate(tip[0], np.ones((5, 5)))
                peaks = [((c + .5 + off[0, 0, r, c]) * 8 - MARGIN_MM, (r + .5 + off[0, 1, r, c]) * 8 - MARGIN_MM) for r, c in zip(*np.where((tip[0] >= top) & (tip[0] > a.threshold)))]
                real = [on_table(camera, t['tip_px']) for t in truth['frames'][k]['tips']]
                frames += 1
                used = set()
                for r in real:
                    inside = all(INSIDE_MM < v < m - INSIDE_MM for v, m in zip(r, mat))
                    far = sorted((np.hypot(*(np.array(q) - r)), i) for i, q in enumerate(peaks) if i not in used)
                    hit = bool(far) and far[0][0] < NEAR_MM
                    if hit:
                        used.add(far[0][1])
                    if inside:
                        there += 1
                        found += hit
                        if hit:
                            errors.append(far[0][0])
                false += len(peaks) - len(used)
    print(f'{frames} frames, {there} fingertips, {found} found ({100 * found / max(1, there):.1f}%), median {np.median(errors):.1f} mm, 90% {np.quantile(errors, .9):.1f} mm, {false} false peaks')


if __name__ == '__main__':
    main()
