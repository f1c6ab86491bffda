"""Computer players: five levels, from a gentle beginner to the strongest.

``choose`` gives the act for a turn, ``respond`` the answer to another seat's play. Both are plain
functions of a state: they hold nothing and may run in any thread. When the engine fails, a lawful
act comes out of ``choose`` all the same, and the log of fallbacks says so. Who calls them and when
is the matter of :mod:`games.computers`; acts go through the same services as people's.
"""

import logging
from dataclasses import dataclass
from random import Random

from games.engine.budget import Budget
from games.engine.engine import Engine, Survey, rank_plainly
from games.engine.phonies import find_phony
from games.engine.position import see_position
from games.rules.game import GameState, can, most_exchanged, preview, verify
from games.rules.moves import Accept, Act, Challenge, Exchange, Pass, Play
from games.rules.options import ChallengeRule
from games.rules.scoring import PlayScore
from lexicon.graph.wordgraph import WordGraph

fallbacks = logging.getLogger("games.engine.fallbacks")
"""A fault of the engine that players do not notice: nobody but this log tells of it."""

MOST_TRIED = 60
SHORTLIST = 40

PATIENCE = 4
"""Rounds without a score after which no level exchanges any more, so that a game finds its end."""

OWNED_WORTH = 0.28
"""A usual play with owned tiles beside one with premium squares: about 9 points to 32."""


@dataclass(frozen=True, slots=True)
class Level:
    """What a player can do.

    ``common``: knows everyday words only. ``longest``: letters of its longest words. ``ambition``:
    the part of the plays, by score, among which it picks (``None``: it weighs leaves and picks the
    best). ``noise``: points by which it misjudges. ``seconds``: time for rollouts and end games.
    ``errs``: part of its turns on which it plays a word that is none, where that is allowed.
    ``sees``: part of other seats' bad words it notices. ``doubts``: part of good but rare words
    that it challenges where that costs nothing.
    """

    number: int
    common: bool
    longest: int
    ambition: tuple[float, float] | None = None
    noise: float = 0.0
    seconds: float = 0.0
    errs: float = 0.0
    sees: float = 1.0
    doubts: float = 0.0


LEVELS: tuple[Level, ...] = (
    Level(1, True, 5, (0.70, 0.955), errs=0.06, sees=0.2, doubts=0.02),
    Level(2, True, 8, (0.91, 0.996), errs=0.04, sees=0.45, doubts=0.03),
    Level(3, True, 15, None, noise=11.0, errs=0.02, sees=0.75, doubts=0.02),
    Level(4, False, 15, None, noise=15.0, sees=0.97),
    Level(5, False, 99, None, seconds=2.0),
)


def get_level(number: int) -> Level:
    """Levels count from 1; raises LookupError for others."""
    for level in LEVELS:
        if level.number == number:
            return level
    raise LookupError(f"there is no level {number}")


def choose(
    state: GameState,
    seat: int,
    level: int,
    graph: WordGraph,
    common_graph: WordGraph | None,
    rng: Random,
    budget: Budget | None = None,
    *,
    may_err: bool = False,
) -> Act:
    """A lawful act for ``seat``, whose turn it is.

    ``graph`` holds the game's words, ``common_graph`` everyday ones if there is such a list for
    the language. ``budget`` replaces the level's own time for thought. With ``may_err`` lower
    levels sometimes play a word that is none, unless plays are judged at once.
    """
    player = get_level(level)
    try:
        act = _choose(state, seat, player, graph, common_graph, rng, budget, may_err)
        verify(state, seat, act, graph)
    except Exception:
        fallbacks.exception("The engine failed for level %d", level)
        return fall_back(state, seat, graph)
    return act


def _choose(
    state: GameState,
    seat: int,
    player: Level,
    graph: WordGraph,
    common_graph: WordGraph | None,
    rng: Random,
    budget: Budget | None,
    may_err: bool,
) -> Act:
    if may_err and not state.options.challenge.judges_at_once and rng.random() < player.errs:
        words = (common_graph if player.common else None) or graph
        wrong = find_phony(state, seat, words, graph, rng)
        if wrong is not None:
            return wrong
    known = common_graph if player.common and common_graph is not None else graph
    if player.seconds and not is_patience_over(state):
        thought = budget or Budget(seconds=player.seconds)
        return Engine(known).best_plays(state, 1, thought, seat=seat)[0].act
    survey = Engine(known).survey(state, seat)
    knows = _Knowledge(state, seat, player, graph)
    if player.ambition is not None:
        return _pick_by_ambition(survey, player.ambition, knows, rng)
    return _pick_by_equity(survey, _noise_of(player, state), knows, rng)


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """Whether a player would think of an act, and whether the game's lexicon agrees."""

    state: GameState
    seat: int
    player: Level
    graph: WordGraph

    def allows(self, act: Act) -> bool:
        if isinstance(act, Exchange) and is_patience_over(self.state):
            return False
        if not isinstance(act, Play):
            return can(self.state, self.seat, type(act))
        score = preview(self.state, self.seat, act, None)
        return all(
            len(word.faces) <= self.player.longest and word.faces in self.graph
            for word in score.words
        )


