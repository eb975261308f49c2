"""Writes hands.onnx and its manifest.

    python export_hands.py --network DIR/hands.pt --models ../ [--calibration DIR/hands.json]

Batch normalisation is folded into the convolutions, and the sigmoids are inside the graph, so a reader passes value/255. The
calibration is what `fit_hands.py` writes.
"""
import argparse
import hashlib
import json
import os

import torch
from torch import nn

import networks
import training

THRESHOLDS = {'arm': .5, 'tip': .3, 'confidence': [1., 0.]}
LICENCE = ('The weights are this project\'s own. Trained on renderings from art listed in README.md beside this file, each under a licence '
           'that allows it.')


class HandsGraph(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, pictures):
        out = self.network(pictures)
        return torch.sigmoid(out[:, 0]), torch.sigmoid(out[:, 1]), out[:, 3:5], out[:, 5:7], out[:, 7:9]


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--network', required=True)
    p.add_argument('--models', required=True)
    p.add_argument('--calibration')
    a = p.parse_args()
    network = networks.Hands()
    network.load_state_dict(training.weights(a.network))
    network.eval()
    thresholds = {**THRESHOLDS, **(json.load(open(a.calibration)) if a.calibration and os.path.exists(a.calibration) else {})}
    path, names = f'{a.models}/hands.onnx', ['arm', 'tip', 'offset', 'axis', 'way']
    varying = lambda first: {first: 'height', first + 1: 'width'}
    cells = lambda first: {first: 'rows', first + 1: 'columns'}
    torch.onnx.export(HandsGraph(network), (torch.rand(1, 6, 208, 288),), path, input_names=['pictures'], output_names=names, opset_version=17, dynamo=False,
                      dynamic_axes={'pictures': varying(2), 'arm': cells(1), 'tip': cells(1), 'offset': cells(2), 'axis': cells(2), 'way': cells(2)})
    with open(f'{a.models}/hands.json', 'w') as f:
        json.dump({
            'format': 1, 'name': 'kibitzer-hands', 'file': 'hands.onnx', 'sha256': hashlib.sha256(open(path, 'rb').read()).hexdigest(),
            'input': {'name': 'pictures', 'layout': 'NCHW', 'channels': 'RGB of the table now, RGB of the table as learnt without hands; black where unknown or out of sight',
                      'size': [1, 6, 'height', 'width'], 'multiple': 16, 'scaling': 'value / 255', 'pixel_mm': 4},
            'outputs': {
                'arm': {'shape': [1, 'height/2', 'width/2'], 'meaning': 'probability that a cell belongs to a hand or its arm'},
                'tip': {'shape': [1, 'height/2', 'width/2'], 'meaning': 'heat of the fingertip that reaches: 1 where it is'},
                'offset': {'shape': [1, 2, 'height/2', 'width/2'], 'meaning': 'from the middle of a cell to that fingertip, in cells'},
                'axis': {'shape': [1, 2, 'height/2', 'width/2'], 'meaning': 'cosine and sine of the doubled angle of the arm\'s axis'},
                'way': {'shape': [1, 2, 'height/2', 'width/2'], 'meaning': 'from that fingertip towards its elbow: of length 1 where it is plain, shorter where it is in doubt'}},
            'thresholds': thresholds, 'training_data': ['arms of the generic hand of @webxr-input-profiles/assets (MIT) over surfaces of ufoai-textures and wallpapers',
                                                        'simulated claims of Elements'],
            'command': 'models/training/hands.sh', 'licence': LICENCE, 'arithmetic': 'floating point'}, f, indent=2)
        f.write('\n')
    print(path, os.path.getsize(path))


if __name__ == '__main__':
    main()
