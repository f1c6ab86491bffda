"""Running text in many languages: translations of programs, which no word list was made from.

Django brings its own translations, and Debian's ``apt``, ``dpkg``, ``adduser`` and ``coreutils``
have theirs in ``/usr/share/locale``. All are compiled catalogues (``.mo``): two tables of texts,
in which the original and its translation have the same number.
"""

import re
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

import django

from lexicon.terms.errors import SourceError

DEBIAN_FOLDER = Path("/usr/share/locale")
DEBIAN_PROGRAMS = ("adduser", "apt", "coreutils", "dpkg")
_CODES = {"no": ("nb", "nn"), "en": ("de",)}
"""Catalogues of a language by other codes. English texts are the originals of German ones."""
_MAGIC = 0x950412DE
_HEAD = struct.Struct("<5I")
_PLACEHOLDER = r"%\([^)]*\)[-+#0 ]*[a-z]|%[-+#0 ']*[\d*.$]*[hlzqjt]*[a-zA-Z%]|\{[^}]*\}"
_MARKUP = re.compile(rf"{_PLACEHOLDER}|<[^>]*>|&[#\w]+;")
_PATH = r"[^\s()]*[/\\_@=<>|\d][^\s()]*"
_OPTION = r"(?<!\w)--?[A-Za-z][\w-]*"
_NO_WORD = re.compile(rf"{_PATH}|{_OPTION}|\w+\.\w[\w.]*")
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u064b-\u0652’'ʼ·״׳\u200c])*")


def list_catalogues(language: str, *, debian: Path | None = None) -> list[Path]:
    """Return the compiled catalogues of a language: Debian's if its folder is given, else
    Django's."""
    codes = _CODES.get(language, (language,))
    if debian is not None:
        return [
            path
            for code in codes
            for program in DEBIAN_PROGRAMS
            if (path := debian / code / "LC_MESSAGES" / f"{program}.mo").exists()
        ]
    folder = Path(django.__file__).parent
    patterns = ("conf/locale/{}/LC_MESSAGES/*.mo", "contrib/*/locale/{}/LC_MESSAGES/*.mo")
    return sorted(
        path for code in codes for one in patterns for path in folder.glob(one.format(code))
    )


def read_messages(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the originals of a catalogue and their translations. Plural forms are lines of one."""
    content = path.read_bytes()
    if len(content) < _HEAD.size or _HEAD.unpack_from(content)[0] != _MAGIC:
        raise SourceError(f"{path} is not a compiled catalogue.")
    _magic, _version, count, originals, translations = _HEAD.unpack_from(content)

    def read(table: int, number: int) -> str:
        size, start = struct.unpack_from("<2I", content, table + 8 * number)
        return content[start : start + size].decode("utf-8", "ignore").replace("\0", "\n")

    for number in range(count):
        if original := read(originals, number):
            yield original.rpartition("\4")[2], read(translations, number)


def read_running_text(language: str, catalogues: Sequence[Path]) -> Iterator[str]:
    """Yield the words of a language's texts, in the order of the catalogues.

    Placeholders, markup, options and names of files are left out, and so are texts that were left
    as they are in English.
    """
    for path in catalogues:
        for original, translation in read_messages(path):
            text = original if language == "en" else translation
            if language == "en" or translation != original:
                yield from split_words(text)


def split_words(text: str) -> list[str]:
    """Split a text into words.

    >>> split_words("Le fichier <b>%(name)s</b> n’existe pas (--force): /etc/passwd, 12 fois.")
    ['Le', 'fichier', 'n’existe', 'pas', 'fois']
    """
    return _WORD.findall(_NO_WORD.sub(" ", _MARKUP.sub(" ", text)))
