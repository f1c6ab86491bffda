"""Convert the bytes of a record to lines, whatever program wrote them.

Records are small; larger files are refused at once. Only encodings from a short list are accepted,
because a file could name one that is slow or that is no text encoding at all.
"""

from __future__ import annotations

import codecs
import re
import unicodedata

from games.rules.equipment.errors import RecordError

MAX_BYTES = 2 * 1024 * 1024
MAX_LINES = 20_000

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
    """Return the lines in NFC; raises RecordError "gcg.too_large".

    >>> read_lines(b"#player1 Ann Ann\\r\\n>Ann: CATSEDO 8H CATS +12 12\\n")
    ['#player1 Ann Ann', '>Ann: CATSEDO 8H CATS +12 12']
    """
    if len(data) > MAX_BYTES:
        raise RecordError("gcg.too_large", f"a record has at most {MAX_BYTES} bytes", line=1)
    text = data if isinstance(data, str) else decode(data)
    lines = _BREAKS.split(unicodedata.normalize("NFC", text.removeprefix("\ufeff")))
    if len(lines) > MAX_LINES:
        raise RecordError("gcg.too_large", f"a record has at most {MAX_LINES} lines", line=1)
    return lines if lines[-1] else lines[:-1]


def decode(data: bytes) -> str:
    """Decode a file by its byte order mark or header, else as UTF-8, else as Windows-1252.

    >>> decode("Zoë".encode()), decode("Zoë".encode("cp1252")), decode("Zoë".encode("utf-16"))
    ('Zoë', 'Zoë', 'Zoë')
    """
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
    header = _NAMED.match(data)
    return [*(_known(header[1].decode("ascii")) if header else ()), "utf-8"]


def _known(name: str) -> list[str]:
    """Return the encoding that a header names, if it is an accepted text encoding."""
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
