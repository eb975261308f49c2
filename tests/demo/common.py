"""What both demonstrations need: where things lie, how journals are read, how tables are printed."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = ROOT / "target/release/kibitzer"
VIDEO = ROOT / "fixtures/canon-2p/video.mp4"


def whole_lines(data):
    """The values of the whole JSON lines in `data` (bytes), and whether a cut-off line follows them."""
    *lines, rest = data.split(b"\n")
    return [json.loads(line) for line in lines], bool(rest)


def acts(entries):
    """What a list of journal entries finally says: (entry, verdict, seat, move), with an undecided entry's acts in its place."""
    told = []
    for entry in entries:
        number = entry["entry"]
        for ruling in entry.get("rulings", []):
            kind = ruling["ruling"]
            if kind in ("accepted", "rejected"):
                told.append((number, kind, ruling["act"]["seat"], ruling["act"]["move"]))
            elif kind in ("taken-back", "stood"):
                told.append((ruling["entry"], kind, ruling["act"]["seat"], ruling["act"]["move"]))
            elif kind == "resolved":
                choice = ruling["choice"]
                reasons = choice.get("reasons", [])
                for i, act in enumerate(choice["acts"]):
                    broken = i < len(reasons) and reasons[i] is not None
                    told.append((ruling["entry"], "rejected" if broken else "accepted", act["seat"], act["move"]))
            elif kind in ("retracted", "corrected"):
                told = [act for act in told if act[0] != ruling["entry"]]
                told += [(ruling["entry"], "accepted", act["seat"], act["move"]) for act in ruling.get("acts", [])]
    return sorted(told, key=lambda act: act[0])


def frame_rate(video):
    """Frames a second, from the options beside a simulated video."""
    beside = video.with_name("truth.toml")
    found = re.search(r"^fps\s*=\s*([0-9.]+)", beside.read_text(), re.MULTILINE) if beside.exists() else None
    if not found:
        raise SystemExit(f"no frame rate: {beside} is missing or has no 'fps': give a video that 'kibitzer simulate' made")
    return float(found[1])


def table(head, rows):
    """Prints rows in columns."""
    rows = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    for number, row in enumerate(rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))
