"""Renders SVG as PNG in a separate process, because it takes a tenth of a second of pure computing.

The fonts come with the project (``data/fonts``), so images look the same on every machine; names in
other scripts use the machine's own fonts. ``python -m games.records.services.png_rendering`` reads
SVG and writes PNG. The number of simultaneous renderings is limited before a request gets a thread
(``scrabble_site.server.handler``).
"""

import sys
from pathlib import Path

from games.common.subprocesses import run_program
from scrabble_site.shared.refusals import Overloaded

FONT_FILES = tuple(sorted(str(path) for path in Path(__file__).parents[1].glob("data/fonts/*.?tf")))
FONT_FAMILY = "DejaVu Sans"
PROJECT_ROOT = Path(__file__).resolve().parents[3]

CPU_SECONDS = 5
"""Limit of processor time for one image. The next constant limits the time waited for it."""
TIMEOUT_SECONDS = 30.0


def render_png(svg: str) -> bytes:
    """Return the PNG. Raises ``Overloaded`` if the machine is too busy to finish in time."""
    try:
        command = [sys.executable, "-m", "games.records.services.png_rendering"]
        done = run_program(
            command, svg.encode(), cwd=PROJECT_ROOT, processor=CPU_SECONDS, wait=TIMEOUT_SECONDS
        )
    except TimeoutError as late:
        raise Overloaded("pictures.too_soon", seconds=5) from late
    if done.code:
        raise RuntimeError(f"no picture was drawn: {done.errors.decode(errors='replace')}")
    return done.output


def main() -> None:
    import resvg_py  # the web process never needs it

    svg = sys.stdin.buffer.read().decode()
    png = resvg_py.svg_to_bytes(
        svg_string=svg, font_files=list(FONT_FILES), sans_serif_family=FONT_FAMILY
    )
    sys.stdout.buffer.write(bytes(png))


if __name__ == "__main__":
    main()
