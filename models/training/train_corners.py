"""Adds to the index reader which letter a court card bears and where the card lies, and leaves all else that it tells as it is.

    python train_corners.py --data 'DIR/corners/*' --models .. --out DIR/corners.pt [--minutes 20]

The networks are trained to tell a card's rank in any language; but a V is a French jack and a Dutch queen. And of a covered card its corner and its
sides there tell better where it lies than the detector does. So a branch of its own, on what the int8 index reader sees halfway (as it is), tells
the letter, given that it is a court card's (train_letters.py first), and the place, each part of it with how far it is off in the mean (a Laplace
distribution's scale). Of what it learns by a part is made poor: blurred, far away or dark. Every fifth deck of those with letters, and every tenth of
the other windows, is kept back to measure by. What an earlier run added is replaced.
"""
import glob
import json
import tempfile

import cv2
import numpy as np
import onnx
import onnxruntime as ort
import torch
from onnx import helper, numpy_helper
from onnxruntime.quantization import QuantFormat, QuantType, quantize_static
from torch import nn
from torch.nn import functional as F

import camera
import export
import training
from blocks import feed
from corners import LETTERS
from geometry import INDEX_QUAD
from networks import Residual, conv
from quantise import Given
from train_indices import HALFWAY, PX
from training import planes

SEEN = f'/network/features/features.{HALFWAY - 1}/Relu_output_0'
ADDED = 'letter', 'place', 'spread'
BATCH, EACH = 64, 192
# What the place is told in: of the corner eight pixels of the window, of the slopes of its sides a tenth.
UNIT = np.float32([8, 8, .1, .1])
LETTER_SMOOTHING, PLACE_SHARE = .03, .3


