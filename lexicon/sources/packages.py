"""A package's files to a checked list: what the command and the admin's job both do.

Which packages there are is told by :mod:`lexicon.sources.catalogue`.
"""

from pathlib import Path

from lexicon.errors import SourceError
from lexicon.graph.progress import Progress
from lexicon.lists.reading import Reading, make_sieve, read_words
from lexicon.lists.sieve import CheckedList, check_forms
from lexicon.sources.catalogue import CATALOGUE, WordSource
from lexicon.sources.hunspell import Hunspell, expand


def find_source(language: str) -> WordSource:
    """Raises :class:`SourceError` for a language that no package has."""
    if source := CATALOGUE.get(language):
        return source
    raise SourceError(
        f"No package is known for “{language}”. Known: {', '.join(sorted(CATALOGUE))}."
    )


def read_package(
    source: WordSource, folder: Path | None = None, progress: Progress | None = None
) -> CheckedList:
    """The package's words; ``progress`` is told how much of it is read. Raises
    :class:`SourceError` with the package's name when it is not there."""
    paths = source.find_files(folder)
    if source.has_stems:
        return _read_stems(source, paths[0], progress)
    content = b"\n".join(path.read_bytes() for path in paths)
    return read_words(content, reading_of(source), progress)[0]


def reading_of(source: WordSource) -> Reading:
    return Reading(
        source.language,
        source.capitals,
        source.encoding,
        most=2**40,
        names=source.read_names(),
    )


def describe_origin(source: WordSource) -> str:
    return f"Debian's package {source.package} ({', '.join(source.files)})"


def describe_licence(source: WordSource) -> str:
    return f"{source.licence}: see /usr/share/doc/{source.package}/copyright"


def _read_stems(source: WordSource, path: Path, progress: Progress | None) -> CheckedList:
    sieve = make_sieve(reading_of(source))
    found = CheckedList()
    pair = Hunspell(path, source.bounds)
    found.lines = pair.count_stems()

    def tell(done: int) -> None:
        if progress:
            progress(done, found.lines)

    check_forms(expand(pair, sieve, found.refuse, tell), sieve, found)
    return found
