"""Bytes from outside to lines of text, with a bound on everything.

Plain text or gzip, UTF-8 or ISO-8859-1. What cannot be a word list is refused as a whole with
:class:`UploadError`; what its lines hold is judged by :mod:`lexicon.lists.sieve`.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from lexicon.errors import UploadError

Encoding = Literal["auto", "utf-8", "iso-8859-1"]

MOST_BYTES = 50 * 1024 * 1024
"""An upload's size as it arrives."""
MOST_UNPACKED = 128 * 1024 * 1024
MOST_LINES = 5_000_000
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
_C1 = re.compile("[\x80-\x9f]")


@dataclass(frozen=True, slots=True)
class ReadText:
    """The text with plain line ends, and the encoding it was read in."""

    text: str
    encoding: str

    def __len__(self) -> int:
        """How many lines there are."""
        return self.text.count("\n") + 1

    def __iter__(self) -> Iterator[str]:
        """Line by line, without a list of all."""
        start = 0
        while (end := self.text.find("\n", start)) >= 0:
            yield self.text[start:end]
            start = end + 1
        yield self.text[start:]


def read_upload(content: bytes, encoding: Encoding = "auto", most: int = MOST_BYTES) -> ReadText:
    """Unpack and decode, or say why not. ``most`` bounds the bytes as they arrive."""
    if len(content) > most:
        raise UploadError(
            _("The file is larger than %(most)d MB.") % {"most": most // (1024 * 1024)}
        )
    if content.startswith(_GZIP):
        content = unpack_gzip(content)
    _refuse_other_kinds(content)
    if not content.strip():
        raise UploadError(_("The file is empty."))
    if content.count(b"\n") + content.count(b"\r") // 2 > MOST_LINES:
        raise UploadError(_("The file has more than %(most)s lines.") % {"most": f"{MOST_LINES:,}"})
    text, used = _decode(content, encoding)
    return ReadText(text.replace("\r\n", "\n").replace("\r", "\n"), used)


def unpack_gzip(content: bytes, most: int = MOST_UNPACKED) -> bytes:
    """Unpack no further than ``most`` bytes, however much the file would become."""
    parts: list[bytes] = []
    size = 0
    while content.startswith(_GZIP):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            while not unpacker.eof:
                part = unpacker.decompress(content, _CHUNK)
                content = unpacker.unconsumed_tail
                if not part and not unpacker.eof:
                    raise UploadError(_("The gzip file is cut short."))
                size += len(part)
                if size > most:
                    raise UploadError(
                        _("The file unpacks to more than %(most)d MB.")
                        % {"most": most // (1024 * 1024)}
                    )
                parts.append(part)
        except zlib.error as error:
            raise UploadError(_("The gzip file is damaged.")) from error
        content = unpacker.unused_data
    return b"".join(parts)


def _refuse_other_kinds(content: bytes) -> None:
    for mark, kind in _OTHER_KINDS.items():
        if content.startswith(mark):
            raise UploadError(
                _("This is a %(kind)s file. Send the word list as plain text, or gzip it.")
                % {"kind": kind}
            )
    if content.startswith(_WIDE_MARKS):
        raise UploadError(_("The text is in UTF-16. Save it as UTF-8 and send it again."))
    if content.startswith(_GZIP):
        raise UploadError(_("The file is packed twice."))
    if found := _CONTROL.search(content):
        line = content.count(b"\n", 0, found.start()) + 1
        raise UploadError(
            _("This is no text file: there is a control character in line %(line)d.")
            % {"line": line}
        )


def _decode(content: bytes, encoding: Encoding) -> tuple[str, str]:
    if encoding != "iso-8859-1":
        try:
            return content.decode("utf-8-sig"), "UTF-8"
        except UnicodeDecodeError as error:
            if encoding == "utf-8":
                line = content.count(b"\n", 0, error.start) + 1
                raise UploadError(
                    _("The text is not in UTF-8: see line %(line)d.") % {"line": line}
                ) from error
    text = content.decode("iso-8859-1")
    if found := _C1.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise UploadError(
            _(
                "The text is neither in UTF-8 nor in ISO-8859-1: see line %(line)d. "
                "Save it as UTF-8 and send it again."
            )
            % {"line": line}
        )
    return text, "ISO-8859-1"
