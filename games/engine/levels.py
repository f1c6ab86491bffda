"""Computer players: five levels, from a gentle beginner to the strongest.

``choose_act`` picks the act for a turn, ``respond_to_play`` the answer to another seat's play. Both
are plain functions of a state: they keep no data and may run in any thread. If the engine fails,
``choose_act`` still returns a legal act and logs the failure. :mod:`games.computers` decides when
to call them; their acts go through the same services as people's.
"""

import logging
from dataclasses import dataclass
from random import Random

from games.engine.budget import Budget
from games.engine.engine import Engine, Survey, rank_with_reference
from games.engine.kernel_position import make_kernel_position
from games.engine.phonies import find_phony
from games.rules.flow.game import GameState, can, get_max_exchange, preview_score, verify
from games.rules.plays.acts import Accept, Act, Challenge, Exchange, Pass, Play
from games.rules.plays.scoring import PlayScore
from games.rules.positions.options import ChallengeRule
from lexicon.graph.wordgraph import WordGraph

fallbacks = logging.getLogger("games.engine.fallbacks")
"""Logger for engine failures, which players do not notice: this log is the only sign of them."""

# How many random plays a level with ``ambition`` tries before it takes the best one it knows.
MAX_TRIED = 60
# How many of the best acts a level with ``noise`` reorders by its misjudgement.
SHORTLIST = 40

PATIENCE = 4
"""Scoreless rounds after which no level exchanges any more, so that the game comes to an end."""

OWNED_WORTH = 0.28
"""The usual score of a play with owned tiles relative to one with premium squares: about 9 to
32."""


@dataclass(frozen=True, slots=True)
class ComputerLevel:
    """The abilities of one level. Shares are between 0 and 1."""

    number: int
    # Whether it knows everyday words only.
    common: bool
    # Length of the longest words it knows.
    longest: int
    # It picks at random between these two quantiles of the plays by score; ``None``: it weighs
    # leaves and picks the best act.
    ambition: tuple[float, float] | None = None
    # Standard deviation in points of its errors when it weighs acts.
    noise: float = 0.0
    # Time for rollouts and end games.
    seconds: float = 0.0
    # Share of its turns on which it plays an invalid word, where that is allowed.
    mistake_rate: float = 0.0
    # Share of other seats' invalid words that it notices.
    notice_rate: float = 1.0
    # Share of valid but rare words that it challenges if that costs nothing.
    doubt_rate: float = 0.0


LEVELS: tuple[ComputerLevel, ...] = (
    ComputerLevel(1, True, 5, (0.70, 0.955), mistake_rate=0.06, notice_rate=0.2, doubt_rate=0.02),
    ComputerLevel(2, True, 8, (0.91, 0.996), mistake_rate=0.04, notice_rate=0.45, doubt_rate=0.03),
    ComputerLevel(
        3, True, 15, None, noise=11.0, mistake_rate=0.02, notice_rate=0.75, doubt_rate=0.02
    ),
    ComputerLevel(4, False, 15, None, noise=15.0, notice_rate=0.97),
    ComputerLevel(5, False, 99, None, seconds=2.0),
)


def get_level(number: int) -> ComputerLevel:
    """Return the level with this number, counting from 1; raises ``LookupError`` for others."""
    for level in LEVELS:
        if level.number == number:
            return level
    raise LookupError(f"there is no level {number}")


