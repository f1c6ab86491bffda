"""Names of people and rooms: which text is allowed, and which names look alike.

A name is normalised (NFKC), loses its invisible characters and must keep to one script. Two names
are alike if Unicode's table of confusable characters says so. Who may use which name at which table
is decided in :mod:`games.play.services.naming`.
"""

import json
import unicodedata
from functools import cache
from importlib.resources import files

import regex
from django.utils.translation import get_language_bidi

from games.common.generated_names import (
    FORMER_PLAYER,
    format_guest_name,
    list_translations,
    restore_stored_name,
)
from scrabble_site.shared.refusals import InvalidRequest

MAX_NICKNAME_LENGTH = 24
MAX_TITLE_LENGTH = 60
MAX_KEY_LENGTH = 120

_UNSEEN = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{C}\u2800]")
"""Invisible characters: joiners, fillers, direction marks, controls, the empty braille cell."""

_HEAP = regex.compile(r"\p{M}{4,}")
"""More combining marks on one letter than any language needs."""

_RIGHT_TO_LEFT = {"R", "AL", "AN"}
"""Right-to-left classes of Unicode's bidirectional algorithm (UAX 9)."""

_ISOLATES = {"LRI", "RLI", "FSI"}

_BETWEEN = regex.compile(r"[\p{P}\p{Z}\p{Sk}]")
"""Punctuation, spaces and free-standing accents."""

_LINKING = regex.compile(r"([.:/@])(?=\S)")
"""Characters that mail programs take for parts of a link."""

_NUMBER = 222222
"""A guest's number whose form is the number itself."""

_NUMBER_KEY = regex.compile(r"[ol2-9]{6}")
"""The form of a guest's number: 0 looks like o, and 1 like l."""

_READABLE = regex.compile(r"[\p{L}\p{N}]")

_WRITING = (
    *(("Latin",), ("Greek",), ("Cyrillic",), ("Armenian",), ("Georgian",), ("Hebrew",)),
    *(("Arabic",), ("Thaana",), ("Ethiopic",), ("Devanagari",), ("Bengali",), ("Gurmukhi",)),
    *(("Gujarati",), ("Oriya",), ("Tamil",), ("Telugu",), ("Kannada",), ("Malayalam",)),
    *(("Sinhala",), ("Thai",), ("Lao",), ("Tibetan",), ("Myanmar",), ("Khmer",)),
    *(("Han", "Hiragana", "Katakana"), ("Han", "Hangul"), ("Han", "Bopomofo")),
)
"""The scripts in everyday use (UAX 31, table 5); scripts that are written together form one group.
"""


def _written_in(scripts: tuple[str, ...]) -> regex.Pattern[str]:
    parts = "".join(rf"\p{{scx={name}}}" for name in (*scripts, "Common", "Inherited"))
    return regex.compile(f"[{parts}]+")


_ONE_SCRIPT = tuple(map(_written_in, _WRITING))

RESERVED_TITLES = frozenset({"admin", "administrator", "bot", "computer", "moderator", "tileroom"})
"""Words that no name may contain: they suggest that a person speaks for the site or is a program.
"""

BOT_SUFFIX = " (bot)"
"""The end of every bot's name; no other name may have it."""

RESERVED_LEVELS = frozenset(
    {
        *("beginner", "gentle", "casual", "keen", "steady", "skilled", "strong", "advanced"),
        "expert",
    }
)
"""The names of the computer players' levels."""

RESERVED_ROLES = RESERVED_LEVELS | frozenset(
    {
        "a former player",
        "former player",
        "free seat",
        "open seat",
        "host",
        "referee",
        "server",
        "system",
        "spectator",
        "watcher",
        "you",
    }
)
"""Names that mean something else on the page."""


def clean_nickname(text: str) -> str:
    """Return a nickname as it will be stored, or "" for none.

    A guest's generated name, in any language, becomes the stored one.

    Raises ``InvalidRequest`` with a code that begins with "nickname." if the name mixes scripts,
    has nothing readable or too many marks, or is reserved for the site, a computer player or a free
    seat.
    """
    name = clean_title(text)[:MAX_NICKNAME_LENGTH].strip()
    if not name:
        if text.strip():
            raise InvalidRequest("nickname.unreadable")
        return ""
    if not _READABLE.search(name) or _HEAP.search(unicodedata.normalize("NFD", name)):
        raise InvalidRequest("nickname.unreadable")
    if not any(script.fullmatch(name) for script in _ONE_SCRIPT):
        raise InvalidRequest("nickname.scripts")
    if _is_reserved(name):
        raise InvalidRequest("nickname.reserved", name=name)
    return restore_stored_name(name)


