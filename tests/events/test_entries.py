"""Entering events by oneself, by link and by a director; checking in, leaving, and accounts."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.services.account_deletion import delete_account
from games.events.models import EventSeat
from games.players.models import Player, Sanction
from games.players.services.sanctions import impose_sanction
from tests.events.conftest import Open, make_member
from tests.events.event_driver import EventDriver, open_browser, read_part, read_text

pytestmark = pytest.mark.django_db


def list_titles(event: EventDriver, player: Player | None = None) -> str:
    return read_text(event.browser_of(player).get("/events/").content.decode())


def test_someone_new_enters_with_a_name(open_event: Open) -> None:
    event = open_event(entrants=0)
    browser = Client()
    assert "Take part" in browser.get(f"/events/{event.code}/").content.decode()
    browser.post(f"/events/{event.code}/enter", {"name": "Moss", "key": "k"})
    assert "Moss" in read_part(event.page(), "_players")
    own = browser.get(f"/events/{event.code}/own").content.decode()
    assert "You're taking part." in own and "Take part" not in own


def test_the_list_shows_open_events_and_ones_own(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=1)
    assert "Open for entries Autumn Cup" in list_titles(event)
    assert "1 player" in list_titles(event)
    assert "Your events Autumn Cup" in list_titles(event, people[0])
    event.enter(people[1])
    event.pair()
    event.start()
    assert "Being played Autumn Cup" in list_titles(event)
    assert "Round 1 of 3" in list_titles(event)


def test_an_unlisted_event_is_open_to_those_with_its_link(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=1, entry="link")
    assert "Autumn Cup" not in list_titles(event)
    assert "Autumn Cup" in list_titles(event, people[0])
    assert "Unlisted" in event.page(people[1])
    event.enter(people[1])


def test_a_director_chooses_who_takes_part(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=0, entry="director")
    assert "Take part" not in event.page(people[0])
    assert "The director decides who takes part" in event.send(people[0], "enter")
    assert event.direct("add", name="amber") == ""
    assert event.entrant(people[0]).shown_name == "Amber"
    assert "Amber is in the event already" in event.direct("add", name="Amber")
    assert event.direct("add", name="A visitor from afar") == ""  # on real boards


def test_only_members_are_added_to_events_played_here(open_event: Open) -> None:
    event = open_event(entrants=0, on_boards=None)
    assert "No member has that name" in event.direct("add", name="A visitor from afar")


def test_a_full_event_takes_no_one_else(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=2, places=2)
    assert "0 places left" in read_part(event.page(), "_players")
    assert "Every place is taken" in event.send(people[2], "enter")
    event.send(people[0], "withdraw")
    assert event.send(people[2], "enter") == ""


def test_rated_events_are_for_members(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=4, on_boards=None, rated="on")
    assert event.send(people[4], "enter") != ""
    assert event.event.entrants.count() == 4


def test_rated_events_need_a_clock(open_event: Open, director: Player) -> None:
    with pytest.raises(AssertionError, match="Rated games need a clock"):
        open_event(on_boards=None, rated="on", clock="none")


def test_those_who_have_not_checked_in_are_not_paired(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=5, checks_in="on")
    assert "Check in" in event.page(people[0])
    for player in people[:3]:
        assert event.send(player, "check-in") == ""
    event.direct("check_in", entrant=event.entrant(people[3]).pk)
    assert "4 of 5 have checked in" in read_text(event.desk())
    event.pair()
    assert len(event.tables) == 2
    assert not event.last_round.byes.exists()
    assert "You have checked in" in event.page(people[0])
    event.start()
    event.finish_round()
    event.send(people[4], "check-in")  # late, for the next round
    event.pair()
    assert event.last_round.byes.count() == 1


def test_a_withdrawn_player_keeps_results_and_may_return(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=4, rounds=4)
    event.play_round()
    before = {line[1]: line[2:] for line in event.standings()}
    event.send(people[0], "withdraw")
    after = {line[1].replace(" withdrawn", ""): line[2:] for line in event.standings()}
    assert before == after
    event.enter(people[0])
    event.play_round()
    assert len(event.tables) == 2


def test_results_of_a_cheat_are_voided_from_a_round_on(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=4)
    event.play_round()
    event.play_round()
    entrant = event.entrant(people[0]).pk
    event.direct("void", entrant=entrant, **{"from": 1})
    line = next(line for line in event.standings() if line[1].startswith("Amber"))
    assert line[2:] == ("0", -100)
    assert "The director decides" in event.send(people[0], "enter")


def test_earlier_results_of_a_cheat_stay(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=4)
    for _round in range(2):
        event.play_round()
    cheat = people[0]
    first = event.event.rounds.get(number=1)
    table = first.tables.get(seats__entrant__player=cheat)
    own, other = (
        EventSeat.objects.get(table=table, entrant__player=cheat).score,
        EventSeat.objects.exclude(entrant__player=cheat).get(table=table).score,
    )
    assert own is not None and other is not None
    assert event.direct("void", entrant=event.entrant(cheat).pk, **{"from": 2}) == ""
    line = next(line for line in event.standings() if line[1].startswith("Amber"))
    assert line[2:] == ("1" if own > other else "0", own - other - 50)
    assert event.entrant(cheat).withdrawn_from == 3


def test_a_penalty_counts_in_standings_and_pairings(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=4)
    event.play_round()
    first = event.standings()[0]
    entrant = next(one for one in event.event.entrants.all() if one.shown_name == first[1])
    event.direct("penalise", entrant=entrant.pk, half_points=3, spread=100)
    _place, name, points, spread = event.standings()[-1]
    assert (name, points, spread) == (first[1], "−½", first[3] - 100)
    assert "penalty" in read_part(event.desk(), "_director_players")


def test_suspended_players_do_not_enter(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=0)
    until = timezone.now() + timedelta(days=1)
    impose_sanction(people[0], Sanction.Kind.SUSPENSION, "Cheating", timezone.now(), until=until)
    assert event.send(people[0], "enter") != ""
    assert not event.event.entrants.exists()


def test_the_start_is_typed_in_the_zone_of_the_browser(open_event: Open, director: Player) -> None:
    browser = open_browser(director)
    browser.cookies["timezone"] = "Europe/Berlin"
    assert "Time zone: Europe/Berlin" in browser.get("/events/new/").content.decode()
    event = open_event(entrants=0)
    event.browser_of(director).cookies["timezone"] = "Europe/Berlin"
    form = {"title": "At noon", "variant": "scrabble", "lexicon": "few", "table_size": 2}
    form |= {"method": "swiss", "rounds": 2, "entry": "anyone", "challenge": "double"}
    form |= {"on_boards": "on", "starts_at": "2026-06-01T12:00", "key": uuid4().hex}
    path = event.browser_of(director).post("/events/new/", form).headers["Location"]
    page = event.browser_of(None).get(path.removesuffix("desk/")).content.decode()
    assert re.search(r"Starts on.*2026-06-01T10:00|1 Jun 2026, 10:00", page, re.DOTALL)


def test_a_new_name_shows_in_the_event(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=2)
    stamp = event.event.stamp
    browser = event.browser_of(people[4])
    event.enter(people[4])
    browser.post("/name/", {"name": "Slate the Second"})
    assert "Slate the Second" in read_part(event.page(), "_players")
    assert event.event.stamp > stamp + 1


def test_a_deleted_account_leaves_its_results(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=4)
    event.play_round()
    name = people[0].nickname
    delete_account(people[0], timezone.now())
    assert name not in read_part(event.page(), "_standings")
    assert len(event.standings()) == 4
    event.play_round()
    assert len(event.tables) == 1


def test_the_export_of_an_account_has_its_events(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=1)
    browser = Client()
    assert people[0].user is not None
    browser.force_login(people[0].user)
    data = browser.get("/settings/data/").content.decode()
    assert event.code in data


def test_events_of_one_director_are_limited(open_event: Open, director: Player) -> None:
    for number in range(20):
        open_event(entrants=0, title=f"Cup {number}")
    with pytest.raises(AssertionError, match="You direct 20 events"):
        open_event(entrants=0)


def test_a_second_member_named_like_a_director_is_unknown(open_event: Open) -> None:
    event = open_event(entrants=0)
    make_member("Helper")
    Player.objects.create(nickname="Guest helper")
    assert "No member has that name" in event.direct("add_director", name="Guest helper")
