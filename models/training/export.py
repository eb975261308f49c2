"""Writes the ONNX files and their manifests.

    python export.py --detector DIR/detector.pt --identifier DIR/identifier.pt --index DIR/indices.pt --models ../ [--calibration DIR/calibration.json]

Scaling, sigmoid, softmax, temperatures and normalisation are inside the graphs, so a reader passes value/255; bytes to those of cards, after
first_layer.py.
"""
import argparse
import hashlib
import json
import os

import torch
from torch import nn

import networks
import training
from art import RANKS, SUITS
from blocks import DARKER
from geometry import AROUND_H, AROUND_QUAD, AROUND_W, CROP_H, CROP_W, INDEX_H, INDEX_QUAD, INDEX_W
from recognise import CLOSE_PX, NEAR_PX

KINDS = ['standard', 'back', 'joker', 'printed', 'nothing']
# Heights of cards, in pixels of its input, that a pass is believed about when a coarser or a finer pass sees them too.
SIZES = {'smallest_card_px': CLOSE_PX / 2, 'largest_card_px': NEAR_PX}
THRESHOLDS = {'heat': .2, 'index_heat': .2, 'nms_iou': .45, 'name': .35, 'told': .9, 'gallery_name': .6, 'margin': .2, 'kind': .5, 'faint': .3, 'stranger': .6, 'joker': .8, 'gallery_temperature': .03, 'gallery_similarity': .72, 'temperature': {'rank': 1., 'suit': 1., 'kind': 1.},
              'index': {'rank_weight': 1., 'suit_weight': .5, 'legible': .5, 'name': .8, 'temperature': {'rank': 1., 'suit': 1., 'legible': 1.}}}
# First guesses, which the claims of the validation seed bore out; see the model card.
TOUCH = {'touching': .5, 'free': .3, 'dwell_ms': 60., 'spreads': 2.}
LICENCE = ('The weights are this project\'s own. Trained on art and photographs listed in README.md beside this file, each under a licence '
           'that allows it.')


class DetectorGraph(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, image):
        heat, geometry, index_heat, index_geometry = self.network(image - DARKER)
        return torch.sigmoid(heat)[:, 0], geometry, torch.sigmoid(index_heat)[:, 0], index_geometry


class IdentifierGraph(nn.Module):
    def __init__(self, network, temperature):
        super().__init__()
        self.network, self.t = network, temperature

    def forward(self, crop):
        rank, suit, kind, embedding, corners = self.network(crop)
        return (torch.softmax(rank / self.t['rank'], 1), torch.softmax(suit / self.t['suit'], 1), torch.softmax(kind / self.t['kind'], 1), embedding, corners)


class IndexGraph(nn.Module):
    def __init__(self, network, temperature):
        super().__init__()
        self.network, self.t = network, temperature

    def forward(self, corner):
        rank, suit, legible = self.network(corner)
        return torch.softmax(rank / self.t['rank'], 1), torch.softmax(suit / self.t['suit'], 1), torch.sigmoid(legible / self.t['legible'])[:, None]


class VerifierGraph(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, window):
        return torch.softmax(self.network(window), 1)


class TouchGraph(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, window):
        touch, tip, contact, scale, _ = self.network(window)
        return torch.cat([torch.sigmoid(touch)[:, None], tip, contact[:, None], torch.exp(scale)[:, None]], 1)


def load(network, path):
    network.load_state_dict(training.weights(path))
    return network.eval()


def digest(path):
    return hashlib.sha256(open(path, 'rb').read()).hexdigest()


def write(graph, sample, path, names, inputs, axes):
    torch.onnx.export(graph, (sample,), path, input_names=[inputs], output_names=names, dynamic_axes=axes, opset_version=17, dynamo=False)
    return digest(path)


