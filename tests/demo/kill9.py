#!/usr/bin/env python3
"""Kills a running game again and again and reads its journal back.

Each trial starts

    kibitzer --json watch VIDEO --headless --deck canon-nt --players 2 --set remove_random=72 --log JOURNAL

waits for a number of entries in the journal (1 to 3, by chance), then up to four seconds more (every other trial: not at all,
so that the kill falls right behind a write), and sends SIGKILL. Then it checks that

- every line of the journal but possibly the last is a whole JSON value, and entries are numbered from 1 without a gap;
- each entry that was told on standard output stands in the journal, word for word;
- `kibitzer --json replay JOURNAL` exits 0 and tells the same rulings, entry by entry;
- `kibitzer replay JOURNAL --verify` exits 0: the game can be had again from what is left.

At the end it cuts the last line of one journal by hand, at several places, and checks that the line is left out with a warning
and that everything before it is still there.

Needs Python 3 alone, and what the program itself needs. Writes to a temporary folder. A trial is given --patience
seconds at most to reach its entries, and each replay as many. Exits 0 when all is well, 1 when something is not.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import common

GAME = ["--deck", "canon-nt", "--players", "2", "--set", "remove_random=72"]

def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--binary", type=Path, default=common.BINARY)
    options.add_argument("--video", type=Path, default=common.VIDEO)
    options.add_argument("--times", type=int, default=20, help="how many games are killed (1 to 200)")
    options.add_argument("--seed", type=int, default=9)
    options.add_argument("--patience", type=float, default=120.0, help="seconds for which to wait for entries and replays (1 to 600)")
    args = options.parse_args()
    if not 1 <= args.times <= 200:
        options.error("--times must be 1 to 200")
    if not 1 <= args.patience <= 600:
        options.error("--patience must be 1 to 600")
    for path in (args.binary, args.video):
        if not path.is_file():
            options.error(f"no such file: {path}")

    chance = random.Random(args.seed)
    rows, failures, longest = [], 0, None
    with tempfile.TemporaryDirectory(prefix="kibitzer-kill9-") as folder:
        for number in range(1, args.times + 1):
            log = Path(folder, f"{number}.jsonl")
            after = chance.randint(1, 3)
            pause = 0.0 if number % 2 == 0 else chance.uniform(0.0, 4.0)
            row, faults = trial(args, log, after, pause)
            rows.append([number, after, f"{pause:.2f}", *row, "; ".join(faults) or "ok"])
            failures += bool(faults)
            print(f"{number}/{args.times}: {rows[-1][-1]}", file=sys.stderr)
            if not faults and (longest is None or log.stat().st_size > longest.stat().st_size):
                longest = log
        common.table(
            ["trial", "after entry", "+ s", "ran s", "ended by", "entries", "torn", "told", "replayed", "outcome"],
            rows,
        )
        print()
        torn_rows, torn_failures = torn(args, longest, chance) if longest else ([], 1)
        common.table(["last line cut to", "replay", "entries", "warning", "outcome"], torn_rows)
    print(f"\n{args.times - failures} of {args.times} killed games read back; {len(torn_rows)} torn last lines, {torn_failures} wrong")
    return 1 if failures or torn_failures else 0


def trial(args, log, after, pause):
    """Kills one game; the cells of its row, and what is wrong."""
    began = time.monotonic()
    out = log.with_suffix(".out")
    err = log.with_suffix(".err")
    command = [args.binary, "--json", "watch", args.video, "--headless", *GAME, "--log", log]
    with out.open("wb") as stdout, err.open("wb") as stderr:
        game = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr)
        try:
            while game.poll() is None and lines_in(log) < after + 1 and time.monotonic() - began < args.patience:
                time.sleep(0.002)
            late = time.monotonic() - began >= args.patience
            end = time.monotonic() + pause
            while game.poll() is None and time.monotonic() < end:
                time.sleep(0.002)
        finally:
            game.kill()
            game.wait()
    ran = f"{time.monotonic() - began:.1f}"
    ended = {-9: "SIGKILL"}.get(game.returncode, f"exit {game.returncode}")
    if game.returncode != -9:
        lines = err.read_text(errors="replace").splitlines()
        return [ran, ended, "-", "-", "-", "-"], [f"ended before it was killed: {lines[-1] if lines else 'no word'}"]
    if late or not log.exists():
        return [ran, ended, "-", "-", "-", "-"], [f"entry {after} was not there after {args.patience:.0f} s"]
    return check(args, log, out, [ran, ended])


def lines_in(path):
    """Whole lines so far."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def check(args, log, out, cells):
    faults = []
    try:
        (header, *entries), cut = common.whole_lines(log.read_bytes())
    except ValueError as error:
        return [*cells, "-", "-", "-", "-"], [f"a line of the journal is no JSON: {error}"]
    if header.get("kibitzer") != "journal":
        faults.append("the first line is no journal's header")
    if [entry["entry"] for entry in entries] != list(range(1, len(entries) + 1)):
        faults.append("entries are not numbered from 1 without a gap")

    told, _ = common.whole_lines(out.read_bytes())
    lost = [entry["entry"] for entry in told if "entry" in entry and entry not in entries]
    if lost:
        faults.append(f"told but not in the journal: entries {lost}")

    replayed, _, problems = replay(args, log, entries)
    faults += problems
    verified = run([args.binary, "replay", log, "--verify"], args.patience)
    if verified.returncode != 0:
        words = " / ".join((verified.stdout + verified.stderr).split("\n")[:2])
        faults.append(f"--verify exits {verified.returncode}: {words}")
    return [*cells, len(entries), "yes" if cut else "no", len(told), replayed], faults


