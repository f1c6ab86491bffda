"""A recount gives the same ratings; ``--check`` reports any difference."""

import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.play.models import Game, SeatMember
from games.ratings.models import Ladder, RatedGame, Rating, RatingChange
from tests.play.conftest import NOON, table_of
from tests.ratings.conftest import pass_out, resign

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def played(open_rated, people) -> None:
    """Games in two ladders with two to four seats, ties, teams and resignations."""
    chance = random.Random(5)
    for turn in range(9):
        variant, seats = ("scrabble", 2 + turn % 3) if turn % 4 != 2 else ("super", 2)
        room = open_rated(variant=variant, seats=seats)
        if seats == 3:
            seat = table_of(room).seats.get(number=1)
            SeatMember.objects.create(seat=seat, game=seat.game, player=people[3], seen_at=NOON)
        if turn % 5 == 3:
            resign(room, people[chance.randrange(seats)])
        if table_of(room).status != Game.Status.OVER:
            pass_out(room, {number: chance.choice([100, 200, 300]) for number in range(seats)})


def figures() -> list[list[tuple[object, ...]]]:
    """Return all stored figures of ratings."""
    return [
        list(Ladder.objects.values_list("variant", "games")),
        list(RatedGame.objects.order_by("game").values_list("game", "number")),
        list(
            Rating.objects.order_by("ladder", "player").values_list(
                "mu", "sigma", "games", "departed"
            )
        ),
        list(
            RatingChange.objects.order_by("rated_game", "rating__player").values_list(
                "rated_game", "rating__player", "number", "place", "mu", "sigma"
            )
        ),
        list(Game.objects.order_by("pk").values_list("pk", "ratings")),
    ]


def check() -> tuple[int, str]:
    """Return the exit code of ``--check`` and its output."""
    said = StringIO()
    try:
        call_command("recount_ratings", "--check", stdout=said)
    except CommandError as error:
        return error.returncode, said.getvalue()
    return 0, said.getvalue()


def test_a_recount_finds_the_same_figures(played) -> None:
    before = figures()
    assert before[2]
    assert check()[0] == 0
    call_command("recount_ratings", stdout=StringIO())
    assert figures() == before


def test_a_recount_from_nothing_gives_the_same_figures(played, people) -> None:
    people[3].user.delete()
    before = figures()
    assert any(row[3] for row in before[2]), "one has left"
    numbered = RatedGame.objects.order_by("ladder", "number").values_list("game", "number")
    for game, number in numbered:  # all ended at the same instant, so the order must be set
        Game.objects.filter(pk=game).update(ended_at=NOON.replace(second=number))
    Rating.objects.all().delete()
    Ladder.objects.all().delete()
    Game.objects.update(ratings={})
    code, said = check()
    assert code == 1
    assert "this ladder does not exist yet" in said
    assert not Ladder.objects.exists(), "a check writes nothing"
    call_command("recount_ratings", stdout=StringIO())
    assert figures() == before
    assert check()[0] == 0


@pytest.mark.parametrize("table", [Rating, RatingChange])
def test_a_wrong_figure_is_found_and_corrected(played, table) -> None:
    before = figures()
    row = table.objects.order_by("pk")[0]
    table.objects.filter(pk=row.pk).update(mu=row.mu + 0.01)
    wrong = figures()
    code, said = check()
    assert code == 1
    assert f"should be mu {row.mu:.6f}" in said
    assert figures() == wrong, "a check writes nothing"
    call_command("recount_ratings", stdout=StringIO())
    assert figures() == before
    assert check()[0] == 0
