"""Finnish words from Voikko's transducer ``mor.vfst``, see :mod:`lexicon.sources.vfst`.

What the transducer writes while it reads a word are tags: a class (``[Ln]`` is a noun), the forms
of its ending (``[Sg]`` is a genitive), and the base form between ``[Xp]`` and ``[X]``. It accepts
compounds and derivations without end. Its tags show which words to take:

- The parts of a compound have a boundary between them, ``[Bc]`` or ``[Bh]``. No word with one is
  taken, however common: Voikko tells no compound of its vocabulary from one that it makes up.
- Each derivation adds a class behind that of the base. A word may have one derivation.
- Names, abbreviations, prefixes and numerals in digits have classes of their own.
- A particle such as ``-kin`` has a focus, ``[F…]``. Others, such as ``-han`` and ``-pa``, have only
  a polarity, ``[E…]``, which verbs have once and other words don't have without a particle.
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
_DERIVATIONS = 1
_MOST_ENDINGS = 5_000
"""Endings that are remembered together. More are listed again for each beginning."""

_SHARE_REPORTED = 0.01

Ending = tuple[str, ...]


class Reading(NamedTuple):
    """What the tags have said of a word so far."""

    classes: int = 0
    has_mood: bool = False
    has_polarity: bool = False

    def read(self, tag: str) -> "Reading | None":
        """Return what is known after another tag, or ``None`` if the word is not to be taken.

        >>> Reading().read("[Lt]"), Reading().read("[Lep]")
        (Reading(classes=1, has_mood=False, has_polarity=False), None)
        """
        match tag[1:2] if tag.startswith("[") else "":
            case "B" | "D" | "F" | "O" | "L" if _REFUSED.fullmatch(tag):
                return None
            case "L":
                if self.classes > _DERIVATIONS:
                    return None
                return self._replace(classes=self.classes + 1)
            case "T":
                return self._replace(has_mood=True)
            case "E":
                known = self.has_polarity or not self.has_mood
                return None if known else self._replace(has_polarity=True)
            case "C":
                # Participles and derived adjectives are compared, too: millions of forms.
                return None if self.classes > 1 else self
        return self


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
        self._endings: dict[tuple[int, Values, Reading], Ending | None] = {}

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
                yield from (begun + ending for ending in endings if len(ending) <= room)
            else:
                ends, ways = self._read_state(state, values, reading)
                if ends:
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

    def _find_endings(self, state: int, values: Values, reading: Reading) -> Ending | None:
        """Return the endings from a state, or ``None`` if they are too many or lead back to it."""
        key = (state, values, reading)
        if key in self._endings:
            return self._endings[key]
        self._endings[key] = None
        ends, ways = self._read_state(state, values, reading)
        found = {""} if ends else set()
        for letter, *rest in ways:
            endings = self._find_endings(*rest)
            if endings is None or len(found) + len(endings) > _MOST_ENDINGS:
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
            known = reading.read(step.tag) if not step.letter or step.letter.islower() else None
            after = step.flag.apply(values) if step.flag else values
            if known is not None and after is not None:
                ways.append((step.letter, step.target, after, known))
        return ends, ways
