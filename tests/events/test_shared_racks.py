"""Teams that share a rack: entering, joining by a link, playing together, leaving."""

import re
from datetime import timedelta

import pytest

from games.accounts.services.account_deletion import delete_account
from games.events.models import EntrantPartner
from games.events.services.rooms import FORFEIT_AFTER
from games.play.models import Game, Seat, SeatMember
from games.play.services import turns
from games.players.models import Notification, Player
from games.players.signals import player_merged
from games.rules.plays.acts import Resign
from games.rules.positions.variants import get_variant
from tests.events.conftest import Open
from tests.events.event_driver import FORM, EventDriver, open_browser, read_part, read_text

pytestmark = pytest.mark.django_db

TEAM_SIZE = get_variant("scrabble").team_size


@pytest.fixture
def pairs(open_event: Open, people: list[Player]) -> EventDriver:
    """An event in which Amber and Cobalt have entered a team each."""
    event = open_event(entrants=0, on_boards=None, shared_racks="on", rounds=2)
    assert event.send(people[0], "enter", team="The Anagrams") == ""
    assert event.send(people[1], "enter") == ""
    return event


def read_link(event: EventDriver, player: Player) -> str:
    """Return the link to a player's team, as their page shows it, below the event's address."""
    found = re.search(rf'value="http://testserver/events/{event.code}/([^"]+)"', event.page(player))
    return found[1] if found else ""


def join(event: EventDriver, leader: Player, *others: Player) -> None:
    for player in others:
        assert event.send(player, read_link(event, leader)) == ""


def start_round(event: EventDriver) -> None:
    assert event.pair() == ""
    assert event.start() == ""


def see(event: EventDriver, *players: Player) -> None:
    members = SeatMember.objects.filter(
        player__in=players, game__event_table__round__event=event.event
    )
    members.update(seen_at=event.clock.now)


def test_others_join_by_the_link_on_the_teams_page(
    pairs: EventDriver, people: list[Player]
) -> None:
    amber, _cobalt, jade, slate = *people[:3], people[4]
    link = read_link(pairs, amber)
    assert link.startswith("teams/")
    assert "The Anagrams" in pairs.page(jade, link)
    join(pairs, amber, jade, slate)
    assert "Amber & Jade & Slate" in read_part(pairs.page(), "_players")
    own = read_part(pairs.page(jade), "_own_part")
    assert "You're taking part." in own and "Leave the team" in own
    assert read_link(pairs, jade) == link, "everyone in the team may invite"
    assert "You're in this team." in read_text(pairs.page(jade, link))
    assert "Jade joined the team The Anagrams." in read_text(pairs.page(None, "log/"))


def test_nobody_else_sees_the_link(pairs: EventDriver, people: list[Player]) -> None:
    for viewer in (None, people[2], pairs.director):
        assert read_link(pairs, viewer) == "" if viewer else "teams/" not in pairs.page()
    link = read_link(pairs, people[0])
    other = read_link(pairs, people[1])
    mixed = "/".join([*link.split("/")[:2], other.split("/")[2], ""])
    for wrong in (mixed, link[:-3] + "/", "teams/99999/abc/"):
        answer = pairs.browser_of(people[2]).get(f"/events/{pairs.code}/{wrong}")
        assert answer.status_code == 404


def test_a_guest_joins_under_a_typed_name(pairs: EventDriver, people: list[Player]) -> None:
    browser = open_browser(None)
    path = f"/events/{pairs.code}/{read_link(pairs, people[0])}"
    assert 'name="name"' in browser.get(path).content.decode()
    answer = browser.post(path, {"name": "Olive", "key": "one"})
    assert answer.status_code == 302
    assert EntrantPartner.objects.get().player.nickname == "Olive"


def test_nobody_is_in_two_teams(pairs: EventDriver, people: list[Player]) -> None:
    amber, cobalt, jade = people[:3]
    join(pairs, amber, jade)
    assert "in the event already" in pairs.send(jade, read_link(pairs, cobalt))
    assert "in the event already" in pairs.send(cobalt, read_link(pairs, amber))
    join(pairs, amber, jade)  # twice
    assert pairs.send(jade, "enter") == ""
    assert EntrantPartner.objects.count() == 1
    assert pairs.event.entrants.count() == 2


def test_a_team_is_full_at_the_games_limit(pairs: EventDriver, people: list[Player]) -> None:
    link = read_link(pairs, people[0])
    members = people[2 : 1 + TEAM_SIZE]
    join(pairs, people[0], *members)
    assert read_link(pairs, people[0]) == ""
    late = people[1 + TEAM_SIZE]
    assert "The team is full." in read_text(pairs.page(late, link))
    assert "The team is full." in pairs.send(late, link)


def test_names_of_teams_differ(pairs: EventDriver, people: list[Player]) -> None:
    assert "is called" in pairs.send(people[2], "enter", team="the anagrams")
    assert "is called" in pairs.send(people[2], "enter", team="Cobalt")
    assert pairs.send(people[2], "enter", team="Administrator") != ""
    assert pairs.send(people[2], "enter", team="Blanks") == ""


