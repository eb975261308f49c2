#!/usr/bin/env python3
"""Plays a network camera that goes away for a while, and checks that the game goes on.

A small server on 127.0.0.1 sends the frames of a recorded game as motion JPEG over HTTP (multipart/x-mixed-replace), as many
cheap network cameras do: always the frame that is due, so a slow reader misses frames. It

1. shows the table before the game until the program has opened its journal, as players wait for the referee, and two seconds more;
2. plays the game at its own pace for --before seconds;
3. closes the connection and refuses new ones for --gap seconds, while the players wait;
4. listens again, waits for the program to come back and two seconds more, and plays on, to --length seconds of the game;
5. shows the last frame for --rest seconds, and ends the program as Ctrl-C would.

    kibitzer --json watch http://127.0.0.1:PORT/ --headless --deck canon-nt --players 2 --set remove_random=72 --log JOURNAL

must tell the loss and the return on standard error, and afterwards its moves must be the true ones (truth.jsonl beside the
video), by seat and notation and in order, up to the time that was fed. A move within the last second is left out of account.

Needs Python 3 alone, what the program itself needs, and something that turns a video into JPEGs: `ffmpeg`, or a Python with
OpenCV (`cv2`), named by --cv2-python when it is not this one. With neither it says so and exits 77, the customary code of a
skipped test. Needs about 150 MB in the temporary folder for its time, and takes three minutes. Exits 0 when all is well, 1
when something is not.
"""

import argparse
import json
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import common

GAME = ["--deck", "canon-nt", "--players", "2", "--set", "remove_random=72"]
SKIPPED = 77
# Seconds the program may take to open its journal, and to come back.
PATIENCE = 180.0
# Seconds the players wait once the camera is there.
POLITE = 2.0
BOUNDARY = b"frame"

# Writes the first frames of a video as JPEGs.
CV2 = """
import cv2, sys
video, folder, count = cv2.VideoCapture(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for number in range(1, count + 1):
    there, frame = video.read()
    if not there:
        break
    cv2.imwrite(f"{folder}/{number:05d}.jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 92])
"""


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--binary", type=Path, default=common.BINARY)
    options.add_argument("--video", type=Path, default=common.VIDEO)
    options.add_argument("--before", type=float, default=31.0, help="seconds of the game before the gap")
    options.add_argument("--gap", type=float, default=20.0, help="seconds without a camera")
    options.add_argument("--length", type=float, default=70.0, help="seconds of the game in all")
    options.add_argument("--rest", type=float, default=8.0, help="seconds for which the last frame is shown")
    options.add_argument("--cv2-python", default=sys.executable, metavar="PYTHON", help="a Python that has cv2")
    args = options.parse_args()
    if not 0 < args.before < args.length <= 600 or not 0 <= args.gap <= 120 or not 0 <= args.rest <= 120:
        options.error("times must be 0 < before < length <= 600, gap and rest up to 120")
    truth = args.video.with_name("truth.jsonl")
    for path in (args.binary, args.video, truth):
        if not path.is_file():
            options.error(f"no such file: {path}")

    fps = common.frame_rate(args.video)
    with tempfile.TemporaryDirectory(prefix="kibitzer-camera-") as folder:
        frames = jpegs(args, Path(folder), round(args.length * fps))
        if frames is None:
            print(f"skipped: neither ffmpeg nor a Python with cv2 ({args.cv2_python}): give one with --cv2-python")
            return SKIPPED
        camera = Camera(frames, fps)
        watched = watch(args, camera, Path(folder))
        return report(args, camera, watched, truth)


def jpegs(args, folder, count):
    """The first frames of the video as JPEG data; None when nothing here can make them."""
    pictures = folder / "frames"
    pictures.mkdir()
    if shutil.which("ffmpeg"):
        command = ["ffmpeg", "-v", "error", "-i", args.video, "-frames:v", str(count), "-q:v", "2", pictures / "%05d.jpg"]
    elif subprocess.run([args.cv2_python, "-c", "import cv2"], capture_output=True).returncode == 0:
        command = [args.cv2_python, "-c", CV2, args.video, pictures, str(count)]
    else:
        return None
    subprocess.run(command, check=True, timeout=300)
    paths = sorted(pictures.glob("*.jpg"))
    if len(paths) < count:
        raise SystemExit(f"{args.video} has {len(paths)} frames; --length wants {count}")
    return [path.read_bytes() for path in paths]


