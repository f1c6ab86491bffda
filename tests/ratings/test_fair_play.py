"""Games in which hardly anyone moved do not count,
and repeated games between two players count less and less."""

import random
from datetime import timedelta
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import call_command

from games.play.models import Game, Room
from games.play.perspective import build_room_view
from games.play.services import rooms, turns
from games.players.services.notifications import describe_notification
from games.ratings.models import Ladder, PairWeight, RatedGame, Rating, RatingChange, RatingScheme
from games.ratings.services.game_weights import ALLOWANCES, UsedAllowances
from games.ratings.services.rating_scale import MEAN_POINTS, NEWCOMER, apply_weight, rate_game
from games.rules.plays.acts import Abort, Flag, Resign
from games.rules.time.clock import TimeControl
from tests.play.conftest import NOON, table_of
from tests.ratings.conftest import act, move_all, pass_out, resign
from tests.ratings.test_recount import check

pytestmark = pytest.mark.django_db


def points_of(player) -> int:
    row = Rating.objects.filter(player=player).first()
    return MEAN_POINTS if row is None else round(MEAN_POINTS + 25 * row.mu)


def again(room: Room, people, loser: int, *, turn_zero: bool) -> Game:
    """Play one more game of the first two players,
    which one of them resigns, and ask for the next."""
    game = act(room, people[loser], Resign()) if turn_zero else resign(room, people[loser])
    for player in people[:2]:
        rooms.ask_rematch(room.code, player, NOON)
    return game


def test_twelve_resignations_on_turn_0_gain_nothing(open_rated, people, client_of) -> None:
    room = open_rated()
    for _game in range(12):
        game = again(room, people, 1, turn_zero=True)
    assert not Rating.objects.exists()
    assert not RatedGame.objects.exists()
    page = client_of(None).get(f"/games/{game.pk}/").content.decode()
    assert "Ratings are unchanged: a game only counts once everyone has moved." in page
    assert 'href="/ratings/#how"' in page
    texts = [
        describe_notification(notice, NOON) for notice in people[0].notices.filter(kind="ended")
    ]
    assert texts
    assert all("Your rating is unchanged" in text for text in texts)
    assert check()[0] == 0


def test_twelve_resignations_after_a_move_each_gain_less_than_two_wins(open_rated, people) -> None:
    room = open_rated()
    for _game in range(12):
        again(room, people, 1, turn_zero=False)
    two = [[NEWCOMER], [NEWCOMER]]
    for _win in range(2):
        two = rate_game(two, [1, 2])
    gained = points_of(people[0]) - MEAN_POINTS
    assert 66 < gained < two[0][0].points - MEAN_POINTS < 130
    weights = list(RatingChange.objects.filter(rating__player=people[0]).values_list("weight"))
    # Each game counts half as much as the last, so together they count less than two.
    assert [weight for (weight,) in weights] == [2.0**-n for n in range(12)]
    assert check()[0] == 0


def test_short_games_won_in_turn_hardly_change_ratings(open_rated, people) -> None:
    room = open_rated()
    for number in range(16):
        again(room, people, number % 2, turn_zero=False)
    assert abs(points_of(people[0]) - MEAN_POINTS) < 45
    assert abs(points_of(people[1]) - MEAN_POINTS) < 45
    assert check()[0] == 0


def test_repeated_games_with_one_partner_gain_limited_rating() -> None:
    """A win a day for two years: the games never count more than the allowances. The first year
    gains less than 200 points, and the second less than half of that."""
    winner, loser = UUID(int=1), UUID(int=2)
    pair_weights, one, other = UsedAllowances(), NEWCOMER, NEWCOMER
    full = [[NEWCOMER], [NEWCOMER]]
    at, counted = NOON, []
    for _game in range(730):
        ((pair, weight),) = pair_weights.weigh(((winner,), (loser,)), at).items()
        pair_weights.note({pair: weight}, at)
        counted.append((at, weight))
        (won,), (lost,) = rate_game([[one], [other]], [1, 2])
        one, other = apply_weight(one, won, weight), apply_weight(other, lost, weight)
        full = rate_game(full, [1, 2])
        at += timedelta(days=1)
        if len(counted) == 365:
            year = one.points - MEAN_POINTS
    for start in range(0, len(counted), 7):
        begin = counted[start][0]
        for allowance in ALLOWANCES:
            end = begin + allowance.window
            assert sum(w for when, w in counted if begin <= when < end) <= allowance.games
    assert year < 200
    assert one.points - MEAN_POINTS - year < year / 2, "each year brings less than the one before"
    assert one.points - MEAN_POINTS < (full[0][0].points - MEAN_POINTS) / 2


def test_the_allowance_returns_with_time(open_rated, people) -> None:
    room = open_rated()
    for _game in range(3):
        again(room, people, 1, turn_zero=False)
    Game.objects.filter(ended_at__isnull=False).update(ended_at=NOON - ALLOWANCES[0].window)
    again(room, people, 1, turn_zero=False)
    weights = RatingChange.objects.filter(rating__player=people[0]).order_by("number")
    assert list(weights.values_list("weight", flat=True)) == [1, 0.5, 0.25, 1]
    assert check()[0] == 0


