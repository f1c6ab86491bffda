"""Every act is logged, carried out once and can be undone."""

import re

import pytest

from games.events.models import EventAct, EventRound
from games.events.perspective.wording import ACT_TEXTS
from games.players.models import Player
from tests.events.conftest import Open, make_member
from tests.events.event_driver import ISOLATES, EventDriver, read_text

pytestmark = pytest.mark.django_db


def undo_last(event: EventDriver) -> str:
    """Press the button of the desk."""
    found = re.search(r'name="number" value="(\d+)"', event.desk())
    assert found, "the desk offers to undo something"
    return event.direct("undo", number=found[1])


def names_at_tables(event: EventDriver) -> list[list[str]]:
    return [[seat.entrant.shown_name for seat in table.seats.all()] for table in event.tables]


def test_a_pairing_is_undone_row_by_row(open_event: Open) -> None:
    event = open_event(entrants=5)
    event.pair()
    assert undo_last(event) == ""
    assert not event.event.rounds.exists()
    event.pair()
    assert event.last_round.number == 1


def test_taking_a_pairing_back_can_be_undone_too(open_event: Open) -> None:
    event = open_event(entrants=5)
    event.pair()
    before = names_at_tables(event)
    event.direct("unpair")
    undo_last(event)
    assert before == names_at_tables(event)
    event.direct("pair_again")
    undo_last(event)
    assert before == names_at_tables(event)


def test_undoing_a_result_reopens_the_round(open_event: Open) -> None:
    event = open_event(rounds=1)
    event.play_round()
    assert event.event.stage == "over"
    undo_last(event)
    assert event.event.stage == "running"
    assert event.last_round.stage == EventRound.Stage.STARTED
    assert not event.tables[1].has_result


def test_acts_are_undone_in_reverse_order(open_event: Open, people: list[Player]) -> None:
    event = open_event()
    event.send(people[0], "withdraw")
    first = event.event.acts.order_by("-number")[0].number
    event.send(people[1], "withdraw")
    event.direct("announce", text="Tea is ready")
    assert "Undo the later changes first" in event.direct("undo", number=first)
    undo_last(event)
    undo_last(event)
    assert not event.event.entrants.exclude(withdrawn_from=None).exists()


def number_of(event: EventDriver, kind: str) -> int:
    """Return the number of the newest act of a kind."""
    return event.event.acts.filter(kind=kind).order_by("-number")[0].number


def test_a_penalty_is_undone_after_later_rounds(open_event: Open, people: list[Player]) -> None:
    event = open_event(on_boards=None, rounds=3)
    entrant = event.entrant(people[0])
    event.direct("penalise", entrant=entrant.pk, half_points=2, spread=30)
    penalty = number_of(event, "penalise")
    event.pair()
    event.start()
    buttons = re.findall(rf'value="?{penalty}"?>\s*<button[^>]*aria-label="([^"]*)"', event.desk())
    assert [button.translate(ISOLATES)[:29] for button in buttons] == [
        "Undo: Amber got a penalty: 1 "
    ]
    assert event.direct("undo", number=penalty) == ""
    entrant.refresh_from_db()
    assert (entrant.penalty_half_points, entrant.penalty_spread) == (0, 0)
    assert "can't be undone" in event.direct("undo", number=penalty)


