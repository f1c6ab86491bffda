"""Searches for room titles whose draws give the games that tests need.

If the dictionary or the rules have changed so much that a whole game lacks one of its features, run
``python -m tests.browser.seed_search`` and use the title it prints in the test.
"""

from collections.abc import Callable
from itertools import count

from tests.browser.planned_games import Plan
from tests.browser.scripted_games import Steps, features, four_seats, qwibble_game, scrabble_game


def search(
    stem: str,
    steps: Callable[[Plan], Steps],
    wanted: dict[str, int],
    most: int,
    make: Callable[[str], Plan],
) -> str:
    """Return a title starting with ``stem`` whose game has all wanted features in ``most`` acts."""
    for number in count(1):
        title = f"{stem} {number}"
        plan = make(title)
        try:
            found = features(plan, steps)
        except AssertionError:
            continue
        if len(plan.log) <= most and all(found[name] >= least for name, least in wanted.items()):
            return title
    raise AssertionError("unreachable")


def main() -> None:
    two = {"bingo": 1, "blank": 2, "won": 1, "lost": 1, "exchange": 1, "pass": 1, "accept": 1}
    four = {"blank": 1, "won": 1, "lost": 1, "turn lost": 1, "exchange": 1}
    theft = {"theft": 3, "lock": 1, "blank": 1, "exchange": 1}

    def fair(title: str) -> Plan:
        return Plan(title, options={"challenge": "ten"})

    def friends(title: str) -> Plan:
        return Plan(title, seats=4, options={"challenge": "double"})

    print(search("Fair play", scrabble_game, two, 26, fair))
    print(search("Four friends", four_seats, four, 20, friends))
    print(search("Thick as thieves", qwibble_game, theft, 20, lambda title: Plan(title, "qwibble")))


if __name__ == "__main__":
    main()
