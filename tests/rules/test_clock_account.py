"""The clocks' account: no order of acts, pauses and outages creates or loses time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules.equipment.errors import RuleError
from games.rules.flow.game import Phase
from games.rules.flow.game_clock import is_out_of_time, pause_clock, resume_clock
from games.rules.flow.simulation import choose_act
from games.rules.plays.acts import Act, Challenge, Flag, Pass, Resign
from games.rules.time.clock import MAX_LAG, MAX_LAG_CREDIT
from tests.rules.test_clock import LEXICON, T0, begin, clock_of, do


@dataclass
class Ledger:
    """Where all time went, in milliseconds, recorded independently of the rules."""

    given: list[int]
    charged: list[int]
    credited: list[int]
    now: int = T0
    since: int | None = T0


class Clocks(RuleBasedStateMachine):
    """In any order of events, a seat has the time it was given less the time it used."""

    control = "2+3/1"

    @initialize(seats=st.integers(2, 4), rule_=st.sampled_from(["void", "single", "double"]))
    def sit_down(self, seats: int, rule_: str) -> None:
        self.state = begin(self.control, seats, challenge=rule_)
        self.control_ = self.state.options.clock
        start = clock_of(self.state).left
        self.ledger = Ledger(list(start), [0] * seats, [0] * seats)

    def on(self) -> bool:
        return self.state.phase is not Phase.OVER

    def run(self, seat: int, act: Act, lag: int = 0) -> None:
        """Try an act and, if it is accepted, enter its time in the ledger."""
        before, ledger = self.state, self.ledger
        try:
            after = do(before, act, ledger.now - T0, seat=seat, lag=lag)
        except RuleError as error:
            if error.code == "clock.out":
                assert is_out_of_time(before, ledger.now, 0)
            return
        mover = clock_of(before).running
        took_turn = type(act).__name__ in {"Play", "Exchange", "Pass"}
        turned = took_turn or after.to_move != before.to_move or after.phase is Phase.OVER
        if mover is not None and turned and ledger.since is not None:
            # Lag is credited up to a limit per turn and per game.
            spared = min(lag, MAX_LAG, MAX_LAG_CREDIT - ledger.credited[mover])
            if seat != mover or isinstance(act, Flag):
                spared = 0
            taken = max(0, ledger.now - ledger.since)
            used = max(0, taken - spared)
            ledger.credited[mover] += taken - used
            assert ledger.credited[mover] <= MAX_LAG_CREDIT
            # A clock is never charged beyond the overtime that it allows.
            most = ledger.given[mover] - ledger.charged[mover] + self.control_.limit
            ledger.charged[mover] += min(used, most)
            in_time = ledger.given[mover] > ledger.charged[mover]
            if took_turn and in_time and after.phase is not Phase.OVER:
                ledger.given[mover] += self.control_.increment * 1000
        if turned:
            ledger.since = ledger.now if after.to_move is not None else None
        self.state = after

    @rule(ms=st.integers(0, 20_000))
    def wait(self, ms: int) -> None:
        self.ledger.now += ms

    @precondition(on)
    @rule(number=st.integers(0, 2**32), lag=st.integers(0, 800))
    def act_sensibly(self, number: int, lag: int) -> None:
        self.run(*choose_act(self.state, Random(number), LEXICON), lag)

    @precondition(on)
    @rule(seat=st.integers(0, 3), act=st.sampled_from([Pass(), Challenge(), Resign(), Flag()]))
    def act_wildly(self, seat: int, act: Act) -> None:
        self.run(seat % len(self.state.seats), act)

    @precondition(on)
    @rule(ms=st.integers(0, 600_000))
    def site_down(self, ms: int) -> None:
        """Let an outage pass. No seat is charged for it: running clocks start that much later."""
        self.ledger.now += ms
        clock = clock_of(self.state)
        if clock.running is not None and self.ledger.since is not None:
            self.state = replace(self.state, clock=replace(clock, since=clock.since + ms))
            self.ledger.since += ms

    @precondition(on)
    @rule(ms=st.integers(0, 600_000))
    def pause(self, ms: int) -> None:
        if is_out_of_time(self.state, self.ledger.now, 0):
            return
        mover = clock_of(self.state).running
        self.state = pause_clock(self.state, self.ledger.now)
        if mover is not None and self.ledger.since is not None:
            self.ledger.charged[mover] += max(0, self.ledger.now - self.ledger.since)
        self.ledger.now += ms
        self.state = resume_clock(self.state, self.ledger.now)
        self.ledger.since = self.ledger.now if self.state.to_move is not None else None

    @precondition(on)
    @rule()
    def go_on_unhalted(self) -> None:
        """Resume clocks that are already running, which changes nothing."""
        self.state = resume_clock(self.state, self.ledger.now)

    @invariant()
    def nothing_appears_or_vanishes(self) -> None:
        if not hasattr(self, "state"):
            return
        clock, pairs = (
            clock_of(self.state),
            zip(self.ledger.given, self.ledger.charged, strict=True),
        )
        assert clock.left == tuple(given - charged for given, charged in pairs)
        assert min(clock.left) >= -self.control_.limit
        assert clock.running == self.state.to_move
        assert clock.running is None or clock.since == self.ledger.since


TestClocks = Clocks.TestCase
TestClocks.settings = settings(max_examples=12, stateful_step_count=30, deadline=None)
