"""Where a play starts and how it runs, as people say it: "H8 across".

Files and the API write game notation instead: "8H", see :mod:`games.rules.equipment.squares`.
"""

import re

from django.utils.translation import gettext as _

from games.rules.equipment.squares import Direction, PlayPosition
from scrabble_site.shared.final_letters import drop_final_letters, write_final_letter

_ENGLISH_FORMS = (("%(square)s across", True), ("%(square)s down", False))
_SQUARE_SLOT = re.escape("%(square)s")


def describe_place(position: str | PlayPosition) -> str:
    """Return the place of a play for people; as text, ``position`` is in game notation.

    >>> describe_place("8H"), describe_place(PlayPosition.parse("H8"))
    ('H8 across', 'H8 down')
    """
    place = PlayPosition.parse(position) if isinstance(position, str) else position
    across = place.direction is Direction.ACROSS
    text = _("%(square)s across") if across else _("%(square)s down")
    return text % {"square": place.square.name}


def describe_placed_word(position: str | PlayPosition, word: str) -> str:
    """Return the place of a play and its word, such as "H8 across CAT".

    >>> describe_placed_word("8H", "CAT")
    'H8 across CAT'
    """
    return f"{describe_place(position)} {write_final_letter(word)}"


def read_placed_word(text: str) -> str:
    """Convert what :func:`describe_placed_word` returns to game notation.

    Other text keeps its form: it may be in game notation already, or no play at all.

    >>> read_placed_word("h8 across CaT"), read_placed_word("H8 down CAT"), read_placed_word("-3")
    ('8H CaT', 'H8 CAT', '-3')

    Without a word, only a lower-case direction is one: "H8 DOWN" is the word in game notation.

    >>> read_placed_word("H8 down "), read_placed_word("H8 DOWN")
    ('H8', 'H8 DOWN')
    """
    translated = ((_("%(square)s across"), True), (_("%(square)s down"), False))
    for form, across in (*_ENGLISH_FORMS, *translated):
        start = re.escape(form).replace(_SQUARE_SLOT, r"([A-Za-z])(\d{1,2})")
        found = re.match(rf"{start}(?:\s+(.*))?$", text.strip(), re.IGNORECASE)
        if found is None:
            continue
        # With another case it is a word in game notation; scripts without case have no other.
        if not found[3] and form.replace("%(square)s", found[1] + found[2]) != text.strip():
            continue
        column, row, word = found[1].upper(), found[2], found[3] or ""
        place = row + column if across else column + row
        return f"{place} {drop_final_letters(word)}".strip()
    return drop_final_letters(text)
