"""A rated game changes its players' ratings exactly as openskill computes."""

import pytest
from openskill.models import PlackettLuce

from games.play.models import Game
from games.play.perspective import build_ended_game_view, build_room_view
from games.play.services import rooms, teams
from games.play.services.seats import take_seat
from games.play.signals import game_ended
from games.play.store.snapshots import build_snapshot
from games.ratings.models import Ladder, RatedGame, Rating, RatingChange
from games.rules.plays.acts import Abort, Annul
from scrabble_site.shared.refusals import Conflict
from tests.play.conftest import NOON, table_of
from tests.ratings.conftest import act, pass_out, resign

pytestmark = pytest.mark.django_db


def ratings_of(people) -> list[tuple[float, float]]:
    rows = {row.player_id: (row.mu, row.sigma) for row in Rating.objects.all()}
    return [rows[player.pk] for player in people]


def expected(*sides: int, places: list[float]) -> list[tuple[float, float]]:
    """Return openskill's ratings for newcomers;
    ``sides`` are the numbers of players on each seat."""
    model = PlackettLuce(mu=0)
    rated = model.rate([[model.rating() for _ in range(n)] for n in sides], ranks=places)
    return [(one.mu, one.sigma) for team in rated for one in team]


def test_two_seats_change_as_openskill_says(open_rated, people) -> None:
    resign(open_rated(), people[1])
    assert ratings_of(people[:2]) == expected(1, 1, places=[1, 2])
    ladder = Ladder.objects.get()
    assert (ladder.variant, ladder.language, ladder.speed) == ("scrabble", "en", "live")


def test_three_seats_change_by_their_places(open_rated, people) -> None:
    pass_out(open_rated(seats=3), {0: 30, 1: 90, 2: 60})
    assert ratings_of(people[:3]) == expected(1, 1, 1, places=[3, 1, 2])
    assert list(RatingChange.objects.order_by("place").values_list("place", flat=True)) == [1, 2, 3]


def test_equal_scores_share_a_place(open_rated, people) -> None:
    pass_out(open_rated(seats=3), {0: 50, 1: 80, 2: 50})
    assert ratings_of(people[:3]) == expected(1, 1, 1, places=[2, 1, 2])


def test_a_draw_between_newcomers_moves_no_mean(open_rated, people) -> None:
    game = pass_out(open_rated(), {0: 50, 1: 50})
    assert game.outcome is not None
    assert game.outcome["winner"] is None
    assert [mu for mu, _sigma in ratings_of(people[:2])] == pytest.approx([0, 0])
    assert ratings_of(people[:2]) == expected(1, 1, places=[1, 1])


def test_a_player_who_leaves_is_placed_last(open_rated, people) -> None:
    room = open_rated(seats=4)
    resign(room, people[2])
    resign(room, people[3])
    pass_out(room, {0: 10, 1: 20, 2: 99, 3: 98})
    assert ratings_of(people) == expected(1, 1, 1, 1, places=[2, 1, 3, 3])


def test_a_team_is_rated_together(open_rated, people, client_of) -> None:
    room = open_rated(teams=True, started=False)
    take_seat(room.code, people[2], 1, NOON)
    rooms.start_game(room.code, people[0], NOON)
    resign(room, people[2])
    assert ratings_of(people[:3]) == expected(1, 2, places=[1, 2])
    amber, cobalt, jade = (mu for mu, _sigma in ratings_of(people[:3]))
    assert cobalt == jade == pytest.approx(-amber), "two average players are one average player"
    page = client_of(None).get(f"/r/{room.code}/").content.decode()
    for name in ("Cobalt", "Jade"):
        assert f"<bdi>{name}</bdi> <span>Rating" in page


def test_team_members_cannot_change_during_a_rated_game(open_rated, people) -> None:
    room = open_rated(teams=True, started=False, late_members=True)
    take_seat(room.code, people[2], 1, NOON)
    rooms.start_game(room.code, people[0], NOON)
    assert not {"leave", "open_doors"} & build_room_view(room.code, people[2]).actions
    with pytest.raises(Conflict, match=r"team\.rated"):
        teams.leave_team(room.code, people[2], NOON)
    assert "sit" not in build_room_view(room.code, people[3]).actions
    with pytest.raises(Conflict, match=r"seat\.taken"):
        take_seat(room.code, people[3], 0, NOON)


def test_ladders_are_independent(open_rated, people) -> None:
    resign(open_rated(variant="super"), people[0])
    resign(open_rated(), people[1])
    assert sorted(Ladder.objects.values_list("variant", "games")) == [("scrabble", 1), ("super", 1)]
    assert set(Rating.objects.values_list("games", flat=True)) == {1}


def test_casual_and_annulled_games_change_nothing(open_rated, people) -> None:
    resign(open_rated(rated=False), people[1])
    room = open_rated(variant="qwibble")
    act(room, people[0], Annul())
    assert table_of(room).outcome["reason"] == "annulled"  # type: ignore[index]
    assert not Rating.objects.exists()
    assert not RatedGame.objects.exists()


def test_a_repeated_end_signal_counts_once(open_rated, people) -> None:
    game = resign(open_rated(), people[1])
    before = ratings_of(people[:2])
    game_ended.send(sender=Game, game=game, outcome=None)
    assert ratings_of(people[:2]) == before
    assert Ladder.objects.get().games == 1


def test_the_change_is_shown_in_the_room_and_on_the_record(open_rated, people, client_of) -> None:
    room = open_rated()
    assert [seat.rating for seat in build_room_view(room.code, None).seats] == ["1500?", "1500?"]
    game = resign(room, people[1])
    ended = build_ended_game_view(build_snapshot(room, game))
    for view in (build_room_view(room.code, people[0]), build_room_view(room.code, None), ended):
        assert view.outcome is not None
        (won,), (lost,) = (final.ratings for final in view.outcome.finals)
        assert (won.name, won.before, won.after, won.change) == ("Amber", "1500?", "1566?", 66)
        assert (lost.name, lost.before, lost.after, lost.change) == (
            "Cobalt",
            "1500?",
            "1434?",
            -66,
        )
    page = client_of(None).get(f"/games/{game.pk}/").content.decode()
    assert "1566?" in page
    assert "−66" in page


def test_ten_games_make_a_rating_no_longer_provisional(open_rated, people) -> None:
    room = open_rated()
    for _game in range(9):
        resign(room, people[1])
        for player in people[:2]:
            rooms.ask_rematch(room.code, player, NOON)
    seen = build_room_view(room.code, None).seats
    assert all(seat.rating.endswith("?") for seat in seen)
    resign(room, people[1])
    seen = build_room_view(room.code, None).seats
    assert not any(seat.rating.endswith("?") for seat in seen)
    (rating,) = Rating.objects.filter(player=people[0])
    assert list(rating.changes.order_by("number").values_list("number", flat=True)) == [
        *range(1, 11)
    ]


def test_an_aborted_game_changes_no_rating_and_can_be_played_again(open_rated, people) -> None:
    room = open_rated()
    assert (act(room, people[1], Abort()).outcome or {})["reason"] == "annulled"
    assert not RatedGame.objects.exists()
    rooms.ask_rematch(room.code, people[0], NOON)
    assert table_of(room).rematch_seats == [0]
