"""Turns the exported ONNX files into int8, in place: twice as fast on a CPU, a third of the size.

    python quantise.py --models .. --work DIR

Weights have a scale for each channel. Whoever runs the files on processors without VNNI must ask for exact sums (ONNX Runtime's
`session.x64quantprecision`): there the fast ones overflow. The last convolutions of the detector's heads stay in floating
point: in int8 they moved the corners. So does the first one, which first_layer.py sees to. Ranges are taken from renderings in DIR.
"""
import argparse
import json
import os
import tempfile

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

import export
import training

# Renderings, how many of them, and how many at a time: the detector takes one picture.
SAMPLES = {'detector': ('scenes/s*', 80, 1), 'identifier': ('crops/[cd]*', 384, 32), 'index': ('indices/i*', 768, 64), 'verifier': ('windows/s*', 384, 32)}


class Given(CalibrationDataReader):
    """These batches, one after the other."""

    def __init__(self, batches):
        self.batches = iter(batches)

    def get_next(self):
        return next(self.batches, None)


def samples(name, pattern, count, batch):
    x, n = training.rendered(pattern), np.random.default_rng(0)
    rows = np.sort(n.choice(len(x), count, replace=False)).reshape(-1, batch)
    return Given({name: training.planes(x[r])} for r in rows)


def kept(graph):
    """The convolutions that stay as they are."""
    size = {i.name: i.dims for i in graph.initializer}
    convolutions = [(n.name, size[n.input[1]]) for n in graph.node if n.op_type == 'Conv']
    return [convolutions[0][0]] + [name for name, (channels, _, tall, _) in convolutions if tall == 1 and channels < 16]


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--models', required=True)
    p.add_argument('--work', required=True)
    a = p.parse_args()
    for model, (pattern, count, batch) in SAMPLES.items():
        path, manifest = f'{a.models}/{model}.onnx', f'{a.models}/{model}.json'
        fields = json.load(open(manifest))
        if 'arithmetic' in fields:
            continue
        with tempfile.NamedTemporaryFile(suffix='.onnx') as folded:
            quant_pre_process(path, folded.name, skip_symbolic_shape=True)
            graph = onnx.load(folded.name).graph
            quantize_static(folded.name, path, samples(graph.input[0].name, f'{a.work}/{pattern}', count, batch), quant_format=QuantFormat.QDQ,
                            per_channel=True, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
                            op_types_to_quantize=['Conv', 'Add', 'Relu'], nodes_to_exclude=kept(graph), calibrate_method=CalibrationMethod.MinMax)
        arithmetic = 'int8; floating point: the first convolution and the last ones of the heads'
        export.manifest(manifest, **{**fields, 'sha256': export.digest(path), 'arithmetic': arithmetic})
        print(path, os.path.getsize(path), flush=True)


if __name__ == '__main__':
    main()
