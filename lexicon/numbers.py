"""Small numbers as people and pages write them."""

MOST = 999_999


def read_small(said: object, most: int = MOST) -> int | None:
    """A number from 0 to ``most``; ``None`` for what is none, or larger than can be meant.

    Nothing but ASCII digits: ``int`` alone would take signs, spaces, underlines, other scripts'
    digits, and any length.

    >>> read_small("12"), read_small("-1"), read_small("9" * 40), read_small(""), read_small(None)
    (12, None, None, None, None)
    """
    text = said if isinstance(said, str) else ""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    number = int(text)
    return number if number <= most else None
