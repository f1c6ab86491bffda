"""Random duplicate games with all invariants checked.

Players submit random plays, some of them with invalid words, and the best one found is made. The
stand-in lexicon is that of :mod:`games.rules.flow.simulation`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from games.rules.duplicate.best_play import choose_best_play
from games.rules.duplicate.formats import DuplicateFormat, DuplicateOptions
from games.rules.duplicate.game import (
    DuplicateState,
    end_without_play,
    judge_submission,
    make_best_play,
    start_duplicate,
)
from games.rules.duplicate.letter_balance import (
    can_go_on,
    count_letters,
    get_required_letters,
)
from games.rules.duplicate.standings import TurnScore, rank_players, score_turn
from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.tiles import BLANK
from games.rules.equipment.word_lookup import WordLookup
from games.rules.flow.simulation import PseudoLexicon, find_random_play
from games.rules.plays.acts import Play

NO_WORDS: WordLookup = frozenset[tuple[str, ...]]()
PLAY_TRIES = 4
"""How many random plays a player compares."""


@dataclass
class DuplicateTally:
    """Counts of simulated duplicate games; ``endings`` by reason."""

    games: int = 0
    turns: int = 0
    rejected: int = 0
    endings: Counter[str] = field(default_factory=Counter)


@dataclass
class DuplicateSimulation:
    """One game in which ``seats`` players take part."""

    seats: int
    random: Random
    tile_set: str | None = None
    variant: str = "scrabble"
    turns: list[dict[int, TurnScore]] = field(default_factory=list)
    best_scores: list[int] = field(default_factory=list)
    lexicon: PseudoLexicon = field(default_factory=PseudoLexicon)

    def play(self, tally: DuplicateTally) -> DuplicateState:
        """Play the game to its end; raises AssertionError if an invariant does not hold."""
        random = self.random
        seed = random.randbytes(32)
        options = DuplicateOptions(
            random.choice(tuple(DuplicateFormat)), random.random() < 0.5, random.random() < 0.5
        )
        state = start_duplicate(self.variant, options, seed, tile_set=self.tile_set)
        check_duplicate_state(state)
        while state.end is None:
            state = self._play_turn(state, seed)
            check_duplicate_state(state)
            tally.rejected += state.rejected
        tally.games += 1
        tally.turns += len(self.turns)
        tally.endings[state.end] += 1
        check_duplicate_standings(self.seats, self.turns, self.best_scores)
        return state

    def _play_turn(self, state: DuplicateState, seed: bytes) -> DuplicateState:
        submitted: dict[int, int] = {}
        valid: list[Play] = []
        for seat in range(self.seats):
            if (play := self._choose_play(state)) is None:
                continue
            # Some players are sure of words that no dictionary has.
            lexicon = NO_WORDS if self.random.random() < 0.1 else self.lexicon
            try:
                submission = judge_submission(state, play, lexicon)
            except NotAllowedError:
                assert state.options.refuses_invalid_words, "a play was refused"
                continue
            submitted[seat] = submission.points
            if not submission.invalid_words:
                valid.append(play)
        best = choose_best_play(state, valid, len)
        if best is None:
            return end_without_play(state)
        self.turns.append(score_turn(submitted, best.score, state.options))
        self.best_scores.append(best.score)
        return make_best_play(state, best.play, seed)

    def _choose_play(self, state: DuplicateState) -> Play | None:
        game_state = state.as_game_state()
        for _ in range(PLAY_TRIES):
            play = find_random_play(game_state, 0, self.random, self.lexicon)
            if play is not None and len(play.tiles()) <= game_state.variant.rack_size:
                return play
        return None


def simulate_duplicate_games(
    seats: int, games: int, seed: int, variant: str = "scrabble"
) -> DuplicateTally:
    """Play this many games; raises AssertionError if an invariant does not hold."""
    tally = DuplicateTally()
    for number in range(games):
        random = Random(f"{seed}/{number}")
        DuplicateSimulation(seats, random, variant=variant).play(tally)
    return tally


def check_duplicate_state(state: DuplicateState) -> None:
    """Assert what holds in every state of a duplicate game.

    >>> state = start_duplicate("scrabble", DuplicateOptions(), bytes(32))
    >>> check_duplicate_state(state)
    """
    everything = (*state.rack, *state.bag, *(tile.tile for _square, tile in state.board.items()))
    assert Counter(everything) == Counter(state.tile_set.all_tiles()), "tiles were lost or made"
    left = (*state.rack, *state.bag)
    if state.end is not None:
        return
    assert can_go_on(state.tile_set, left), "the game should have ended"
    size = state.options.format.rack_size
    joker = state.options.format is DuplicateFormat.JOKER
    if joker:
        assert BLANK in state.rack or BLANK not in state.bag, "the rack has no blank"
        assert state.rack.count(BLANK) <= 1, "the rack has more than one blank"
    letters_left = any(tile != BLANK for tile in state.bag)
    assert len(state.rack) == size or not (letters_left if joker else state.bag), "not refilled"
    drawable = [tile for tile in left if tile != BLANK or not joker]
    if joker and BLANK in left:
        drawable.append(BLANK)
    least = get_required_letters(state.tile_set, drawable, state.turn)
    assert count_letters(state.tile_set, state.rack).holds(least), "an unbalanced rack"
    public, bag = state.to_public_and_secret_json()
    assert DuplicateState.join(public, bag) == state, "JSON changed a state"


def check_duplicate_standings(
    seats: int, turns: Sequence[dict[int, TurnScore]], best_scores: Sequence[int]
) -> None:
    """Assert that places follow points and that no one has more than the best plays and bonuses."""
    standings = rank_players(range(seats), turns, best_scores)
    assert sorted(one.player for one in standings) == list(range(seats))
    assert [one.points for one in standings] == sorted((s.points for s in standings), reverse=True)
    for one in standings:
        bonus = sum(turn[one.player].bonus for turn in turns if one.player in turn)
        assert one.points - bonus <= sum(best_scores), "more points than there were"
        assert one.lone_best_plays <= one.best_plays <= len(turns)
