"""Analyse a whole game act by act.

Each act can be analysed independently of the others, in any order and by any process; the result
for the same act is always the same.
"""

from collections import Counter
from dataclasses import dataclass, replace

from games.engine.analysis.act_comparison import TurnToCompare, compare_acts
from games.engine.analysis.act_descriptions import (
    compute_leave,
    count_stealable_points,
    describe_act,
    find_bingos,
    find_most_stolen,
    format_rack,
)
from games.engine.analysis.draw_luck import measure_draw_luck
from games.engine.analysis.effort import EFFORTS, AnalysisEffort
from games.engine.analysis.report import AnalysisLevel, ChallengeVerdict, PlayFate, TurnReport
from games.engine.analysis.win_chances import estimate_chances
from games.engine.engine import Engine
from games.engine.leaves import load_leave_model
from games.rules.equipment.tiles import Tile
from games.rules.flow.game_history import GameHistory, HistoryStep
from games.rules.plays.acts import Exchange, Pass, Play, get_act_kind
from games.rules.plays.events import Challenged, Event, Played, Withdrawn
from games.rules.plays.scoring import WordScore
from games.rules.positions.play_judgement import is_valid_word
from lexicon.graph.wordgraph import WordGraph

TURNS = (Play, Exchange, Pass)


@dataclass(frozen=True)
class Analyst:
    """Analyses one game."""

    history: GameHistory
    graph: WordGraph
    effort: AnalysisEffort
    # Whether the game was played with the words of ``graph``; if not, no one is said to have missed
    # a challenge.
    own: bool = True

    @staticmethod
    def for_level(
        level: AnalysisLevel, history: GameHistory, graph: WordGraph, *, own: bool = True
    ) -> "Analyst":
        """Return an analyst that computes as much as this level may."""
        return Analyst(history, graph, EFFORTS[level], own)

    def report_on(self, number: int) -> TurnReport:
        """Analyse the act with this number; raises ``IndexError`` if there is none."""
        if number < 1:
            raise IndexError(number)
        step = self.history.steps[number - 1]
        before = step.before
        report = TurnReport(
            number=number,
            seat=step.seat,
            kind=get_act_kind(type(step.act)),
            scores=tuple(seat.score for seat in before.seats),
            unseen=len(before.bag)
            + sum(len(seat.rack) for n, seat in enumerate(before.seats) if n != step.seat),
            wins=estimate_chances(step.after),
            rack=format_rack(before, before.seats[step.seat].rack) if step.rack_known else "",
            rack_known=step.rack_known,
            verdict=_find_challenge_verdict(step),
            left_open=count_stealable_points(step.after, step.seat),
        )
        if isinstance(step.act, Play):
            report = self._check_words(step, report)
        if isinstance(step.act, TURNS):
            report = (
                self._judge(step, report) if step.rack_known else _report_unknown_rack(step, report)
            )
        return report

    def _check_words(self, step: HistoryStep, report: TurnReport) -> TurnReport:
        """Report which words are invalid, what became of the play, and which seats did not
        challenge it."""
        options, tile_set = step.before.options, step.before.tile_set
        words = [word for event in step.events for word in list_words(event)]
        bad = tuple(
            word.word for word in words if not is_valid_word(word.faces, self.graph, tile_set)
        )
        fate: PlayFate = "withdrawn" if self._is_undone(step) else "stood"
        others = tuple(seat for seat in step.before.in_play if seat != step.seat)
        unnoticed = self.own and bad and fate == "stood" and options.challenge.has_challenges
        return replace(report, phonies=bad, fate=fate, passed_by=others if unnoticed else ())

    def _is_undone(self, step: HistoryStep) -> bool:
        """Return whether a play was taken back before anyone took the next turn."""
        for later in self.history.steps[step.number - 1 :]:
            if later is not step and isinstance(later.act, TURNS):
                return False
            if any(
                isinstance(event, Withdrawn) and event.seat == step.seat for event in later.events
            ):
                return True
        return False

    def _judge(self, step: HistoryStep, report: TurnReport) -> TurnReport:
        before, seat = step.before, step.seat
        survey = Engine(self.graph).survey(before, seat)
        model = load_leave_model(before.tile_set_code, self.graph.alphabet)
        turn = TurnToCompare(survey, model, step.act, undone=report.fate == "withdrawn")
        weighing = compare_acts(turn, self.effort)
        best, made, kept = weighing.best[0], weighing.made, self._find_kept_tiles(step)
        wins = report.wins if step.after.outcome else weighing.wins
        lost_win = max(0.0, (best.win or 0.0) - wins[seat]) if weighing.lost else 0.0
        return replace(
            report,
            wins=wins,
            chosen=replace(made, win=wins[seat]),
            best=weighing.best,
            place=weighing.place,
            lost=weighing.lost,
            lost_win=round(lost_win, 4),
            lost_error=weighing.error,
            bingos=find_bingos(survey),
            stealable=find_most_stolen(survey),
            luck=None
            if kept is None
            else measure_draw_luck(survey, model, kept, self.effort.draws),
        )

    def _find_kept_tiles(self, step: HistoryStep) -> Counter[Tile] | None:
        """Return the tiles that the seat had kept when it last drew; ``None`` if that is not
        recorded."""
        for earlier in reversed(self.history.steps[: step.number - 1]):
            if earlier.seat == step.seat and isinstance(earlier.act, TURNS):
                if not earlier.rack_known:
                    return None
                rack = earlier.before.seats[step.seat].rack
                act = Pass() if self._is_undone(earlier) else earlier.act
                return compute_leave(rack, act)
        return Counter()


def list_words(event: Event) -> tuple[WordScore, ...]:
    return event.score.words if isinstance(event, Played) else ()


def _report_unknown_rack(step: HistoryStep, report: TurnReport) -> TurnReport:
    """Report an act whose rack is not recorded: only what is on the board is known."""
    made = describe_act(step.before, step.seat, step.act, 0.0)
    return replace(report, chosen=replace(made, equity=float(made.score), leave=""))


def _find_challenge_verdict(step: HistoryStep) -> ChallengeVerdict | None:
    for event in step.events:
        if isinstance(event, Challenged):
            return "right" if event.upheld else "wrong"
    return None
