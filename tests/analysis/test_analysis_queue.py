"""The queue of analyses: who requests them, their order, and how interrupted ones resume."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import count
from uuid import uuid4

import pytest
from django.utils import timezone

from games.analysis.jobs import analysis_process
from games.analysis.models import AnalysedTurn, Analysis
from games.analysis.services.analysis_queue import (
    MAX_FAILURES,
    WORK_LEASE,
    claim_next_analysis,
    is_work_waiting,
    save_turn,
)
from games.analysis.services.analysis_requests import (
    cancel_analysis,
    delete_analyses,
    queue_analysis,
)
from games.analysis.services.reports import find_report
from games.analysis.signals import analysis_completed
from games.common.client_addresses import remember_address
from games.computers.services.work_claims import FairQueue
from games.engine.analysis.analyst import Analyst
from games.engine.analysis.report import AnalysisLevel, TurnReport
from games.players.models import Player
from games.records.services.record_sources import RecordSource
from scrabble_site.shared.refusals import Forbidden, InvalidRequest, NotFound, TooManyRequests

pytestmark = pytest.mark.django_db
State = Analysis.State


def claim(holder: str = "one", *, later: timedelta = timedelta()) -> Analysis | None:
    return claim_next_analysis(holder, timezone.now() + later, FairQueue(threads=1))


def test_an_analysis_is_requested_once_and_shared(
    played: Callable[..., RecordSource], people: list[Player]
) -> None:
    source, signals = played(), []
    listen = lambda record_id, level, **_: signals.append((record_id, level))  # noqa: E731
    analysis_completed.connect(listen)
    asked = queue_analysis(source, AnalysisLevel.QUICK, people[0])
    assert queue_analysis(source, AnalysisLevel.QUICK, people[1]) == asked
    assert is_work_waiting(timezone.now())
    analysis_process.work_until_idle(lambda: True, idle_for=0.1)
    report = find_report(source.id)
    assert report is not None
    assert len(report.turns) == len(source.history.steps)
    assert signals == [(source.id, AnalysisLevel.QUICK)]
    assert queue_analysis(source, AnalysisLevel.QUICK, people[1]).state == State.DONE
    assert not AnalysedTurn.objects.exists()
    assert not is_work_waiting(timezone.now())
    delete_analyses(source.id)
    assert find_report(source.id) is None


@pytest.mark.parametrize("options", [{"seats": 3}, {"variant": "super", "seats": 4}])
def test_games_with_more_than_two_seats_are_analysed(
    played: Callable[..., RecordSource], people: list[Player], options
) -> None:
    source = played(**options)
    queue_analysis(source, AnalysisLevel.QUICK, people[0])
    work = claim()
    assert work is not None
    analysis_process.run_analysis(work)
    report = find_report(source.id, AnalysisLevel.QUICK)
    assert report is not None
    assert len(report.seats) == options["seats"]


def test_an_interrupted_analysis_resumes(
    played: Callable[..., RecordSource], people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, looked = played(), list[int]()
    report_on = Analyst.report_on

    def note(self: Analyst, number: int) -> TurnReport:
        looked.append(number)
        return report_on(self, number)

    monkeypatch.setattr(Analyst, "report_on", note)
    asked = queue_analysis(source, AnalysisLevel.QUICK, people[0])
    first = claim("first")
    assert first is not None
    left = count()
    analysis_process.run_analysis(first, lambda: next(left) < 3)  # stopped after three acts
    assert looked == [1, 2, 3]
    second = claim("second")
    assert second is not None
    assert claim("third") is None
    died = claim("third", later=WORK_LEASE + timedelta(seconds=1))  # the second worker died
    assert died is not None
    analysis_process.run_analysis(died)
    assert looked == list(range(1, len(source.history.steps) + 1))
    asked.refresh_from_db()
    assert asked.state == State.DONE


def test_two_workers_on_one_analysis_do_no_harm(
    played: Callable[..., RecordSource], people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second worker takes over during the first one's work, and both continue to the end."""
    source = played()
    queue_analysis(source, AnalysisLevel.QUICK, people[0])
    first = claim("first")
    assert first is not None
    report_on, taken = Analyst.report_on, list[bool]()

    def overtake(self: Analyst, number: int) -> object:
        if number == 3 and not taken:
            taken.append(True)
            second = claim("second", later=WORK_LEASE + timedelta(seconds=1))
            assert second is not None
            analysis_process.run_analysis(second)
        return report_on(self, number)

    monkeypatch.setattr(Analyst, "report_on", overtake)
    analysis_process.run_analysis(first)
    report = find_report(source.id)
    assert report is not None
    assert [turn.number for turn in report.turns] == [s.number for s in source.history.steps]
    assert not AnalysedTurn.objects.exists()


def test_a_worker_without_the_lease_saves_nothing(
    played: Callable[..., RecordSource], people: list[Player]
) -> None:
    source = played()
    queue_analysis(source, AnalysisLevel.QUICK, people[0])
    first = claim("first")
    assert first is not None
    assert claim("second", later=WORK_LEASE * 2) is not None
    turn = analysis_process.build_analyst(source, AnalysisLevel.QUICK).report_on(1)
    assert not save_turn(first, turn, timezone.now())
    assert not AnalysedTurn.objects.exists()


