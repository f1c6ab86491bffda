"""Building a word graph in a separate process, for servers.

Building sometimes holds Python's global lock and loads a compiler, neither of which should slow
down a server's other requests. Commands build in their own process. :mod:`lexicon.store` decides
what is built when.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from lexicon.graph.progress import Progress
from lexicon.terms.errors import BuildError


def is_in_server() -> bool:
    """Return whether this runs in a server's request thread and not in a command."""
    return threading.current_thread() is not threading.main_thread()


def build_in_process(
    text: str,
    faces: Sequence[str],
    path: Path,
    progress: Progress | None = None,
    *,
    whole: Sequence[str] = (),
) -> None:
    """Build the graph of a word list's text, and return when the file is in place.

    Raises :class:`BuildError` if the process fails.
    """
    order = json.dumps([list(faces), list(whole), str(path)], ensure_ascii=False)
    with subprocess.Popen(
        [sys.executable, "-m", "lexicon.graph.build_process"],
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
            pass  # the builder died; its error output is read below
        for line in builder.stdout:
            done, steps = map(int, line.split())
            if progress:
                progress(done, steps)
        complaint = builder.stderr.read().decode(errors="replace")
    if builder.returncode:
        raise BuildError("build.failed", complaint=complaint[-500:])


def main() -> None:
    """Run the builder: read a line of JSON and the words from stdin, print progress to stdout."""
    from lexicon.graph.build import build_graph

    faces, whole, path = json.loads(sys.stdin.buffer.readline())
    words = (line.decode().rstrip("\n") for line in sys.stdin.buffer)

    def report(done: int, steps: int) -> None:
        print(done, steps, flush=True)

    build_graph(words, faces, Path(path), report, whole=whole)


if __name__ == "__main__":
    main()
