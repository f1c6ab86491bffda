"""Translatable words for codes that are kept as data."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lexicon.lists.sieve import Reason
from lexicon.search.query import Order, SearchError

REASONS: dict[str, str | Promise] = {
    Reason.POINT: _("abbreviation point"),
    Reason.APOSTROPHE: _("apostrophe"),
    Reason.EDGE: _("prefix or suffix mark"),
    Reason.HYPHEN: _("hyphen"),
    Reason.SPACE: _("more than one word"),
    Reason.COLUMNS: _("columns or quotation marks: a line has one word, a definition after a tab"),
    Reason.CAPITAL: _("capital initial or capitals inside"),
    Reason.NAME: _("name"),
    Reason.LETTERS: _("letters outside the tile set"),
    Reason.SHORT: _("too short"),
    Reason.LONG: _("too long"),
    Reason.DUPLICATE: _("duplicate"),
    Reason.AFFIX: _("prefix or suffix with a mark, with all its forms"),
    Reason.PART: _("part of compounds only"),
    Reason.FORBIDDEN: _("marked as wrong"),
    Reason.BOUND: _("prefix or suffix beyond the bounds set for the language"),
}
CAPITALS: list[tuple[str, str | Promise]] = [
    ("auto", _("Names and abbreviations, unless the whole list is in capitals")),
    ("refuse", _("Always names and abbreviations: refuse them")),
    ("nouns", _("Nouns may start with one (German)")),
    ("accept", _("They mean nothing: accept them")),
]
ENCODINGS: list[tuple[str, str | Promise]] = [
    ("auto", _("Find out")),
    ("utf-8", "UTF-8"),
    ("iso-8859-1", "ISO-8859-1"),
]
STAGES: dict[str, str | Promise] = {
    "read": _("Reading the file"),
    "check": _("Checking the words"),
    "compare": _("Comparing with the dictionary"),
    "build": _("Building the word graph"),
    "define": _("Writing definitions"),
}
ORDERS: list[tuple[str, str | Promise]] = [
    (Order.ALPHABET, _("Alphabet")),
    (Order.SCORE, _("Points")),
    (Order.PROBABILITY, _("Probability")),
]
SEARCHES: dict[str, str | Promise] = {
    "search.letters": _("No tiles spell “%(said)s”."),
    "search.tiles": _("That is too many tiles for a rack: 15 at most."),
    "search.stars": _("A pattern has at most 6 stars."),
    "search.word": _("Name one word, without signs: “%(said)s” is none."),
    "search.choice": _(
        "In brackets stand letters to choose from: [AEI], or [^AEI] for all others."
    ),
    "search.long": _("That is too long."),
    "search.ways": _("That can be laid in too many ways: put spaces between the tiles."),
}


def tell_search_error(error: SearchError) -> str:
    """Why something cannot be searched for, in a sentence."""
    return str(SEARCHES[error.code]) % {"said": error.said}
