"""Hunspell dictionaries, and the forms of their stems.

A ``.dic`` file has stems with flags, and its ``.aff`` file the affixes of each flag: see
hunspell(5). ``spylls`` reads both. Forms have up to two suffixes and one prefix, as in Hunspell
itself, within the bounds of the language (:mod:`lexicon.sources.bounds`). Compounds are left out,
because the rules generate infinitely many. :mod:`lexicon.sources.stem_expansion` expands a whole
dictionary, and :mod:`lexicon.sources.catalogue` lists the packages.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from spylls.hunspell import readers
from spylls.hunspell.readers.file_reader import FileReader

from lexicon.sources.bounds import ALL_AFFIXES, AffixBounds
from lexicon.terms.errors import SourceError

STEMS_AT_ONCE = 2000
_MARKS = re.compile(r"[^\w·]|[\d_]")


@dataclass(frozen=True, slots=True)
class Affix:
    """A prefix or suffix."""

    add: str
    # Flags of the resulting form.
    more: frozenset[str]
    # Whether a suffix and a prefix may be combined.
    crosses: bool
    # False if the result needs another affix or occurs only in compounds.
    whole: bool
    # Whether it is one half of a circumfix and needs the other.
    half: bool


@dataclass(frozen=True, slots=True)
class AffixGroup:
    """The affixes of a flag that strip the same letters under the same condition."""

    strip: str
    # Whether a stem takes these affixes; ``None`` if all stems do.
    condition: Callable[[str], Any] | None
    affixes: tuple[Affix, ...]


@dataclass(frozen=True, slots=True)
class Stem:
    text: str
    flags: frozenset[str]


class Hunspell:
    """A dictionary: a ``.dic`` file and its ``.aff`` file."""

    def __init__(self, dic: Path, bounds: AffixBounds = ALL_AFFIXES) -> None:
        self._dic = dic
        self.bounds = bounds
        try:
            self._aff, self._context = readers.read_aff(FileReader(str(dic.with_suffix(".aff"))))
        except OSError as error:
            raise SourceError(str(error)) from error
        aff = self._aff
        self.marked: list[str] = []
        """Affixes left out because they contain an apostrophe, a capital or the like."""
        self.bounded: list[str] = []
        """Affixes left out by the bounds."""
        self._is_bounded = re.compile(bounds.without or "(?!)").fullmatch
        self.suffixes = self._read_affixes(aff.SFX, "{strip}-{add}")
        self.prefixes = self._read_affixes(aff.PFX, "{add}-")
        self.unfinished = frozenset(filter(None, (aff.NEEDAFFIX,)))
        self.parts = frozenset(filter(None, (aff.ONLYINCOMPOUND,)))
        self.forbidden = frozenset(filter(None, (aff.FORBIDDENWORD,)))

    def stems(self) -> Iterator[Stem]:
        """Yield the stems of the ``.dic`` file, with a few thousand in memory at a time."""
        reader = FileReader(str(self._dic), encoding=self._context.encoding)
        while lines := list(islice(reader, STEMS_AT_ONCE)):
            # spylls' reader of whole files works on any lines.
            some = readers.read_dic(iter(lines), aff=self._aff, context=self._context)
            for word in some.words:
                yield Stem(word.stem, frozenset(word.flags))

    def count_stems(self) -> int:
        with self._dic.open("rb") as file:
            return sum(1 for _line in file)

    def forms(self, stem: Stem, longest: int) -> Iterator[str]:
        """Yield all forms of a stem with up to ``longest`` letters, some more than once."""
        if stem.flags & self.unfinished:
            bare: Iterator[str] = iter(())
        else:
            bare = iter((stem.text,))
        grown = chain(bare, self._suffixed(stem), self._prefixed(stem))
        return (form for form in grown if len(form) <= longest)

    def _suffixed(self, stem: Stem) -> Iterator[str]:
        twice = self.bounds.levels > 1
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
        """Yield a form that has a suffix, with each prefix that may be combined with it."""
        if suffix.crosses:
            for longer, prefix in self._put_before(form, flags):
                if prefix.crosses and prefix.whole and prefix.half == suffix.half:
                    yield longer

    def _put_behind(self, form: str, flags: frozenset[str]) -> Iterator[tuple[str, Affix]]:
        for flag in flags:
            for group in self.suffixes.get(flag, ()):
                strip = group.strip
                if form.endswith(strip) and (group.condition is None or group.condition(form)):
                    base = form[: len(form) - len(strip)]
                    for affix in group.affixes:
                        yield base + affix.add, affix

    def _put_before(self, form: str, flags: frozenset[str]) -> Iterator[tuple[str, Affix]]:
        for flag in flags:
            for group in self.prefixes.get(flag, ()):
                strip = group.strip
                if form.startswith(strip) and (group.condition is None or group.condition(form)):
                    base = form[len(strip) :]
                    for affix in group.affixes:
                        yield affix.add + base, affix

    def _read_affixes(self, table: dict[str, Any], sign: str) -> dict[str, list[AffixGroup]]:
        found: dict[str, list[AffixGroup]] = {}
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

    def _read_group(self, key: tuple[str, str], lines: list[Any]) -> AffixGroup:
        strip, condition = key
        holds = None if condition in {"", "."} else lines[0].cond_regexp.search
        return AffixGroup(strip, holds, tuple(map(self._read_affix, lines)))

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
