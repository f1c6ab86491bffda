"""A negative score is written with a true minus sign, like negative score changes."""

import re

import pytest

from games.play.models import Game
from tests.play.conftest import pass_turn, table_of

pytestmark = pytest.mark.django_db

HYPHENED = re.compile(r"(?<=>)\s*-\d+|(?<=</bdi>)\s*-\d+")
MAX_PASSES = 12


def test_a_score_below_zero_has_a_true_minus_on_every_page(open_table, people, client_of) -> None:
    room = open_table()
    for _turn in range(MAX_PASSES):
        game = table_of(room)
        if game.status == Game.Status.OVER:
            break
        mover = game.holders.get(seat__number=(game.state or {})["to_move"]).player
        pass_turn(room, mover)
    game = table_of(room)
    lost = min((game.outcome or {})["scores"])
    assert lost < 0
    amber = client_of(people[0])
    pages = (f"/r/{room.code}/", f"/games/{game.pk}/", "/", "/games/past/")
    for page in pages:
        answer = amber.get(page, headers={"HX-Request": ""}, follow=True)
        assert answer.status_code == 200, page
        text = answer.content.decode()
        assert f"−{-lost}" in text, page
        assert not HYPHENED.findall(text), page
