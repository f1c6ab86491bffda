"""Analyses asked for and worked on: by whom, in which order, and what becomes of what was begun."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import count
from uuid import uuid4

import pytest
from django.utils import timezone

from games.analysis import tasks
from games.analysis.models import AnalysedTurn, Analysis
from games.analysis.services.asking import ask_analysis, cancel_analysis, forget_analyses
from games.analysis.services.reports import find_report
from games.analysis.services.working import (
    LEASE,
    MOST_FAILURES,
    claim_next,
    is_work_waiting,
    keep_turn,
)
from games.analysis.signals import analysed
from games.common.refusals import Forbidden, Missing, TooSoon, Unsuitable
from games.computers.services.claims import Rota
from games.engine.analysis.analyst import Analyst
from games.engine.analysis.report import Level, TurnReport
from games.players.models import Player
from games.records.services.sources import Source

pytestmark = pytest.mark.django_db
State = Analysis.State


def claim(holder: str = "one", *, later: timedelta = timedelta()) -> Analysis | None:
    return claim_next(holder, timezone.now() + later, Rota(thinkers=1))


def test_an_analysis_is_asked_for_once_and_kept_for_everybody(
    played: Callable[..., Source], people: list[Player]
) -> None:
    source, told = played(), []
    listen = lambda record_id, level, **_: told.append((record_id, level))  # noqa: E731
    analysed.connect(listen)
    asked = ask_analysis(source, Level.QUICK, people[0])
    assert ask_analysis(source, Level.QUICK, people[1]) == asked
    assert is_work_waiting(timezone.now())
    tasks.work_until_idle(lambda: True, idle_for=0.1)
    report = find_report(source.id)
    assert report is not None
    assert len(report.turns) == len(source.course.steps)
    assert told == [(source.id, Level.QUICK)]
    assert ask_analysis(source, Level.QUICK, people[1]).state == State.DONE
    assert not AnalysedTurn.objects.exists()
    assert not is_work_waiting(timezone.now())
    forget_analyses(source.id)
    assert find_report(source.id) is None


@pytest.mark.parametrize("wishes", [{"seats": 3}, {"variant": "super", "seats": 4}])
def test_games_of_more_seats(played: Callable[..., Source], people: list[Player], wishes) -> None:
    source = played(**wishes)
    ask_analysis(source, Level.QUICK, people[0])
    work = claim()
    assert work is not None
    tasks.work_on(work)
    report = find_report(source.id, Level.QUICK)
    assert report is not None
    assert len(report.seats) == wishes["seats"]


def test_what_was_interrupted_goes_on_where_it_stood(
    played: Callable[..., Source], people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, looked = played(), list[int]()
    look_at = Analyst.look_at

    def note(self: Analyst, number: int) -> TurnReport:
        looked.append(number)
        return look_at(self, number)

    monkeypatch.setattr(Analyst, "look_at", note)
    asked = ask_analysis(source, Level.QUICK, people[0])
    first = claim("first")
    assert first is not None
    left = count()
    tasks.work_on(first, lambda: next(left) < 3)  # told to end after three acts
    assert looked == [1, 2, 3]
    second = claim("second")
    assert second is not None
    assert claim("third") is None
    died = claim("third", later=LEASE + timedelta(seconds=1))  # the second died with its lease
    assert died is not None
    tasks.work_on(died)
    assert looked == list(range(1, len(source.course.steps) + 1))
    asked.refresh_from_db()
    assert asked.state == State.DONE


def test_two_at_once_do_no_harm(
    played: Callable[..., Source], people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second takes over in the middle of the first one's work, and both go on to the end."""
    source = played()
    ask_analysis(source, Level.QUICK, people[0])
    first = claim("first")
    assert first is not None
    look_at, taken = Analyst.look_at, list[bool]()

    def overtake(self: Analyst, number: int) -> object:
        if number == 3 and not taken:
            taken.append(True)
            second = claim("second", later=LEASE + timedelta(seconds=1))
            assert second is not None
            tasks.work_on(second)
        return look_at(self, number)

    monkeypatch.setattr(Analyst, "look_at", overtake)
    tasks.work_on(first)
    report = find_report(source.id)
    assert report is not None
    assert [turn.number for turn in report.turns] == [s.number for s in source.course.steps]
    assert not AnalysedTurn.objects.exists()


