"""Pictures as the networks of cards take them in the program: bytes, in blocks of two by two pixels, small ones freed of their light; and the first
convolution for these.
"""
import numpy as np

INPUT = {'detector': 'image', 'identifier': 'crop', 'index': 'corner', 'verifier': 'window'}
REACH, CONTRAST, MIDDLE = 1.5, .3, 128
# What the detector takes from every value of a picture.
DARKER = .45
FLOOR = {'identifier': .02, 'index': .02, 'verifier': .005}
# Of a kernel's rows or columns, and the pixels of two blocks: in which block one is, and where there.
PLACES = ((0, 1), (1, 0), (1, 1))


def blocked(x):
    """Pixels [N,H,W,C] in blocks [N,H/2,W/2,4C]."""
    n, h, w, c = x.shape
    return x.reshape(n, h // 2, 2, w // 2, 2, c).transpose(0, 1, 3, 2, 4, 5).reshape(n, h // 2, w // 2, 4 * c)


def relit(x, part, floor):
    """Pixels [N,H,W,3] (value/255) as bytes, at mean 0 and the contrast that all networks are given, by the light of a part of each."""
    mean, deviation = part.mean((1, 2, 3), keepdims=True), part.std((1, 2, 3), keepdims=True)
    return np.clip(np.round((x - mean) / (deviation + floor) * CONTRAST * 127 / REACH) + MIDDLE, 1, 255).astype(np.uint8)


def fed(network, planes):
    """What a network of blocks takes for the planes [N,3,H,W] (value/255) that it was trained on."""
    x = np.asarray(planes).transpose(0, 2, 3, 1)
    if network == 'detector':
        return blocked(np.round(x * 255).astype(np.uint8))
    lights = [relit(x, x, FLOOR[network])]
    if network == 'verifier':
        h, w = x.shape[1:3]
        lights.append(relit(x, x[:, h // 4:h * 3 // 4, w // 4:w * 3 // 4], FLOOR[network]))
    return blocked(np.concatenate(lights, 3))


def feed(session, planes):
    """The same for a session of either kind, by the input's name."""
    given = session.get_inputs()[0]
    network = {name: network for network, name in INPUT.items()}[given.name]
    return {given.name: fed(network, planes) if given.type == 'tensor(uint8)' else np.ascontiguousarray(planes)}


def of_blocks(weight):
    """A 3×3 convolution in steps of two [O,C,3,3] as one of blocks [O,4C,2,2]."""
    o, c = weight.shape[:2]
    out = np.zeros((o, 2, 2, c, 2, 2), np.float32)
    for i, (row, down) in enumerate(PLACES):
        for j, (column, right) in enumerate(PLACES):
            out[:, down, right, :, row, column] = weight[:, :, i, j]
    return out.reshape(o, 4 * c, 2, 2)


def of_pixels(weight):
    """What `of_blocks` was made of."""
    o, c = weight.shape[0], weight.shape[1] // 4
    w = weight.reshape(o, 2, 2, c, 2, 2)
    return np.stack([np.stack([w[:, down, right, :, row, column] for column, right in PLACES], -1) for row, down in PLACES], -2)


def quantised(network):
    """(what a byte more is, the byte that stands for nothing, how much more that is than nothing)"""
    if network != 'detector':
        return REACH / 127, MIDDLE, 0.
    byte = round(DARKER * 255)
    return 1 / 255, byte, byte / 255 - DARKER
