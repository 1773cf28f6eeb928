"""kill -9 at random points of `tailor bench customize`: the same tables in the end, no finished call made twice.

Run: python -m benchmarks.kill_bench [kills]. Prints counts; exit code 1 where a promise was broken. Never a test:
it starts dozens of processes. A server on loopback counts what it is asked; the bench runs every strategy with
both prompt sets, and a model judges.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, TypeAlias

CASES = [
    {"id": "eggs", "goal": "Boil eggs", "steps": ["Fill a pot.", "Boil 4 eggs."], "hint": "I have no stove"},
    {"id": "tea", "goal": "Brew tea", "steps": ["Boil water.", "Pour it.", "Wait."], "hint": "I like it weak"},
]
EDITS = (
    "# because there is another way [R1]\nreplace(2, Use the kettle for it.)\ninsert(1, Fill the kettle.)\ndone\n"
)
STEPS = "1. Fill the kettle.\n2. Use the kettle for it.\n3. Wait.\n"
TIMES = frozenset({"first_edit", "seconds"})
AT_ONCE: Final = 4
"""Calls that a bench makes at once, so that kills meet several."""

Command: TypeAlias = dict[str, Any]
"""Arguments of subprocess."""


@dataclass
class Asked:
    """What the server was asked, counted as requests come in."""

    bodies: Counter[str] = field(default_factory=Counter)
    room: threading.Condition = field(default_factory=threading.Condition)

    def add(self, body: str) -> None:
        with self.room:
            self.bodies[body] += 1
            self.room.notify_all()

    @property
    def total(self) -> int:
        return self.bodies.total()

    def wait_for(self, total: int, process: "subprocess.Popen[bytes]") -> None:
        """Until so many requests have come, or the process has ended by itself."""
        with self.room:
            while self.total < total and process.poll() is None:
                self.room.wait(0.2)


def answer(messages: list[dict[str, str]]) -> str:
    """Equal questions get equal answers."""
    if "ANSWER:" in messages[-1]["content"]:
        return "Short, but whole.\nANSWER: yes\n"
    return STEPS if len(messages) == 3 else EDITS


@contextmanager
def server(asked: Asked, answer: Callable[[list[dict[str, str]]], str]) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Quiet."""

        def do_GET(self) -> None:
            data = json.dumps({"object": "list", "data": [{"id": "still", "object": "model"}]}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def do_POST(self) -> None:
            size = int(self.headers["content-length"])
            raw = self.rfile.read(size)
            if len(raw) < size:
                return  # killed before the question was out
            asked.add(raw.decode())
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            try:
                for event in events(answer(json.loads(raw)["messages"])):
                    self.wfile.write(b"data: " + event + b"\n\n")
                    self.wfile.flush()
                    time.sleep(0.005)
            except OSError:
                return  # the bench was killed in the middle

    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.daemon_threads = True
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}/v1"
    made.shutdown()


def events(text: str) -> Iterator[bytes]:
    """The answer in pieces, its end and what it cost."""
    for start in range(0, len(text), 12):
        delta = {"content": text[start : start + 12]}
        yield json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}).encode()
    yield json.dumps({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}).encode()
    yield json.dumps({"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 5}}).encode()
    yield b"[DONE]"


def command(folder: Path, url: str, out: Path) -> Command:
    """The bench, four calls at once so that kills meet several."""
    cases = folder / "cases.jsonl"
    cases.write_text("".join(json.dumps(case) + "\n" for case in CASES))
    bench = [sys.executable, "-m", "tailor", "bench", "customize", str(cases), "--judge", "--with-builtin"]
    return {"args": [*bench, "--base-url", url, "--at-once", str(AT_ONCE), "--out", str(out)]}


def finished(out: Path) -> Counter[str]:
    """How often each call stands in the record."""
    file = out / "calls.jsonl"
    lines = file.read_text(encoding="utf-8").split("\n") if file.exists() else []
    rows = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
    return Counter(row["key"] for row in rows if row["answered"])


def told(out: Path) -> tuple[str, list[str]]:
    """Everything the bench found, without what a clock measured: its page, and its results."""
    page = re.sub(r"## Cost.*?(?=\n## )", "", (out / "customize.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    rows = [
        json.loads(line)
        for line in (out / "results.jsonl").read_text(encoding="utf-8").split("\n")
        if line[-1:] == "}"
    ]
    timeless = [{key: value for key, value in row.items() if key not in TIMES} for row in rows]
    return page, sorted(json.dumps(row, sort_keys=True) for row in timeless)


@dataclass
class Trial:
    """One bench, run whole and killed again and again, against one server."""

    command: Callable[[Path, str, Path], Command]
    """How it is started: folder, the server's address, and where everything is kept."""
    told: Callable[[Path], object]
    """Everything it found, without what a clock measured."""
    answer: Callable[[list[dict[str, str]]], str]
    chance: random.Random = field(default_factory=random.Random)
    asked: Asked = field(default_factory=Asked)

    def run(self, kills: int) -> int:
        """Kills the bench that often; how many promises were broken."""
        with tempfile.TemporaryDirectory() as name, server(self.asked, self.answer) as url:
            folder = Path(name)
            whole, killed = folder / "whole", folder / "killed"
            subprocess.run(**self.command(folder, url, whole), check=True, capture_output=True)
            calls, wanted = self.asked.total, Counter(self.asked.bodies)
            lost = [self._one_life(folder, url, killed, max(2, 2 * calls // kills)) for _ in range(kills)]
            subprocess.run(**self.command(folder, url, killed), check=True, capture_output=True)
            again = (self.asked.bodies - wanted - wanted).total()
            broken = {
                "too much was under way, or what was kept is gone": not all(0 <= one <= AT_ONCE for one in lost),
                "a call was kept twice": any(count > 1 for count in finished(killed).values()),
                "other calls were kept": finished(killed) != finished(whole),
                "the killed bench found something else": self.told(killed) != self.told(whole),
                f"{again} requests too many": again > sum(lost),
            }
        for words in (words for words, so in broken.items() if so):
            print("broken:", words)
        print(
            f"{kills} kills: {sum(broken.values())} broken promises; {calls} calls, {sum(lost)} under way when "
            f"killed, {again} of them asked again"
        )
        return sum(broken.values())

    def _one_life(self, folder: Path, url: str, out: Path, most: int) -> int:
        """The bench until it is killed; how many of its requests were not kept, -1 where a kept one is gone."""
        before, had = self.asked.total, finished(out)
        with subprocess.Popen(**self.command(folder, url, out), stdout=-3, stderr=-3) as process:
            self.asked.wait_for(before + self.chance.randint(0, most), process)
            time.sleep(self.chance.uniform(0, 0.1))
            process.kill()
        now = finished(out)
        return -1 if had - now else self.asked.total - before - (now - had).total()


if __name__ == "__main__":
    sys.exit(1 if Trial(command, told, answer).run(int(sys.argv[1]) if len(sys.argv) > 1 else 20) else 0)