def choose_act(
    state: GameState,
    seat: int,
    level: int,
    graph: WordGraph,
    common_graph: WordGraph | None,
    rng: Random,
    budget: Budget | None = None,
    *,
    allow_errors: bool = False,
) -> Act:
    """Return a legal act for ``seat``, whose turn it is.

    ``graph`` holds the game's words, ``common_graph`` everyday words if the language has such a
    list. ``budget`` replaces the level's own time to think. With ``allow_errors`` the lower levels
    sometimes play an invalid word, unless plays are judged at once.
    """
    player = get_level(level)
    try:
        act = _choose(state, seat, player, graph, common_graph, rng, budget, allow_errors)
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
    common_graph: WordGraph | None,
    rng: Random,
    budget: Budget | None,
    allow_errors: bool,
) -> Act:
    if (
        allow_errors
        and state.options.challenge.has_challenges
        and rng.random() < player.mistake_rate
    ):
        words = (common_graph if player.common else None) or graph
        wrong = find_phony(state, seat, words, graph, rng)
        if wrong is not None:
            return wrong
    known = common_graph if player.common and common_graph is not None else graph
    if player.seconds and not is_exchange_pointless(state):
        thought = budget or Budget(seconds=player.seconds)
        return Engine(known).best_plays(state, 1, thought, seat=seat)[0].act
    survey = Engine(known).survey(state, seat)
    act_filter = _ActFilter(state, seat, player, graph)
    if player.ambition is not None:
        return _pick_by_ambition(survey, player.ambition, act_filter, rng)
    return _pick_by_equity(survey, _get_noise(player, state), act_filter, rng)


@dataclass(frozen=True, slots=True)
class _ActFilter:
    """Whether a player would think of an act, and whether the game's lexicon allows it."""

    state: GameState
    seat: int
    player: ComputerLevel
    graph: WordGraph

    def allows(self, act: Act) -> bool:
        if isinstance(act, Exchange) and is_exchange_pointless(self.state):
            return False
        if not isinstance(act, Play):
            return can(self.state, self.seat, type(act))
        score = preview_score(self.state, self.seat, act, None)
        return all(
            len(word.faces) <= self.player.longest and word.faces in self.graph
            for word in score.words
        )


def _pick_by_ambition(
    survey: Survey, ambition: tuple[float, float], act_filter: _ActFilter, rng: Random
) -> Act:
    """Pick a play from the middle of the range: beginners do not find the best ones."""
    plays = [int(index) for index in survey.list_plays_by_score()]
    for _ in range(MAX_TRIED):
        if not plays:
            break
        place = int(rng.uniform(*ambition) * len(plays))
        act = survey[plays.pop(place)].act
        if act_filter.allows(act):
            return act
    for index in reversed(plays):
        if act_filter.allows(act := survey[index].act):
            return act
    return exchange_or_pass(act_filter.state, act_filter.seat, rng)


def _get_noise(player: ComputerLevel, state: GameState) -> float:
    """Return the noise, reduced if tiles have owners: without premium squares every play is worth
    less."""
    owned = state.variant.scoring.owned_tiles
    return player.noise * (OWNED_WORTH if owned else 1.0)


def _pick_by_equity(survey: Survey, noise: float, act_filter: _ActFilter, rng: Random) -> Act:
    """Return the act that seems best to the player."""
    shortlist = survey.first(SHORTLIST)
    shortlist.sort(key=lambda found: -(found.equity + rng.gauss(0, noise)))
    for found in shortlist:
        if act_filter.allows(found.act):
            return found.act
    for index in range(SHORTLIST, len(survey)):
        if act_filter.allows(act := survey[index].act):
            return act
    return Pass()


def respond_to_play(
    state: GameState,
    seat: int,
    level: int,
    graph: WordGraph,
    common_graph: WordGraph | None,
    rng: Random,
) -> Challenge | Accept | None:
    """Return the response of ``seat`` to the latest play.

    That is a challenge, an acceptance if the game waits for one, or ``None``. Call it once per
    play, because the answer is partly random.
    """
    pending = state.pending
    if pending is None or pending.seat == seat or not can(state, seat, Challenge):
        return None
    if _challenges(state, get_level(level), graph, common_graph, rng):
        return Challenge()
    return Accept() if can(state, seat, Accept) else None


def _challenges(
    state: GameState,
    player: ComputerLevel,
    graph: WordGraph,
    common_graph: WordGraph | None,
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
    rare = common_graph is not None and not _holds_all(common_graph, pending.score)
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