class Camera:
    """An MJPEG server with a play head that stands still or moves at the game's pace."""

    def __init__(self, frames, fps):
        self.frames = frames
        self.fps = fps
        self.sent = set()
        self.lock = threading.Lock()
        # Game time at `since`, and how fast it goes on.
        self.head, self.since, self.moving = 0.0, time.monotonic(), False
        # When the play head moved: (real from, game from, real to).
        self.spans = []
        self.listener = None
        self.peers = []
        self.port = 0

    def listen(self):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen(4)
        self.port = listener.getsockname()[1]
        self.listener = listener
        threading.Thread(target=self.accept, args=(listener,), daemon=True).start()

    def close(self):
        """Ends every connection and refuses new ones."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.listener = None
        with self.lock:
            peers, self.peers = self.peers, []
        for peer in peers:
            try:
                peer.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def play(self, until):
        """Moves the play head to a game time, at the game's pace."""
        with self.lock:
            self.since, self.moving = time.monotonic(), True
            begun, start = self.since, self.head
        time.sleep(max(0.0, until - start))
        with self.lock:
            self.head, self.moving = until, False
        self.spans.append((begun, start, begun + until - start))

    def real_time(self, game):
        """When a moment of the game was shown."""
        for begun, start, end in self.spans:
            if start <= game <= start + end - begun:
                return begun + game - start
        return None

    def due(self):
        with self.lock:
            now = self.head + (time.monotonic() - self.since if self.moving else 0.0)
        return min(int(now * self.fps), len(self.frames) - 1)

    def connected(self):
        with self.lock:
            return bool(self.peers)

    def accept(self, listener):
        while True:
            try:
                peer, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(peer,), daemon=True).start()

    def serve(self, peer):
        try:
            # A reader who is busy elsewhere for so long is gone.
            peer.settimeout(120.0)
            # Little is buffered, so that a reader who lags misses frames instead of seeing old ones.
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 18)
            request = b""
            while b"\r\n\r\n" not in request and len(request) < 1 << 16:
                data = peer.recv(4096)
                if not data:
                    return
                request += data
            peer.sendall(
                b"HTTP/1.0 200 OK\r\nCache-Control: no-store\r\nConnection: close\r\n"
                b"Content-Type: multipart/x-mixed-replace; boundary=" + BOUNDARY + b"\r\n\r\n"
            )
            with self.lock:
                self.peers.append(peer)
            tick = time.monotonic()
            while True:
                number = self.due()
                jpeg = self.frames[number]
                peer.sendall(
                    b"--" + BOUNDARY + b"\r\nContent-Type: image/jpeg\r\nContent-Length: " + str(len(jpeg)).encode() + b"\r\n\r\n" + jpeg + b"\r\n"
                )
                self.sent.add(number)
                tick = max(tick + 1 / self.fps, time.monotonic() - 1 / self.fps)
                time.sleep(max(0.0, tick - time.monotonic()))
        except OSError:
            pass
        finally:
            with self.lock:
                if peer in self.peers:
                    self.peers.remove(peer)
            peer.close()


class Watched:
    """What the program said, line by line, each with the time at which it was said."""

    def __init__(self):
        self.out, self.err, self.marks = [], [], {}
        self.ended = None
        self.observations = b""

    def gather(self, stream, lines):
        def run():
            for line in stream:
                lines.append((time.monotonic(), line.rstrip("\n")))

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread


def watch(args, camera, folder):
    camera.listen()
    log, seen = folder / "journal.jsonl", folder / "observations.jsonl"
    url = f"http://127.0.0.1:{camera.port}/"
    command = [args.binary, "--json", "watch", url, "--headless", *GAME, "--log", log, "--observations", seen]
    print(" ".join(str(word) for word in command), file=sys.stderr)
    program = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        # What runs in a shell's background would inherit that Ctrl-C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    watched = Watched()
    readers = [watched.gather(program.stdout, watched.out), watched.gather(program.stderr, watched.err)]
    mark = watched.marks.setdefault
    try:
        wait(program, log.exists, "open its journal")
        mark("ready", time.monotonic())
        time.sleep(POLITE)
        camera.play(args.before)
        camera.close()
        mark("lost", time.monotonic())
        time.sleep(args.gap)
        camera.listen()
        mark("listening", time.monotonic())
        wait(program, camera.connected, "come back")
        mark("back", time.monotonic())
        time.sleep(POLITE)
        camera.play(args.length)
        time.sleep(args.rest)
        mark("end", time.monotonic())
    except TimeoutError as error:
        print(f"kibitzer did not {error}", file=sys.stderr)
    finally:
        if program.poll() is None:
            program.send_signal(signal.SIGINT)
        try:
            watched.ended = program.wait(timeout=20)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()
            watched.ended = "did not end on Ctrl-C within 20 s"
        for reader in readers:
            reader.join(timeout=5)
    watched.observations = seen.read_bytes() if seen.exists() else b""
    return watched


def wait(program, there, what):
    end = time.monotonic() + PATIENCE
    while not there():
        if program.poll() is not None or time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.05)


