"""A whole game looked at act by act: each may be told apart from the others, in any order, by any
process; the same act is told alike."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from games.engine.analysis.chances import chances_at
from games.engine.analysis.choices import (
    describe,
    find_bingos,
    find_most_stolen,
    kept_after,
    points_left_open,
    write_rack,
)
from games.engine.analysis.draws import weigh_draw
from games.engine.analysis.efforts import EFFORTS, Effort
from games.engine.analysis.report import Fate, Level, TurnReport, Verdict
from games.engine.analysis.weighing import Turn, weigh
from games.engine.engine import Engine
from games.engine.leaves import load_model
from games.rules.course import Course, Step
from games.rules.events import Challenged, Event, Played, Withdrawn
from games.rules.judging import is_good
from games.rules.moves import Exchange, Pass, Play
from games.rules.scoring import WordScore
from games.rules.tiles import Tile
from lexicon.graph.wordgraph import WordGraph

TURNS = (Play, Exchange, Pass)


@dataclass(frozen=True)
class Analyst:
    """Looks at one game with the words it was played with."""

    course: Course
    graph: WordGraph
    effort: Effort

    @staticmethod
    def at(level: Level, course: Course, graph: WordGraph) -> "Analyst":
        return Analyst(course, graph, EFFORTS[level])

    def look_at(self, number: int) -> TurnReport:
        """What is to be told of the act of this number; raises IndexError where there is none."""
        if number < 1:
            raise IndexError(number)
        step = self.course.steps[number - 1]
        before = step.before
        told = TurnReport(
            number=number,
            seat=step.seat,
            kind=type(step.act).__name__.lower(),
            scores=tuple(seat.score for seat in before.seats),
            unseen=len(before.bag)
            + sum(len(seat.rack) for n, seat in enumerate(before.seats) if n != step.seat),
            wins=chances_at(step.after),
            rack=write_rack(before, before.seats[step.seat].rack) if step.rack_known else "",
            rack_known=step.rack_known,
            verdict=_verdict(step),
            left_open=points_left_open(step.after, step.seat),
        )
        if isinstance(step.act, Play):
            told = self._look_at_words(step, told)
        if isinstance(step.act, TURNS):
            told = self._judge(step, told) if step.rack_known else _leave_open(step, told)
        return told

    def _look_at_words(self, step: Step, told: TurnReport) -> TurnReport:
        """Which words are none, what became of the play, and who let them pass."""
        options, tile_set = step.before.options, step.before.tile_set
        words = [word for event in step.events for word in words_of(event)]
        bad = tuple(word.word for word in words if not is_good(word.faces, self.graph, tile_set))
        fate: Fate = "withdrawn" if self._is_undone(step) else "stood"
        others = tuple(seat for seat in step.before.in_play if seat != step.seat)
        unnoticed = bad and fate == "stood" and not options.challenge.judges_at_once
        return replace(told, phonies=bad, fate=fate, passed_by=others if unnoticed else ())

    def _is_undone(self, step: Step) -> bool:
        """Whether a play was taken back, before anybody took the next turn."""
        for later in self.course.steps[step.number - 1 :]:
            if later is not step and isinstance(later.act, TURNS):
                return False
            if any(isinstance(one, Withdrawn) and one.seat == step.seat for one in later.events):
                return True
        return False

    def _judge(self, step: Step, told: TurnReport) -> TurnReport:
        before, seat = step.before, step.seat
        survey = Engine(self.graph).survey(before, seat)
        model = load_model(before.tile_set_code, self.graph.alphabet)
        turn = Turn(survey, self.graph, model, step.act, undone=told.fate == "withdrawn")
        weighing = weigh(turn, self.effort, self.effort.seconds / max(1, self._turns))
        best, made, kept = weighing.best[0], weighing.made, self._kept(step)
        wins = told.wins if step.after.outcome else weighing.wins
        is_best = weighing.place == 1
        return replace(
            told,
            wins=wins,
            chosen=replace(made, win=wins[seat]),
            best=weighing.best,
            place=weighing.place,
            lost=0.0 if is_best else round(max(0.0, best.equity - made.equity), 2),
            lost_win=0.0 if is_best else round(max(0.0, (best.win or 0.0) - wins[seat]), 4),
            bingos=find_bingos(survey),
            stealable=find_most_stolen(survey),
            luck=None if kept is None else weigh_draw(survey, model, kept, self.effort.draws),
        )

    @cached_property
    def _turns(self) -> int:
        return sum(isinstance(step.act, TURNS) for step in self.course.steps)

    def _kept(self, step: Step) -> Counter[Tile] | None:
        """The tiles that the seat had kept when it drew; ``None`` where that is not recorded."""
        for earlier in reversed(self.course.steps[: step.number - 1]):
            if earlier.seat == step.seat and isinstance(earlier.act, TURNS):
                if not earlier.rack_known:
                    return None
                rack = earlier.before.seats[step.seat].rack
                act = Pass() if self._is_undone(earlier) else earlier.act
                return kept_after(rack, act)
        return Counter()


def words_of(event: Event) -> tuple[WordScore, ...]:
    return event.score.words if isinstance(event, Played) else ()


def _leave_open(step: Step, told: TurnReport) -> TurnReport:
    """An act of which the rack is not recorded: only what lies on the table can be told."""
    made = describe(step.before, step.seat, step.act, 0.0)
    return replace(told, chosen=replace(made, equity=float(made.score), leave=""))


def _verdict(step: Step) -> Verdict | None:
    for event in step.events:
        if isinstance(event, Challenged):
            return "right" if event.upheld else "wrong"
    return None