def test_whoever_lost_the_lease_keeps_nothing(
    played: Callable[..., Source], people: list[Player]
) -> None:
    source = played()
    ask_analysis(source, Level.QUICK, people[0])
    first = claim("first")
    assert first is not None
    assert claim("second", later=LEASE * 2) is not None
    turn = tasks.make_analyst(source, Level.QUICK).look_at(1)
    assert not keep_turn(first, turn, timezone.now())
    assert not AnalysedTurn.objects.exists()


def test_it_is_called_off_by_whoever_asked_and_resumed(
    played: Callable[..., Source], people: list[Player]
) -> None:
    source = played()
    ask_analysis(source, Level.THOROUGH, people[0])
    work = claim()
    assert work is not None
    assert keep_turn(work, tasks.make_analyst(source, Level.QUICK).look_at(1), timezone.now())
    for stranger in (people[1], None):
        with pytest.raises(Forbidden):
            cancel_analysis(source.id, Level.THOROUGH, stranger)
    with pytest.raises(Missing):
        cancel_analysis(source.id, Level.QUICK, people[0])
    cancel_analysis(source.id, Level.THOROUGH, people[0])
    turn = tasks.make_analyst(source, Level.QUICK).look_at(2)
    assert not keep_turn(work, turn, timezone.now())
    assert claim() is None
    again = ask_analysis(source, Level.THOROUGH, people[1])
    assert (again.state, again.asker_id) == (State.WAITING, people[1].pk)
    assert again.parts.count() == 1


def test_what_fails_is_tried_again_and_then_given_up(
    played: Callable[..., Source], people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = played()
    asked = ask_analysis(source, Level.QUICK, people[0])

    def fail(_self: Analyst, _number: int) -> object:
        raise RuntimeError("as told")

    monkeypatch.setattr(Analyst, "look_at", fail)
    for _ in range(MOST_FAILURES):
        assert claim() is not None or claim(later=LEASE) is not None
        asked.refresh_from_db()
        tasks.work_on(asked)
    asked.refresh_from_db()
    assert asked.state == State.FAILED
    assert claim(later=LEASE * 3) is None
    assert ask_analysis(source, Level.QUICK, people[0]).state == State.WAITING


def test_everybody_comes_before_anybodys_second(people: list[Player]) -> None:
    """Amber asks for three, Cobalt for one a little later; quick ones come before thorough ones."""
    noon = timezone.now() - timedelta(hours=1)
    asked = [
        (people[0], Level.THOROUGH),
        (people[0], Level.QUICK),
        (people[0], Level.QUICK),
        (people[1], Level.QUICK),
    ]
    rows = [
        Analysis.objects.create(
            record_id=uuid4(), level=level, asker=who, asked_at=noon + timedelta(minutes=minute)
        )
        for minute, (who, level) in enumerate(asked)
    ]
    rota = Rota(thinkers=1)
    order = [claim_next("one", timezone.now(), rota) for _ in rows]
    assert order == [rows[1], rows[3], rows[2], rows[0]]


def test_limits_and_records_without_words(
    played: Callable[..., Source], people: list[Player], limited: Callable[..., None]
) -> None:
    source = played()
    limited(analyses_thorough="1/1 hour | ")
    ask_analysis(source, Level.THOROUGH, people[0])
    ask_analysis(source, Level.THOROUGH, people[0])  # it is under way: nothing is asked for
    with pytest.raises(TooSoon):
        ask_analysis(replace(source, id=uuid4()), Level.THOROUGH, people[0])
    with pytest.raises(Unsuitable):
        ask_analysis(replace(source, revision=None), Level.QUICK, people[0])