def report(args, camera, watched, truth):
    marks = watched.marks
    zero = marks.get("ready", 0.0)
    entries = [(at, json.loads(line)) for at, line in watched.out if line.startswith('{"entry"')]
    told_at = {entry["entry"]: at for at, entry in entries}
    told = common.acts([entry for _, entry in entries])
    true = [json.loads(line) for line in truth.read_bytes().splitlines()[1:]]
    true = [entry for entry in true if entry["stamp"]["at_us"] / 1e6 <= args.length - 1.0]
    game_time = {entry["entry"]: entry["stamp"]["at_us"] / 1e6 for entry in true}
    # Both sides hold acts that were taken back as rejected ones, too.
    expected = common.acts(true)

    rows, latencies, wrong = [], [], 0
    for number, verdict, seat, move, ours in align(expected, told):
        if ours is None:
            rows.append([f"{game_time[number]:.1f}", seat, move, verdict, "MISSED", ""])
            wrong += 1
            continue
        entry, our_verdict, latency = ours[0], ours[1], None
        shown = camera.real_time(game_time[number]) if number else None
        if shown:
            latency = told_at[entry] - shown
            latencies.append(latency)
        wrong += number is None
        rows.append(
            [
                f"{game_time[number]:.1f}" if number else "",
                seat,
                move,
                verdict or "NOT PLAYED",
                f"{our_verdict} (entry {entry})",
                f"{latency:.1f}" if latency is not None else "",
            ]
        )
    common.table(["game s", "seat", "move", "truth", "program", "told after s"], rows)
    undecided = [e["entry"] for _, e in entries for r in e["rulings"] if r["ruling"] in ("undecided", "unexplained")]
    after = [number for number, *_ in expected if game_time[number] > args.before]

    print("\nstandard error, in seconds since the journal was opened:")
    for at, line in watched.err[:40]:
        print(f"  {at - zero:6.1f}  {line}")
    lost = marks.get("lost")
    # FFmpeg's own words, which it writes itself, tell a player nothing.
    own = [(at, text.lower()) for at, text in watched.err if not text.startswith("[")]
    during = lambda start, end: [text for at, text in own if start and start <= at <= (end or float("inf"))]
    told_loss = any(word in text for text in during(lost, marks.get("listening")) for word in ("lost", "gone", "stopped giving frames"))
    told_back = any("back" in text for text in during(marks.get("listening"), None))

    seen = [json.loads(line)["frame"] for line in watched.observations.splitlines() if line.endswith(b"}")]
    print()
    checks = [
        ["the journal is opened", "ready" in marks],
        ["the loss is told on standard error", told_loss],
        ["the program connects again", "back" in marks],
        ["the return is told on standard error", told_back],
        [f"all {len(expected)} rulings are told, in order, and no others", bool(entries) and wrong == 0],
        [f"among them {len(after)} after the gap", bool(after) and "end" in marks],
        ["it ends on Ctrl-C with exit code 0", watched.ended == 0],
    ]
    common.table(["check", ""], [[what, "ok" if good else "WRONG"] for what, good in checks])
    print(f"\nended: {watched.ended}; undecided or unexplained on the way: {undecided or 'none'}")
    if "back" in marks:
        print(f"camera away {marks['listening'] - lost:.1f} s; program back {marks['back'] - marks['listening']:.1f} s after it listened again")
    print(f"lines on standard error that are not the program's own: {len(watched.err) - len(own)}")
    if seen and "end" in marks:
        rate = len(seen) / (marks["end"] - zero - args.gap)
        print(f"{rate:.1f} frames a second looked at" + (": too few to follow a game; is the machine busy?" if rate < 3 else ""))
    if seen:
        dropped = max(seen) + 1 - len(seen)
        shown = len(camera.sent)
        print(f"{len(seen)} frames looked at, {dropped} received and dropped; {shown} of {len(camera.frames)} frames of the game sent")
    if latencies:
        print(f"told after the act ended: median {statistics.median(latencies):.1f} s, longest {max(latencies):.1f} s")
    return 0 if all(good for _, good in checks) else 1


def align(expected, told):
    """Both lists side by side: (true entry, verdict, seat, move, ours); the longest common run of same acts with same verdicts."""
    same = lambda a, b: a[1:] == b[1:]
    length = [[0] * (len(told) + 1) for _ in range(len(expected) + 1)]
    for i in reversed(range(len(expected))):
        for j in reversed(range(len(told))):
            pair = length[i + 1][j + 1] + 1 if same(expected[i], told[j]) else 0
            length[i][j] = max(pair, length[i + 1][j], length[i][j + 1])
    i = j = 0
    while i < len(expected) or j < len(told):
        if i < len(expected) and j < len(told) and same(expected[i], told[j]):
            number, verdict, seat, move = expected[i]
            yield number, verdict, seat, move, told[j]
            i, j = i + 1, j + 1
        elif j == len(told) or (i < len(expected) and length[i + 1][j] >= length[i][j + 1]):
            number, verdict, seat, move = expected[i]
            yield number, verdict, seat, move, None
            i += 1
        else:
            _, _, seat, move = told[j]
            yield None, None, seat, move, told[j]
            j += 1


if __name__ == "__main__":
    sys.exit(main())
