"""Small transducers in Voikko's format, made by the tests."""

import struct
from collections.abc import Sequence
from pathlib import Path

Row = tuple[str, str, int]
"""The symbol read, the symbol written, and the number of the next state."""
END: Row = ("", "", -1)
"""A row of a state where a word may end."""
MANY = 255


def write_transducer(path: Path, *states: Sequence[Row]) -> Path:
    """Write a file with these states. The first one is where words begin."""
    used = {symbol for rows in states for read, written, _to in rows for symbol in (read, written)}
    flags = sorted(symbol for symbol in used if symbol.startswith("@"))
    tags = sorted(symbol for symbol in used if symbol.startswith("["))
    symbols = ["", *flags, *sorted(used - {"", *flags, *tags}), *tags]
    head = struct.pack("<II8xH", 0x13A6E, 0x351FA, len(symbols))
    head += b"".join(symbol.encode() + b"\0" for symbol in symbols)
    sizes = [len(rows) + (len(rows) > MANY) for rows in states]
    starts = [sum(sizes[:number]) for number in range(len(states))]
    table = b""
    for rows in states:
        more = len(rows) - 1
        for number, (read, written, to) in enumerate(rows):
            ends = (read, written, to) == END
            packed = (0 if ends else starts[to]) | (0 if number else min(more, MANY) << 24)
            symbol = 0xFFFF if ends else symbols.index(read)
            table += struct.pack("<HHI", symbol, symbols.index(written), packed)
            if number == 0 and more >= MANY:
                table += struct.pack("<II", more, 0)
    path.write_bytes(head + bytes(-len(head) % 8) + table)
    return path
