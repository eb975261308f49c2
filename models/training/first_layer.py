"""Lets the networks of cards take bytes in blocks of two by two pixels (blocks.py) instead of planes of numbers, in place.

    python first_layer.py --models ..

The first convolution, 3×3 in steps of two, becomes one of 2×2 blocks in int8, and the bytes are its quantised input; what the networks do to a
crop's light before it is left to the reader. Done last of all but train_corners.py, to files of either arithmetic.
"""
import argparse
import json
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import export
from blocks import CONTRAST, FLOOR, INPUT, REACH, of_blocks, quantised

LAYOUT = 'NHWC, C: blocks of 2 by 2 pixels: upper left, upper right, lower left, lower right'


def converted(model, network):
    graph = model.graph
    values = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    first = next(n for n in graph.node if n.op_type == 'Conv')
    given = {a.name: list(a.ints) for a in first.attribute}
    assert given['kernel_shape'] == [3, 3] and given['strides'] == [2, 2] and given['pads'] == [1, 1, 1, 1], given
    weight, bias = values[first.input[1]], values[first.input[2]]
    step, middle, more = quantised(network)
    bias = bias + more * weight.reshape(len(weight), -1).sum(1)
    blocks = of_blocks(weight)
    # fine enough for the weights, coarse enough for the biases to be counted in it
    scale = np.maximum(np.abs(blocks).reshape(len(blocks), -1).max(1) / 127, np.abs(bias) / (step * 2**30) + 1e-12).astype(np.float32)

    def stored(name, value):
        graph.initializer.append(numpy_helper.from_array(value, 'first.' + name))
        return 'first.' + name

    def dequantised(name, value, scale, zero, **axis):
        inputs = [value, stored(name + '_scale', scale), stored(name + '_zero', zero)]
        return helper.make_node('DequantizeLinear', inputs, ['first.' + name + '_value'], 'first.' + name, **axis)
    whole = np.round(blocks / scale[:, None, None, None]).astype(np.int8)
    nodes = [helper.make_node('Transpose', [INPUT[network]], ['first.blocks'], 'first.transpose', perm=[0, 3, 1, 2]),
             dequantised('input', 'first.blocks', np.float32(step), np.uint8(middle)),
             dequantised('weight', stored('weight', whole), scale, np.zeros(len(scale), np.int8), axis=0),
             dequantised('bias', stored('bias', np.round(bias / (scale * step)).astype(np.int32)), (scale * step).astype(np.float32), np.zeros(len(scale), np.int32), axis=0),
             helper.make_node('Conv', ['first.input_value', 'first.weight_value', 'first.bias_value'], list(first.output), first.name,
                              kernel_shape=[2, 2], strides=[1, 1], pads=[1, 1, 0, 0])]
    maker, gone, before = {o: n for n in graph.node for o in n.output}, {first.name}, list(first.input)
    while before:
        node = maker.get(before.pop())
        if node is not None and node.name not in gone:
            gone.add(node.name)
            before += node.input
    nodes += [n for n in graph.node if n.name not in gone]
    del graph.node[:], graph.value_info[:]
    graph.node.extend(nodes)
    used = {i for n in nodes for i in n.input}
    for i in [i for i in graph.initializer if i.name not in used]:
        graph.initializer.remove(i)
    given, = graph.input
    count, _, *sides = given.type.tensor_type.shape.dim
    halves = [side.dim_value // 2 if side.dim_value else side.dim_param + '/2' for side in sides]
    graph.input.remove(given)
    graph.input.append(helper.make_tensor_value_info(INPUT[network], TensorProto.UINT8, [count.dim_param or count.dim_value, *halves, blocks.shape[1]]))
    onnx.checker.check_model(model)
    return model


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--models', required=True)
    a = p.parse_args()
    for network in INPUT:
        path, manifest = f'{a.models}/{network}.onnx', f'{a.models}/{network}.json'
        fields = json.load(open(manifest)) if os.path.exists(manifest) else None
        if fields is None or fields['input']['layout'] == LAYOUT:
            continue
        given = fields['input']
        onnx.save(converted(onnx.load(path), network), path)
        scaling = f'128 + round((value - mean) / (deviation + 255 * {FLOOR.get(network)}) * {CONTRAST} * 127 / {REACH}), 1 to 255'
        light = {'detector': 'none', 'verifier': scaling + '; each pixel twice, by the window and by its middle, half as wide and high'}
        count, _, *sides = given['size']
        halves = [side // 2 if isinstance(side, int) else side + '/2' for side in sides]
        fields['input'] = {**given, 'layout': LAYOUT, 'type': 'uint8', 'size': [count, *halves, 24 if network == 'verifier' else 12], 'scaling': light.get(network, scaling)}
        fields['arithmetic'] = 'int8; floating point: the last convolutions of the heads' if 'arithmetic' in fields else 'floating point; int8: the first convolution'
        export.manifest(manifest, **{**{k: v for k, v in fields.items() if k != 'format'}, 'sha256': export.digest(path)})
        print(path, flush=True)


if __name__ == '__main__':
    main()
