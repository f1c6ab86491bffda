"""Links from every position of a record to the analysis board."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from games.play.models import Game
from games.play.store.replay import replay_game
from games.rules.positions.setup_text import read_setup
from games.rules.positions.setups import make_setup

pytestmark = pytest.mark.django_db


def test_every_position_opens_on_the_analysis_board(ended: Game, client_of: Any) -> None:
    stranger = client_of(None)
    steps = [*replay_game(ended)]
    for number, step in enumerate(steps):
        answer = stranger.get(f"/games/{ended.pk}/{number}/board")
        assert answer.status_code == 302
        fields = dict(parse_qsl(urlsplit(answer["Location"]).query))
        assert fields["dict"] == "few.1"
        assert step.before.to_move is not None
        assert read_setup(fields) == make_setup(step.before, step.before.to_move)
    end = stranger.get(f"/games/{ended.pk}/{len(steps)}/board")
    assert stranger.get(end["Location"]).status_code == 200
    assert stranger.get(f"/games/{ended.pk}/{len(steps) + 1}/board").status_code == 404
    assert f"/games/{ended.pk}/0/board" in stranger.get(f"/games/{ended.pk}/").content.decode()


def test_a_dictionary_that_is_hidden_by_now_is_not_named(ended: Game, client_of: Any) -> None:
    assert ended.revision is not None
    lexicon = ended.revision.lexicon
    lexicon.hidden = True
    lexicon.save()
    answer = client_of(None).get(f"/games/{ended.pk}/0/board")
    assert "dict=" not in answer["Location"]
