"""Parsing of small numbers in forms and URLs."""

MAX_SMALL_NUMBER = 999_999


def parse_small_number(value: object, maximum: int = MAX_SMALL_NUMBER) -> int | None:
    """Parse a whole number from 0 to ``maximum``. Returns ``None`` for anything else.

    Only ASCII digits are accepted: ``int`` alone would allow signs, spaces, underscores, digits of
    other scripts, and any length.

    >>> [parse_small_number(text) for text in ("12", "-1", "9" * 40, "", None)]
    [12, None, None, None, None]
    """
    text = value if isinstance(value, str) else ""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(maximum))):
        return None
    number = int(text)
    return number if number <= maximum else None
