"""The networks."""
import math

import torch
from torch import nn
from torch.nn import functional as F


def conv(i, o, k=3, stride=1, dilation=1):
    return nn.Sequential(nn.Conv2d(i, o, k, stride, k // 2 * dilation, dilation, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, c, dilation=1):
        super().__init__()
        self.first = conv(c, c)
        self.second = nn.Sequential(nn.Conv2d(c, c, 3, 1, dilation, dilation, bias=False), nn.BatchNorm2d(c))

    def forward(self, x):
        return F.relu(x + self.second(self.first(x)))


class Detector(nn.Module):
    """Image [N,3,H,W] (centred) to heat logits [N,1,H/8,W/8] and geometry [N,8,H/8,W/8].

    A card's size multiplies its geometry, so a ninth channel carries the logarithm of a common scale. The same again for indices:
    where one shows, and how its card lies.
    """

    def __init__(self, widths=(16, 32, 48, 80, 96)):
        super().__init__()
        c1, c2, c3, c4, c5 = widths
        self.stem = nn.Sequential(conv(3, c1, 3, 2), conv(c1, c2, 3, 2))
        self.down8 = nn.Sequential(conv(c2, c3, 3, 2), Residual(c3), Residual(c3))
        self.down16 = nn.Sequential(conv(c3, c4, 3, 2), Residual(c4), Residual(c4))
        self.down32 = nn.Sequential(conv(c4, c5, 3, 2), Residual(c5), Residual(c5, 2), Residual(c5, 2))
        self.up32, self.up16 = conv(c5, c4, 1), conv(c4, c3, 1)
        self.merge16, self.merge8 = conv(c4, c4), conv(c3, c3)
        self.heat = nn.Sequential(conv(c3, c3), nn.Conv2d(c3, 1, 1))
        self.geometry = nn.Sequential(conv(c3, 64), nn.Conv2d(64, 9, 1))
        self.index_heat = nn.Sequential(conv(c3, c3), nn.Conv2d(c3, 1, 1))
        self.index_geometry = nn.Sequential(conv(c3, 64), nn.Conv2d(64, 9, 1))
        for heat in self.heat, self.index_heat:
            nn.init.constant_(heat[-1].bias, -3.5)

    def forward(self, x):
        a = self.down8(self.stem(x))
        b = self.down16(a)
        c = self.down32(b)
        b = self.merge16(b + F.interpolate(self.up32(c), scale_factor=2., mode='nearest'))
        a = self.merge8(a + F.interpolate(self.up16(b), scale_factor=2., mode='nearest'))
        g, i = self.geometry(a), self.index_geometry(a)
        scaled = lambda v: v[:, :8] * torch.exp(v[:, 8:].clamp(-2.5, 2.5))
        return self.heat(a), scaled(g), self.index_heat(a), scaled(i)


class Identifier(nn.Module):
    """Crop [N,3,160,112] (value/255) to logits of rank, suit and kind, an embedding of length one, and corner residuals.

    Each crop is brought to mean 0 and one contrast first, so that the light matters less.
    """

    RANKS, SUITS, KINDS = 13, 4, 5

    def __init__(self, widths=(24, 40, 64, 112), embedding=128):
        super().__init__()
        a, b, c, d = widths
        self.features = nn.Sequential(conv(3, a, 3, 2), conv(a, b, 3, 2), Residual(b), conv(b, c, 3, 2), Residual(c), Residual(c),
                                      conv(c, d, 3, 2), Residual(d))
        self.drop = nn.Dropout(.1)
        self.names = nn.Linear(2 * d, self.RANKS + self.SUITS + self.KINDS)
        self.corners = nn.Sequential(conv(d, 16, 1), nn.Flatten(), nn.Linear(16 * 70, 8))
        # where on the card something is printed matters, so the grid is kept
        self.grid = nn.Sequential(conv(d, 24, 1), nn.Flatten())
        self.embedding = nn.Linear(24 * 70 + 2 * d, embedding)

    def forward(self, x):
        x = x - x.mean((1, 2, 3), keepdim=True)
        x = x / ((x * x).mean((1, 2, 3), keepdim=True).sqrt() + .02) * .3
        f = self.features(x)
        pooled = torch.cat([f.mean((2, 3)), f.amax((2, 3))], 1)
        n = self.names(self.drop(pooled))
        e = F.normalize(self.embedding(torch.cat([self.grid(f), pooled], 1)).float(), dim=1)
        r, s = self.RANKS, self.RANKS + self.SUITS
        return n[:, :r], n[:, r:s], n[:, s:], e, self.corners(f)


class Verifier(nn.Module):
    """Outline with what lies around it [N,3,176,128] (value/255) to logits: it holds a face, a back, no card.

    Light is taken out twice, once by the window and once by the card alone: a dark back lies beside white faces.
    """

    KINDS, CARD = 3, (slice(None), slice(None), slice(44, 132), slice(32, 96))

    def __init__(self, widths=(32, 56, 88, 128, 176)):
        super().__init__()
        a, b, c, d, e = widths
        self.features = nn.Sequential(conv(6, a, 3, 2), conv(a, b, 3, 2), Residual(b), conv(b, c, 3, 2), Residual(c), Residual(c),
                                      conv(c, d, 3, 2), Residual(d), conv(d, e, 3, 2), Residual(e))
        # where the edges are tells a card from what is printed, so the grid is kept
        self.grid = nn.Sequential(conv(e, 24, 1), nn.Flatten(), nn.Linear(24 * 24, 96), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(.2)
        self.kind = nn.Linear(96 + 2 * e, self.KINDS)

    def relit(self, x, part):
        mean = part.mean((1, 2, 3), keepdim=True)
        return ((x - mean) / (((part - mean) ** 2).mean((1, 2, 3), keepdim=True).sqrt() + .005) * .3).clamp(-1.5, 1.5)

    def forward(self, x):
        f = self.features(torch.cat([self.relit(x, x), self.relit(x, x[self.CARD])], 1))
        return self.kind(self.drop(torch.cat([self.grid(f), f.mean((2, 3)), f.amax((2, 3))], 1)))


class IndexReader(nn.Module):
    """Corner of a card [N,3,64,48] (value/255) to logits of rank, suit, and whether an index can be read there."""

    RANKS, SUITS = 13, 4

    def __init__(self, widths=(24, 48, 96)):
        super().__init__()
        a, b, c = widths
        self.features = nn.Sequential(conv(3, a, 3, 2), Residual(a), conv(a, b, 3, 2), Residual(b), Residual(b), conv(b, c, 3, 2), Residual(c))
        # where the index is printed tells it from what else shows in the corner, so the grid is kept
        self.grid = nn.Sequential(conv(c, 24, 1), nn.Flatten(), nn.Linear(24 * 48, 64), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(.1)
        self.names = nn.Linear(64 + 2 * c, self.RANKS + self.SUITS + 1)

    def forward(self, x):
        x = x - x.mean((1, 2, 3), keepdim=True)
        x = x / ((x * x).mean((1, 2, 3), keepdim=True).sqrt() + .02) * .3
        f = self.features(x)
        n = self.names(self.drop(torch.cat([self.grid(f), f.mean((2, 3)), f.amax((2, 3))], 1)))
        return n[:, :self.RANKS], n[:, self.RANKS:-1], n[:, -1]


class TouchReader(nn.Module):
    """Windows [N,15,96,96] to what they say of a fingertip: a logit that it touches, where the touching point is (right and ahead, mm), when it
    comes down after the frame in question (ms) with the logarithm of that answer's scale, and the tip's height (mm), for training alone.

    Planes: red, green, blue now; the brightness of six frames around; how far each of them is away in time.
    """

    OTHERS, MS = 6, 100.

    def __init__(self, widths=(32, 32, 64, 96)):
        super().__init__()
        a, b, c, d = widths
        moves = 2 * self.OTHERS - 1
        self.features = nn.Sequential(conv(3 + 2 * self.OTHERS + moves, a, 3, 2), conv(a, b, 3, 2), Residual(b), conv(b, c, 3, 2), Residual(c),
                                      conv(c, d, 3, 2), Residual(d))
        # where the tip is must be told, so the grid is kept
        self.grid = nn.Sequential(conv(d, 24, 1), nn.Flatten(), nn.Linear(24 * 36, 96), nn.ReLU(inplace=True))
        # how much moves from frame to frame, and when it stopped
        self.course = nn.Sequential(nn.Linear(9 * moves + self.OTHERS, 64), nn.ReLU(inplace=True), nn.Linear(64, 48), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(.1)
        self.answers = nn.Linear(96 + 2 * d + 48, 6)

    def moved(self, light):
        """How far the brightness of each frame is from that of the next, and from that of the last."""
        now = (light[:, :3] * light.new_tensor([.299, .587, .114])[:, None, None]).sum(1, keepdim=True)
        course = torch.cat([light[:, 3:7], now, light[:, 7:]], 1)
        # Light flickers.
        course = course - course.mean((2, 3), keepdim=True)
        return torch.cat([(course[:, 1:] - course[:, :-1]).abs(), (course[:, :-2] - course[:, -1:]).abs()], 1)

    def forward(self, x):
        light, time = x[:, :3 + self.OTHERS], x[:, 3 + self.OTHERS:]
        light = light - light.mean((1, 2, 3), keepdim=True)
        light = light / ((light * light).mean((1, 2, 3), keepdim=True).sqrt() + .02) * .3
        moved = self.moved(light)
        f = self.features(torch.cat([light, time, moved], 1))
        course = torch.cat([torch.log(F.avg_pool2d(moved, 32) + .01).flatten(1), time[:, :, 0, 0]], 1)
        n = self.answers(self.drop(torch.cat([self.grid(f), f.mean((2, 3)), f.amax((2, 3)), self.course(course)], 1)))
        return n[:, 0], n[:, 1:3] * 10, n[:, 3] * self.MS, n[:, 4].clamp(-4, 1.5) + math.log(30.), n[:, 5] * 20


class Hands(nn.Module):
    """Frame and learnt table [N, 6, H, W] (0..1, black where unknown) to cells of two pixels: arm, tip and fingertip logits, the tip's
    offset from the cell's middle in cells, the arm's axis as cosine and sine of its doubled angle, the way from a tip towards its elbow
    (a vector that is short where it is in doubt): [N, 9, H/2, W/2]. H and W are multiples of 16."""

    def __init__(self, c=(16, 48, 96, 128)):
        super().__init__()
        self.stem = conv(6, c[0], 3, 2)
        self.down1, self.down1b = conv(c[0], c[1], 3, 2), conv(c[1], c[1])
        self.down2, self.down2b = conv(c[1], c[2], 3, 2), conv(c[2], c[2])
        self.down3, self.down3b = conv(c[2], c[3], 3, 2), nn.Sequential(*(conv(c[3], c[3], dilation=d) for d in (2, 1, 4, 1)))
        self.up2, self.up2b = nn.Conv2d(c[3], c[2], 1), conv(c[2], c[2])
        self.up1, self.up1b = nn.Conv2d(c[2], c[1], 1), conv(c[1], c[1])
        self.up0, self.up0b = nn.Conv2d(c[1], c[0], 1), conv(c[0], 32)
        self.head = nn.Conv2d(32, 9, 1)
        with torch.no_grad():
            self.head.bias[:3] = torch.tensor([-2., -4.6, -4.])

    def forward(self, x):
        larger = lambda v: F.interpolate(v, scale_factor=2, mode='nearest')
        a = self.stem(x)
        b = self.down1(a)
        b = b + self.down1b(b)
        c = self.down2(b)
        c = c + self.down2b(c)
        d = self.down3(c)
        d = d + self.down3b(d)
        c = self.up2b(c + larger(self.up2(d)))
        b = self.up1b(b + larger(self.up1(c)))
        a = self.up0b(a + larger(self.up0(b)))
        return self.head(a)
