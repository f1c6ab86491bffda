"""The sentences about the last play that only a screen reader needs."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.play.perspective.saying import say_where_it_lies
from games.rules.tiles import load_tile_set


def told(position: str, tiles: str, kind: str = "play") -> str:
    seen = SimpleNamespace(
        last_played=SimpleNamespace(position=position, tiles=tiles),
        record=[SimpleNamespace(kind=kind)],
        tile_set=load_tile_set("en"),
    )
    return say_where_it_lies(cast("Any", seen))


@pytest.mark.parametrize(
    ("position", "tiles", "said"),
    [
        ("8H", "CRY", "From H8 across."),
        ("H8", "C.RY", "From H8 down."),
        ("1A", "CRy", "From A1 across. The blank is Y."),
        ("1A", "cRy", "From A1 across. The blanks are C, Y."),
    ],
)
def test_where_a_play_lies_and_what_its_blanks_are(position: str, tiles: str, said: str) -> None:
    assert told(position, tiles) == said


def test_it_is_said_of_the_last_move_alone() -> None:
    assert told("8H", "CRY", kind="challenge") == ""
