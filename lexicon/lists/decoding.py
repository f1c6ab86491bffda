"""Decoding of uploaded bytes to lines of text, with bounds on all sizes.

Files are plain text or gzip, in UTF-8 or ISO-8859-1. A file that cannot be a word list is refused
with :class:`UploadError`. :mod:`lexicon.lists.word_filter` checks the lines.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lexicon.terms.errors import UploadError

Encoding = Literal["auto", "utf-8", "iso-8859-1"]

MAX_BYTES = 50 * 1024 * 1024
"""Largest upload, before it is unpacked."""
MAX_UNPACKED_BYTES = 128 * 1024 * 1024
MAX_LINES = 5_000_000
_CHUNK = 1024 * 1024
_GZIP = b"\x1f\x8b"
_OTHER_KINDS = {
    b"PK\x03\x04": "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"7z\xbc\xaf": "7z",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"%PDF": "PDF",
}
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
# Control characters of ISO-8859-1, which mean that a text is in some other encoding.
_C1 = re.compile("[\x80-\x9f]")


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text with line ends "\\n", and the encoding it was read in."""

    text: str
    encoding: str

    def __len__(self) -> int:
        """Return the number of lines."""
        return self.text.count("\n") + 1

    def __iter__(self) -> Iterator[str]:
        """Yield line by line without building a list of them."""
        start = 0
        while (end := self.text.find("\n", start)) >= 0:
            yield self.text[start:end]
            start = end + 1
        yield self.text[start:]


def read_upload(content: bytes, encoding: Encoding = "auto", limit: int = MAX_BYTES) -> DecodedText:
    """Unpack and decode an upload of up to ``limit`` bytes. Raises :class:`UploadError`."""
    if len(content) > limit:
        raise UploadError("upload.too_large", most=limit // (1024 * 1024))
    if content.startswith(_GZIP):
        content = unpack_gzip(content)
    _refuse_other_kinds(content)
    if not content.strip():
        raise UploadError("upload.empty")
    if content.count(b"\n") + content.count(b"\r") // 2 > MAX_LINES:
        raise UploadError("upload.too_many_lines", most=f"{MAX_LINES:,}")
    text, used = _decode(content, encoding)
    return DecodedText(text.replace("\r\n", "\n").replace("\r", "\n"), used)


def unpack_gzip(content: bytes, limit: int = MAX_UNPACKED_BYTES) -> bytes:
    """Unpack up to ``limit`` bytes. Raises :class:`UploadError` for a larger or damaged file.

    It stops at the limit, so a gzip bomb does not fill the memory.
    """
    parts: list[bytes] = []
    size = 0
    while content.startswith(_GZIP):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            while not unpacker.eof:
                part = unpacker.decompress(content, _CHUNK)
                content = unpacker.unconsumed_tail
                if not part and not unpacker.eof:
                    raise UploadError("upload.gzip_incomplete")
                size += len(part)
                if size > limit:
                    raise UploadError("upload.too_large_unpacked", most=limit // (1024 * 1024))
                parts.append(part)
        except zlib.error as error:
            raise UploadError("upload.gzip_damaged") from error
        content = unpacker.unused_data
    return b"".join(parts)


def _refuse_other_kinds(content: bytes) -> None:
    for mark, kind in _OTHER_KINDS.items():
        if content.startswith(mark):
            raise UploadError("upload.other_kind", kind=kind)
    if content.startswith(_WIDE_MARKS):
        raise UploadError("upload.utf16")
    if content.startswith(_GZIP):
        raise UploadError("upload.gzip_twice")
    if found := _CONTROL.search(content):
        line = content.count(b"\n", 0, found.start()) + 1
        raise UploadError("upload.binary", line=line)


def _decode(content: bytes, encoding: Encoding) -> tuple[str, str]:
    if encoding != "iso-8859-1":
        try:
            return content.decode("utf-8-sig"), "UTF-8"
        except UnicodeDecodeError as error:
            if encoding == "utf-8":
                line = content.count(b"\n", 0, error.start) + 1
                raise UploadError("upload.not_utf8", line=line) from error
    text = content.decode("iso-8859-1")
    if found := _C1.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise UploadError("upload.encoding", line=line)
    return text, "ISO-8859-1"
