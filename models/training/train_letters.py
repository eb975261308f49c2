"""Adds to the index reader what letter a court card bears, and leaves all else that it tells as it is.

    python train_letters.py --work DIR --models .. [--decks 400] [--count 40000]

The networks are trained to tell a card's rank in any language; but a V is a French jack and a Dutch queen. So a further layer on what
the index reader sees already (of the int8 file, as it is) tells the letter, given that it is a court card's. Every fifth deck is kept back to measure by.
"""
import argparse
import json

import cv2
import numpy as np
import onnx
import onnxruntime as ort
import torch
from onnx import helper, numpy_helper
from torch.nn import functional as F

import export
from blocks import feed
from corners import LETTERS, Courts
from training import planes

FEATURES, LETTER = '/network/Concat_output_0', 'letter'
BATCH, KEPT_BACK = 32, 5
SHRINK = 3e-4


def seen(path, world, count):
    """(what the network sees, letters, decks) of so many corners."""
    model = onnx.load(path)
    model.graph.output.append(helper.make_tensor_value_info(FEATURES, onnx.TensorProto.FLOAT, None))
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(model.SerializeToString(), options, providers=['CPUExecutionProvider'])
    features, letters, decks = [], [], []
    for _ in range(count // BATCH):
        pictures, _, y, d = zip(*(world.sample() for _ in range(BATCH)))
        features.append(session.run([FEATURES], feed(session, planes(np.stack(pictures))))[0])
        letters += y
        decks += d
    return torch.from_numpy(np.concatenate(features)), torch.tensor(letters), np.array(decks)


def fitted(x, y):
    """(weights, biases) of a multinomial logistic regression."""
    mean, scale = x.mean(0), x.std(0) + 1e-3
    z, layer = (x - mean) / scale, torch.nn.Linear(x.shape[1], len(LETTERS))
    optimiser = torch.optim.LBFGS(layer.parameters(), max_iter=400, line_search_fn='strong_wolfe')

    def loss():
        optimiser.zero_grad()
        v = F.cross_entropy(layer(z), y) + SHRINK * layer.weight.square().sum()
        v.backward()
        return v
    optimiser.step(loss)
    weight = layer.weight.detach() / scale
    return weight, layer.bias.detach() - weight @ mean


def tell(p, y):
    """How many letters are told rightly, and which is taken for which."""
    told, v = p.argmax(1), LETTERS.index('V')
    share = lambda right: round(right.float().mean().item(), 4)
    print('kept back', len(y), 'right', share(told == y), 'of V', share(told[y == v] == v), 'others taken for V', share(told[y != v] == v),
          'loss', round(F.nll_loss(p.clamp_min(1e-6).log(), y).item(), 4))
    for row, letter in enumerate(LETTERS):
        print(f'{letter:>4}', ' '.join(f'{int((told[y == row] == c).sum()):5d}' for c in range(len(LETTERS))))


def grafted(path, weight, bias):
    """The file with one more output, in place of that of an earlier run."""
    model = onnx.load(path)
    graph = model.graph
    for kept in graph.node, graph.output, graph.initializer:
        for known in [k for k in kept if k.name.startswith(('/' + LETTER, LETTER))]:
            kept.remove(known)
    graph.initializer.extend([numpy_helper.from_array(weight.T.contiguous().numpy(), LETTER + '.weight'), numpy_helper.from_array(bias.numpy(), LETTER + '.bias')])
    graph.node.extend([helper.make_node('Gemm', [FEATURES, LETTER + '.weight', LETTER + '.bias'], [LETTER + '_logits'], f'/{LETTER}/Gemm'),
                       helper.make_node('Softmax', [LETTER + '_logits'], [LETTER], f'/{LETTER}/Softmax', axis=1)])
    graph.output.append(helper.make_tensor_value_info(LETTER, onnx.TensorProto.FLOAT, ['count', len(LETTERS)]))
    onnx.checker.check_model(model)
    onnx.save(model, path)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--work', required=True)
    p.add_argument('--models', required=True)
    p.add_argument('--decks', type=int, default=400)
    p.add_argument('--count', type=int, default=40000)
    p.add_argument('--seed', type=int, default=31)
    a = p.parse_args()
    cv2.setNumThreads(1)
    path, manifest = f'{a.models}/index.onnx', f'{a.models}/index.json'
    x, y, decks = seen(path, Courts(a.work, a.seed, a.decks), a.count)
    back = torch.from_numpy(decks % KEPT_BACK == 0)
    weight, bias = fitted(x[~back], y[~back])
    tell(torch.softmax(x[back] @ weight.T + bias, 1), y[back])
    grafted(path, weight, bias)
    fields = json.load(open(manifest))
    fields['outputs'][LETTER] = {'shape': ['count', len(LETTERS)], 'meaning': 'probability, if it is the index of a court card'}
    fields['classes'][LETTER] = LETTERS
    export.manifest(manifest, **{**fields, 'sha256': export.digest(path)})


if __name__ == '__main__':
    main()