def test_a_team_shares_the_rack_of_its_game(pairs: EventDriver, people: list[Player]) -> None:
    amber, cobalt, jade = people[:3]
    join(pairs, amber, jade)
    start_round(pairs)
    (table,) = pairs.tables
    seat = Seat.objects.get(game=table.game, team="The Anagrams")
    assert {member.player for member in seat.holders.all()} == {amber, jade}
    assert Notification.objects.filter(player=jade, kind="event_game").exists()
    assert "Go to your table" in read_part(pairs.page(jade), "_own_part")
    see(pairs, jade)
    assert pairs.run_worker() == []
    see(pairs, cobalt)
    pairs.run_worker()
    game = Game.objects.get(event_table=table)
    assert game.status == Game.Status.PLAYING, "one of each team is enough"
    pairs.clock.now += FORFEIT_AFTER + timedelta(seconds=1)
    pairs.run_worker()
    assert not pairs.tables[0].has_result
    turns.apply_player_act(
        game.room.code, jade.pk, Resign(), turn=game.turn_number, key="", now=pairs.clock.now
    )
    (first, second) = pairs.standings()
    assert (first[1], second[1]) == ("Cobalt", "The Anagrams Amber & Jade")


def test_a_team_loses_if_none_of_it_comes(pairs: EventDriver, people: list[Player]) -> None:
    amber, cobalt, jade = people[:3]
    join(pairs, amber, jade)
    start_round(pairs)
    see(pairs, cobalt)
    pairs.clock.now += FORFEIT_AFTER
    pairs.run_worker()  # the clocks start
    pairs.run_worker()
    (table,) = pairs.tables
    absent = {seat.entrant.shown_name: seat.absent for seat in table.seats.all()}
    assert absent == {"The Anagrams": True, "Cobalt": False}


def test_one_leaves_the_team_or_withdraws_it(pairs: EventDriver, people: list[Player]) -> None:
    amber, jade = people[0], people[2]
    join(pairs, amber, jade)
    assert pairs.send(jade, "withdraw") == ""
    assert pairs.entrant(amber).withdrawn_from is None
    assert "Take part" in read_part(pairs.page(jade), "_own_part")
    link = read_link(pairs, amber)
    assert pairs.send(amber, "withdraw") == ""
    assert pairs.entrant(amber).withdrawn_from == 1
    assert "The team has left the event." in pairs.send(jade, link)


def test_a_director_takes_one_person_out_of_a_team(
    pairs: EventDriver, people: list[Player]
) -> None:
    amber, jade = people[0], people[2]
    join(pairs, amber, jade)
    row = EntrantPartner.objects.get(player=jade).pk
    assert "Remove from the team" in read_text(pairs.desk())
    assert pairs.direct("remove_partner", partner=row) == ""
    assert not EntrantPartner.objects.filter(player=jade).exists()
    assert "Jade left the team The Anagrams." in read_text(pairs.page(None, "log/"))
    assert "Remove from the team" not in read_text(pairs.desk())
    assert pairs.direct("remove_partner", partner=row) != ""


def test_someone_whose_team_has_left_may_enter_without_it(
    pairs: EventDriver, people: list[Player]
) -> None:
    amber, jade = people[0], people[2]
    join(pairs, amber, jade)
    pairs.send(amber, "withdraw")
    pairs.enter(jade)
    assert pairs.entrant(jade).withdrawn_from is None
    assert pairs.entrant(amber).withdrawn_from is not None
    assert not EntrantPartner.objects.exists()
    pairs.enter(amber)
    assert pairs.entrant(amber).withdrawn_from is None


def test_a_team_outlives_the_account_of_the_one_who_entered_it(
    pairs: EventDriver, people: list[Player]
) -> None:
    amber, jade = people[0], people[2]
    join(pairs, amber, jade)
    delete_account(amber, pairs.clock.now)
    assert pairs.entrant(jade).shown_name == "The Anagrams"
    assert "Withdraw" in read_part(pairs.page(jade), "_own_part")
    delete_account(jade, pairs.clock.now)
    assert [one.shown_name for one in pairs.event.entrants.all()] == ["Cobalt"]


def test_a_guest_who_logs_in_is_in_one_team(pairs: EventDriver, people: list[Player]) -> None:
    """Somebody joined as a guest a team that is not the one they have entered as a member."""
    amber, cobalt, guest = people[0], people[1], people[4]
    join(pairs, cobalt, guest)
    player_merged.send(sender=Player, guest=guest, member=amber)
    assert not EntrantPartner.objects.exists()


@pytest.mark.parametrize(
    "also", [{"boards": 2}, {"on_boards": "on"}, {"variant": "qwibble", "clock": "none"}]
)
def test_shared_racks_need_games_played_here(
    director: Player, lexicon, also: dict[str, object]
) -> None:
    form = {name: value for name, value in FORM.items() if name != "on_boards"}
    browser = open_browser(director)
    answer = browser.post("/events/new/", form | {"shared_racks": "on", "key": "k"} | also)
    assert answer.status_code == 422
    assert answer.context["form"].errors
