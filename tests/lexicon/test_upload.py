"""Uploaded bytes: every invalid word list is explained, and none exhausts the memory."""

import gzip
import io
import zipfile
from itertools import count

import pytest

from lexicon.lists.decoding import MAX_LINES, read_upload
from lexicon.terms.errors import UploadError


def test_both_encodings_and_line_ends_are_read() -> None:
    assert read_upload("café\r\nthé\r".encode()).text == "café\nthé\n"
    found = read_upload("café\n".encode("iso-8859-1"))
    assert (found.text, found.encoding) == ("café\n", "ISO-8859-1")
    assert read_upload(b"\xef\xbb\xbfcat\n").text == "cat\n"


def test_gzip_with_several_members_is_unpacked() -> None:
    assert read_upload(gzip.compress(b"cat\n") + gzip.compress(b"dog\n")).text == "cat\ndog\n"


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("words.txt", "cat\n")
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (gzip.compress(b""), "empty"),
        (bytes(range(256)) * 10, "line 1 has a control character"),
        (b"cat\ndog\n\x00\n", "line 3 has a control character"),
        ("cat\n".encode("utf-16"), "UTF-16"),
        ("żółw\n".encode("cp1250") + b"\x9c\n", "neither in UTF-8 nor in ISO-8859-1"),
        (zipped(), "zip file"),
        (gzip.compress(b"cat\n" * 1000)[:40], "incomplete"),
        (b"\x1f\x8b" + b"nonsense" * 5, "damaged"),
        (gzip.compress(gzip.compress(b"cat\n")), "compressed twice"),
        (b"\n" * (MAX_LINES + 1) + b"cat", "more than 5,000,000 lines"),
        (b"cat\n" * 13_200_000, "larger than 50 MB"),
    ],
    ids=count(1),
)
def test_files_that_are_not_word_lists_are_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(UploadError, match=complaint):
        read_upload(content)


def test_the_line_that_breaks_a_demanded_encoding_is_named() -> None:
    with pytest.raises(UploadError, match=r"isn't in UTF-8\. See line 2"):
        read_upload("cat\ncafé\n".encode("iso-8859-1"), "utf-8")


def test_a_gzip_bomb_is_refused_early() -> None:
    layer = gzip.compress(bytes(16 * 1024 * 1024), compresslevel=9)
    # It would unpack to a gigabyte and is cut short: a reader that did not stop at the limit would
    # report the missing end instead.
    bomb = layer * 64 + layer[:-100]
    with pytest.raises(UploadError, match="The unpacked file is larger than 128 MB"):
        read_upload(bomb)


def test_ten_million_lines_in_a_small_gzip_are_refused() -> None:
    with pytest.raises(UploadError, match="lines"):
        read_upload(gzip.compress(b"cat\n" * 10_000_000, compresslevel=1))
