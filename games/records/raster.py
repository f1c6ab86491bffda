"""SVG to PNG in a process of its own: it takes a tenth of a second in which nothing else could run.

The letters come with the project (``data/fonts``), so a picture looks the same on every machine;
names in further scripts take what fonts the machine has. ``python -m games.records.raster`` reads
SVG and writes PNG.
"""

import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore

from games.common.refusals import TooSoon

FONTS = tuple(sorted(str(path) for path in Path(__file__).parent.glob("data/fonts/*.?tf")))
FAMILY = "DejaVu Sans"
HOME = Path(__file__).resolve().parents[2]

AT_ONCE = 2
PATIENCE = 5.0
"""Seconds that a picture waits for others, and that it may take."""

_places = BoundedSemaphore(AT_ONCE)


def make_png(svg: str) -> bytes:
    """Raises ``TooSoon`` where too many pictures are wanted at a time."""
    if not _places.acquire(timeout=PATIENCE):
        raise TooSoon("pictures.too_soon", seconds=5)
    try:
        command = [sys.executable, "-m", "games.records.raster"]
        done = subprocess.run(  # noqa: S603 - this module itself
            command, input=svg.encode(), stdout=subprocess.PIPE, cwd=HOME, timeout=30, check=True
        )
    finally:
        _places.release()
    return done.stdout


def main() -> None:
    import resvg_py  # the web process never needs it

    svg = sys.stdin.buffer.read().decode()
    png = resvg_py.svg_to_bytes(svg_string=svg, font_files=list(FONTS), sans_serif_family=FAMILY)
    sys.stdout.buffer.write(bytes(png))


if __name__ == "__main__":
    main()