def test_the_second_of_two_penalties_is_undone_first(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event()
    entrant = event.entrant(people[0])
    event.direct("penalise", entrant=entrant.pk, half_points=1, spread=0)
    first = number_of(event, "penalise")
    event.direct("penalise", entrant=entrant.pk, half_points=2, spread=0)
    assert "Undo the later changes first" in event.direct("undo", number=first)
    undo_last(event)
    assert event.direct("undo", number=first) == ""
    entrant.refresh_from_db()
    assert entrant.penalty_half_points == 0


def test_a_result_is_undone_before_later_ones(open_event: Open) -> None:
    """Until the round is over: then the last result, which ended it, comes first."""
    event = open_event(entrants=6, rounds=2)
    event.pair()
    event.start()
    for table in event.tables[:2]:
        event.report(table, 400, 300)
    first = event.event.acts.filter(kind="correct")[0].number
    assert event.direct("undo", number=first) == ""
    assert [table.has_result for table in event.tables] == [False, True, False]
    for table in (event.tables[0], event.tables[2]):
        event.report(table, 400, 300)
    second = event.event.acts.filter(kind="correct")[1].number
    assert "Undo the later changes first" in event.direct("undo", number=second)
    assert event.last_round.stage == EventRound.Stage.OVER


def test_a_correction_is_undone_in_later_rounds(open_event: Open) -> None:
    event = open_event(rounds=3)
    event.play_round()
    table = event.tables[0]
    event.report(table, 1, 2)
    correction = number_of(event, "correct")
    event.pair()
    event.start()
    assert event.direct("undo", number=correction) == ""
    assert [seat.score for seat in table.seats.all()] == [400, 360]
    started = number_of(event, "start_round")
    event.report(event.tables[0], 400, 300)
    assert "Undo the later changes first" in event.direct("undo", number=started)


def test_an_event_keeps_a_director(open_event: Open) -> None:
    """The first director has left; the second can't undo having become one."""
    event = open_event()
    helper = make_member("Helper")
    event.direct("add_director", name="Helper")
    added = number_of(event, "add_director")
    own = event.event.directors.get(player=event.director).pk
    event.direct("remove_director", director=own)
    answer = event.send(helper, "desk/act", act="undo", number=added)
    assert "needs a director" in answer
    assert event.event.directors.get().player == helper


def test_nothing_is_undone_out_of_order_once_the_event_is_over(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(rounds=1)
    event.direct("penalise", entrant=event.entrant(people[0]).pk, half_points=1, spread=0)
    event.play_round()
    penalty = number_of(event, "penalise")
    assert "Undo the later changes first" in event.direct("undo", number=penalty)
    undo_last(event)
    assert event.direct("undo", number=penalty) == ""


def test_an_announcement_can_be_taken_back(open_event: Open) -> None:
    event = open_event()
    event.direct("announce", text="Tea   is ready")
    assert "Tea is ready" in read_text(event.page())
    number = event.event.acts.get(kind="announce").number
    assert event.direct("undo", number=number) == ""
    assert re.search(r"<s>\s*Tea is ready", event.page())


def test_a_start_is_undone_on_real_boards_only(open_event: Open) -> None:
    event = open_event()
    event.pair()
    event.start()
    assert undo_last(event) == ""
    assert event.last_round.stage == EventRound.Stage.PAIRED
    assert event.event.stage == "open"
    here = open_event(on_boards=None, title="Here")
    here.pair()
    here.start()
    assert 'value="undo"' not in here.desk()
    number = here.event.acts.get(kind="start_round").number
    assert "can't be undone" in here.direct("undo", number=number)


def test_a_form_sent_twice_is_carried_out_once(open_event: Open, people: list[Player]) -> None:
    event = open_event()
    for _time in range(2):
        assert event.pair(key="once") == ""
        assert event.direct("announce", text="Welcome", key="hello") == ""
    assert event.event.acts.filter(kind="pair").count() == 1
    assert event.event.acts.filter(kind="announce").count() == 1
    event.start()
    event.report(event.tables[0], 400, 390, key="result")
    event.report(event.tables[0], 1, 2, key="result")
    assert [seat.score for seat in event.tables[0].seats.all()] == [400, 390]


def test_acts_that_change_nothing_are_not_logged(open_event: Open, people: list[Player]) -> None:
    event = open_event(checks_in="on")
    event.send(people[0], "check-in")
    before, stamp = event.event.acts.count(), event.event.stamp
    event.enter(people[0])
    event.send(people[0], "check-in")
    event.direct("extend", rounds=3)
    assert (event.event.acts.count(), event.event.stamp) == (before, stamp)


def test_every_act_has_a_sentence_and_can_be_undone(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=5, checks_in="on")
    make_member("Helper")
    entrant = event.entrant(people[0]).pk
    event.direct("add", name="Visitor")
    event.direct("divisions", divisions="A\nB")
    event.direct("divisions", divisions="")
    event.send(people[0], "check-in")
    for player in people[1:5]:
        event.direct("check_in", entrant=event.entrant(player).pk)
    event.direct("edit", entrant=entrant, rating=1500, team="Reds", seed="1")
    event.direct("penalise", entrant=entrant, half_points=1, spread=30)
    event.direct("add_director", name="Helper")
    helper = event.event.directors.get(player__nickname="Helper").pk
    event.direct("remove_director", director=helper)
    event.direct("details", title="Winter Cup", entry="link", checks_in="on")
    event.direct("announce", text="Welcome")
    event.direct("pause")
    event.direct("resume")
    event.direct("extend", rounds=4)
    event.direct("miss_round", entrant=entrant)
    event.direct("play_round", entrant=entrant)
    event.direct("scoring", spread_cap=200)
    event.direct("plan", method=["swiss"] * 3 + ["king-of-the-hill"])
    event.pair()
    event.direct("unpair")
    event.pair()
    event.direct("pair_again")
    event.start()
    event.report(event.tables[0], 400, 300)
    event.direct("clear", round=1, table=1)
    event.report(event.tables[0], "", "", absent=[1])
    player = event.players_at(event.tables[1])[0]
    event.send(player, "result", round=1, table=2, score=[333, 222])
    event.direct("withdraw", entrant=entrant)
    event.direct("reenter", entrant=entrant)
    event.direct("void", entrant=entrant, **{"from": 1})
    event.direct("end")
    kinds = set(EventAct.objects.values_list("kind", flat=True))
    assert set(ACT_TEXTS) <= kinds | {
        "hold",
        "start_arena",
        "stop_arena",
        "extend_arena",
        "add_computer",
        "confirm",
        "join_team",
        "leave_team",
    }
    log = read_text(event.page(None, "log/"))
    for said in (
        "Amber got a penalty: ½ points, 30 spread.",
        "Round 1, table 1: forfeited by",
        "Round 1, table 2:",
        "Round 1 was paired again.",
        "Amber is back in the event.",
        "The event ended.",
    ):
        assert said in log
    while 'value="undo"' in event.desk():
        assert undo_last(event) == ""
    assert not event.event.rounds.exists()
    assert not event.event.entrants.exists()
    assert (event.event.stage, event.event.title) == ("open", "Autumn Cup")
    assert "Undone: The event ended." in read_text(event.page(None, "log/"))