def test_the_requester_can_cancel_and_resume_an_analysis(
    played: Callable[..., RecordSource], people: list[Player]
) -> None:
    source = played()
    queue_analysis(source, AnalysisLevel.THOROUGH, people[0])
    work = claim()
    assert work is not None
    assert save_turn(
        work,
        analysis_process.build_analyst(source, AnalysisLevel.QUICK).report_on(1),
        timezone.now(),
    )
    for stranger in (people[1], None):
        with pytest.raises(Forbidden):
            cancel_analysis(source.id, AnalysisLevel.THOROUGH, stranger)
    with pytest.raises(NotFound):
        cancel_analysis(source.id, AnalysisLevel.QUICK, people[0])
    cancel_analysis(source.id, AnalysisLevel.THOROUGH, people[0])
    turn = analysis_process.build_analyst(source, AnalysisLevel.QUICK).report_on(2)
    assert not save_turn(work, turn, timezone.now())
    assert claim() is None
    again = queue_analysis(source, AnalysisLevel.THOROUGH, people[1])
    assert (again.state, again.asker_id) == (State.WAITING, people[1].pk)
    assert again.parts.count() == 1


def test_a_complete_analysis_cannot_be_cancelled(
    played: Callable[..., RecordSource], people: list[Player]
) -> None:
    source = played()
    asked = queue_analysis(source, AnalysisLevel.QUICK, people[0])
    analysis_process.work_until_idle(lambda: True, idle_for=0.1)
    cancel_analysis(source.id, AnalysisLevel.QUICK, people[0])
    asked.refresh_from_db()
    assert asked.state == State.DONE
    assert find_report(source.id) is not None


def test_a_failing_analysis_is_retried_and_then_given_up(
    played: Callable[..., RecordSource], people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = played()
    asked = queue_analysis(source, AnalysisLevel.QUICK, people[0])

    def fail(_self: Analyst, _number: int) -> object:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(Analyst, "report_on", fail)
    for _ in range(MAX_FAILURES):
        assert claim() is not None or claim(later=WORK_LEASE) is not None
        asked.refresh_from_db()
        analysis_process.run_analysis(asked)
    asked.refresh_from_db()
    assert asked.state == State.FAILED
    assert claim(later=WORK_LEASE * 3) is None
    assert queue_analysis(source, AnalysisLevel.QUICK, people[0]).state == State.WAITING


def test_first_requests_come_before_second_ones(people: list[Player]) -> None:
    """Amber requests three and Cobalt one a little later.
    Quick analyses precede thorough ones."""
    noon = timezone.now() - timedelta(hours=1)
    asked = [
        (people[0], AnalysisLevel.THOROUGH),
        (people[0], AnalysisLevel.QUICK),
        (people[0], AnalysisLevel.QUICK),
        (people[1], AnalysisLevel.QUICK),
    ]
    rows = [
        Analysis.objects.create(
            record_id=uuid4(), level=level, asker=who, asked_at=noon + timedelta(minutes=minute)
        )
        for minute, (who, level) in enumerate(asked)
    ]
    fair_queue = FairQueue(threads=1)
    order = [claim_next_analysis("one", timezone.now(), fair_queue) for _ in rows]
    assert order == [rows[1], rows[3], rows[2], rows[0]]


def test_requests_from_one_address_take_turns_with_others(people: list[Player]) -> None:
    """Acting as several guests from one address earns no more turns."""
    noon = timezone.now() - timedelta(hours=1)
    asked = [(people[0], "here"), (people[1], "here"), (people[0], "here"), (None, "there")]
    rows = [
        Analysis.objects.create(
            record_id=uuid4(),
            level=AnalysisLevel.QUICK,
            asker=who,
            asked_from=place,
            asked_at=noon + timedelta(minutes=minute),
        )
        for minute, (who, place) in enumerate(asked)
    ]
    fair_queue = FairQueue(threads=1)
    order = [claim_next_analysis("one", timezone.now(), fair_queue) for _ in rows]
    assert order == [rows[0], rows[3], rows[1], rows[2]]


def test_the_requesting_address_is_stored_only_while_it_waits(
    played: Callable[..., RecordSource], people: list[Player]
) -> None:
    source = played()
    with remember_address("192.0.2.7"):
        asked = queue_analysis(source, AnalysisLevel.QUICK, people[0])
    assert asked.asked_from and "192" not in asked.asked_from
    cancel_analysis(source.id, AnalysisLevel.QUICK, people[0])
    asked.refresh_from_db()
    assert asked.asked_from == ""


def test_request_limits_and_records_without_a_dictionary(
    played: Callable[..., RecordSource], people: list[Player], limited: Callable[..., None]
) -> None:
    source = played()
    limited(analyses_thorough="1/1 hour | ")
    queue_analysis(source, AnalysisLevel.THOROUGH, people[0])
    queue_analysis(
        source, AnalysisLevel.THOROUGH, people[0]
    )  # it is under way already, so this one does not count
    with pytest.raises(TooManyRequests):
        queue_analysis(replace(source, id=uuid4()), AnalysisLevel.THOROUGH, people[0])
    with pytest.raises(InvalidRequest):
        queue_analysis(replace(source, revision=None), AnalysisLevel.QUICK, people[0])