def _pick_by_ambition(
    survey: Survey, ambition: tuple[float, float], knows: _Knowledge, rng: Random
) -> Act:
    """A play from the middle of the field: beginners do not find the best ones."""
    plays = [int(index) for index in survey.plays_by_score()]
    for _ in range(MOST_TRIED):
        if not plays:
            break
        place = int(rng.uniform(*ambition) * len(plays))
        act = survey[plays.pop(place)].act
        if knows.allows(act):
            return act
    for index in reversed(plays):
        if knows.allows(act := survey[index].act):
            return act
    return exchange_or_pass(knows.state, knows.seat, rng)


def _noise_of(player: Level, state: GameState) -> float:
    """Where tiles have owners there are no premiums, and every play is worth that much less."""
    owned = state.variant.scoring.owned_tiles
    return player.noise * (OWNED_WORTH if owned else 1.0)


def _pick_by_equity(survey: Survey, noise: float, knows: _Knowledge, rng: Random) -> Act:
    """The best act as far as the player can tell."""
    shortlist = survey.first(SHORTLIST)
    shortlist.sort(key=lambda found: -(found.equity + rng.gauss(0, noise)))
    for found in shortlist:
        if knows.allows(found.act):
            return found.act
    for index in range(SHORTLIST, len(survey)):
        if knows.allows(act := survey[index].act):
            return act
    return Pass()


def respond(
    state: GameState,
    seat: int,
    level: int,
    graph: WordGraph,
    common_graph: WordGraph | None,
    rng: Random,
) -> Challenge | Accept | None:
    """What ``seat`` says to the latest play: a challenge, an acceptance where the game waits for
    one, or nothing. Ask once for each play: chance has a part in the answer."""
    pending = state.pending
    if pending is None or pending.seat == seat or not can(state, seat, Challenge):
        return None
    if _challenges(state, get_level(level), graph, common_graph, rng):
        return Challenge()
    return Accept() if can(state, seat, Accept) else None


def _challenges(
    state: GameState,
    player: Level,
    graph: WordGraph,
    common_graph: WordGraph | None,
    rng: Random,
) -> bool:
    pending = state.pending
    assert pending is not None
    bad = pending.misplaced or not _holds_all(graph, pending.score)
    if bad:
        return rng.random() < player.sees
    if state.options.challenge is not ChallengeRule.SINGLE:
        return False
    rare = common_graph is not None and not _holds_all(common_graph, pending.score)
    return rare and rng.random() < player.doubts


def _holds_all(graph: WordGraph, score: PlayScore) -> bool:
    return all(word.faces in graph for word in score.words)


def fall_back(state: GameState, seat: int, graph: WordGraph) -> Act:
    """A lawful act without the compiled engine: the best scoring play, an exchange, a pass."""
    try:
        position = see_position(state, seat, graph)
        survey = Survey(position, rank_plainly(position))
        act = survey[0].act
        verify(state, seat, act, graph)
    except Exception:
        fallbacks.exception("The plain generator failed too")
        act = Pass()
    return exchange_or_pass(state, seat, Random(state.turn_number)) if act == Pass() else act


def is_patience_over(state: GameState) -> bool:
    """Whether exchanging has been in vain for several rounds."""
    return state.scoreless >= PATIENCE * len(state.seats)


def exchange_or_pass(state: GameState, seat: int, rng: Random) -> Act:
    """Exchange some tiles while there is hope in it."""
    if is_patience_over(state):
        return Pass()
    most = most_exchanged(state) if can(state, seat, Exchange) else 0
    rack = list(state.seats[seat].rack)
    if not most or not rack:
        return Pass()
    rng.shuffle(rack)
    return Exchange(tuple(rack[: min(most, max(1, len(rack) - 2))]))
