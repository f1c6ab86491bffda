"""State machines: the invariants hold for any acts in any order."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import hypothesis.strategies as st
from hypothesis import assume, given, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from games.rules.equipment.errors import RuleError
from games.rules.equipment.squares import Direction, PlayPosition, Square
from games.rules.flow.game import (
    GameState,
    Phase,
    apply,
    can,
    preview_score,
    replay_log,
    start_game,
)
from games.rules.flow.invariants import check_state, check_transition
from games.rules.flow.simulation import (
    PseudoLexicon,
    choose_act,
    list_option_combinations,
    play_game,
)
from games.rules.plays.acts import (
    Abort,
    Accept,
    Act,
    Annul,
    Challenge,
    Exchange,
    Expire,
    Forfeit,
    Pass,
    Play,
    Resign,
    act_from_json,
    act_to_json,
)
from games.rules.plays.events import event_from_json, event_to_json
from games.rules.positions.variants import VARIANTS

LEXICON = PseudoLexicon()
BARE: list[Act] = [
    *(Pass(), Challenge(), Accept(), Resign(), Forfeit("time"), Abort(), Annul(), Expire())
]


class Table(RuleBasedStateMachine):
    """A table whose seats usually act sensibly and sometimes wildly."""

    variant = "scrabble"

    @initialize(data=st.data(), seed=st.binary(min_size=32, max_size=32))
    def sit_down(self, data: st.DataObject, seed: bytes) -> None:
        variant = VARIANTS[self.variant]
        seats = data.draw(st.integers(variant.min_seats, variant.max_seats))
        options = data.draw(st.sampled_from(list_option_combinations(variant, seats)))
        self.seed = seed
        self.start = self.state = start_game(variant.id, options, seats, seed).state
        self.log: list[tuple[int, Act]] = []

    @rule(number=st.integers(0, 2**32), turns=st.integers(1, 12))
    def act_sensibly(self, number: int, turns: int) -> None:
        random = Random(number)
        for _ in range(turns):
            if self.state.phase is Phase.OVER:
                return
            self.take(*choose_act(self.state, random, LEXICON))

    @rule(seat=st.integers(-1, 4), act=st.sampled_from(BARE))
    def act_wildly(self, seat: int, act: Act) -> None:
        leaving = isinstance(act, (Resign, Forfeit, Abort, Annul, Expire))
        # Otherwise most games would end before anything else happened.
        assume(not (leaving and len(self.log) % 5))
        self.try_out(seat, act)

    @rule(seat=st.integers(0, 3), data=st.data())
    def play_wildly(self, seat: int, data: st.DataObject) -> None:
        text = data.draw(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZaes.", min_size=1, max_size=8))
        square = Square(data.draw(st.integers(0, 21)), data.draw(st.integers(0, 21)))
        position = PlayPosition(square, data.draw(st.sampled_from(Direction)))
        self.try_out(seat, Play.read(position.name, text, self.state.tile_set))

    @rule(seat=st.integers(0, 3), count=st.integers(0, 8), extra=st.booleans())
    def exchange_wildly(self, seat: int, count: int, extra: bool) -> None:
        if seat < len(self.state.seats):
            tiles = self.state.seats[seat].rack[:count]
            more = self.state.tile_set.read("Q") if extra else ()
            self.try_out(seat, Exchange(tiles + more))

    def try_out(self, seat: int, act: Act) -> None:
        """Try an act. If it is refused, nothing changes;
        if it is accepted, it was open to the seat."""
        copy = GameState.from_json(self.state.to_json())
        opened = can(self.state, seat, type(act))
        try:
            self.take(seat, act)
        except RuleError:
            assert self.state == copy
        else:
            assert opened

    def take(self, seat: int, act: Act) -> None:
        before = self.state
        done = apply(before, seat, act, lexicon=LEXICON, seed=self.seed)
        check_transition(before, done.state)
        if isinstance(act, Play):
            assert preview_score(before, seat, act, LEXICON).total >= 0
        assert [event_from_json(event_to_json(e)) for e in done.events] == list(done.events)
        assert act_from_json(act_to_json(act, before.tile_set), before.tile_set) == act
        self.state = done.state
        self.log.append((seat, act))

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "state"):
            check_state(self.state)
            assert GameState.from_json(self.state.to_json()) == self.state

    def teardown(self) -> None:
        """Check that replaying the log gives the final state."""
        if hasattr(self, "state"):
            again = replay_log(self.start, self.log, lexicon=LEXICON, seed=self.seed)
            assert again.state == self.state


class QwibbleTable(Table):
    variant = "qwibble"


class SuperTable(Table):
    variant = "super"


STEPS: dict[str, Any] = {"stateful_step_count": 25}
TestTable = Table.TestCase
TestTable.settings = settings(**STEPS)
TestQwibbleTable = QwibbleTable.TestCase
TestQwibbleTable.settings = settings(**STEPS)
TestSuperTable = SuperTable.TestCase
TestSuperTable.settings = settings(**STEPS)


@given(st.integers(0, 2**32))
def test_points_lost_by_theft_go_to_the_other_seat(number: int) -> None:
    random = Random(number)
    variant = VARIANTS["qwibble"]
    seed = random.randbytes(32)
    state = start_game("qwibble", variant.options(), 2, seed).state
    for _ in range(15):
        if state.phase is Phase.OVER:
            return
        seat, act = choose_act(state, random, LEXICON)
        after = apply(state, seat, act, lexicon=LEXICON, seed=seed).state
        if isinstance(act, Play) and after.phase is Phase.PLAYING:
            score = preview_score(state, seat, act, None)
            gains = [a.score - b.score for a, b in zip(after.seats, state.seats, strict=True)]
            assert gains[seat] == score.placed + score.stolen
            assert gains[1 - seat] == -score.stolen
        state = after


def test_whole_games_of_every_variant_end() -> None:
    for variant in VARIANTS.values():
        for seats in range(variant.min_seats, variant.max_seats + 1):
            for number in range(3):
                final = play_game(variant.id, seats, Random(number), Counter())
                assert final.outcome is not None
