"""Names of people and rooms as text: what may be written, and what looks like what.

A name is brought to one form (NFKC), loses what nobody can see, and keeps to one script; two names
are alike when Unicode's table of confusable characters says so. Who may be called what at which
table is decided in :mod:`games.play.services.naming`.
"""

import json
import unicodedata
from functools import cache
from importlib.resources import files

import regex
from django.utils.translation import get_language_bidi

from games.common.refusals import Unsuitable

NICKNAME_MOST = 24
TITLE_MOST = 60
LIKENESS_MOST = 120

_UNSEEN = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{C}\u2800]")
"""Nothing to look at: joiners, fillers, direction marks, controls, the empty braille cell."""

_HEAP = regex.compile(r"\p{M}{4,}")
"""More marks upon one letter than any language needs."""

_RIGHT_TO_LEFT = {"R", "AL", "AN"}
"""Classes of Unicode's bidirectional algorithm (UAX 9)."""

_BETWEEN = regex.compile(r"[\p{P}\p{Z}\p{Sk}]")
"""Spaces, dots, dashes, quotes, free-standing accents."""

_READABLE = regex.compile(r"[\p{L}\p{N}]")

_WRITING = (
    *(("Latin",), ("Greek",), ("Cyrillic",), ("Armenian",), ("Georgian",), ("Hebrew",)),
    *(("Arabic",), ("Thaana",), ("Ethiopic",), ("Devanagari",), ("Bengali",), ("Gurmukhi",)),
    *(("Gujarati",), ("Oriya",), ("Tamil",), ("Telugu",), ("Kannada",), ("Malayalam",)),
    *(("Sinhala",), ("Thai",), ("Lao",), ("Tibetan",), ("Myanmar",), ("Khmer",)),
    *(("Han", "Hiragana", "Katakana"), ("Han", "Hangul"), ("Han", "Bopomofo")),
)
"""The scripts in everyday use (UAX 31, table 5), those that are written together in one group."""


def _written_in(scripts: tuple[str, ...]) -> regex.Pattern[str]:
    parts = "".join(rf"\p{{scx={name}}}" for name in (*scripts, "Common", "Inherited"))
    return regex.compile(f"[{parts}]+")


_ONE_SCRIPT = tuple(map(_written_in, _WRITING))

TITLES = frozenset({"admin", "administrator", "bot", "computer", "moderator", "tileroom"})
"""Words nobody may have in a name: they say that somebody speaks for the site, or is a program."""

BOT = " (bot)"
"""What the name of a member's program ends with, wherever it stands; nobody else's can."""

LEVELS = frozenset({"gentle", "casual", "steady", "strong", "expert"})
"""What the levels of computer players are called."""

ROLES = LEVELS | frozenset(
    {
        "a former player",
        "former player",
        "free seat",
        "host",
        "referee",
        "server",
        "system",
        "watcher",
        "you",
    }
)
"""Names that stand for something else on the page."""


def clean_nickname(text: str) -> str:
    """A nickname as it will be shown, "" for none.

    Raises ``Unsuitable`` ("nickname...."): more than one script, nothing to read, too many marks,
    or a name that stands for the site, a computer player or an empty chair.
    """
    name = clean_title(text)[:NICKNAME_MOST].strip()
    if not name:
        if text.strip():
            raise Unsuitable("nickname.unreadable")
        return ""
    if not _READABLE.search(name) or _HEAP.search(unicodedata.normalize("NFD", name)):
        raise Unsuitable("nickname.unreadable")
    if not any(script.fullmatch(name) for script in _ONE_SCRIPT):
        raise Unsuitable("nickname.scripts")
    if _is_reserved(name):
        raise Unsuitable("nickname.reserved", name=name)
    return name


def clean_bot_name(text: str) -> str:
    """The name of a program as it will be shown, with its mark; "" for none.

    Raises as :func:`clean_nickname`; without the mark it is a name that people could have.
    """
    name = clean_nickname(text.strip().removesuffix(BOT.strip()))
    name = name[: NICKNAME_MOST - len(BOT)].strip()
    return name + BOT if name else ""


def clean_title(text: str) -> str:
    """A line of text without anything unseen: no direction marks, no controls, single spaces."""
    normal = unicodedata.normalize("NFKC", text)
    seen = _UNSEEN.sub("", " ".join(normal.split()))
    return " ".join(unicodedata.normalize("NFKC", seen).split())[:TITLE_MOST].strip()


def likeness_of(name: str) -> str:
    """What a name looks like, upper and lower case alike: the skeleton of UTS 39.

    Capital I, small l, the digit 1 and, since case does not count, small i are one.
    """
    return _fold(_skeleton(name.casefold()))


def looks_of(name: str) -> frozenset[str]:
    """Two names are alike when these have anything in common.

    Beside the likeness stands what the capitals look like: Greek ANNA is Latin ANNA in capitals
    only.
    """
    return frozenset({likeness_of(name), _fold(_skeleton(name))})


def isolate(name: str) -> str:
    """A name as it stands in a sentence. Where it may run the other way than the sentence does, it
    is set apart by Unicode's isolates, so that neither turns the other's signs around."""
    turns = get_language_bidi() or any(
        unicodedata.bidirectional(mark) in _RIGHT_TO_LEFT for mark in name
    )
    return f"\u2068{name}\u2069" if turns else name


def _fold(skeleton: str) -> str:
    """Neither case nor what stands between letters tells two names apart."""
    plain = _BETWEEN.sub("", skeleton.casefold()).replace("i", "l")
    return (plain or skeleton)[:LIKENESS_MOST]


def _is_reserved(name: str) -> bool:
    words = regex.findall(r"[\p{L}\p{M}\p{N}]+", name)
    if any(looks_of(word) & _looks_of_all(TITLES) for word in words):
        return True
    return bool(looks_of(" ".join(words)) & _looks_of_all(ROLES | TITLES))


@cache
def _looks_of_all(words: frozenset[str]) -> frozenset[str]:
    return frozenset(look for word in words for look in looks_of(word))


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(mark, mark) for mark in apart))


@cache
def _prototypes() -> dict[str, str]:
    """Every character that can be taken for another, and which one stands for all of its kind.

    The table lists neighbours: a prototype beside all that look like it, and each of those beside
    the prototype. What NFKC has already replaced is left out, which keeps the table small.
    """
    table = json.loads((files("confusable_homoglyphs") / "confusables.json").read_text("utf-8"))
    beside = {mark: [other["c"] for other in others] for mark, others in table.items()}
    return {
        mark: _prototype(mark, beside)
        for mark in beside
        if len(mark) == 1 and unicodedata.normalize("NFKC", mark) == mark
    }


def _prototype(mark: str, beside: dict[str, list[str]]) -> str:
    others = beside[mark]
    if len(others) > 1:
        return mark
    other = others[0]
    return other if len(beside.get(other, ())) > 1 else max(mark, other, key=lambda x: (len(x), x))
