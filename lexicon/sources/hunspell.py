"""Hunspell's dictionaries to all their forms, one by one.

A ``.dic`` file has stems with flags, its ``.aff`` file what each flag puts before or behind them:
see hunspell(5). Both are read by ``spylls``. Forms come with up to two suffixes and one prefix, as
Hunspell itself allows, or within the bounds that a language needs (:mod:`lexicon.sources.bounds`).
Compounds, which its rules make without end, are left out. Which packages have such files is told
by :mod:`lexicon.sources.catalogue`.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from spylls.hunspell import readers
from spylls.hunspell.readers.file_reader import FileReader

from lexicon.errors import SourceError
from lexicon.lists.sieve import Reason, Sieve
from lexicon.sources.bounds import UNBOUNDED, Bounds

Refuse = Callable[[Reason, str], None]

_STEMS_AT_ONCE = 2000
_MARKS = re.compile(r"[^\w·]|[\d_]")
_HOPELESS = frozenset(
    (
        Reason.CAPITAL,
        Reason.POINT,
        Reason.APOSTROPHE,
        Reason.EDGE,
        Reason.HYPHEN,
        Reason.SPACE,
        Reason.COLUMNS,
    )
)
"""What is wrong with a stem for these is wrong with all its forms."""


@dataclass(frozen=True, slots=True)
class Affix:
    """What is put on.

    ``more`` are the flags the new form has. One that is not ``whole`` needs another affix, or is
    for compounds alone; one that is ``half`` needs the other half of a circumfix.
    """

    add: str
    more: frozenset[str]
    crosses: bool
    whole: bool
    half: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The affixes of a flag that take the same off where the same condition holds."""

    strip: str
    holds: Callable[[str], Any] | None
    affixes: tuple[Affix, ...]


@dataclass(frozen=True, slots=True)
class Stem:
    text: str
    flags: frozenset[str]


