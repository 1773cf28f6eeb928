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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

CASES = [
    {"id": "eggs", "goal": "Boil eggs", "steps": ["Fill a pot.", "Boil 4 eggs."], "hint": "I have no stove"},
    {"id": "tea", "goal": "Brew tea", "steps": ["Boil water.", "Pour it.", "Wait."], "hint": "I like it weak"},
]
EDITS = (
    "# because there is another way [R1]\nreplace(2, Use the kettle for it.)\ninsert(1, Fill the kettle.)\ndone\n"
)
STEPS = "1. Fill the kettle.\n2. Use the kettle for it.\n3. Wait.\n"
TIMES = frozenset({"first_edit", "seconds"})


@dataclass
class Asked:
    """What the server was asked, counted as requests come in."""

    bodies: Counter[str] = field(default_factory=Counter)
    room: threading.Condition = field(default_factory=threading.Condition)

    def add(self, body: str) -> None:
        """One more request."""
        with self.room:
            self.bodies[body] += 1
            self.room.notify_all()

    @property
    def total(self) -> int:
        """All requests so far."""
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
def server(asked: Asked) -> Iterator[str]:
    """The server's address."""

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


def command(folder: Path, url: str, out: Path) -> list[str]:
    """The bench, four calls at once so that kills meet several."""
    cases = folder / "cases.jsonl"
    cases.write_text("".join(json.dumps(case) + "\n" for case in CASES))
    bench = [sys.executable, "-m", "tailor", "bench", "customize", str(cases)]
    return [*bench, "--base-url", url, "--judge", "--with-builtin", "--at-once", "4", "--out", str(out)]


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


def main(kills: int = 20) -> int:
    """Kills the bench that often; how many promises were broken."""
    asked, chance, broken = Asked(), random.Random(), 0
    with tempfile.TemporaryDirectory() as name, server(asked) as url:
        folder = Path(name)
        subprocess.run(command(folder, url, folder / "whole"), check=True, capture_output=True)
        calls, wanted = asked.total, Counter(asked.bodies)
        out, lost = folder / "killed", 0
        for number in range(kills):
            before, had = asked.total, finished(out)
            with subprocess.Popen(command(folder, url, out), stdout=-3, stderr=-3) as process:
                asked.wait_for(before + chance.randint(1, max(2, 2 * calls // kills)), process)
                time.sleep(chance.uniform(0, 0.06))
                process.kill()
            new = finished(out) - had
            lost += (under_way := asked.total - before - new.total())
            if not 0 <= under_way <= 4 or had - finished(out):
                broken += 1
                print(f"broken: life {number} asked for {asked.total - before} and kept {new.total()}")
        subprocess.run(command(folder, url, out), check=True, capture_output=True)
        twice = [key for key, count in finished(out).items() if count > 1]
        again = (asked.bodies - wanted - wanted).total()
        if twice or finished(out) != finished(folder / "whole") or told(out) != told(folder / "whole"):
            broken += 1
            print("broken: the killed bench found something else", twice)
        if again > lost:
            broken += 1
            print(f"broken: {again} requests too many, {lost} were under way when killed")
    print(
        f"{kills} kills: {broken} broken promises; {calls} calls, {lost} under way when killed, {again} of them "
        "asked again"
    )
    return broken


if __name__ == "__main__":
    sys.exit(1 if main(int(sys.argv[1]) if len(sys.argv) > 1 else 20) else 0)
