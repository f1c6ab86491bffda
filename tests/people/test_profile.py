"""A member's profile: what it shows, and to whom."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.perspective.data_export import build_data_export
from games.accounts.services.account_deletion import delete_account
from games.people.models import Follow, PrivacySettings, Visibility
from games.people.perspective.past_games import GAMES_PER_PAGE
from games.people.perspective.profile import count_head_to_head
from games.people.services.game_statistics import rebuild_game_statistics
from games.people.services.privacy import save_privacy
from games.play.models import Room
from games.play.services import rooms
from games.play.services.seats import leave_seat, take_seat
from games.ratings.services.rating_recount import recount_ladders
from tests.play.conftest import NOON
from tests.ratings.conftest import make_member, pass_out, resign

pytestmark = pytest.mark.django_db

AMBER = "/players/Amber/"


def page_of(client, address: str = AMBER) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def test_a_new_member_has_a_page(people, client_of) -> None:
    page = page_of(client_of(None))
    assert "No finished games yet." in page
    assert "<svg" not in page.split("</header>")[-1]


def test_a_generated_name_leads_to_its_page_in_every_language(people, client_of) -> None:
    people[0].nickname = "Guest 482917"
    people[0].save()
    page, stored = client_of(None), "/players/Guest%20482917/"
    assert page.get("/players/Gast 482917/").headers["Location"] == stored
    assert page.get(stored).status_code == 200
    # Earlier releases stored such names in the language of the guest.
    people[1].nickname = "Gast 482917"
    people[1].save()
    assert page.get("/players/Gast 482917/").status_code == 200
    assert page.get(stored).status_code == 200


def test_a_profile_shows_games_results_and_ratings(open_rated, people, client_of) -> None:
    game = resign(open_rated(), people[1])
    page = page_of(client_of(people[2]))
    assert f'href="/games/{game.pk}/"' in page
    assert "won" in page
    assert "+66" in page
    answer = client_of(people[2]).get(AMBER)
    total = answer.context["results"].total
    assert (total.won, total.drawn, total.lost, total.share) == (1, 0, 0, 100)
    assert [tally.label for tally in answer.context["results"].by_versus] == ["members"]


def test_the_rating_curve_has_a_text_alternative(open_rated, people, client_of) -> None:
    room = open_rated()
    for _game in range(2):
        resign(room, people[1])
        for player in people[:2]:
            rooms.ask_rematch(room.code, player, NOON)
    page = page_of(client_of(None))
    label = re.search(r'role="img"\s+aria-label="([^"]*)"', page)
    assert label is not None
    assert " ".join(label[1].split()).startswith("Rating after 2 games: 1591? (lowest 1500")
    (history, _curve) = client_of(None).get(AMBER).context["ratings"][0]
    assert [number for number, _points in history.curve] == [0, 1, 2]
    assert [step.number for step in history.latest] == [2, 1]
    assert sum(step.change for step in history.latest) == history.curve[-1][1] - 1500


def test_games_have_pages(open_rated, people, client_of) -> None:
    room = open_rated()
    for _game in range(GAMES_PER_PAGE + 1):
        resign(room, people[1])
        for player in people[:2]:
            rooms.ask_rematch(room.code, player, NOON)
    first = client_of(None).get(AMBER).context["past"]
    assert f"?older={first.older}" in page_of(client_of(None))
    second = client_of(None).get(f"/games/past/Amber/?older={first.older}").context["page"]
    assert (len(first.lines), len(second.lines), second.older) == (GAMES_PER_PAGE, 1, "")
    assert not {line.url for line in first.lines} & {line.url for line in second.lines}


def test_head_to_head_counts_places(open_rated, people, client_of) -> None:
    pass_out(open_rated(seats=3), {0: 30, 1: 90, 2: 60})
    resign(open_rated(), people[1])
    tally = count_head_to_head(people[1], people[0])
    assert tally is not None
    assert (tally.won, tally.drawn, tally.lost) == (1, 0, 1)
    assert count_head_to_head(people[3], people[0]) is None
    assert "Head to head" in page_of(client_of(people[1]))
    assert "Head to head" not in page_of(client_of(people[0]))
    assert "Head to head" not in page_of(client_of(None))


def test_team_mates_are_not_opponents(open_rated, people) -> None:
    room = open_rated(teams=True, started=False)
    take_seat(room.code, people[2], 1, NOON)
    rooms.start_game(room.code, people[0], NOON)
    resign(room, people[0])
    assert count_head_to_head(people[1], people[2]) is None
    against = count_head_to_head(people[2], people[0])
    assert against is not None
    assert against.won == 1


def test_guests_have_no_profile(people, guest, client_of) -> None:
    for name in ("Fern", "Nobody"):
        answer = client_of(None).get(f"/players/{name}/")
        assert answer.status_code == 404
        assert f"No member is called <bdi>{name}</bdi>" in answer.content.decode()


def test_a_name_in_another_case_redirects_to_the_profile(people, client_of) -> None:
    for alike in ("amber", "AMBER", "arnber"):
        answer = client_of(None).get(f"/players/{alike}/")
        assert (answer.status_code, answer.headers["Location"]) == (302, AMBER)


@pytest.mark.parametrize("name", ["a/b", "a/../b", "50 % off?", "Ångström #1", "דוד", "x+y&z"])
def test_any_name_has_an_address(db, client_of, name: str) -> None:
    member = make_member(name)
    answer = client_of(None).get(member.get_absolute_url())
    assert answer.status_code == 200
    assert answer.context["owner"] == member


@pytest.mark.parametrize(
    ("profile", "sees"),
    [
        (Visibility.ALL, {"stranger", "guest", "member", "followed", "owner"}),
        (Visibility.MEMBERS, {"member", "followed", "owner"}),
        (Visibility.FOLLOWED, {"followed", "owner"}),
        (Visibility.NOBODY, {"owner"}),
    ],
)
def test_a_profile_is_open_to_those_its_owner_chose(
    people, guest, client_of, profile, sees
) -> None:
    amber, cobalt, jade, _rust = people
    save_privacy(amber, profile=profile, online=Visibility.ALL)
    Follow.objects.create(follower=amber, followed=jade, created_at=NOON)
    visitors = {
        "stranger": None,
        "guest": guest,
        "member": cobalt,
        "followed": jade,
        "owner": amber,
    }
    for who, visitor in visitors.items():
        answer = client_of(visitor).get(AMBER)
        assert answer.status_code == (200 if who in sees else 403), who
        if who not in sees:
            assert "t show this profile to everyone" in answer.content.decode()


def test_only_the_owner_can_choose_who_sees_the_profile(people, guest, client_of) -> None:
    offer = "Who can see my profile"
    assert offer in page_of(client_of(people[0]), "/settings/")
    for visitor in (None, guest):
        assert offer not in page_of(client_of(visitor), "/settings/")
    assert "Who can see this profile" in page_of(client_of(people[0]))
    assert "Who can see this profile" not in page_of(client_of(people[1]))
    chosen = {"profile": "nobody", "online": "members"}
    answer = client_of(people[0]).post("/privacy/", chosen)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/settings/")
    row = PrivacySettings.objects.get()
    assert (row.player, row.profile, row.online) == (people[0], "nobody", "members")
    for visitor in (None, guest):
        assert client_of(visitor).post("/privacy/", chosen).status_code == 403
    assert client_of(people[1]).post("/privacy/", {"profile": "x"}).status_code == 422
    looked = client_of(people[0]).get("/privacy/")
    assert (looked.status_code, looked.headers["Allow"]) == (405, "POST")
    assert "This page can't be opened directly" in looked.content.decode()
    assert PrivacySettings.objects.count() == 1


def test_a_profile_costs_the_same_for_any_number_of_games(open_rated, people, client_of) -> None:
    room = open_rated()
    resign(room, people[1])

    def asked() -> int:
        client = client_of(people[1])
        with CaptureQueriesContext(connection) as queries:
            client.get(AMBER)
        return len(queries)

    few = asked()
    for _game in range(5):
        for player in people[:2]:
            rooms.ask_rematch(room.code, player, NOON)
        resign(room, people[1])
    assert asked() == few <= 26


def test_names_of_members_are_links_to_their_pages(
    open_rated, people, guest, client_of, lexicon
) -> None:
    room = open_rated(rated=False, seats=4, started=False)
    for player in people[2:]:
        leave_seat(room.code, player, NOON)
    take_seat(room.code, guest, 2, NOON)
    Room.objects.update(seen_at=timezone.now())
    places = ["/", f"/r/{room.code}/"]
    linked, plain = f'href="{AMBER}"', "<bdi>Fern</bdi>"
    for address in places:
        page = page_of(client_of(None), address)
        assert linked in page
        assert plain in page
        assert "/players/Fern/" not in page
    rooms.start_game(room.code, people[0], NOON)
    resign(room, people[1])
    game = resign(room, guest)
    assert linked in page_of(client_of(None), f"/games/{game.pk}/")


def test_a_deleted_member_has_no_profile(open_rated, people, client_of) -> None:
    resign(open_rated(), people[1])
    Follow.objects.create(follower=people[1], followed=people[0], created_at=NOON)
    Follow.objects.create(follower=people[0], followed=people[1], created_at=NOON)
    kept = build_data_export(people[0], NOON)
    assert kept["ratings"][0]["rating"] == "1566?"
    assert [row["result"] for row in kept["results"]] == ["won"]
    assert kept["following"][0]["name"] == "Cobalt"
    delete_account(people[0], NOON)
    assert client_of(None).get(AMBER).status_code == 404
    assert not Follow.objects.exists()
    assert not people[0].played.exists()
    assert rebuild_game_statistics() == 1
    assert not people[0].played.exists()
    assert list(recount_ladders(write=False)) == [], "ratings of the others follow from theirs"