def run(command, patience):
    """Runs a short command; one that takes too long has failed."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, "never", "", f"not done after {patience:.0f} s")


def replay(args, log, entries):
    """Replays a journal that should hold `entries`: how many rulings were told, the warnings, and what is wrong."""
    done = run([args.binary, "--json", "replay", log], args.patience)
    if done.returncode != 0:
        return "-", done.stderr, [f"replay exits {done.returncode}: {done.stderr.strip()}"]
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    # A note is told as a row, too, but is no ruling.
    found = [(row["entry"], row["ruling"]) for row in lines if row["line"] == "ruling" and row["ruling"] != "note"]
    expected = [
        (entry["entry"], "warned" if ruling["ruling"] == "accepted" and ruling.get("warning") else ruling["ruling"])
        for entry in entries
        for ruling in entry.get("rulings", [])
    ]
    faults = [] if found == expected else [f"replay tells other rulings: {found} instead of {expected}"]
    moves = [(row["seat"], row["move"]) for row in lines if row["line"] == "ruling" and row["ruling"] in ("accepted", "warned", "rejected")]
    recorded = [
        (ruling["act"]["seat"], ruling["act"]["move"])
        for entry in entries
        for ruling in entry.get("rulings", [])
        if ruling["ruling"] in ("accepted", "rejected")
    ]
    if moves != recorded:
        faults.append("replay tells other moves")
    return len(found), done.stderr, faults


def torn(args, log, chance):
    """Cuts the last line of a journal at several places."""
    data = log.read_bytes()
    data = data[: data.rindex(b"\n") + 1]
    entries = common.whole_lines(data)[0][1:]
    start = data[:-1].rindex(b"\n") + 1
    length = len(data) - start
    rows, wrong = [], 0
    for keep in sorted({1, length // 2, length - 2, *(chance.randrange(1, length - 1) for _ in range(5))}):
        copy = log.with_name(f"torn-{keep}.jsonl")
        copy.write_bytes(data[: start + keep])
        told, stderr, faults = replay(args, copy, entries[:-1])
        warned = "cut off" in stderr
        if not warned:
            faults.append(f"no warning on standard error: {stderr.strip()!r}")
        rows.append([f"{keep} of {length} bytes", f"{told} rulings", f"{len(entries) - 1} of {len(entries)}", "yes" if warned else "no", "; ".join(faults) or "ok"])
        wrong += bool(faults)
    return rows, wrong


if __name__ == "__main__":
    sys.exit(main())
