"""How much of what a language's rules make is taken: some make more words than anybody plays.

The rules are read by :mod:`lexicon.sources.hunspell`, which writes a prefix as
``un-``, and a suffix with what it takes off as ``-s``, ``y-ies``, ``e-0``. Forms beyond the bounds
are words all the same; a dictionary of some millions of the shorter ones is what a game can use.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """``levels`` of suffixes, one behind the other: 1 or 2. ``without`` matches the affixes that
    are left out."""

    levels: int = 2
    without: str = ""


UNBOUNDED = Bounds()

# Hungarian. A suffix holds plural, owner and case at once: a case, a plural with a case, an owner
# in the nominative or accusative, the third person's in any case; then the endings of verbs.
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
HUNGARIAN = Bounds(1, rf"(?!leg-).+-|(?!(?:{_NOUN}|{_VERB})$).*-.+")

# Of all prefixes only the article, of suffixes one: verbs and nouns come with their own forms.
ARABIC = Bounds(1, "(?!ال-).+-")
# A case or an ending, not a case behind a case.
BASQUE = Bounds(1)
# Without the particle -gi/-ki, diminutives, forms of participles as adjectives, long endings.
ESTONIAN = Bounds(
    2,
    ".*-(.*[gk]i|.*uke.*|.*[tnv][ua]m[ai].*|.*matu.*|.*vus.*|.*(nu|tu|tava|tud|nud)[dist].*)"
    "|.*-.{8,}",
)
# Prefixes are words of their own (and, in, that) written together with the next.
HEBREW = Bounds(2, ".+-")
# Without negation, particles (be-, te-) and the long endings of participles.
LITHUANIAN = Bounds(2, "(nebe|nesi|nebesi|besi|tebesi|be|te|tebe|ne.*)-|.*-.{6,}")
# Without negation, the superlative and the debitive.
LATVIAN = Bounds(2, "(ne|vis|jā)-")
