"""Finite-state transducers in Voikko's format, ``.vfst``.

A transducer reads the letters of a word and writes what they mean, step by step from state to
state. A file has a header of 16 bytes, the symbols, and from the next multiple of eight bytes on a
table of rows. The symbols are a number in two bytes, and as many texts that each end with a zero:
one for nothing, the flags (``@P.NAME.VALUE@``), then letters and tags (``[Ln]``).

A state is the number of its first row. A row has the symbol read (or ``0xFFFF`` if a word may end
here), the symbol written, the next state in three bytes, and in one byte how many rows the state
has after its first. If that is 255, the row that follows the first has the number instead, in four
bytes, and is not counted. Numbers are little-endian.

:mod:`lexicon.sources.voikko` turns a transducer into a list of words.
"""

import re
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lexicon.terms.errors import SourceError

_MAGIC = struct.pack("<II", 0x00013A6E, 0x000351FA)
_HEADER_BYTES = 16
_COUNT = struct.Struct("<H")
_ROW = struct.Struct("<HHI")
_ROW_COUNT = struct.Struct("<I")
_ENDS = 0xFFFF
_MANY = 255
_STATE_BITS = 24
_STATE = (1 << _STATE_BITS) - 1
_FLAG = re.compile(r"@([PCURD])\.([^.@]+)(?:\.([^@]+))?@")

Values = tuple[str, ...]
"""The value of each feature, empty where none is set."""


@dataclass(frozen=True, slots=True)
class FlagDiacritic:
    """A condition on a feature, or a change of it: one letter, as in Xerox's flag diacritics."""

    operation: str
    feature: int
    # Empty for any value.
    value: str = ""

    def apply(self, values: Values) -> Values | None:
        """Return the values after this flag, or ``None`` if it does not hold.

        >>> unify = FlagDiacritic("U", 0, "x")
        >>> unify.apply(("",)), unify.apply(("y",))
        (('x',), None)
        >>> FlagDiacritic("R", 0).apply(("",)), FlagDiacritic("D", 0).apply(("",))
        (None, ('',))
        """
        current = values[self.feature]
        agrees = current == self.value if self.value else current != ""
        match self.operation:
            case "P" | "C":
                return self._put(values, self.value)
            case "U":
                return values if agrees else None if current else self._put(values, self.value)
            case "R":
                return values if agrees else None
            case _:
                return None if agrees else values

    def _put(self, values: Values, value: str) -> Values:
        return (*values[: self.feature], value, *values[self.feature + 1 :])


class Step(NamedTuple):
    """One way on from a state: a letter, a flag or nothing is read, and a tag may be written."""

    letter: str
    flag: FlagDiacritic | None
    tag: str
    target: int


class Transducer:
    """A file in this format. Raises :class:`SourceError` for any other."""

    def __init__(self, path: Path) -> None:
        content = path.read_bytes()
        # The ninth byte tells transducers with weights, whose rows are longer.
        if not content.startswith(_MAGIC) or len(content) < _HEADER_BYTES + 2 or content[8]:
            raise SourceError(f"{path} is not a transducer that can be read.")
        symbols, end = self._read_symbols(content, path)
        self._flags, self.features = _read_flags(symbols)
        pairs = zip(symbols, self._flags, strict=True)
        self._texts = ["" if flag else symbol for symbol, flag in pairs]
        start = -(-end // _ROW.size) * _ROW.size
        self.rows = (len(content) - start) // _ROW.size
        self._table = content[start : start + self.rows * _ROW.size]

    def read_state(self, state: int) -> tuple[bool, list[Step]]:
        """Return whether a word may end at a state, and the ways on."""
        first = state * _ROW.size
        more = _ROW.unpack_from(self._table, first)[2] >> _STATE_BITS
        others = first + _ROW.size
        if more == _MANY:
            more = _ROW_COUNT.unpack_from(self._table, others)[0]
            others += _ROW.size
        ends, steps = False, []
        for at in (first, *range(others, others + more * _ROW.size, _ROW.size)):
            read, written, packed = _ROW.unpack_from(self._table, at)
            if read == _ENDS:
                ends = True
            else:
                step = (self._texts[read], self._flags[read], self._texts[written])
                steps.append(Step(*step, packed & _STATE))
        return ends, steps

    def find_joints(self) -> frozenset[int]:
        """Return the states that several rows lead to. A few others may be among them."""
        once: set[int] = set()
        twice: set[int] = set()
        for _symbol, _written, packed in _ROW.iter_unpack(self._table):
            target = packed & _STATE
            (twice if target in once else once).add(target)
        return frozenset(twice)

    def _read_symbols(self, content: bytes, path: Path) -> tuple[list[str], int]:
        (count,) = _COUNT.unpack_from(content, _HEADER_BYTES)
        symbols, at = [], _HEADER_BYTES + _COUNT.size
        for _number in range(count):
            if (end := content.find(b"\0", at)) < 0:
                raise SourceError(f"{path} ends within its symbols.")
            symbols.append(content[at:end].decode())
            at = end + 1
        return symbols, at


def _read_flags(symbols: list[str]) -> tuple[list[FlagDiacritic | None], int]:
    """Return the flag of each symbol, if it is one, and the number of features."""
    features: dict[str, int] = {}
    flags: list[FlagDiacritic | None] = []
    for symbol in symbols:
        if match := _FLAG.fullmatch(symbol):
            operation, name, value = match.groups()
            flags.append(
                FlagDiacritic(operation, features.setdefault(name, len(features)), value or "")
            )
        else:
            flags.append(None)
    return flags, len(features)
