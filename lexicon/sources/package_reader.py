"""Reading a Debian package's files into a checked list, for the command and for the admin.

:mod:`lexicon.sources.catalogue` lists the packages.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from lexicon.graph.progress import Progress, share_progress
from lexicon.lists.list_reader import ListFormat, make_word_filter, read_word_list
from lexicon.lists.word_filter import CHECK_SHARES, CheckedList, check_forms
from lexicon.sources.aspell import expand_aspell
from lexicon.sources.catalogue import CATALOGUE, WordSource
from lexicon.sources.collatinus import expand_collatinus
from lexicon.sources.hspell import expand_hspell
from lexicon.sources.hunspell import Hunspell
from lexicon.sources.stem_expansion import WorkEstimate, expand_forms, survey_stems
from lexicon.sources.voikko import expand_voikko
from lexicon.terms.errors import PackageError

EXPANDERS: Mapping[str, Callable[[Sequence[Path], Progress], Iterator[str]]] = {
    "cy.cwl.gz": expand_aspell,
    "hebrew.wgz": expand_hspell,
    "lemmes.la": expand_collatinus,
    "mor.vfst": expand_voikko,
}
"""What reads the words of a package in a format of its own, by the name of its first file."""

STEM_SHARES = (6, 87, 7)
"""Shares of the time that it takes to look at the stems, make their forms and sort these, measured
with Hungarian."""


def find_source(language: str) -> WordSource:
    """Return the source of a language's words. Raises :class:`PackageError` if there is none."""
    if source := CATALOGUE.get(language):
        return source
    raise PackageError("package.unknown", language=language)


def read_package(
    source: WordSource, folder: Path | None = None, progress: Progress | None = None
) -> CheckedList:
    """Read the words of a package, reporting to ``progress``.

    Raises :class:`PackageError`, which names the package, if it is not installed.
    """
    paths = source.find_files(folder)
    if source.has_stems:
        return _read_stems(source, paths[0], progress)
    if expand := EXPANDERS.get(source.files[0]):
        return _read_forms(source, expand, paths, progress)
    content = b"\n".join(path.read_bytes() for path in paths)
    return read_word_list(content, get_list_format(source), progress)[0]


def get_list_format(source: WordSource) -> ListFormat:
    return ListFormat(
        source.language,
        source.capitals,
        source.encoding,
        max_bytes=2**40,
        names=source.read_names(),
        from_spelling_checker=True,
    )


def describe_origin(source: WordSource) -> str:
    return f"Debian: {source.package} ({', '.join(source.files)})"


def describe_licence(source: WordSource) -> str:
    return f"{source.licence}: /usr/share/doc/{source.package}/copyright"


def _read_stems(source: WordSource, path: Path, progress: Progress | None) -> CheckedList:
    look, make, sort = share_progress(progress, *STEM_SHARES)
    word_filter = make_word_filter(get_list_format(source))
    found = CheckedList()
    pair = Hunspell(path, source.bounds)
    estimate = WorkEstimate(pair, word_filter)
    survey = survey_stems(pair, estimate, look)
    found.lines = survey.stems
    forms = expand_forms(pair, word_filter, found.refuse, estimate, survey, make)
    check_forms(forms, word_filter, found, sort)
    return found


def _read_forms(
    source: WordSource,
    expand: Callable[[Sequence[Path], Progress], Iterator[str]],
    paths: Sequence[Path],
    progress: Progress | None,
) -> CheckedList:
    found = CheckedList()
    make, sort = share_progress(progress, *CHECK_SHARES)

    def report(done: int, total: int) -> None:
        found.lines = total
        make(done, total)

    check_forms(expand(paths, report), make_word_filter(get_list_format(source)), found, sort)
    return found
