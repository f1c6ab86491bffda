"""Scripts of whole games.

Each script yields ``(seat, act)`` and continues from the plan once the site has done that.
:mod:`tests.browser.seed_search` finds titles whose games are worth playing.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeAlias

from games.rules.flow.game import Phase, can
from games.rules.plays.acts import Accept, Act, Challenge, Exchange, Pass, Play
from games.rules.plays.events import Challenged, Played, TurnLost
from tests.browser.planned_games import Plan

Step: TypeAlias = tuple[int, Act]
Steps: TypeAlias = Iterator[Step]

FAIR = "Fair play 1"
FOUR = "Four friends 2"
THEFT = "Thick as thieves 2"


def play_out(plan: Plan) -> Steps:
    """Make the longest plays one after another; exchange or pass without any; accept every play."""
    while plan.state.phase is not Phase.OVER:
        yield (
            _settle(plan)
            if plan.state.phase is Phase.FINAL_CHALLENGE
            else choose_longest_play(plan)
        )


def choose_longest_play(plan: Plan) -> Step:
    """Return the longest play of the seat to move, or else an exchange or a pass."""
    seat = plan.mover
    if plays := plan.plays():
        return seat, plays[0]
    return seat, Exchange(plan.rack()[:1]) if can(plan.state, seat, Exchange) else Pass()


def _settle(plan: Plan) -> Step:
    others = (seat for seat in plan.state.in_play if can(plan.state, seat, Accept))
    return next(others), Accept()


def scrabble_game(plan: Plan) -> Steps:
    """Win a challenge, lose one, exchange, pass, and then play on to the end."""
    yield choose_longest_play(plan)
    yield from play_challenged_phony(plan)
    yield plan.mover, Exchange(plan.rack()[:3])
    yield from play_challenged_word(plan)
    yield plan.mover, Pass()
    yield from play_out(plan)


def play_challenged_phony(plan: Plan) -> Steps:
    """Play a phony, which the next seat challenges."""
    seat = plan.mover
    yield seat, plan.phony()
    yield (seat + 1) % plan.seats, Challenge()


def play_challenged_word(plan: Plan) -> Steps:
    """Make a valid play, which the next seat challenges unsuccessfully."""
    seat = plan.mover
    yield choose_longest_play(plan)
    yield (seat + 1) % plan.seats, Challenge()


def four_seats(plan: Plan) -> Steps:
    """Take each kind of turn once, let one seat leave early, and pass to the end."""
    yield choose_longest_play(plan)
    yield from play_challenged_phony(plan)
    yield from play_challenged_word(plan)
    yield choose_longest_play(plan)
    yield plan.mover, Exchange(plan.rack()[:2])
    yield choose_longest_play(plan)
    while plan.state.phase is not Phase.OVER:
        yield plan.mover, Pass()


def qwibble_game(plan: Plan, first: int = 0) -> Steps:
    """Prefer plays that reach a padlock or steal most, swap once, and pass twice at the end.

    ``first`` plays have been made already.
    """
    for turn in range(first, 12):
        if turn == 3:
            yield plan.mover, Exchange(plan.rack()[:4])
        yield plan.mover, _greediest(plan)
    yield plan.mover, Pass()
    yield plan.mover, Pass()


def _greediest(plan: Plan) -> Play:
    def worth(play: Play) -> tuple[bool, int]:
        score = plan.score(play)
        return bool(score.safe_squares), score.stolen

    return max(islice(plan.plays(), 400), key=worth)


def features(plan: Plan, steps: Callable[[Plan], Steps]) -> Counter[str]:
    """Run a script to its end and count what happened in it."""
    for seat, act in steps(plan):
        plan.do(act, seat)
    counts = Counter(type(act).__name__.lower() for _, act in plan.log)
    for event in plan.events:
        match event:
            case Challenged(upheld=upheld):
                counts["won" if upheld else "lost"] += 1
            case TurnLost():
                counts["turn lost"] += 1
            case Played(score=score, tiles=tiles, went_out=out):
                counts["bingo"] += score.bingo > 0
                counts["blank"] += any(mark.islower() for mark in tiles)
                counts["theft"] += score.stolen > 0
                counts["lock"] += bool(score.safe_squares)
                counts["out"] += out
    return counts