def test_another_opponent_counts_in_full(open_rated, people) -> None:
    for _game in range(3):
        resign(open_rated(), people[1])
    room = open_rated(seats=3)
    move_all(room)
    pass_out(room)
    rated = RatedGame.objects.latest("number")
    change = {row.rating.player: row.weight for row in rated.changes.all()}
    repeated = pytest.approx((1 / 8 + 1) / 2)
    assert change == {people[0]: repeated, people[1]: repeated, people[2]: 1}
    assert check()[0] == 0


def test_a_player_who_leaves_without_a_move_is_not_rated_and_the_others_are(
    open_rated, people, client_of
) -> None:
    room = open_rated(seats=3)
    act(room, people[2], Resign())
    game = pass_out(room, {0: 30, 1: 90, 2: 0})
    rated = set(Rating.objects.values_list("player", flat=True))
    assert rated == {people[0].pk, people[1].pk}
    assert game.ratings[str(people[2].pk)] == {"before": "1500?", "unchanged": "moves"}
    page = client_of(None).get(f"/games/{game.pk}/").content.decode()
    assert "Players who hadn&#x27;t moved keep their rating." in page
    assert check()[0] == 0


def test_result_page_notice_and_api_show_how_much_a_game_counted(
    open_rated, people, client_of
) -> None:
    room = open_rated()
    again(room, people, 1, turn_zero=False)
    game = again(room, people, 1, turn_zero=False)
    seen = build_room_view(room.code, None)
    assert seen.outcome is None, "the third game has begun"
    page = client_of(None).get(f"/games/{game.pk}/").content.decode()
    assert page.count("counts 50%") == 2
    assert "Repeated games between the same players count less." in page
    assert "The game counted 50%" in describe_notification(
        people[0].notices.filter(kind="ended").latest("created_at", "pk"), NOON
    )
    profile = client_of(None).get(f"/players/{people[0].nickname}/").content.decode()
    assert "(counted 50%)" in profile
    for address in (f"/games/{game.pk}.json", f"/api/1/games/{game.pk}"):
        data = client_of(None).get(address).json()
        names = [seat["name"] for seat in data["seats"]]
        assert [one["name"] for one in data["ratings"]] == names
        assert {one["counted"] for one in data["ratings"]} == {50}
        winner = names.index(people[0].nickname)  # a rematch changes the order of the seats
        assert data["ratings"][winner]["change"] > 0
    act(room, people[1], Resign())
    data = client_of(None).get(f"/api/1/games/{table_of(room).pk}").json()
    assert [one["counted"] for one in data["ratings"]] == [0, 0]
    assert {one["reason"] for one in data["ratings"]} == {"moves"}


def test_an_aborted_game_uses_none_of_the_allowance(open_rated, people) -> None:
    room = open_rated()
    act(room, people[0], Abort())
    assert not PairWeight.objects.exists()
    resign(open_rated(), people[1])
    assert set(RatingChange.objects.values_list("weight", flat=True)) == {1}


def test_running_out_of_time_is_not_a_move(open_rated, people) -> None:
    room = open_rated(clock=TimeControl.read("10s"))
    late = NOON
    while table_of(room).running:
        late += timedelta(seconds=12)
        game = table_of(room)
        mover = build_room_view(room.code, None).to_move or 0
        turns.apply_seat_act(
            room.code, mover, Flag(), game_id=game.pk, turn=game.turn_number, now=late
        )
    assert not RatedGame.objects.exists()


def test_games_of_earlier_releases_stay_as_they_were_rated(open_rated, people) -> None:
    """Every game counted in full under the older scheme, and a recount keeps to that."""
    resign(open_rated(), people[1])
    resign(open_rated(), people[1])
    assert check()[0] == 0
    RatedGame.objects.update(scheme=RatingScheme.ALL_ALIKE)
    assert check()[0] == 1
    call_command("recount_ratings", stdout=StringIO())
    full = rate_game(rate_game([[NEWCOMER], [NEWCOMER]], [1, 2]), [1, 2])
    assert points_of(people[0]) == full[0][0].points
    assert set(RatedGame.objects.values_list("scheme", flat=True)) == {RatingScheme.ALL_ALIKE}
    assert check()[0] == 0


def test_a_recount_of_many_games_gives_the_same_ratings(open_rated, people) -> None:
    chance = random.Random(8)
    for _game in range(14):
        room = open_rated(seats=chance.choice([2, 3]))
        if chance.random() < 0.3:
            act(room, people[0], Resign())
        if table_of(room).running:
            resign(room, people[1])
        if table_of(room).running:
            pass_out(room)
    assert Ladder.objects.get().games < 14
    assert RatingChange.objects.filter(weight__lt=1).exists()
    assert check()[0] == 0
    PairWeight.objects.update(weight=0.9)
    assert check()[0] == 1


def test_pages_state_the_rule(open_rated, people, client_of) -> None:
    how = client_of(None).get("/ratings/").content.decode()
    assert "count as less than 2 full games within 30 days" in how
    assert "less than 4 within 365 days" in how
    assert 'id="how"' in how
    room = open_rated()
    for address in ("/rooms/", f"/r/{room.code}/"):
        page = client_of(people[0]).get(address).content.decode()
        assert "counts once everyone has moved" in page
        assert 'href="/ratings/#how"' in page
