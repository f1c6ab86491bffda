"""Building a word graph in a process of its own, for servers.

Building holds Python's lock for moments and brings a compiler along; a server's other visitors
shall notice neither. Commands build in their own process. Which graph is built when is the matter
of :mod:`lexicon.store`.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from lexicon.errors import BuildError
from lexicon.graph.progress import Progress


def in_server() -> bool:
    """Whether this runs in a thread that a server gave to a request, not in a command."""
    return threading.current_thread() is not threading.main_thread()


def build_apart(
    text: str,
    faces: Sequence[str],
    path: Path,
    progress: Progress | None = None,
    *,
    whole: Sequence[str] = (),
) -> None:
    """Build the graph of a word list's text; returns when the file is in its place."""
    order = json.dumps([list(faces), list(whole), str(path)], ensure_ascii=False)
    with subprocess.Popen(
        [sys.executable, "-m", "lexicon.graph.process"],
        cwd=Path(__file__).resolve().parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as builder:
        assert builder.stdin is not None
        assert builder.stdout is not None
        assert builder.stderr is not None
        try:
            builder.stdin.write(f"{order}\n{text}".encode())
            builder.stdin.close()
        except BrokenPipeError:
            pass  # it died; why is told below
        for line in builder.stdout:
            done, steps = map(int, line.split())
            if progress:
                progress(done, steps)
        complaint = builder.stderr.read().decode(errors="replace")
    if builder.returncode:
        raise BuildError(f"The word graph could not be built: {complaint[-500:]}")


def main() -> None:
    """The builder: an order and the words come in, the steps done go out."""
    from lexicon.graph.build import build_graph

    faces, whole, path = json.loads(sys.stdin.buffer.readline())
    words = (line.decode().rstrip("\n") for line in sys.stdin.buffer)

    def tell(done: int, steps: int) -> None:
        print(done, steps, flush=True)

    build_graph(words, faces, Path(path), tell, whole=whole)


if __name__ == "__main__":
    main()
