"""Bounds on the forms generated for a language: some rules make more words than anyone plays.

:mod:`lexicon.sources.hunspell` reads the rules. It writes a prefix as ``un-``, and a suffix with
the letters it replaces as ``-s``, ``y-ies`` or ``e-0``. Forms beyond the bounds are valid words,
but a few million of the shorter ones are all that a game can use.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AffixBounds:
    """The affixes used for a language.

    ``levels`` is how many suffixes a stem may have, 1 or 2. ``without`` is a regular expression for
    affixes that are left out. ``prefix`` is one that some stems already have: such a stem is left
    out if it has no affixes of its own and is a stem without the prefix, too.
    """

    levels: int = 2
    without: str = ""
    prefix: str = ""


ALL_AFFIXES = AffixBounds()

# Hungarian. A suffix combines plural, possessor and case. Kept are a case, a plural with a case, a
# possessor in the nominative or accusative, a third-person possessor in any case, and the endings
# of verbs.
_C = "[bcdfghjklmnprstvyz]"
_CASE = (
    "(?:[aeoö]?t|b[ae]n?|b[óő]l|r[ae]|r[óő]l|[oeöa]?n|n[áé]l|h[oeö]z|t[óő]l|n[ae]k|"
    f"{_C}{{1,3}}[aeáé]l?|ért|ig)"
)
_OWNER = (
    "(?:[md]|u?nk|ünk|t[oeö]k|[oeöa]t[oeö]k|j?[uü]k|j?[ae]|"
    "j?[ae]?i[mdk]?|j?[ae]?in?k|j?[ae]?it[oe]k)"
)
_THIRD = (
    "j?(?:á(?:t|ban?|ból|ra|ról|n|nál|hoz|tól|nak|val|ért|ig)"
    "|é(?:t|ben?|ből|re|ről|n|nél|hez|től|nek|vel|ért|ig))"
)
_NOUN = f"(?:[ae]-[áé]|[oö]-[óő]|{_C}{{0,2}}-[aeoö]?)(?:k?{_CASE}?|{_OWNER}[aeo]?t?|{_THIRD})"
_PERSON = (
    "(?:[aeáé]?[kmdl]|[aeáéo]?n|[áéaeo]|[uü]nk|[uü]k|[áéaeo]?nk|[áéaeoö]?t[oeö]k|[áéae]n?[ae]k)"
)
_VERB = (
    f"[^-]*-(?:[aeoö]?(?:tt|t|n|j|s|ss|z|zz|gy|sz)?{_PERSON}|[aeoö]?sz|[oeö]l|[aeoö]?t?t|"
    "[ae]?ni|v[ae]|j|l[ae]k|ja|i|it[eo]k|j[áé]t[oe]k|[oóő]|[áé]s|[ae]bb|bb|an|en)"
)
HUNGARIAN = AffixBounds(1, rf"(?!leg-).+-|(?!(?:{_NOUN}|{_VERB})$).*-.+")

# Only the article as a prefix, and one suffix: the list has forms of verbs and nouns as stems, and
# particles with every prefix. The prefix أ turns a sentence into a question.
ARABIC = AffixBounds(1, "(?!ال-).+-", "أ")
# One ending, never a case after a case.
BASQUE = AffixBounds(1)
# Without the particle -gi/-ki, diminutives, participles inflected as adjectives, and long endings.
ESTONIAN = AffixBounds(
    2,
    ".*-(.*[gk]i|.*uke.*|.*[tnv][ua]m[ai].*|.*matu.*|.*vus.*|.*(nu|tu|tava|tud|nud)[dist].*)"
    "|.*-.{8,}",
)
# Without negation, particles (be-, te-) and the long endings of participles.
LITHUANIAN = AffixBounds(2, "(nebe|nesi|nebesi|besi|tebesi|be|te|tebe|ne.*)-|.*-.{6,}")
# Without negation, the superlative and the debitive.
LATVIAN = AffixBounds(2, "(ne|vis|jā)-")