class Branch(nn.Module):
    """What the index reader sees halfway [N,48,16,12] to logits of the letter, and the place with the logarithms of its scales [N,8]."""

    def __init__(self, narrow=32, wide=48, grid=24, joined=96):
        super().__init__()
        self.features = nn.Sequential(conv(48, narrow, 1), conv(narrow, wide, 3, 2), Residual(wide))
        self.grid = nn.Sequential(conv(wide, grid, 1), nn.Flatten(), nn.Linear(grid * 48, joined), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(.1)
        self.letter = nn.Linear(joined + 2 * wide, len(LETTERS))
        self.place = nn.Linear(joined, 8)

    def forward(self, x):
        f = self.features(x)
        g = self.grid(f)
        return self.letter(self.drop(torch.cat([g, f.mean((2, 3)), f.amax((2, 3))], 1))), self.place(g)


class Told(nn.Module):
    """The branch as the program reads it."""

    def __init__(self, branch):
        super().__init__()
        self.branch = branch

    def forward(self, x):
        letter, place = self.branch(x)
        unit = torch.from_numpy(UNIT)
        return torch.softmax(letter, 1), place[:, :4] * unit, torch.exp(place[:, 4:].clamp(-5, 3)) * unit


class Seen:
    """What the index reader sees of windows, as its int8 file has it."""

    def __init__(self, path):
        model = onnx.load(path)
        values = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
        node = next(n for n in model.graph.node if n.op_type == 'QuantizeLinear' and n.input[0] == SEEN)
        self.scale, self.zero, self.name = float(values[node.input[1]]), int(values[node.input[2]]), node.output[0]
        model.graph.output.append(helper.make_tensor_value_info(self.name, onnx.TensorProto.UINT8, None))
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = ort.InferenceSession(model.SerializeToString(), options, providers=['CPUExecutionProvider'])

    def of(self, windows):
        batches = (windows[i:i + BATCH] for i in range(0, len(windows), BATCH))
        return np.concatenate([self.session.run([self.name], feed(self.session, planes(batch)))[0] for batch in batches])

    def values(self, seen):
        return (torch.from_numpy(seen.astype(np.float32)) - self.zero) * self.scale


def places(quads):
    """The corner beside the index from where it should be, and how far its left side goes to the right and its top down."""
    left, top = quads[:, 3] - quads[:, 0], quads[:, 1] - quads[:, 0]
    slopes = np.stack([left[:, 0] / left[:, 1], top[:, 1] / top[:, 0]], 1)
    return np.concatenate([quads[:, 0] - INDEX_QUAD[0], slopes], 1).astype(np.float32) / UNIT


def poor(windows, seed):
    n = np.random.default_rng(seed)
    return np.stack([camera.poor(x.copy(), n, PX) for x in windows])


def unlikely(place, truth):
    """The negative logarithm of a Laplace distribution's density there."""
    scale = place[:, 4:].clamp(-5, 3)
    return ((place[:, :4] - truth).abs() * torch.exp(-scale) + scale).sum(1).mean()


def tell(letters, y, place, truth):
    """How many letters are told rightly, which is taken for which, and how far off places are."""
    told, v, share = letters.argmax(1), LETTERS.index('V'), lambda right: round(float(right.mean()), 4)
    print('letters', len(y), 'right', share(told == y), 'of V', share(told[y == v] == v), 'others taken for V', share(told[y != v] == v))
    for row, letter in enumerate(LETTERS):
        print(f'{letter:>4}', ' '.join(f'{int((told[y == row] == c).sum()):5d}' for c in range(len(LETTERS))))
    for name, p in ('as found', 0 * truth), ('told', place[:, :4]):
        off = np.abs(p - truth) * UNIT
        corner = np.hypot(off[:, 0], off[:, 1]) / np.ptp(INDEX_QUAD[:, 0])
        quantiles = ', '.join(f'{100 * np.quantile(corner, part):.2f}' for part in (.5, .9))
        print(name, 'corners off by', quantiles, '% of the width (median, 90 %), slopes', np.median(off[:, 2:], 0).round(4))


def in_int8(branch, values):
    """The branch's graph, its convolutions in int8 with the ranges of these values."""
    with tempfile.TemporaryDirectory() as folder:
        whole, small = folder + '/whole.onnx', folder + '/small.onnx'
        export.write(Told(branch), values[:2], whole, list(ADDED), 'seen', {name: {0: 'count'} for name in ('seen', *ADDED)})
        given = Given({'seen': values[i:i + BATCH].numpy()} for i in range(0, len(values), BATCH))
        quantize_static(whole, small, given, quant_format=QuantFormat.QDQ, per_channel=True, activation_type=QuantType.QUInt8,
                        weight_type=QuantType.QInt8, op_types_to_quantize=['Conv', 'Add', 'Relu'])
        return onnx.load(small).graph


def grafted(path, branch):
    """The file with the branch, in place of that of an earlier run. Of the letter the branch and the layer before it (train_letters.py) tell the mean:
    that one is surer of what is sharp, this one has seen what is not."""
    model = onnx.load(path)
    graph = model.graph
    gone = lambda name: name.startswith(('/corner', 'corner.', '/letter/Add', '/letter/Mul', 'letter.half')) or name in ADDED
    for kept in graph.output, graph.node, graph.initializer:
        for known in [k for k in kept if gone(k.name)]:
            kept.remove(known)
    next(n for n in graph.node if n.name == '/letter/Softmax').output[0] = 'letter.before'
    seen = next(n.output[0] for n in graph.node if n.op_type == 'DequantizeLinear' and n.input[0] == SEEN + '_QuantizeLinear_Output')
    named = lambda value: value if value in ('place', 'spread', '') else seen if value == 'seen' else 'corner.' + value
    for node in branch.node:
        node.name = '/corner' + node.name
        node.input[:], node.output[:] = [named(v) for v in node.input], [named(v) for v in node.output]
        graph.node.append(node)
    for value in branch.initializer:
        value.name = named(value.name)
        graph.initializer.append(value)
    graph.initializer.append(numpy_helper.from_array(np.float32(.5), 'letter.half'))
    graph.node.extend([helper.make_node('Add', ['letter.before', 'corner.letter'], ['letter.sum'], '/letter/Add'),
                       helper.make_node('Mul', ['letter.sum', 'letter.half'], ['letter'], '/letter/Mul')])
    graph.output.extend(branch.output)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def main():
    p = training.arguments(__doc__, 2e-3)
    p.add_argument('--models', required=True)
    p.add_argument('--poor', type=float, default=.5, help='this share of what it learns by is made poor')
    a = p.parse_args()
    path, manifest = f'{a.models}/index.onnx', f'{a.models}/index.json'
    training.seeded(a.seed)
    files = [f[:-6] for pattern in a.data for f in sorted(glob.glob(pattern + '_y.npy'))]
    cv2.setNumThreads(1)
    reader = Seen(path)
    windows = [np.load(file + '.npy', mmap_mode='r') for file in files]
    made_poor = [poor(x, a.seed + k) for k, x in enumerate(windows)]
    seen, seen_poor = (np.concatenate([reader.of(x) for x in each]) for each in (windows, made_poor))
    letters, decks = np.concatenate([np.load(file + '_y.npy') for file in files]).astype(np.int64).T
    truth = np.concatenate([places(np.load(file + '_q.npy')) for file in files])
    back = np.where(decks < 0, np.arange(len(decks)) % 10 == 0, decks % 5 == 0)
    known, n = np.flatnonzero(~back), np.random.default_rng(a.seed)
    print('windows', len(known), 'kept back', back.sum(), flush=True)
    branch = Branch()
    if a.init:
        branch.load_state_dict(training.weights(a.init))
    run = training.Run(branch, a.out, a.rate, a.minutes, a.steps)
    while run.course():
        i = n.choice(known, EACH)
        shown = np.where((n.random(EACH) < a.poor)[:, None, None, None], seen_poor[i], seen[i])
        letter, place = branch(reader.values(shown))
        asked = letters[i] >= 0
        right = torch.from_numpy(letters[i][asked])
        named = F.cross_entropy(letter[asked], right, label_smoothing=LETTER_SMOOTHING) if asked.any() else 0
        run.update(named + PLACE_SHARE * unlikely(place, torch.from_numpy(truth[i])))
        if run.step % 500 == 0:
            print(run.step, f'{run.progress():.2f}', flush=True)
            run.save()
    run.save()
    graph = in_int8(run.mean.eval(), reader.values(seen[n.choice(known, 12 * BATCH)]))
    grafted(path, graph)
    session = ort.InferenceSession(path, providers=['CPUExecutionProvider'])
    asked = np.flatnonzero(back)
    with_letter = letters[asked] >= 0
    for name, each in ('as they are', windows), ('poor', made_poor):
        shown = np.concatenate(each)[asked]
        told = [session.run(list(ADDED), feed(session, planes(shown[i:i + BATCH]))) for i in range(0, len(shown), BATCH)]
        letter, place, _ = (np.concatenate(parts) for parts in zip(*told))
        print('windows', name)
        tell(letter[with_letter], letters[asked][with_letter], place / UNIT, truth[asked])
    fields = json.load(open(manifest))
    fields['outputs']['letter'] = {'shape': ['count', len(LETTERS)], 'meaning': 'probability, if it is the index of a court card'}
    fields['outputs']['place'] = {'shape': ['count', 4], 'meaning': 'how far the corner beside the index lies to the right and down of where the window should have it, in pixels; '
                                  'how far the left side goes to the right for each pixel down, and the top down for each pixel to the right'}
    fields['outputs']['spread'] = {'shape': ['count', 4], 'meaning': 'how far these four are from the truth in the mean'}
    fields['classes']['letter'] = LETTERS
    export.manifest(manifest, **{**{k: v for k, v in fields.items() if k != 'format'}, 'sha256': export.digest(path)})


if __name__ == '__main__':
    main()
