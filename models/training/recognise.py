"""The recognition line over the ONNX files, as the program runs it: detect, rectify, refine, identify."""
import json
import math
import os

import cv2
import numpy as np
import onnxruntime as ort

import geometry
from art import NOTHING, RANKS, STANDARD, SUITS
from blocks import feed

CLOSE_PX, NEAR_PX = 100, 200  # heights (at the full pass) from which, and up to which, the half and the full pass are believed
LEAST = 1e-4  # nothing is impossible


def with_index(kind, legible):
    """What has an index is a standard card; that none can be read says nothing."""
    kind = kind.copy()
    kind[:, STANDARD] *= np.clip(legible / np.maximum(1 - legible, 1e-6), 1, 30)
    return kind / kind.sum(1, keepdims=True)


class Recogniser:
    def __init__(self, models, side=512, threads=1):
        o = ort.SessionOptions()
        o.intra_op_num_threads = threads
        self.detector = ort.InferenceSession(f'{models}/detector.onnx', o, providers=['CPUExecutionProvider'])
        self.identifier = ort.InferenceSession(f'{models}/identifier.onnx', o, providers=['CPUExecutionProvider'])
        self.limits = {**json.load(open(f'{models}/detector.json'))['thresholds'], **json.load(open(f'{models}/identifier.json'))['thresholds']}
        # the first models of a training run have no index reader yet
        self.index = ort.InferenceSession(f'{models}/index.onnx', o, providers=['CPUExecutionProvider']) if os.path.exists(f'{models}/index.onnx') else None
        self.weights = json.load(open(f'{models}/index.json'))['thresholds'] if self.index else {}
        self.side = side

    def one_pass(self, image, side):
        h, w = image.shape[:2]
        z = side / max(h, w)
        nh, nw = max(32, round(h * z / 32) * 32), max(32, round(w * z / 32) * 32)
        x = cv2.resize(image, (nw, nh), interpolation=cv2.INTER_AREA if z < 1 else cv2.INTER_LINEAR)
        heat, g = self.detector.run(['heat', 'geometry'], feed(self.detector, (x[..., ::-1].transpose(2, 0, 1)[None] / 255.).astype(np.float32)))
        return geometry.peaks(heat[0], g[0], self.limits['heat'], self.limits['nms_iou'], (w / nw, h / nh))

    def detect(self, image):
        """A full pass for most cards and a half-size pass for close-ups."""
        z = self.side / max(image.shape[:2])
        full, half = self.one_pass(image, self.side), self.one_pass(image, self.side // 2)
        half = [d for d in half if geometry.height_px(d[1]) * z > CLOSE_PX]
        if half:
            full = [d for d in full if geometry.height_px(d[1]) * z <= NEAR_PX]
        return self.distinct(full + half)

    def distinct(self, found):
        out = []
        for d in sorted(found, key=lambda d: -d[0]):
            if all(geometry.quad_iou(d[1], e[1]) <= self.limits['nms_iou'] for e in out):
                out.append(d)
        return out

    def crops(self, image, quads):
        x = np.stack([geometry.rectify(image, q) for q in quads])
        return np.concatenate([x, x[:, ::-1, ::-1]])[..., ::-1].transpose(0, 3, 1, 2).astype(np.float32) / 255

    def run(self, x):
        return self.identifier.run(None, feed(self.identifier, x))

    def refine(self, image, quads):
        n = len(quads)
        c = self.run(self.crops(image, quads))[4].reshape(2, n, 4, 2)
        return [geometry.refined(q, d) for q, d in zip(quads, (c[0] - c[1][:, [2, 3, 0, 1]]) / 2)]

    def identify(self, image, quads):
        """rank, suit, kind probabilities (both ways up averaged) and the embeddings of both ways up."""
        n = len(quads)
        rank, suit, kind, e, _ = self.run(self.crops(image, quads))
        mean = lambda v: (v[:n] + v[n:]) / 2
        return mean(rank), mean(suit), mean(kind), e.reshape(2, n, -1)

    def indices(self, image, quads):
        """rank, suit and legibility of both ends of each card: [2, N, 13], [2, N, 4], [2, N]."""
        x = np.stack([w for q in quads for w in geometry.index_windows(image, q)])[..., ::-1].transpose(0, 3, 1, 2).astype(np.float32) / 255
        rank, suit, legible = self.index.run(['rank', 'suit', 'legible'], feed(self.index, x))
        ends = lambda v: v.reshape(len(quads), 2, -1).transpose(1, 0, 2)
        return ends(rank), ends(suit), ends(legible)[..., 0]

    def joined(self, face, ends, weight):
        """The whole face and the two ends as independent witnesses, each end with its own weight."""
        log = np.log(np.maximum(face, LEAST)) + (weight[..., None] * np.log(np.maximum(ends, LEAST))).sum(0)
        p = np.exp(log - log.max(-1, keepdims=True))
        return p / p.sum(-1, keepdims=True)

    def cards(self, image, times=3):
        """[{quad, heat, kind, rank, suit, p}] of everything that is taken for a card."""
        found = self.detect(image)
        for _ in range(times):
            if found:
                found = self.distinct(list(zip([s for s, _ in found], self.refine(image, [q for _, q in found]))))
        if not found:
            return []
        rank, suit, kind, e = self.identify(image, [q for _, q in found])
        if self.index:
            rank_ends, suit_ends, legible = self.indices(image, [q for _, q in found])
            rank = self.joined(rank, rank_ends, self.weights['rank_weight'] * legible)
            suit = self.joined(suit, suit_ends, self.weights['suit_weight'] * legible)
            kind = with_index(kind, legible.max(0))
        out = []
        for i, (score, q) in enumerate(found):
            r, s = rank[i].argmax(), suit[i].argmax()
            if kind[i].argmax() == NOTHING and kind[i][NOTHING] > self.limits['kind']:
                continue
            out.append({'quad': q, 'heat': score, 'kind': int(kind[i].argmax()), 'standard': float(kind[i][STANDARD]), 'rank': RANKS[r], 'suit': SUITS[s],
                        'rank_p': float(rank[i][r]), 'suit_p': float(suit[i][s]), 'p': float(rank[i][r] * suit[i][s]), 'embedding': e[:, i]})
        return out

    def named(self, card):
        return card['kind'] == STANDARD and card['p'] >= self.limits['name']
