"""The letters that Hebrew writes in another form at the end of a word.

Tiles, word lists, game records and the API have the plain forms only, since a word that is
extended would change its letters. People read the final ones wherever a word is text, and may type
either. Loanwords that end in the sound p, which people write with a plain פ (קליפ), are shown with
ף: plain letters do not tell them from others.
"""

FINAL_FORMS = {"כ": "ך", "מ": "ם", "נ": "ן", "פ": "ף", "צ": "ץ"}
"""Each plain letter with the form that it has at the end of a word."""

_TO_PLAIN = str.maketrans({final: plain for plain, final in FINAL_FORMS.items()})


def write_final_letter(word: str) -> str:
    """Return a word as people write it, with the final form of its last letter.

    A single letter stays a tile, and a play that ends on the board (".") has no last letter.

    >>> write_final_letter("שלומ"), write_final_letter("מ"), write_final_letter("CHALLENGE")
    ('שלום', 'מ', 'CHALLENGE')
    """
    if len(word) > 1 and word[-1] in FINAL_FORMS:
        return word[:-1] + FINAL_FORMS[word[-1]]
    return word


def drop_final_letters(text: str) -> str:
    """Return a text as tiles spell it, without final forms.

    >>> drop_final_letters("8H שלום"), drop_final_letters("8H CAT")
    ('8H שלומ', '8H CAT')
    """
    return text.translate(_TO_PLAIN)
