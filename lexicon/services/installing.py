"""A language's dictionary from the package that has its words, in one call.

Which languages there are is told by :mod:`lexicon.sources.catalogue`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from lexicon.alphabets import list_languages
from lexicon.errors import SourceError
from lexicon.graph.progress import Progress
from lexicon.lists.folding import fold_word
from lexicon.lists.reading import Reading, make_sieve, read_words
from lexicon.lists.sieve import CheckedList, check_forms
from lexicon.services.importing import Import, Imported, import_checked
from lexicon.sources.catalogue import CATALOGUE, WordSource
from lexicon.sources.hunspell import Hunspell, expand


@dataclass(frozen=True, slots=True)
class Wish:
    """``code`` is the dictionary's, such as de-debian when empty; ``folder`` is the package's."""

    language: str
    code: str = ""
    folder: Path | None = None
    leave_out: Collection[str] = ()
    dry_run: bool = False


def install_language(wish: Wish, read: Progress | None = None) -> Imported:
    """Make the language's dictionary, or its next revision when the package's words changed.

    ``read`` is told how much of the package is read. Raises :class:`SourceError` for a language
    that no package has, and with the package's name when it is not there.
    """
    source = CATALOGUE.get(wish.language)
    if source is None:
        raise SourceError(
            f"No package is known for “{wish.language}”. Known: {', '.join(sorted(CATALOGUE))}."
        )
    paths = source.find_files(wish.folder)
    checked = _read_stems(source, paths[0], read) if source.has_stems else _read(source, paths)
    return import_checked(_describe(wish, source), checked, source.encoding)


def _read(source: WordSource, paths: Collection[Path]) -> CheckedList:
    content = b"\n".join(path.read_bytes() for path in paths)
    return read_words(content, _reading_of(source))[0]


def _read_stems(source: WordSource, path: Path, read: Progress | None) -> CheckedList:
    sieve = make_sieve(_reading_of(source))
    found = CheckedList()
    pair = Hunspell(path)
    total = pair.count_stems()

    def tell(done: int) -> None:
        if read:
            read(done, total)

    check_forms(expand(pair, sieve, found.refuse, tell), sieve, found)
    found.lines = total
    return found


def _reading_of(source: WordSource) -> Reading:
    return Reading(source.language, source.capitals, source.encoding, most=2**40)


def _describe(wish: Wish, source: WordSource) -> Import:
    name = dict(list_languages())[source.language]
    return Import(
        wish.code or f"{source.language}-debian",
        _reading_of(source),
        name=f"{name} (Debian)",
        note=f"From Debian's package {source.package}.",
        source=f"Debian's package {source.package} ({', '.join(source.files)})",
        licence=f"{source.licence}: see /usr/share/doc/{source.package}/copyright",
        description=source.remark,
        dry_run=wish.dry_run,
        leave_out={fold_word(word, source.language) for word in wish.leave_out},
    )
