"""Random decks of title cards, as the program prints them: faces to train on that belong to no shipped deck.

    python random_decks.py --program kibitzer --out DIR --decks 10

writes DIR/deck_N.toml and, with `kibitzer deck print`, DIR/deck_N/*.png. `art.py --add-to ... --pictures DIR/deck_*` takes them up.
"""
import argparse
import os
import random
import subprocess

import designs


def text(rng, low, high):
    return ' '.join(designs.word(rng).capitalize() if i == 0 else designs.word(rng).lower() for i in range(rng.randint(low, high)))


def deck(rng, name, count):
    out = [f'format = 1\nid = "{name}"\ngame = "canon"\ntitle = "{text(rng, 1, 3)}"\nlanguage = "en"\n']
    traditions = [designs.word(rng).lower().replace('.', '') for _ in range(rng.randint(2, 9))]
    shorts, titles = set(), set()
    while len(shorts) < count:
        w = designs.word(rng)
        near = designs.near_word(rng, w) if rng.random() < .3 else designs.word(rng)
        shorts |= {v for v in (w, near) if 2 <= len(v) <= 9}
    for i, short in enumerate(rng.sample(sorted(shorts), count)):
        title = text(rng, 1, 4)
        while title in titles:
            title = text(rng, 1, 4)
        titles.add(title)
        out.append(f'[[card]]\nid = "work-{i}"\ntitle = "{title}"\nshort = "{short}"\ntradition = "{rng.choice(traditions)}"\n'
                   f'date = "c. {rng.randint(1, 90)}-{rng.randint(91, 1900)}"\nobjection = "{text(rng, 4, 12)}."\ncopies = {108 // count + (i < 108 % count)}\n')
    return '\n'.join(out)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('--program', default='kibitzer')
    p.add_argument('--out', required=True)
    p.add_argument('--decks', type=int, default=10)
    p.add_argument('--seed', type=int, default=3)
    a = p.parse_args()
    rng = random.Random(a.seed)
    os.makedirs(a.out, exist_ok=True)
    for i in range(a.decks):
        path = f'{a.out}/deck_{i}'
        open(path + '.toml', 'w').write(deck(rng, f'random-{i}', rng.randint(24, 54)))
        subprocess.run([a.program, 'deck', 'print', path + '.toml', '--png', path, '--px-per-mm', '3.2'] + (['--without-objections'] if rng.random() < .3 else []), check=True)


if __name__ == '__main__':
    main()
