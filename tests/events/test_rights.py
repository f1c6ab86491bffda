"""What directors may not do to others, and what remains of people who have left."""

from datetime import timedelta

import pytest

from games.accounts.services.account_deletion import delete_account
from games.events.models import EventAct
from games.players.models import Player, Sanction
from games.players.services.blocks import block_player
from games.players.services.sanctions import impose_sanction
from tests.events.conftest import Open, make_member
from tests.events.event_driver import read_text
from tests.events.test_undo import undo_last

pytestmark = pytest.mark.django_db


def test_nobody_directs_for_someone_they_have_blocked(
    open_event: Open, people: list[Player], director: Player
) -> None:
    event = open_event()
    block_player(people[0], director, event.clock.now)
    assert "No member has that name" in event.direct("add_director", name="Amber")
    assert event.event.directors.count() == 1


def test_events_of_others_do_not_use_up_ones_own(
    open_event: Open, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.events.services.events.MAX_OPEN_EVENTS", 1)
    event = open_event()
    assert event.direct("add_director", name="Amber") == ""
    form = event.browser_of(people[0]).get("/events/new/")
    assert form.status_code == 200
    event.direct("remove_director", director=event.event.directors.order_by("pk")[0].pk)


def test_a_muted_director_announces_nothing(open_event: Open, director: Player) -> None:
    event = open_event()
    now = event.clock.now
    impose_sanction(director, Sanction.Kind.MUTE, "", now, until=now + timedelta(days=1))
    assert event.direct("announce", text="Lunch until two") != ""
    assert not EventAct.objects.filter(kind="announce").exists()


def test_a_director_cannot_undo_that_a_player_has_left(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(on_boards=None)
    event.direct("penalise", entrant=event.entrant(people[1]).pk, spread=5, half_points=0)
    event.send(people[0], "withdraw")
    number = EventAct.objects.get(kind="withdraw").number
    assert event.direct("undo", number=number) != ""
    assert event.entrant(people[0]).withdrawn_from == 1
    assert undo_last(event) == "", "the act before it can be undone"
    assert event.direct("reenter", entrant=event.entrant(people[0]).pk) == ""
    assert event.entrant(people[0]).unconfirmed, "the player is asked"


def test_the_log_forgets_the_name_of_a_deleted_account(open_event: Open) -> None:
    leaving = make_member("Vera")
    event = open_event()
    event.enter(leaving)
    event.direct("announce", text="Welcome, Vera")
    assert "Vera entered" in read_text(event.page(None, "log/"))
    delete_account(leaving, event.clock.now)
    log = read_text(event.page(None, "log/"))
    assert "Vera entered" not in log
    assert "A former player entered" in log


def test_a_corrected_form_counts_although_the_first_was_not_answered(open_event: Open) -> None:
    event = open_event()
    event.pair()
    event.start()
    table = event.tables[0]
    for scores in ((400, 350), (400, 360), (400, 360)):
        assert event.report(table, *scores, key="typed-twice") == ""
    assert [seat.score for seat in event.tables[0].seats.all()] == [400, 360]
    assert EventAct.objects.filter(kind__in=("result", "correct")).count() == 2
