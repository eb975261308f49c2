"""Decks that others drew and that nobody trained on, as pictures of their cards: what rendered.py --drawn asks.

    python drawn.py --modules NODE_MODULES --out DIR

reads /usr/share/carddecks (kdegames-card-data-kf5) and two npm packages, and writes DIR/DECK/LABEL.png, 400 px high, such as Qs.png, and back.png where the deck has one.
"""
import argparse
import glob
import gzip
import os
import subprocess

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from art import KDE, RANKS

HEIGHT = 400
SUITS = {'club': 'c', 'diamond': 'd', 'heart': 'h', 'spade': 's'}
# What is left out was trained on, or bears no French suits, or black spades in another colour.
KDE_DECKS = ['dondorf', 'gm-paris', 'jolly-royal', 'nicu-ornamental', 'oxygen', 'oxygen-air', 'oxygen-white', 'penguins', 'tigullio-international', 'xskat-french']
NPM_DECKS = {'small': '2color', 'large': '2color-bf', 'small-four-colours': '4color', 'large-four-colours': '4color-bf'}


def element(renderer, name, target):
    bounds = renderer.boundsOnElement(name)
    picture = QImage(round(HEIGHT * bounds.width() / bounds.height()), HEIGHT, QImage.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    renderer.render(painter, name, QRectF(picture.rect()))
    painter.end()
    picture.save(target)


def kde(deck, folder):
    renderer = QSvgRenderer(QByteArray(gzip.open(glob.glob(f'{KDE}/svg-{deck}/*.svgz')[0]).read()))
    names = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'jack', 'queen', 'king']
    for suit, letter in SUITS.items():
        for rank, name in zip(RANKS, names):
            element(renderer, f'{name}_{suit}', f'{folder}/{rank}{letter}.png')
    element(renderer, 'back', f'{folder}/back.png')


def picture(source, target):
    subprocess.run(['rsvg-convert', '-h', str(HEIGHT), '-a', source, '-o', target], timeout=120, check=True)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--modules', required=True, help='node_modules with @heruka_urgyen/react-playing-cards and @younestouati/playing-cards-standard-deck')
    p.add_argument('--out', required=True)
    a = p.parse_args()
    folder = {name: f'{a.out}/{name}' for name in [*KDE_DECKS, *NPM_DECKS, 'vector']}
    for path in folder.values():
        os.makedirs(path, exist_ok=True)
    for deck in KDE_DECKS:
        kde(deck, folder[deck])
    for rank in RANKS:
        for suit in SUITS.values():
            for deck, images in NPM_DECKS.items():
                name = ('T' if rank == '10' else rank) + suit.upper()
                picture(f'{a.modules}/@heruka_urgyen/react-playing-cards/src/images/{images}/{name}.svg', f'{folder[deck]}/{rank}{suit}.png')
            name = f'{RANKS.index(rank) + 1}{suit}'
            picture(f'{a.modules}/@younestouati/playing-cards-standard-deck/cards/{name}.svg', f'{folder["vector"]}/{rank}{suit}.png')
    picture(f'{a.modules}/@younestouati/playing-cards-standard-deck/cards/back.svg', f'{folder["vector"]}/back.png')


if __name__ == '__main__':
    main()
