"""Measures a deck nobody trained on: one picture of each face in the gallery, then simulated frames of a table.

    python evaluate_custom.py --models .. --work DIR [--faces 'folder/*.png'] [--gallery 60] [--frames 60]

Without --faces the deck is made of new procedural designs. Cards lie free, in rows, stacks and fans, 75 to 160 px wide,
tilted up to 30 degrees, in a 1280x720 frame. Found cards (quad IoU 0.5) are compared with the gallery both ways up.
"""
import argparse
import glob
import random

import cv2
import numpy as np

import camera
import designs
import geometry
from recognise import Recogniser
from scenes import World


def gallery_of(r, faces):
    h, w = faces[0].shape[:2]
    quad = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
    x = np.stack([geometry.rectify(f, quad) for f in faces])[..., ::-1].transpose(0, 3, 1, 2).astype(np.float32) / 255
    return r.run(x)[3]


class Table(World):
    def __init__(self, work, faces, backs, seed):
        super().__init__(work, seed)
        size = faces[0].shape[1::-1]
        self.faces = np.stack(list(faces) + [cv2.resize(b, size) for b in backs])
        self.mine = list(range(len(faces)))
        self.backs = list(range(len(faces), len(self.faces)))
        self.jokers = self.mine
        self.room, self.blur, self.most_tilt = camera.indoors, .45, .52

    def deck(self):
        return self.mine


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--models', required=True)
    p.add_argument('--work', required=True)
    p.add_argument('--faces')
    p.add_argument('--gallery', type=int, default=60)
    p.add_argument('--frames', type=int, default=60)
    p.add_argument('--side', type=int, default=960)
    p.add_argument('--seed', type=int, default=90001)
    p.add_argument('--kind', choices=['title', 'mixed'], default='title')
    p.add_argument('--picture')
    p.add_argument('--strangers', type=int, default=0, help='that many faces lie on the table and are not in the gallery: sets the gallery thresholds')
    a = p.parse_args()
    cv2.setNumThreads(1)
    rng, surfaces = random.Random(a.seed), np.load(a.work + '/surfaces.npy', mmap_mode='r')
    if a.faces:
        faces = [cv2.resize(cv2.imread(f), (384, 544), interpolation=cv2.INTER_AREA) for f in sorted(glob.glob(a.faces))][:a.gallery]
    else:
        every = designs.font_files()
        fonts = {'all': every, 'bold': [f for f in every if 'Bold' in f or 'Black' in f]}
        if a.kind == 'title':
            # one deck has one layout and one font
            style, hues = rng.getrandbits(32), [rng.random() for _ in range(6)]
            faces = [designs.title_face(rng, designs.word(rng), designs.palette_of(random.Random(style), rng.choice(hues)), surfaces, fonts) for _ in range(a.gallery)]
        else:
            faces = [f for _, f in designs.printed_faces(rng, a.gallery, surfaces)]
    r = Recogniser(a.models, a.side)
    gallery = gallery_of(r, faces[:len(faces) - a.strangers])
    near = gallery @ gallery.T - 2 * np.eye(len(gallery))
    print(f'gallery {len(gallery)}: nearest other face {near.max(1).mean():.2f} on average, {near.max():.2f} at most')
    world = Table(a.work, faces, list(designs.backs(rng, 2, surfaces)), a.seed)
    rows = []
    for k in range(a.frames):
        im, cards = world.render(1280, 720, 105, 225)
        found = r.detect(im)
        if found:
            found = r.distinct(list(zip([s for s, _ in found], r.refine(im, [q for _, q in found]))))
        truth = [c for c in cards if c['visible'] > .12]
        kind, e = (None, None) if not found else r.identify(im, [q for _, q in found])[2:]
        used = set()
        for c in truth:
            ious = [geometry.quad_iou(c['quad'], q) if i not in used else 0 for i, (_, q) in enumerate(found)]
            i = int(np.argmax(ious)) if ious else -1
            hit = i >= 0 and ious[i] >= .5
            row = {'visible': c['visible'], 'face': c['index'] < len(faces), 'found': hit, 'inside': bool((c['quad'] > [8, 8]).all() and (c['quad'] < [1272, 712]).all())}
            if hit:
                used.add(i)
                s = e[:, i] @ gallery.T
                turn, best = np.unravel_index(s.argmax(), s.shape)
                other = np.delete(s, best, 1).max()
                q = found[i][1] if turn == 0 else found[i][1][[2, 3, 0, 1]]
                up = np.linalg.norm(q - c['quad'], axis=1).mean() < np.linalg.norm(q[[2, 3, 0, 1]] - c['quad'], axis=1).mean()
                row.update(likeness=s.max(0), index=c['index'], right=best == c['index'], score=float(s.max()), margin=float(s.max() - other), up=bool(up), kind=int(kind[i].argmax()), iou=ious[i])
            rows.append(row)
        if a.picture and k < 6:
            for (_, q) in found:
                cv2.polylines(im, [q.astype(np.int32)], True, (0, 0, 255), 2)
            cv2.imwrite(f'{a.picture}{k}.jpg', im)
    for name, low, high in (('free', .93, 9), ('partly covered', .5, .93), ('strip', .15, .5)):
        t = [x for x in rows if x['face'] and x['inside'] and low <= x['visible'] < high and x.get('index', 0) < len(gallery)]
        f = [x for x in t if x['found']]
        if not f:
            continue
        right = np.array([x['right'] for x in f])
        score, margin = np.array([x['score'] for x in f]), np.array([x['margin'] for x in f])
        print(f'{name}: {len(t)} found {len(f) / len(t):.3f} top-1 {right.mean():.4f} way up {np.mean([x["up"] for x in f]):.3f} printed {np.mean([x["kind"] == 3 for x in f]):.3f} '
              f'score {score.mean():.2f} IoU {np.mean([x["iou"] for x in f]):.3f}')
        for at in (.05, .1, .15):
            keep = margin >= at
            print(f'    margin {at}: kept {keep.mean():.3f} right of kept {right[keep].mean() if keep.any() else 0:.4f}', end='')
        print()
    b = [x for x in rows if not x['face'] and x['found']]
    if b:
        print(f'backs: {len(b)} taken for backs {np.mean([x["kind"] == 1 for x in b]):.3f} best score {np.mean([x["score"] for x in b]):.2f}')
    if a.strangers:
        thresholds([x for x in rows if x['face'] and x['found']], len(gallery))


def thresholds(rows, known):
    """How many faces are named, rightly or wrongly, for each temperature and least likeness of the gallery (name .6, lead .2)."""
    for t in (.01, .015, .02, .03, .04):
        for least in (.6, .65, .7, .75, .8, .85):
            right = wrong = 0
            for x in rows:
                p = np.exp(np.clip((x['likeness'] - least) / t, -80, 80))
                p = p / (1 + p.sum())
                order = np.argsort(-p)
                if p[order[0]] >= .6 and p[order[0]] - p[order[1]] >= .2:
                    right += order[0] == x['index']
                    wrong += order[0] != x['index']
            print(f'temperature {t} likeness {least}: named right {right / sum(x["index"] < known for x in rows):.3f} of known, wrong {wrong / len(rows):.4f} of all')


if __name__ == '__main__':
    main()
