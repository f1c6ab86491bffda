"""Computer players: nine levels, from a beginner to the strongest.

Of the plays that a level sees (:mod:`games.engine.sight`), it picks the one that seems best to it.
The strongest sees all and thinks ahead.

``choose_act`` picks the act for a turn, ``respond_to_play`` the answer to another seat's play. Both
are plain functions of a state: they keep no data and may run in any thread. If the engine fails,
``choose_act`` still returns a legal act and logs the failure. :mod:`games.computers` decides when
to call them; their acts go through the same services as people's.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import numpy as np

from games.engine.budget import Budget
from games.engine.engine import Engine, Survey, rank_with_reference
from games.engine.kernel_position import make_kernel_position
from games.engine.phonies import FAMILIAR_ZIPF, find_phony
from games.engine.sight import Sight
from games.rules.flow.game import GameState, can, get_max_exchange, verify
from games.rules.plays.acts import Accept, Act, Challenge, Exchange, Pass
from games.rules.plays.scoring import PlayScore
from games.rules.positions.options import ChallengeRule
from lexicon.graph.jit import Array
from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.frequencies import WordFrequencies

fallbacks = logging.getLogger("games.engine.fallbacks")
"""Logger for engine failures, which players do not notice: this log is the only sign of them."""

PATIENCE = 4
"""Scoreless rounds after which no level exchanges any more, so that the game comes to an end."""

OWNED_WORTH = 0.28
"""The usual score of a play with owned tiles relative to one with premium squares: about 9 to
32."""

BLANK_WORTH = 25.0
"""Points that a play must gain by a blank before a player who does not weigh leaves spends it."""


@dataclass(frozen=True, slots=True)
class ComputerLevel:
    """The abilities of one level. Shares are between 0 and 1."""

    # Stored with a seat. Codes have no order: the levels 1 to 5 are older than the others.
    code: int
    name: str
    # How difficult plays may be for it to see half of them, see :mod:`games.engine.sight`; ``None``
    # if it sees all.
    skill: float | None
    # Share of a leave's value that it takes into account.
    leave_weight: float = 1.0
    # Share of its turns on which it plays an invalid word, where that is allowed.
    mistake_rate: float = 0.0
    # Share of other seats' invalid words that it notices.
    notice_rate: float = 1.0
    # Share of valid but rare words that it challenges if that costs nothing.
    doubt_rate: float = 0.0
    # Time for rollouts and end games.
    seconds: float = 0.0


LEVELS: tuple[ComputerLevel, ...] = (
    ComputerLevel(6, "beginner", 1.65, 0.0, 0.06, 0.2, 0.02),
    ComputerLevel(1, "gentle", 2.4, 0.1, 0.06, 0.3, 0.02),
    ComputerLevel(2, "casual", 3.3, 0.15, 0.05, 0.4, 0.03),
    ComputerLevel(7, "keen", 4.2, 0.25, 0.04, 0.55, 0.03),
    ComputerLevel(3, "steady", 5.2, 0.35, 0.03, 0.7, 0.03),
    ComputerLevel(8, "skilled", 6.5, 0.5, 0.02, 0.8, 0.02),
    ComputerLevel(4, "strong", 8.3, 0.7, 0.01, 0.9, 0.01),
    ComputerLevel(9, "advanced", 10.7, 0.9, notice_rate=0.97),
    ComputerLevel(5, "expert", None, seconds=2.0),
)
"""The levels, weakest first."""


def get_level(code: int) -> ComputerLevel:
    """Return the level with this code; raises ``LookupError`` for others."""
    for level in LEVELS:
        if level.code == code:
            return level
    raise LookupError(f"there is no level with the code {code}")


def choose_act(
    state: GameState,
    seat: int,
    level: int,
    graph: WordGraph,
    frequencies: WordFrequencies,
    rng: Random,
    budget: Budget | None = None,
    *,
    allow_errors: bool = False,
) -> Act:
    """Return a legal act for ``seat``, whose turn it is.

    ``graph`` holds the game's words, and ``frequencies`` how common they are. ``budget`` replaces
    the level's own time to think. With ``allow_errors`` the lower levels sometimes play an invalid
    word, unless plays are judged at once.
    """
    player = get_level(level)
    try:
        act = _choose(state, seat, player, graph, frequencies, rng, budget, allow_errors)
        # A bug in the engine must show up here, not as a refused move in a player's game.
        verify(state, seat, act, graph)
    except Exception:
        fallbacks.exception("The engine failed for level %d", level)
        return choose_fallback_act(state, seat, graph)
    return act


def _choose(
    state: GameState,
    seat: int,
    player: ComputerLevel,
    graph: WordGraph,
    frequencies: WordFrequencies,
    rng: Random,
    budget: Budget | None,
    allow_errors: bool,
) -> Act:
    if (
        allow_errors
        and state.options.challenge.has_challenges
        and rng.random() < player.mistake_rate
    ):
        wrong = find_phony(state, seat, graph, frequencies, rng)
        if wrong is not None:
            return wrong
    if player.seconds and not is_exchange_pointless(state):
        thought = budget or Budget(seconds=player.seconds)
        return Engine(graph).best_plays(state, 1, thought, seat=seat)[0].act
    survey = Engine(graph).survey(state, seat)
    return choose_seen_act(survey, player, frequencies, rng)


def choose_seen_act(
    survey: Survey, player: ComputerLevel, frequencies: WordFrequencies, rng: Random
) -> Act:
    """Return the act that seems best to the player among those that it sees."""
    position = survey.position
    state, seat = position.state, position.seat
    values = _weigh(survey, player)
    order = np.argsort(-values, kind="stable")
    play = find_seen_play(survey, player, order, frequencies, rng)
    # An exchange or a pass is always seen.
    is_play = survey.is_play()
    other = next((int(i) for i in order if not is_play[i] and _may(survey[int(i)].act, survey)), -1)
    if play is None:
        return exchange_or_pass(state, seat, rng)
    if other >= 0 and values[other] > values[play]:
        return survey[other].act
    return survey[play].act


def find_seen_play(
    survey: Survey,
    player: ComputerLevel,
    order: Iterable[int],
    frequencies: WordFrequencies,
    rng: Random,
) -> int | None:
    """Return the index of the first play in ``order`` that the player sees, or the easiest one if
    it sees none at first. ``None`` if there is no play."""
    if player.skill is None:
        is_play = survey.is_play()
        return next((int(index) for index in order if is_play[index]), None)
    sight = Sight(survey, player.skill, frequencies, rng.getrandbits(32))
    seen = sight.find_first(order)
    return sight.find_easiest() if seen is None else seen


def _weigh(survey: Survey, player: ComputerLevel) -> Array:
    """Return what each act of a survey seems to be worth to the player."""
    scores, equities = survey.ranked.scores, survey.ranked.equities
    values = scores + player.leave_weight * (equities - scores)
    if survey.position.in_bag:
        owned = survey.position.state.variant.scoring.owned_tiles
        worth = BLANK_WORTH * (OWNED_WORTH if owned else 1.0)
        values -= (1 - player.leave_weight) * worth * survey.count_blanks()
    return values


def _may(act: Act, survey: Survey) -> bool:
    state = survey.position.state
    if isinstance(act, Exchange) and is_exchange_pointless(state):
        return False
    return can(state, survey.position.seat, type(act))


def respond_to_play(
    state: GameState,
    seat: int,
    level: int,
    graph: WordGraph,
    frequencies: WordFrequencies,
    rng: Random,
) -> Challenge | Accept | None:
    """Return the response of ``seat`` to the latest play.

    That is a challenge, an acceptance if the game waits for one, or ``None``. Call it once per
    play, because the answer is partly random.
    """
    pending = state.pending
    if pending is None or pending.seat == seat or not can(state, seat, Challenge):
        return None
    if _challenges(state, get_level(level), graph, frequencies, rng):
        return Challenge()
    return Accept() if can(state, seat, Accept) else None


def _challenges(
    state: GameState,
    player: ComputerLevel,
    graph: WordGraph,
    frequencies: WordFrequencies,
    rng: Random,
) -> bool:
    pending = state.pending
    assert pending is not None
    bad = pending.misplaced or not _holds_all(graph, pending.score)
    if bad:
        # Where the seats vote, everyone is told which words are not in the dictionary.
        return state.options.challenge.votes or rng.random() < player.notice_rate
    if state.options.challenge is not ChallengeRule.SINGLE:
        return False
    rare = any(frequencies.get(word.faces) < FAMILIAR_ZIPF for word in pending.score.words)
    return rare and rng.random() < player.doubt_rate


def _holds_all(graph: WordGraph, score: PlayScore) -> bool:
    return all(word.faces in graph for word in score.words)


def choose_fallback_act(state: GameState, seat: int, graph: WordGraph) -> Act:
    """Return a legal act without the compiled engine: the best-scoring play, an exchange or a
    pass."""
    try:
        position = make_kernel_position(state, seat, graph)
        survey = Survey(position, rank_with_reference(position))
        act = survey[0].act
        verify(state, seat, act, graph)
    except Exception:
        fallbacks.exception("The plain generator failed too")
        act = Pass()
    return exchange_or_pass(state, seat, Random(state.turn_number)) if act == Pass() else act


def is_exchange_pointless(state: GameState) -> bool:
    """Return whether no one has scored for so many rounds that exchanging is pointless."""
    return state.scoreless >= PATIENCE * len(state.seats)


def exchange_or_pass(state: GameState, seat: int, rng: Random) -> Act:
    """Exchange most of the rack if that is allowed and not pointless; otherwise pass."""
    if is_exchange_pointless(state):
        return Pass()
    limit = get_max_exchange(state) if can(state, seat, Exchange) else 0
    rack = list(state.seats[seat].rack)
    if not limit or not rack:
        return Pass()
    rng.shuffle(rack)
    return Exchange(tuple(rack[: min(limit, max(1, len(rack) - 2))]))