class Hunspell:
    """One pair of files."""

    def __init__(self, dic: Path, bounds: Bounds = UNBOUNDED) -> None:
        self._dic = dic
        self._bounds = bounds
        try:
            self._aff, self._context = readers.read_aff(FileReader(str(dic.with_suffix(".aff"))))
        except OSError as error:
            raise SourceError(str(error)) from error
        aff = self._aff
        self.marked: list[str] = []
        """Prefixes and suffixes left out since they bring an apostrophe, a capital or the like."""
        self.bounded: list[str] = []
        """Those that the bounds leave out."""
        self._is_bounded = re.compile(bounds.without or "(?!)").fullmatch
        self.suffixes = self._read_affixes(aff.SFX, "{strip}-{add}")
        self.prefixes = self._read_affixes(aff.PFX, "{add}-")
        self.unfinished = frozenset(filter(None, (aff.NEEDAFFIX,)))
        self.parts = frozenset(filter(None, (aff.ONLYINCOMPOUND,)))
        self.forbidden = frozenset(filter(None, (aff.FORBIDDENWORD,)))

    def stems(self) -> Iterator[Stem]:
        """The stems of the ``.dic`` file, a few thousand in memory at a time."""
        reader = FileReader(str(self._dic), encoding=self._context.encoding)
        while lines := list(islice(reader, _STEMS_AT_ONCE)):
            # The reader of the whole file, given some lines, reads these.
            some = readers.read_dic(iter(lines), aff=self._aff, context=self._context)
            for word in some.words:
                yield Stem(word.stem, frozenset(word.flags))

    def count_stems(self) -> int:
        with self._dic.open("rb") as file:
            return sum(1 for _line in file)

    def find_forbidden(self) -> frozenset[str]:
        """Stems that are there to say that they are wrong."""
        if not self.forbidden:
            return frozenset()
        return frozenset(stem.text for stem in self.stems() if stem.flags & self.forbidden)

    def forms(self, stem: Stem, longest: int) -> Iterator[str]:
        """All forms of a stem with no more than so many letters; some more than once."""
        if stem.flags & self.unfinished:
            bare: Iterator[str] = iter(())
        else:
            bare = iter((stem.text,))
        grown = chain(bare, self._suffixed(stem), self._prefixed(stem))
        return (form for form in grown if len(form) <= longest)

    def _suffixed(self, stem: Stem) -> Iterator[str]:
        twice = self._bounds.levels > 1
        for form, suffix in self._put_behind(stem.text, stem.flags):
            if suffix.whole and not suffix.half:
                yield form
            crosses = suffix.crosses and bool(self.prefixes)
            if crosses:
                yield from self._crossed(form, stem.flags | suffix.more, suffix)
            if not twice or not suffix.more:
                continue
            for longer, second in self._put_behind(form, suffix.more):
                if second.whole and suffix.half == second.half:
                    yield longer
                if crosses:
                    yield from self._crossed(longer, stem.flags | second.more, second)

    def _prefixed(self, stem: Stem) -> Iterator[str]:
        for form, prefix in self._put_before(stem.text, stem.flags):
            if prefix.half:
                continue
            if prefix.whole:
                yield form
            for longer, suffix in self._put_behind(form, prefix.more):
                if suffix.whole and not suffix.half:
                    yield longer

    def _crossed(self, form: str, flags: frozenset[str], suffix: Affix) -> Iterator[str]:
        """A form that has its suffix, with each prefix that goes together with one."""
        if suffix.crosses:
            for longer, prefix in self._put_before(form, flags):
                if prefix.crosses and prefix.whole and prefix.half == suffix.half:
                    yield longer

    def _put_behind(self, form: str, flags: frozenset[str]) -> Iterator[tuple[str, Affix]]:
        for flag in flags:
            for group in self.suffixes.get(flag, ()):
                strip = group.strip
                if form.endswith(strip) and (group.holds is None or group.holds(form)):
                    base = form[: len(form) - len(strip)]
                    for affix in group.affixes:
                        yield base + affix.add, affix

    def _put_before(self, form: str, flags: frozenset[str]) -> Iterator[tuple[str, Affix]]:
        for flag in flags:
            for group in self.prefixes.get(flag, ()):
                strip = group.strip
                if form.startswith(strip) and (group.holds is None or group.holds(form)):
                    base = form[len(strip) :]
                    for affix in group.affixes:
                        yield affix.add + base, affix

    def _read_affixes(self, table: dict[str, Any], sign: str) -> dict[str, list[Group]]:
        found: dict[str, list[Group]] = {}
        for flag, lines in table.items():
            groups: dict[tuple[str, str], list[Any]] = {}
            for line in lines:
                if self._is_taken(line.add, sign.format(strip=line.strip, add=line.add or "0")):
                    groups.setdefault((line.strip, line.condition), []).append(line)
            if groups:
                found[flag] = [self._read_group(*each) for each in groups.items()]
        return found

    def _is_taken(self, add: str, name: str) -> bool:
        if _MARKS.search(add) or add != add.lower():
            self.marked.append(name)
        elif self._is_bounded(name):
            self.bounded.append(name)
        else:
            return True
        return False

    def _read_group(self, key: tuple[str, str], lines: list[Any]) -> Group:
        strip, condition = key
        holds = None if condition in {"", "."} else lines[0].cond_regexp.search
        return Group(strip, holds, tuple(map(self._read_affix, lines)))

    def _read_affix(self, read: Any) -> Affix:
        aff = self._aff
        incomplete = {aff.NEEDAFFIX, aff.ONLYINCOMPOUND, aff.FORBIDDENWORD} - {None}
        return Affix(
            read.add,
            frozenset(read.flags),
            bool(read.crossproduct),
            not incomplete & read.flags,
            bool(aff.CIRCUMFIX) and aff.CIRCUMFIX in read.flags,
        )


def expand(
    source: Hunspell, sieve: Sieve, refuse: Refuse, tell: Callable[[int], None]
) -> Iterator[str]:
    """Every form that may be a word, some more than once; ``refuse`` is told what is left out
    together with all its forms, ``tell`` how many stems are done."""
    for affix in source.marked:
        refuse(Reason.AFFIX, affix)
    for affix in source.bounded:
        refuse(Reason.BOUND, affix)
    forbidden = source.find_forbidden()
    for number, stem in enumerate(source.stems()):
        if not number % _STEMS_AT_ONCE:
            tell(number)
        if stem.flags & source.forbidden:
            refuse(Reason.FORBIDDEN, stem.text)
        elif stem.flags & source.parts:
            refuse(Reason.PART, stem.text)
        elif (reason := sieve.sift(stem.text)[1]) in _HOPELESS:
            refuse(reason, stem.text)
        else:
            # Several letters may be one tile, and some fall away.
            forms = source.forms(stem, 2 * sieve.longest)
            yield from (form for form in forms if form not in forbidden)
