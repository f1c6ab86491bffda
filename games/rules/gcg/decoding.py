"""The bytes of a record to its lines, whatever program wrote them.

A record is small: what is not is refused at once. Encodings are taken from a short list, since
some that a file could name are slow, or no encodings of text at all.
"""

from __future__ import annotations

import codecs
import re
import unicodedata

from games.rules.errors import RecordError

MOST_BYTES = 2 * 1024 * 1024
MOST_LINES = 20_000

_NAMED = re.compile(rb"#character-encoding[ \t]+([\w.:-]{1,40})", re.IGNORECASE)
_BREAKS = re.compile("\r\n|\n|\r")  # not str.splitlines, which breaks at U+0085 and others too
_TEXT = re.compile(
    r"utf-8(-sig)?|utf-(16|32)(-[lb]e)?|ascii|iso8859-\d+|cp125\d|cp8\d\d|koi8-\w|mac-\w+"
)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_lines(data: bytes | str) -> list[str]:
    """The lines in composed form; raises RecordError "gcg.too_large"."""
    if len(data) > MOST_BYTES:
        raise RecordError("gcg.too_large", f"a record has at most {MOST_BYTES} bytes", line=1)
    text = data if isinstance(data, str) else _decode(data)
    lines = _BREAKS.split(unicodedata.normalize("NFC", text.removeprefix("\ufeff")))
    if len(lines) > MOST_LINES:
        raise RecordError("gcg.too_large", f"a record has at most {MOST_LINES} lines", line=1)
    return lines if lines[-1] else lines[:-1]


def _decode(data: bytes) -> str:
    """By its mark or header; else UTF-8 if it is that, else the Western one of old programs."""
    for encoding in _likely(data):
        try:
            return data.decode(encoding)
        except ValueError:
            continue
    # The format says ISO-8859-1; programs on Windows put letters where that has control codes.
    return "".join(_WESTERN[byte] for byte in data)


def _likely(data: bytes) -> list[str]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return [encoding]
    if data[:1] in (b"#", b">") and data[1:2] == b"\0":
        return ["utf-16-le"]
    if data[:1] == b"\0" and data[1:2] in (b"#", b">"):
        return ["utf-16-be"]
    named = _NAMED.match(data)
    return [*(_known(named[1].decode("ascii")) if named else ()), "utf-8"]


def _known(name: str) -> list[str]:
    """The encoding a header names, if it is one of text."""
    try:
        found = codecs.lookup(name).name
    except LookupError:
        return []
    if found == "iso8859-1":
        return []  # tried last, and as Windows has it
    return [found] if _TEXT.fullmatch(found) else []


def _western(byte: int) -> str:
    try:
        return bytes([byte]).decode("cp1252")
    except ValueError:
        return chr(byte)


_WESTERN = [_western(byte) for byte in range(256)]
