"""Error rates of fair-play figures, measured on records, self-play and simulated clocks.

Uses no database. ``manage.py measure_signals`` prints the results, and the table in the README is
its output.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from hashlib import sha256
from math import exp
from pathlib import Path
from random import Random

from games.engine.budget import Budget
from games.engine.levels import choose_act
from games.fairplay.terms.observed_turns import ObservedTurn
from games.fairplay.terms.observing import observe, observe_step
from games.fairplay.terms.statistics import GAMES, Figure, MeasuredTurn, compute_difficulty
from games.rules.equipment.errors import RuleError
from games.rules.flow.game import apply, start_game
from games.rules.flow.game_history import HistoryStep
from games.rules.gcg import build_history, read_record, replay_record
from games.rules.positions.variants import get_variant
from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.frequencies import WordFrequencies, load_word_frequencies

PROGRAMS = (
    *("*:Quackle", "*:New_Player_1", "*:BestBot", "*:HastyBot", "*:Maven"),
    *("macondo__*:Alice", "macondo__*:Bob"),
)
"""Computer programs among the players of the published records, as patterns of file and name."""
RECORD_POINTS = 1900
"""The rating assumed for players of published tournament records."""
# A limit for safety, should a game go on without end.
MAX_MOVES = 200

Game = list[ObservedTurn]
"""The observed turns of one player in one game."""


@dataclass(frozen=True, slots=True)
class ObservedRecords:
    """Observed records, with one entry for each player and game."""

    people: list[Game]
    programs: list[Game]
    # Names of files that are not records of Scrabble in English.
    skipped: list[str]


def read_records(folder: Path, words: WordGraph, common: WordGraph | None) -> ObservedRecords:
    """Observe the published games (\\*.gcg) in a folder."""
    found = ObservedRecords([], [], [])
    for path in sorted(folder.glob("*.gcg")):
        try:
            replay = replay_record(read_record(path.read_bytes()))
        except RuleError:
            found.skipped.append(path.name)
            continue
        if replay.tile_set.code != "en":
            found.skipped.append(path.name)
            continue
        observed_turns = list(observe(build_history(replay, words), words, common))
        for seat, player in enumerate(replay.record.players):
            own = [observed_turn for observed_turn in observed_turns if observed_turn.seat == seat]
            name = f"{path.name}:{player.nick}"
            pile = (
                found.programs
                if any(fnmatch(name, pattern) for pattern in PROGRAMS)
                else found.people
            )
            if own:
                pile.append(own)
    return found


def play_levels(
    level: int, games: range, words: WordGraph, common: WordGraph | None, seconds: float
) -> Iterator[Game]:
    """Let a level play against itself and yield the observed turns of each seat."""
    frequencies = load_word_frequencies("en", words)
    for game in games:
        seats: defaultdict[int, Game] = defaultdict(list)
        for step in _play(level, game, words, frequencies, seconds):
            observed_turn = observe_step(step, words, common)
            if observed_turn is not None:
                seats[step.seat].append(observed_turn)
        yield from seats.values()


def _play(
    level: int, game: int, words: WordGraph, frequencies: WordFrequencies, seconds: float
) -> Iterator[HistoryStep]:
    chance, secret = Random(game), sha256(f"signals {game}".encode()).digest()
    options = get_variant("scrabble").options(challenge="void")
    state = start_game("scrabble", options, 2, secret).state
    for number in range(1, MAX_MOVES):
        seat = state.to_move
        if seat is None:
            return
        act = choose_act(state, seat, level, words, frequencies, chance, Budget(seconds=seconds))
        done = apply(state, seat, act, lexicon=words, seed=secret)
        yield HistoryStep(number, seat, act, state, done.events, done.state)
        state = done.state


def simulate_turns(points: float, games: Iterable[Game]) -> list[MeasuredTurn]:
    """Return the turns of these games as if played by a player with this rating."""
    return [
        MeasuredTurn(compute_difficulty(observed_turn.features), observed_turn.found, points)
        for game in games
        for observed_turn in game
    ]


def split_into_sets(games: Sequence[Game]) -> list[Sequence[Game]]:
    """Split the games into disjoint sets of ten."""
    return [games[at : at + GAMES] for at in range(0, len(games) - GAMES + 1, GAMES)]


def draw_sets(games: Sequence[Game], count: int, chance: Random) -> list[Sequence[Game]]:
    """Draw random sets of ten different games. Sets may share games."""
    if len(games) < GAMES:
        return []
    return [chance.sample(games, GAMES) for _ in range(count)]


def simulate_clocks(follows: float, chance: Random, turns: int = 100) -> list[MeasuredTurn]:
    """Simulate a player whose thinking time has about this correlation with difficulty.

    Times are spread like real ones: a few turns take several times as long as most.
    """
    rest = (1 - follows**2) ** 0.5
    made = []
    for _ in range(turns):
        hard = chance.gauss(0, 1)
        thought = follows * hard + rest * chance.gauss(0, 1)
        # Log-normal, with a median of 30 seconds.
        made.append(MeasuredTurn(hard, False, 1500, spent=round(30_000 * exp(0.8 * thought))))
    return made


def simulate_page_hidden(
    usual: float, at_finds: float, chance: Random, turns: int = 100, finds: int = 20
) -> list[MeasuredTurn]:
    """Simulate a player who hides the page on ``at_finds`` of the turns with hard finds and
    ``usual`` of all others."""
    made = []
    for number in range(turns):
        hard = number < finds
        left = chance.random() < (at_finds if hard else usual)
        made.append(MeasuredTurn(9.0 if hard else 0.0, True, 1500, away=5000 if left else 0))
    return made


@dataclass(frozen=True, slots=True)
class FigureSummary:
    """Means over sets of ten games."""

    sets: int
    turns: float
    value: float
    expected: float
    mean: float
    # The highest deviation of any set.
    highest: float
    # Number of sets above the threshold.
    high: int


def summarise(figures: Sequence[Figure]) -> FigureSummary | None:
    """Summarise the figures, or return ``None`` if none has enough turns."""
    known = [(figure, figure.deviations) for figure in figures if figure.deviations is not None]
    if not known:
        return None
    count = len(known)
    return FigureSummary(
        sets=count,
        turns=sum(one.turns for one, _ in known) / count,
        value=sum(one.value for one, _ in known) / count,
        expected=sum(one.expected for one, _ in known) / count,
        mean=sum(far for _, far in known) / count,
        highest=max(far for _, far in known),
        high=sum(one.is_high for one, _ in known),
    )
