"""Latin words from the files of Collatinus, a program that analyses texts.

``modeles.la`` has the models of declension and conjugation, one key a line, ``lemmes.la`` the
words with the model of each, and ``irregs.la`` forms that follow no model. The comments at the top
of each file describe it. In short:

- A model has stems (``R``), which are the word without its last letters and with others added, and
  endings (``des``), which name a stem and the numbers of the forms that they make. It inherits
  from another model (``pere``); ``abs`` lists forms that it lacks.
- ``suf`` is a suffix that some forms may have, ``sufd`` one that all forms have.
- ``$name`` stands for a list of endings, with the same letters before each.
- A word may name its stems 1 and 2 instead. Marks of length show which syllables are long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lexicon.graph.progress import Progress
from lexicon.lists.folding import fold_word

_STEP = 1000
_CONSTANT = re.compile(r"([^;]*)\$(\w+)")
_EITHER = "\u0306"
_NUMBER = re.compile(r"\d+$")
_PRESENT = "0"
"""The stem that distinguishes the conjugations."""
_FIRST_SUPINE = "āt"

Ending = tuple[int, str]
"""The number of a stem, and the letters that follow it."""


@dataclass(slots=True)
class Model:
    """How words of one kind are inflected. ``stems`` are the letters dropped and added; ``None``
    stands for the word as it is."""

    stems: dict[int, tuple[int, str] | None] = field(default_factory=dict)
    endings: dict[int, list[Ending]] = field(default_factory=dict)
    may_follow: list[tuple[frozenset[int], str]] = field(default_factory=list)
    must_follow: list[str] = field(default_factory=list)

    def inherit(self, parent: Model) -> None:
        """Take everything over from another model."""
        self.stems |= parent.stems
        self.endings |= {number: [*some] for number, some in parent.endings.items()}
        self.may_follow += parent.may_follow
        self.must_follow += parent.must_follow

    def drop_first_conjugation(self) -> None:
        """Drop the supine that only verbs like *amare* make by rule.

        The other conjugations inherit it. That does no harm to a program that analyses texts, but
        it would make words that no text has.
        """
        for number, rule in [*self.stems.items()]:
            if rule is not None and rule[1] == _FIRST_SUPINE:
                del self.stems[number]


def expand_collatinus(paths: Sequence[Path], report: Progress) -> Iterator[str]:
    """Yield the forms of ``lemmes.la`` by ``modeles.la`` and ``irregs.la``, some more than once.

    A name has its capital.
    """
    lemmas, models, irregular = (_read_lines(path) for path in paths)
    known = read_models(models)
    replaced: dict[str, set[int]] = {}
    for line in irregular:
        form, word, numbers = line.split(":")[:3]
        yield form.removesuffix("*")
        if form.endswith("*"):
            replaced.setdefault(_strip_marks(word), set()).update(_read_numbers(numbers))
    for number, line in enumerate(lemmas):
        if not number % _STEP:
            report(number, len(lemmas))
        spelling, name, *stems = line.split("|")
        without = replaced.get(_strip_marks(spelling.partition("=")[0]), set())
        yield from _list_forms(spelling, known[name], stems[:2], without)
    report(len(lemmas), len(lemmas))


def read_models(lines: Iterable[str]) -> dict[str, Model]:
    """Read ``modeles.la`` without its comments.

    >>> lines = ["$a=ă;ăm", "modele:uita", "R:1:1,0", "des:1-3:1:$a", "modele:cybele",
    ...          "pere:uita", "des+:1:1:ē", "abs:3"]
    >>> read_models(lines)["cybele"].endings
    {1: [(1, 'ă'), (1, 'ē')], 2: [(1, 'ăm')]}
    """
    reader = ModelReader()
    for line in lines:
        reader.read(line)
    return reader.models


class ModelReader:
    """Reads ``modeles.la`` line by line. A line belongs to the model that was named last."""

    def __init__(self) -> None:
        self.models: dict[str, Model] = {}
        self._constants: dict[str, str] = {}
        self._model = Model()
        # The forms whose endings the model itself has named; the others are inherited.
        self._own: set[int] = set()

    def read(self, line: str) -> None:
        if line.startswith("$"):
            name, _equals, value = line[1:].partition("=")
            self._constants[name] = value
            return
        key, _colon, rest = line.partition(":")
        match key:
            case "modele":
                self._model = self.models[rest] = Model()
                self._own = set()
            case "pere":
                self._model.inherit(self.models[rest])
            case "R":
                self._read_stem(rest)
            case "des" | "des+":
                self._read_endings(rest, replaces=key == "des")
            case _:
                self._read_exceptions(key, rest)

    def _read_stem(self, text: str) -> None:
        number, _colon, how = text.partition(":")
        if number == _PRESENT:
            self._model.drop_first_conjugation()
        if how != "-":
            self._model.stems[int(number)] = _read_stem_rule(how)

    def _read_endings(self, text: str, *, replaces: bool) -> None:
        numbers, stem, some = text.split(":")
        endings = self._model.endings
        for form, found in _list_endings(_read_numbers(numbers), some, self._constants):
            if replaces and form not in self._own:
                endings[form] = []
                self._own.add(form)
            endings.setdefault(form, []).extend((int(stem), ending) for ending in found)

    def _read_exceptions(self, key: str, text: str) -> None:
        match key:
            case "abs":
                for form in _read_numbers(text):
                    self._model.endings.pop(form, None)
            case "suf":
                numbers, _colon, suffix = text.partition(":")
                self._model.may_follow.append((frozenset(_read_numbers(numbers)), suffix))
            case "sufd":
                self._model.must_follow.append(text)


def _read_lines(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in map(str.strip, lines) if line and not line.startswith("!")]


def _read_stem_rule(how: str) -> tuple[int, str] | None:
    if how == "K":
        return None
    dropped, _comma, added = how.partition(",")
    return int(dropped), "" if added == "0" else added


def _read_numbers(text: str) -> list[int]:
    """Return the numbers of a list.

    >>> _read_numbers("1-3,7")
    [1, 2, 3, 7]
    """
    found: list[int] = []
    for part in filter(None, text.split(",")):
        first, _dash, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def _list_endings(
    numbers: Sequence[int], text: str, constants: dict[str, str]
) -> Iterator[tuple[int, list[str]]]:
    """Yield the endings of each form. The last ones stand for all forms that follow."""

    def expand(match: re.Match[str]) -> str:
        before, name = match.groups()
        return re.sub(r"(^|[;,])", rf"\g<1>{before}", constants[name])

    some = _CONSTANT.sub(expand, text).split(";")
    for place, number in enumerate(numbers):
        endings = some[min(place, len(some) - 1)].split(",")
        yield number, ["" if one == "-" else _NUMBER.sub("", one) for one in endings]


def _list_forms(
    spelling: str, model: Model, given: Sequence[str], without: Iterable[int]
) -> Iterator[str]:
    words = spelling.rpartition("=")[2].split(",")
    # A vowel that is long or short has two marks, and counts as one letter.
    words = [_NUMBER.sub("", word).replace(_EITHER, "") for word in words]
    stems: dict[int, list[str]] = {}
    for number, rule in model.stems.items():
        stems[number] = [word if rule is None else _cut(word, rule[0]) + rule[1] for word in words]
    for number, some in enumerate(given, 1):
        if some and some != "-":
            stems[number] = some.split(",")
    for form, endings in model.endings.items():
        if form in without:
            continue
        suffixes = model.must_follow or [""]
        suffixes = [*suffixes, *(one for forms, one in model.may_follow if form in forms)]
        for number, ending in endings:
            for stem in stems.get(number, ()):
                yield from (stem + ending + suffix for suffix in suffixes)


def _cut(word: str, letters: int) -> str:
    return word[: len(word) - letters]


def _strip_marks(word: str) -> str:
    return fold_word(word, "la")
