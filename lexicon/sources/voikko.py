"""Finnish words from Voikko's transducer ``mor.vfst``, see :mod:`lexicon.sources.vfst`.

What the transducer writes while it reads a word are tags: a class (``[Ln]`` is a noun), the forms
of its ending (``[Sg]`` is a genitive), and the base form between ``[Xp]`` and ``[X]``. It accepts
compounds and derivations without end. Its tags show which words to take:

- The parts of a compound have a boundary between them, ``[Bc]`` or ``[Bh]``. No word with one is
  taken, however common: Voikko tells no compound of its vocabulary from one that it makes up. A
  boundary within a base form is ``[Bm]``: that compound is a word of the vocabulary.
- A derivation adds a class behind that of its base, and a participle ``[R…]``. A verb made from a
  verb has only ``[Xj]``. :data:`_BEGINNINGS` and :data:`_RARE` say which derivations are taken.
- Names, abbreviations, prefixes and numerals in digits have classes of their own.
- A particle such as ``-kin`` has a focus, ``[F…]``. Others, such as ``-han`` and ``-pa``, have only
  a polarity, ``[E…]``, which finite verbs and the first infinitive have without a particle, too.
- A possessive suffix has an owner, ``[O…]``.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lexicon.graph.progress import Progress
from lexicon.lists.word_filter import MAX_WORD_LENGTH
from lexicon.sources.vfst import Transducer, Values

_REFUSED = re.compile(r"\[(?:B[ch]|Dg|F.*|O.*|L(?:a|e.|p|ur))\]")
_BEGINNINGS = {
    # onnellinen, koditon, punainen; not -mainen, which every noun has.
    ("n", "l"): "lti",
    # vähäinen; not -hko and -mainen.
    ("l", "l"): "i",
    ("nl", "l"): "i",
    # kauneus, vapaus
    ("l", "n"): "",
    ("nl", "n"): "",
    # opettaja, kirjoitus, and participles
    ("t", "n"): "",
    ("t", "l"): "",
}
"""The derivations that are taken, by the classes of the base and of what is made from it: the
letters that may come with the second class, or none for any. ``n`` is a noun, ``l`` an adjective,
``nl`` a word that is both, ``t`` a verb."""

_RARE = re.compile(
    r"[aäei]mm(?:uu|yy|[aä]sti)|.j(?:uu|yy)[sdtk]|j(?:atar|ätär|attar|ättär)|..[td][aä]v[aä]i[ns]"
    r"|^nro"
)
"""What no tag shows: derivations of derivations (-mmuus, -mmasti, -juus, -jatar, -tavainen), and
the forms of an abbreviation that Voikko takes for a noun."""

_WITH_POLARITY = frozenset(("[Te]", "[Tk]", "[Tm]", "[Tt]", "[Tn1]"))
_RARE_CASES = frozenset(("[Sab]", "[Sin]"))
"""Abessive and instructive, which are taken of base words only."""
_MAX_ENDINGS = 5_000
"""Endings that are remembered together. More are listed again for each beginning."""

_SHARE_REPORTED = 0.01

Endings = tuple[str, ...]


class Reading(NamedTuple):
    """What the tags have said of a word so far."""

    # The class of the word, and the class of what is made from it.
    base: str = ""
    made: str = ""
    # The last tag of a mood, an infinitive or a participle.
    form: str = ""
    # The base form has parts, or is made from another.
    is_compound: bool = False
    is_made_verb: bool = False
    has_polarity: bool = False
    ends_participle: bool = False

    def read(self, tag: str, letter: str) -> "Reading | None":
        """Return what is known after another tag, or ``None`` if the word is not to be taken.

        ``letter`` is what was read with the tag, if anything.

        >>> Reading().read("[Ln]", "o").read("[Ll]", "l").made, Reading().read("[Lep]", "l")
        ('l', None)
        """
        if _REFUSED.fullmatch(tag):
            return None
        match tag[:2]:
            case "[B":
                return self._replace(is_compound=True)
            case "[L":
                return self._add_class(tag[2:-1], letter)
            case "[T" | "[R":
                # A participle is made from a verb; what is made has no mood.
                return self._replace(form=tag) if bool(self.made) == (tag[1] == "R") else None
            case "[E":
                return self._add_polarity()
            case "[C":
                return None if self.made else self
            case "[S":
                return self if self._has_case(tag) else None
            case "[X":
                return self._end_base() if tag == "[Xj]" and self.base == "t" else self
        return self

    def _add_class(self, added: str, letter: str) -> "Reading | None":
        if not self.base:
            return self._replace(base=added)
        if self.made:
            # The participle in -maton has three classes: tuntematon.
            return self if (self.form, added, letter) == ("[Re]", "l", "t") else None
        is_verb = self.base == "t"
        if (self.is_compound and not is_verb) or (self.is_made_verb and added == "n"):
            return None
        letters = _BEGINNINGS.get((self.base, added))
        if letters is None or (letters and letter not in tuple(letters)):
            return None
        return self._replace(made=added)

    def _add_polarity(self) -> "Reading | None":
        if self.base != "t" or self.has_polarity or self.form not in _WITH_POLARITY:
            return None
        return self._replace(has_polarity=True)

    def _end_base(self) -> "Reading | None":
        if not self.made:
            return self if self.form else self._replace(is_made_verb=True)
        if self.made != "l":
            return self
        # A word made from an agent (-jallinen), or one from a participle (-vainen).
        if not self.form or self.ends_participle:
            return None
        return self._replace(ends_participle=True)

    def _has_case(self, tag: str) -> bool:
        """Tell whether a word has a case without a possessive suffix."""
        if tag == "[Sko]":
            # The comitative of a noun always has a suffix.
            return (self.made or self.base) not in ("n", "t")
        if self.is_made_verb and self.made:
            # opetellut: enough for compound tenses.
            return tag == "[Sn]"
        if self.base == "t" and self.form != "[Tn3]":
            return tag not in _RARE_CASES and tag != "[Ssti]"
        return not (self.made and tag in _RARE_CASES)


Way = tuple[str, int, Values, Reading]
"""A letter or none, the next state, and what is known there."""


def expand_voikko(paths: Sequence[Path], report: Progress) -> Iterator[str]:
    """Yield the words of one file, some more than once."""
    (path,) = paths
    return Expansion(Transducer(path)).list_words(report)


class Expansion:
    """The words of a transducer.

    Most endings are shared by many words. Those from a state that several rows lead to are listed
    once and remembered.
    """

    def __init__(self, transducer: Transducer) -> None:
        self._transducer = transducer
        self._joints = transducer.find_joints()
        self._endings: dict[tuple[int, Values, Reading], Endings | None] = {}

    def list_words(self, report: Progress) -> Iterator[str]:
        """Yield the words that fit a board, some more than once.

        ``report`` is called with rows done and their total: as if each way on from a state led to
        as many rows as any other.
        """
        total = self._transducer.rows
        nothing = ("",) * self._transducer.features
        waiting = [("", 0, nothing, Reading(), 1.0)]
        done = reported = 0.0
        report(0, total)
        while waiting:
            begun, state, values, reading, share = waiting.pop()
            room = MAX_WORD_LENGTH - len(begun)
            endings = self._find_endings(state, values, reading) if state in self._joints else None
            if endings is not None:
                ways: list[Way] = []
                found = (begun + ending for ending in endings if len(ending) <= room)
                yield from (word for word in found if not _RARE.search(word))
            else:
                ends, ways = self._read_state(state, values, reading)
                if ends and not _RARE.search(begun):
                    yield begun
                ways = [way for way in ways if len(way[0]) <= room]
            for letter, target, after, known in ways:
                waiting.append((begun + letter, target, after, known, share / len(ways)))
            if not ways:
                done += share
                if done - reported > _SHARE_REPORTED:
                    reported = done
                    report(int(done * total), total)
        report(total, total)

    def _find_endings(self, state: int, values: Values, reading: Reading) -> Endings | None:
        """Return the endings from a state, or ``None`` if they are too many or lead back to it."""
        key = (state, values, reading)
        if key in self._endings:
            return self._endings[key]
        self._endings[key] = None
        ends, ways = self._read_state(state, values, reading)
        found = {""} if ends else set()
        for letter, target, after, known in ways:
            endings = self._find_endings(target, after, known)
            if endings is None or len(found) + len(endings) > _MAX_ENDINGS:
                return None
            found.update(letter + ending for ending in endings)
        self._endings[key] = tuple(found)
        return self._endings[key]

    def _read_state(self, state: int, values: Values, reading: Reading) -> tuple[bool, list[Way]]:
        """Return whether a word may end at a state, and the ways on that are to be taken."""
        ends, steps = self._transducer.read_state(state)
        ways: list[Way] = []
        for step in steps:
            # Digits and marks are no letters, and capitals are read as small ones, too.
            known = None
            if not step.letter or step.letter.islower():
                known = reading.read(step.tag, step.letter)
            after = step.flag.apply(values) if step.flag else values
            if known is not None and after is not None:
                ways.append((step.letter, step.target, after, known))
        return ends, ways
