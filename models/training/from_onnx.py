"""Makes a checkpoint out of a committed ONNX file, so that training can go on where its checkpoint is lost.

    python from_onnx.py --models .. --network detector --data 'DIR/scenes/s*' --out DIR/detector0.pt

An int8 file gives its weights back as they were rounded. The exporter folds every batch normalisation into its convolution. Here it is put
back with the statistics of `--data` (scenes for the detector, crops for the identifier, corners for the index reader, the folder of
train_hands.py for the hand network, windows for the touch reader) and a scale and shift that undo it, so that the network answers as the file does.
What train_letters.py and train_corners.py add is left out, and added anew to what is exported.
"""
import argparse

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

import blocks
import hand_scenes
import networks
import train_hands
import train_touch
import training

SAMPLES, BATCH, HAND_BATCHES = 1024, 32, 8
NETWORKS = {'detector': networks.Detector, 'identifier': networks.Identifier, 'index': networks.IndexReader, 'hands': networks.Hands, 'touch': networks.TouchReader}


def values(graph):
    """Every weight and bias by the name under which a layer takes it; those of an int8 file as they are dequantised."""
    stored = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    for node in graph.node:
        if node.op_type == 'DequantizeLinear' and node.input[0] in stored:
            x, scale = stored[node.input[0]], stored[node.input[1]]
            zero = stored[node.input[2]] if len(node.input) > 2 else np.zeros_like(scale)
            across = (-1,) + (1,) * (x.ndim - 1) if scale.size > 1 else ()
            stored[node.output[0]] = (x.astype(np.float32) - zero.astype(np.float32).reshape(across)) * scale.reshape(across)
    return {name: torch.from_numpy(np.array(x)) for name, x in stored.items()}


def layer(node):
    """The layer that a node was exported from: `/network/features/features.0/features.0.1/Conv` is `features.0.1`."""
    return '.'.join(part.split('.')[-1] for part in node.split('/')[2:-1])


def pairs(module):
    """(convolution, normalisation) where one follows the other."""
    for m in module.modules():
        if isinstance(m, nn.Sequential):
            kids = list(m)
            yield from ((a, b) for a, b in zip(kids, kids[1:]) if isinstance(a, nn.Conv2d) and isinstance(b, nn.BatchNorm2d))


def inputs(kind, pattern):
    """Batches of the network's input as its trainer would make them, less the augmentation."""
    if kind == 'hands':
        scenes = hand_scenes.Scenes(pattern, 7)
        for _ in range(HAND_BATCHES):
            yield train_hands.planes(*(torch.from_numpy(part) for part in train_hands.stacked([scenes.sample() for _ in range(BATCH // 2)])[:2]))[0]
        return
    if kind == 'touch':
        windows = train_touch.Windows(pattern)
        for i in range(0, min(SAMPLES, len(windows)), BATCH):
            x, labels = windows[np.arange(i, min(i + BATCH, len(windows)))]
            yield train_touch.with_times(torch.from_numpy(x), torch.from_numpy(labels[:, :train_touch.OTHERS]))
        return
    x = training.rendered(pattern)
    for i in range(0, min(SAMPLES, len(x)), BATCH):
        t = torch.from_numpy(training.planes(x[i:i + BATCH]))
        yield t - blocks.DARKER if kind == 'detector' else t


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--models', required=True)
    p.add_argument('--network', choices=list(NETWORKS), required=True)
    p.add_argument('--data', required=True)
    p.add_argument('--out', required=True)
    a = p.parse_args()
    graph = onnx.load(f'{a.models}/{a.network}.onnx').graph
    value = values(graph)
    network = NETWORKS[a.network]().eval()
    folded = dict(pairs(network))
    batches = list(inputs(a.network, a.data))

    layers = {name: m for name, m in network.named_modules() if isinstance(m, (nn.Conv2d, nn.Linear))}
    nodes = {layer(n.name): n for n in graph.node if n.op_type in ('Conv', 'Gemm') and n.name.startswith('/network')}
    assert nodes.keys() == layers.keys(), f'other layers: {sorted(nodes.keys() ^ layers.keys())}'
    with torch.no_grad():
        for name, m in layers.items():
            weight, bias = value[nodes[name].input[1]], value[nodes[name].input[2]]
            if weight.shape != m.weight.shape:
                weight = torch.from_numpy(blocks.of_pixels(weight.numpy()))
                bias = bias - blocks.quantised(a.network)[-1] * weight.sum((1, 2, 3))
            m.weight.copy_(weight)
            if m in folded:
                folded[m].bias.copy_(bias)
                folded[m].weight.fill_((1 + folded[m].eps) ** .5)
            else:
                m.bias.copy_(bias)

        moments = {}

        def note(m, i, o):
            n, s, ss = moments.get(m, (0, 0., 0.))
            moments[m] = n + o.numel() // o.shape[1], s + o.sum((0, 2, 3)).double(), ss + (o * o).sum((0, 2, 3)).double()
        hooks = [m.register_forward_hook(note) for m in folded]
        before = [network(b) for b in batches]
        for h in hooks:
            h.remove()
        for m, norm in folded.items():
            n, s, ss = moments[m]
            mean, var = s / n, ss / n - (s / n) ** 2
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(var)
            norm.weight.copy_((var + norm.eps).sqrt())
            norm.bias.add_(mean.float())
        off = max(float((x - y).abs().max()) for b, y2 in zip(batches, before) for x, y in zip(network(b), y2))
    torch.save({'mean': network.state_dict()}, a.out)
    print(f'{a.out}: {len(folded)} normalisations put back; answers differ by {off:.1e} at most')


if __name__ == '__main__':
    main()
