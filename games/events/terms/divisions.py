"""Divisions: their names as typed, and who is in which by rating."""

from collections.abc import Sequence

from scrabble_site.shared.refusals import InvalidRequest

MAX_DIVISIONS = 12
MAX_NAME_LENGTH = 40


def read_divisions(text: str) -> tuple[list[str], list[int] | None]:
    """Return the names of divisions, the strongest first, and the rating from which each begins.

    A line is a name, or a name and the lowest rating with a comma between them. Without ratings the
    second value is ``None``: directors then choose. Raises ``InvalidRequest`` for names that are
    missing, too long or not distinct, and for ratings that do not fall from line to line.

    >>> read_divisions("A, 1600\\nB, 1200\\nC")
    (['A', 'B', 'C'], [1600, 1200])
    >>> read_divisions("Masters\\nOpen")
    (['Masters', 'Open'], None)
    >>> read_divisions("")
    ([], None)
    """
    lines = [line.rpartition(",") for line in text.splitlines() if line.strip()]
    parts = [(name, floor.strip()) if comma else (floor, "") for name, comma, floor in lines]
    names = [" ".join(name.split()) for name, _floor in parts]
    distinct = {name.casefold() for name in names}
    if len(names) == 1 or len(names) > MAX_DIVISIONS or len(distinct) < len(names):
        raise InvalidRequest("event.divisions")
    if not all(0 < len(name) <= MAX_NAME_LENGTH for name in names):
        raise InvalidRequest("event.divisions")
    typed = [floor for _name, floor in parts]
    if not any(typed):
        return names, None
    if typed[-1] in ("", "0"):
        typed.pop()
    if len(typed) != len(names) - 1 or not all(one.isdecimal() for one in typed):
        raise InvalidRequest("event.division_floors")
    floors = [int(one) for one in typed]
    if floors != sorted(set(floors), reverse=True):
        raise InvalidRequest("event.division_floors")
    return names, floors


def choose_division(names: Sequence[str], floors: Sequence[int] | None, rating: int) -> str:
    """Return the division of a player with this rating.

    Where directors choose, it is the last one until they do; without divisions it is "".

    >>> choose_division(["A", "B", "C"], [1600, 1200], 1300)
    'B'
    >>> choose_division(["A", "B"], None, 2000), choose_division([], None, 2000)
    ('B', '')
    """
    if not names:
        return ""
    bounds = zip(names, floors or (), strict=False)
    return next((name for name, floor in bounds if rating >= floor), names[-1])


def write_divisions(names: Sequence[str], floors: Sequence[int] | None) -> str:
    """Return divisions as :func:`read_divisions` reads them.

    >>> write_divisions(["A", "B"], [1500])
    'A, 1500\\nB'
    """
    shown = [f", {floor}" for floor in floors or ()]
    shown += [""] * (len(names) - len(shown))
    return "\n".join(name + floor for name, floor in zip(names, shown, strict=True))