def clean_bot_name(text: str) -> str:
    """Return a bot's name as it will be shown, with its suffix; "" for none.

    Raises like :func:`clean_nickname`: without the suffix the name must be one that a person could
    use.
    """
    name = clean_nickname(text.strip().removesuffix(BOT_SUFFIX.strip()))
    name = name[: MAX_NICKNAME_LENGTH - len(BOT_SUFFIX)].strip()
    return name + BOT_SUFFIX if name else ""


def clean_title(text: str) -> str:
    """Return a line of text without invisible characters, with single spaces, cut to the title
    length."""
    normal = unicodedata.normalize("NFKC", text)
    visible = _UNSEEN.sub("", " ".join(normal.split()))
    return " ".join(unicodedata.normalize("NFKC", visible).split())[:MAX_TITLE_LENGTH].strip()


def get_confusable_key(name: str) -> str:
    """Return the skeleton of a name (UTS 39), regardless of case.

    Capital I, small l, the digit 1 and, since case does not count, small i are the same.
    """
    return _fold(_skeleton(name.casefold()))


def list_confusable_keys(name: str) -> frozenset[str]:
    """Return the forms under which a name is compared: two names that share a form are alike.

    Besides the confusable key this includes that of the capitals: Greek ANNA equals Latin ANNA only
    in capitals.
    """
    return frozenset({get_confusable_key(name), _fold(_skeleton(name))})


def list_shown_keys(name: str) -> frozenset[str]:
    """Return the forms of a name and, if it looks like a guest's generated one in any language,
    of what readers of every other language see.

    "Gast-482917" is not "Guest 482917", but Germans could not tell them apart at a table.
    """
    keys = list_confusable_keys(name)
    affixes = _list_affixes(frozenset(list_translations(format_guest_name(_NUMBER))))
    numbers = {
        number
        for key in keys
        for before, after in affixes
        if key.startswith(before) and key.endswith(after)
        if _NUMBER_KEY.fullmatch(number := key[len(before) : len(key) - len(after)])
    }
    return keys | {before + number + after for number in numbers for before, after in affixes}


def isolate_name(name: str) -> str:
    """Return a name for use within a sentence.

    If it may run in the opposite direction, it is wrapped in Unicode isolates, so that name and
    sentence do not reorder each other's punctuation.
    """
    turns = get_language_bidi() or any(
        unicodedata.bidirectional(mark) in _RIGHT_TO_LEFT for mark in name
    )
    return f"\u2068{name}\u2069" if turns else name


def break_links(text: str) -> str:
    """Return text that people wrote so that no mail program turns a part of it into a link."""
    return _LINKING.sub(r"\1 ", text)


def get_text_direction(text: str) -> str:
    """Return the direction of a line of text, "ltr" or "rtl": that of its first letter outside of
    isolated names.

    ``dir="auto"`` would not do, because browsers also consider the letters inside the isolates.
    """
    depth = 0
    for mark in text:
        kind = unicodedata.bidirectional(mark)
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif depth == 0 and kind in ("L", "R", "AL"):
            return "ltr" if kind == "L" else "rtl"
    return "rtl" if get_language_bidi() else "ltr"


def _fold(skeleton: str) -> str:
    """Ignore case and punctuation: neither makes two names different."""
    plain = _BETWEEN.sub("", skeleton.casefold()).replace("i", "l")
    return (plain or skeleton)[:MAX_KEY_LENGTH]


def _is_reserved(name: str) -> bool:
    words = regex.findall(r"[\p{L}\p{M}\p{N}]+", name)
    if any(
        list_confusable_keys(word) & _list_all_confusable_keys(RESERVED_TITLES) for word in words
    ):
        return True
    former = frozenset(list_translations(FORMER_PLAYER))
    meanings = RESERVED_ROLES | RESERVED_TITLES | former
    return bool(list_confusable_keys(" ".join(words)) & _list_all_confusable_keys(meanings))


@cache
def _list_affixes(guests: frozenset[str]) -> frozenset[tuple[str, str]]:
    """Return what the forms of these names of guest ``_NUMBER`` have around the number."""
    keys = _list_all_confusable_keys(guests)
    return frozenset(
        (before, after) for before, _, after in (key.partition(str(_NUMBER)) for key in keys)
    )


@cache
def _list_all_confusable_keys(words: frozenset[str]) -> frozenset[str]:
    return frozenset(key for word in words for key in list_confusable_keys(word))


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(mark, mark) for mark in decomposed))


@cache
def _prototypes() -> dict[str, str]:
    """Map every confusable character to the one that represents its group.

    The table lists neighbours: a prototype with every character that looks like it, and each of
    those with the prototype. Characters that NFKC already replaces are left out, which keeps the
    table small.
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
    # A prototype lists all characters of its group; any other character lists its prototype alone.
    if len(others) > 1:
        return mark
    other = others[0]
    # In a pair neither lists more than one; pick the same one for both.
    return other if len(beside.get(other, ())) > 1 else max(mark, other, key=lambda x: (len(x), x))