def manifest(path, **fields):
    with open(path, 'w') as f:
        json.dump({'format': 1, **fields}, f, indent=2)
        f.write('\n')


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--detector')
    p.add_argument('--identifier')
    p.add_argument('--index')
    p.add_argument('--verifier')
    p.add_argument('--touch')
    p.add_argument('--models', required=True)
    p.add_argument('--calibration')
    a = p.parse_args()
    t = {**THRESHOLDS, **(json.load(open(a.calibration)) if a.calibration and os.path.exists(a.calibration) else {})}
    training_data = ['rendered scenes and crops (gnome-cards-data, kdegames-card-data-kf5, pokerth-data, svg-cards, @letele/playing-cards, deck-of-cards, '
                     'procedural decks and designs, ufoai-textures and wallpapers)', 'rf_poker_cards train split (CC BY 4.0)']
    cardless = 'photographs without a card, of packages under the MIT licence (cardless.sh)'
    if a.detector:
        path = f'{a.models}/detector.onnx'
        sha = write(DetectorGraph(load(networks.Detector(), a.detector)), torch.zeros(1, 3, 384, 512), path, ['heat', 'geometry', 'index_heat', 'index_geometry'], 'image',
                    {'image': {2: 'height', 3: 'width'}, **{k + 'heat': {1: 'rows', 2: 'columns'} for k in ('', 'index_')},
                     **{k + 'geometry': {2: 'rows', 3: 'columns'} for k in ('', 'index_')}})
        manifest(f'{a.models}/detector.json', name='kibitzer-detector', file='detector.onnx', sha256=sha,
                 input={'name': 'image', 'layout': 'NCHW', 'channels': 'RGB', 'size': [1, 3, 'height', 'width'], 'multiple': 32, 'scaling': 'value / 255'},
                 outputs={'heat': {'shape': [1, 'height/8', 'width/8'], 'meaning': 'probability that the visible part of a card has its centroid in this cell'},
                          'geometry': {'shape': [1, 8, 'height/8', 'width/8'], 'meaning': 'centre, doubled-angle half axes and trapezoid of the whole card',
                                       'stride_px': 8, 'centre_px': 16, 'axis_px': 32, 'trapezoid_px': 16},
                          'index_heat': {'shape': [1, 'height/8', 'width/8'], 'meaning': 'probability that an index that can be read has its middle in this cell'},
                          'index_geometry': {'shape': [1, 8, 'height/8', 'width/8'],
                                             'meaning': 'corner beside the index, side to the right, side down, how far the opposite corner is off',
                                             'corner_px': 16, 'side_px': 64, 'off_px': 16}},
                 classes=['card'], embedding_size=None, thresholds={'heat': t['heat'], 'index_heat': t['index_heat'], 'nms_iou': t['nms_iou'], **SIZES},
                 training_data=[*training_data, cardless, 'edje train split (Apache-2.0)'], command='models/training/train.sh', licence=LICENCE)
        print(path, os.path.getsize(path))
    if a.identifier:
        path = f'{a.models}/identifier.onnx'
        names = ['rank', 'suit', 'kind', 'embedding', 'corners']
        sha = write(IdentifierGraph(load(networks.Identifier(), a.identifier), t['temperature']), torch.rand(2, 3, CROP_H, CROP_W), path, names, 'crop',
                    {k: {0: 'count'} for k in ['crop', *names]})
        manifest(f'{a.models}/identifier.json', name='kibitzer-identifier', file='identifier.onnx', sha256=sha,
                 input={'name': 'crop', 'layout': 'NCHW', 'channels': 'RGB', 'size': ['count', 3, CROP_H, CROP_W], 'scaling': 'value / 255',
                        'inset': {'x': .06, 'y': .054}},
                 outputs={'rank': {'shape': ['count', 13], 'meaning': 'probability'}, 'suit': {'shape': ['count', 4], 'meaning': 'probability'},
                          'kind': {'shape': ['count', 5], 'meaning': 'probability'}, 'embedding': {'shape': ['count', 128], 'meaning': 'length 1; compare by dot product'},
                          'corners': {'shape': ['count', 8], 'meaning': 'dx, dy of TL, TR, BR, BL as fractions of the crop height'}},
                 classes={'rank': RANKS, 'suit': list(SUITS), 'kind': KINDS}, embedding_size=128,
                 thresholds={k: t[k] for k in t if k not in ('heat', 'index_heat', 'nms_iou', 'index')}, training_data=[*training_data, cardless, 'edje train split (Apache-2.0), for the kind alone'], command='models/training/train.sh', licence=LICENCE)
        print(path, os.path.getsize(path))
    if a.index:
        path = f'{a.models}/index.onnx'
        sha = write(IndexGraph(load(networks.IndexReader(), a.index), t['index']['temperature']), torch.rand(2, 3, INDEX_H, INDEX_W), path, ['rank', 'suit', 'legible'], 'corner',
                    {k: {0: 'count'} for k in ['corner', 'rank', 'suit', 'legible']})
        manifest(f'{a.models}/index.json', name='kibitzer-index', file='index.onnx', sha256=sha,
                 input={'name': 'corner', 'layout': 'NCHW', 'channels': 'RGB', 'size': ['count', 3, INDEX_H, INDEX_W], 'scaling': 'value / 255',
                        'card': dict(zip(('left_px', 'top_px', 'width_px', 'height_px'), map(round, [*INDEX_QUAD[0].tolist(), *(INDEX_QUAD[2] - INDEX_QUAD[0]).tolist()])))},
                 outputs={'rank': {'shape': ['count', 13], 'meaning': 'probability'}, 'suit': {'shape': ['count', 4], 'meaning': 'probability'},
                          'legible': {'shape': ['count', 1], 'meaning': 'probability that an index can be read there'}},
                 classes={'rank': RANKS, 'suit': list(SUITS)}, embedding_size=None, thresholds={k: t['index'][k] for k in ('rank_weight', 'suit_weight', 'legible', 'name')},
                 training_data=training_data, command='models/training/train.sh', licence=LICENCE)
        print(path, os.path.getsize(path))
    if a.verifier:
        path = f'{a.models}/verifier.onnx'
        sha = write(VerifierGraph(load(networks.Verifier(), a.verifier)), torch.rand(2, 3, AROUND_H, AROUND_W), path, ['kind'], 'window', {k: {0: 'count'} for k in ['window', 'kind']})
        manifest(f'{a.models}/verifier.json', name='kibitzer-verifier', file='verifier.onnx', sha256=sha,
                 input={'name': 'window', 'layout': 'NCHW', 'channels': 'RGB', 'size': ['count', 3, AROUND_H, AROUND_W], 'scaling': 'value / 255',
                        'card': dict(zip(('left_px', 'top_px', 'width_px', 'height_px'), map(round, [*AROUND_QUAD[0].tolist(), *(AROUND_QUAD[2] - AROUND_QUAD[0]).tolist()])))},
                 outputs={'kind': {'shape': ['count', 3], 'meaning': 'probability'}}, classes={'kind': ['face', 'back', 'none']}, embedding_size=None, thresholds={},
                 training_data=[*training_data, cardless, 'edje train split (Apache-2.0), for faces and for what holds none'], command='models/training/verifier.sh', licence=LICENCE)
        print(path, os.path.getsize(path))
    if a.touch:
        path, other = f'{a.models}/touch.onnx', networks.TouchReader.OTHERS
        sha = write(TouchGraph(load(networks.TouchReader(), a.touch)), torch.rand(2, 3 + 2 * other, 96, 96), path, ['touch'], 'window', {k: {0: 'count'} for k in ['window', 'touch']})
        manifest(f'{a.models}/touch.json', name='kibitzer-touch', file='touch.onnx', sha256=sha,
                 input={'name': 'window', 'layout': 'NCHW', 'size': ['count', 3 + 2 * other, 96, 96], 'side_mm': 96,
                        'planes': 'red, green, blue of the frame in question; brightness of four frames before and two after it; how far each of those is away in time',
                        'scaling': 'value / 255; ms / 100'},
                 outputs={'touch': {'shape': ['count', 5], 'meaning': 'probability that the fingertip touches; the touching point, right and ahead, mm; when it comes down after the '
                                    'frame in question, ms; scale of the error of that, ms'}},
                 thresholds=TOUCH, training_data=['claims that the program simulates'], command='models/training/touch.sh, touch_long.sh', licence=LICENCE)
        print(path, os.path.getsize(path))


if __name__ == '__main__':
    main()
