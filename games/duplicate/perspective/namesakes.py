"""Numbers that tell entrants with the same name apart: "Anna", "Anna (2)".

At a table, a name that is taken is refused. Here any number of people join, so a name may come more
than once.
"""

from collections import Counter
from collections.abc import Iterable

from games.common.names import get_confusable_key
from games.duplicate.models import DuplicateEntrant


def number_namesakes(entrants: Iterable[DuplicateEntrant]) -> dict[int, int]:
    """Return the numbers of those whose name looks like that of someone who entered before them,
    by the ids of the entrants. The first with a name has none.
    """
    numbers: dict[int, int] = {}
    met: Counter[str] = Counter()
    taken: set[str] = set()
    for entrant in sorted(entrants, key=lambda one: one.pk):
        name, key = _get_stored_name(entrant), _get_key(entrant)
        number = met[key] + 1
        # Someone may have called themselves "Anna (2)".
        while (shown := _get_shown_key(name, key, number)) in taken:
            number += 1
        met[key] = number
        taken.add(shown)
        if number > 1:
            numbers[entrant.pk] = number
    return numbers


def add_number(name: str, number: int) -> str:
    """Return a name as it is shown for the namesake with this number."""
    return f"{name} ({number})" if number > 1 else name


def _get_stored_name(entrant: DuplicateEntrant) -> str:
    """Return the name before translation, so that the number is the same in every language."""
    return f"bot {entrant.computer_level}" if entrant.player is None else entrant.player.nickname


def _get_key(entrant: DuplicateEntrant) -> str:
    """Return what the name looks like."""
    known = entrant.player.confusable_key if entrant.player else ""
    return known or get_confusable_key(_get_stored_name(entrant))


def _get_shown_key(name: str, key: str, number: int) -> str:
    return key if number == 1 else get_confusable_key(add_number(name, number))
