"""Every act is logged, carried out once and can be undone."""

from collections.abc import Callable

import pytest

from games.events.models import EventAct, EventRound
from games.events.perspective.wording import describe_act
from games.events.services import acts, entries, rounds
from games.events.services.acts import AlreadyDone
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict
from tests.events.conftest import EventDriver

pytestmark = pytest.mark.django_db
Open = Callable[..., EventDriver]


def undo_last(event: EventDriver) -> None:
    done = event.event.acts.filter(undone_at=None).exclude(kind__in=acts.LASTING)
    acts.undo_act(event.code, event.director, done.order_by("-number")[0].number, event.now)


def test_a_pairing_is_undone_row_by_row(open_event: Open) -> None:
    event = open_event(entrants=5)
    event.pair()
    undo_last(event)
    assert not event.event.rounds.exists()
    event.pair()
    assert event.last_round.number == 1


def test_taking_a_pairing_back_can_be_undone_too(open_event: Open) -> None:
    event = open_event(entrants=5)
    event.pair()
    before = [[seat.entrant_id for seat in table.seats.all()] for table in event.tables]
    rounds.unpair_round(event.code, event.director, event.now)
    undo_last(event)
    assert before == [[seat.entrant_id for seat in table.seats.all()] for table in event.tables]


def test_undoing_a_result_reopens_the_round(open_event: Open) -> None:
    event = open_event()
    event.play_round()
    assert event.last_round.stage == EventRound.Stage.OVER
    undo_last(event)
    assert event.last_round.stage == EventRound.Stage.STARTED
    assert not event.tables[1].has_result


def test_acts_are_undone_in_reverse_order(open_event: Open, people: list[Player]) -> None:
    event = open_event()
    entries.withdraw(event.code, people[0], event.now)
    first = event.event.acts.order_by("-number")[0].number
    entries.withdraw(event.code, people[1], event.now)
    with pytest.raises(Conflict, match="undo_later_first"):
        acts.undo_act(event.code, event.director, first, event.now)
    undo_last(event)
    undo_last(event)
    assert not event.event.entrants.exclude(withdrawn_from=None).exists()


def test_a_start_cannot_be_undone(open_event: Open) -> None:
    event = open_event()
    event.pair()
    event.start()
    number = event.event.acts.get(kind="start_round").number
    with pytest.raises(Conflict, match="lasting"):
        acts.undo_act(event.code, event.director, number, event.now)


def test_an_act_sent_twice_is_carried_out_once(open_event: Open) -> None:
    event = open_event()
    rounds.pair_next_round(event.code, event.director, event.now, key="once")
    with pytest.raises(AlreadyDone):
        rounds.pair_next_round(event.code, event.director, event.now, key="once")
    assert event.event.acts.filter(kind="pair").count() == 1


def test_every_kind_of_act_has_a_sentence(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=5)
    entrant = event.event.entrants.first()
    assert entrant is not None
    entries.penalise(event.code, event.director, entrant.pk, 1, 30, event.now)
    event.play_round()
    entries.withdraw(event.code, people[0], event.now)
    undo_last(event)
    sentences = [describe_act(act) for act in EventAct.objects.all()]
    assert all(sentences)
    assert any("Undone" in sentence for sentence in sentences)
    assert any("½" in sentence for sentence in sentences)
