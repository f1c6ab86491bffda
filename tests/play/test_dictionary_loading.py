"""The first minute of a new site: the dictionary of a game is still being compiled."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.play.models import Room
from games.play.perspective import build_room_view, preview_play
from games.play.services import turns
from games.players.models import Player
from lexicon.models import Lexicon
from lexicon.store import close_graphs, graph_path
from lexicon.terms.alphabets import list_language_alphabets
from tests.play.test_challenge_terms import lay_first_tiles

pytestmark = pytest.mark.django_db

BEGINNER = 1


@pytest.fixture
def lose_graph(settings: Any, lexicon: Lexicon, tmp_path: Path) -> Callable[[], Path]:
    """Return a function that makes the dictionary new to this machine.

    It returns the path at which the word graph will be.
    """

    def lose() -> Path:
        settings.LEXICON_CACHE_DIR = tmp_path
        close_graphs()
        assert lexicon.current_revision is not None
        return graph_path(lexicon.current_revision.sha256, list_language_alphabets("en")[0].faces)

    return lose


def test_the_dictionary_is_compiled_before_the_room_is_locked(
    open_table: Callable[..., Room], people: list[Player], lose_graph: Callable[[], Path]
) -> None:
    """Under the lock, SQLite could serve no one else until it is done."""
    room = open_table(challenge="void")
    build_room_view(room.code, people[0])
    path = lose_graph()
    turns.prepare_turn(room.code, str(people[0].pk))
    assert path.is_file()


def test_a_preview_does_not_wait_for_the_dictionary(
    open_table: Callable[..., Room], people: list[Player], lose_graph: Callable[[], Path]
) -> None:
    room = open_table(challenge="void")
    seat, play = lay_first_tiles(room)
    path = lose_graph()
    look = preview_play(room.code, people[seat], lambda _tiles: play)
    assert look.score is not None
    assert (look.checked_later, look.unchecked, look.score.invalid_words) == (True, False, ())
    assert not path.exists()
    turns.prepare_turn(room.code, str(people[seat].pk))
    assert not preview_play(room.code, people[seat], lambda _tiles: play).checked_later


def test_a_computer_player_warms_up_first(
    open_against: Callable[..., Room], people: list[Player], lose_graph: Callable[[], Path]
) -> None:
    room = open_against(people[0], BEGINNER)
    assert "warming up" not in build_room_view(room.code, people[0]).say
    path = lose_graph()
    view = build_room_view(room.code, people[0])
    assert view.say.endswith("Gentle bot is warming up and will move soon.")
    assert not path.exists()
