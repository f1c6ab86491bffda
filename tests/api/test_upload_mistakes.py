"""Impossible statements in an uploaded record, as programs read them."""

from collections.abc import Callable

import pytest

from games.players.models import Player
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db

TWICE = """#player1 Amber Amber
#player2 Cobalt Cobalt
>Amber: CATSEIR 8G CAT +10 10
>Amber: ЖЖЖЖ - +0 10
"""


def test_each_mistake_has_its_line_and_a_sentence(
    make_program: Callable[..., Program], amber: Player
) -> None:
    program = make_program("", amber, "upload")
    kept = program.post("games", gcg=TWICE, tile_set="en", dictionary="-")
    assert kept.status_code == 201, kept.content
    mistakes = [(one["line"], one["code"], one["message"]) for one in kept.json()["slips"]]
    assert mistakes == [
        (4, "rack.letters", "The rack has letters that aren't in the tile set: ЖЖЖЖ."),
        (4, "turn.order", "It was Cobalt's turn."),
    ]


KEPT = """>Amber: CATEEQZ 8G CAT +10 10
>Cobalt: S?NNOOU 9G OS +10 10
>Amber: EEAAAIZ - +0 10
"""


def test_racks_that_contradict_each_other_are_remarks(
    make_program: Callable[..., Program], amber: Player
) -> None:
    program = make_program("", amber, "upload")
    kept = program.post("games", gcg=KEPT, tile_set="en", dictionary="-").json()
    assert kept["slips"] == []
    (remark,) = kept["remarks"]
    assert remark == {
        "line": 3,
        "player": "Amber",
        "code": "rack.kept",
        "about": "Q",
        "message": "Kept after the previous move but missing from this rack: Q.",
    }
