"""Translatable texts for codes that are stored as data."""

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lexicon.lists.word_filter import RejectReason
from lexicon.search.query import SearchError, WordOrder
from lexicon.services.shipped_lists import SHIPPED_LISTS
from lexicon.sources.catalogue import CATALOGUE

REASONS: dict[str, str | Promise] = {
    RejectReason.POINT: _("full stop of an abbreviation"),
    RejectReason.APOSTROPHE: _("apostrophe"),
    RejectReason.EDGE: _("prefix or suffix mark"),
    RejectReason.HYPHEN: _("hyphen"),
    RejectReason.SPACE: _("more than one word"),
    RejectReason.COLUMNS: _(
        "columns or quotation marks: use one word per line, with a definition after a tab"
    ),
    RejectReason.CAPITAL: _("capital letter at the start or inside"),
    RejectReason.NAME: _("name"),
    RejectReason.ABBREVIATION: _("abbreviation or unit"),
    RejectReason.LETTERS: _("letters outside the tile set"),
    RejectReason.SHORT: _("too short"),
    RejectReason.LONG: _("too long"),
    RejectReason.DUPLICATE: _("duplicate"),
    RejectReason.AFFIX: _("marked prefix or suffix, with all its forms"),
    RejectReason.PART: _("only used in compounds"),
    RejectReason.FORBIDDEN: _("marked as incorrect"),
    RejectReason.BOUND: _("prefix or suffix beyond the limits set for the language"),
}
CAPITALS: list[tuple[str, str | Promise]] = [
    ("auto", _("Names and abbreviations, unless the whole list is in capitals")),
    ("refuse", _("Names and abbreviations, always rejected")),
    ("nouns", _("Nouns (German), which are accepted")),
    ("accept", _("Nothing, so all are accepted")),
]
ENCODINGS: list[tuple[str, str | Promise]] = [
    ("auto", _("Detect automatically")),
    ("utf-8", "UTF-8"),
    ("iso-8859-1", "ISO-8859-1"),
]
STAGES: dict[str, str | Promise] = {
    "read": _("Reading the file"),
    "check": _("Checking the words"),
    "explain": _("Looking up definitions"),
    "compare": _("Comparing with the dictionary"),
    "pack": _("Comparing with the dictionary"),
    "build": _("Building the word graph"),
    "define": _("Saving definitions"),
}
ORDERS: list[tuple[str, str | Promise]] = [
    (WordOrder.ALPHABET, _("Alphabet")),
    (WordOrder.SCORE, _("Points")),
    (WordOrder.PROBABILITY, _("Probability")),
]
SEARCHES: dict[str, str | Promise] = {
    "search.letters": _("“%(said)s” can't be spelled with these tiles."),
    "search.tiles": _("Too many tiles: 15 at most."),
    "search.stars": _("A pattern can have 6 stars (*) at most."),
    "search.word": _("Enter one word, letters only. “%(said)s” isn't one."),
    "search.choice": _("Put letters to choose from in brackets: [AEI], or [^AEI] for any other."),
    "search.long": _("This search is too long."),
    "search.ways": _(
        "This can be split into tiles in too many ways. Put spaces between the tiles."
    ),
}


_DESCRIPTIONS = {
    *(source.remark for source in CATALOGUE.values() if source.remark),
    *(shipped.description for shipped in SHIPPED_LISTS),
}
_EARLIER_DESCRIPTIONS = {
    "Without prefixes other than the article, and without pronouns after other endings. Letters "
    "without a tile are played as the plain one: ة as ه, إ and آ as ا, ى as ي. The script has no "
    "capitals, so names can't be distinguished from words.": "ar",
    "German capitalises nouns, which are allowed in the game, so a capital initial is accepted. "
    "Words with further capitals are abbreviations and rejected. The list doesn't mark names: a "
    "thousand well-known ones are left out, rarer ones come in with the nouns. Use --leave-out "
    "FILE to leave out more.": "de",
    "Words whose parts are written apart without a space are played in one. A hamza is left out: ئ "
    "is played as ی, أ as ا, ؤ as و. The script has no capitals, so names can't be distinguished "
    "from words.": "fa",
}
"""Remarks of earlier releases that dictionaries have kept, with the language of their source."""


def translate_description(text: str) -> str:
    """Return the description of a dictionary, translated unless an editor has written it."""
    if language := _EARLIER_DESCRIPTIONS.get(text):
        text = CATALOGUE[language].remark
    return translation.gettext(text) if text in _DESCRIPTIONS else text


def describe_search_error(error: SearchError) -> str:
    """Return a sentence that says why a query is not valid."""
    return str(SEARCHES[error.code]) % {"said": error.said}
