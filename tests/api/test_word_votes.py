"""Programs in rooms where the players vote on words that are not in the dictionary."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from games.play.models import Room
from games.play.store.snapshots import clear_snapshot_cache
from tests.api.conftest import Program, table_of
from tests.play.correspondence import give

pytestmark = pytest.mark.django_db

Make = Callable[..., Program]
ZORG = "ZORG"
"""A word that the small dictionary does not have."""


@dataclass
class ProposedWord:
    """A room of three programs: the one at ``seat`` has played ZORG, the ``others`` are asked."""

    code: str
    seat: int
    mover: Program
    others: dict[int, Program]

    def read(self, program: Program) -> dict[str, Any]:
        found: dict[str, Any] = program.get(f"rooms/{self.code}").json()
        return found

    def act(self, seat: int, act: str) -> dict[str, Any]:
        program = self.others[seat]
        answer = program.act(self.read(program), act)
        assert answer.status_code == 200, answer.content
        shown: dict[str, Any] = answer.json()
        return shown


@pytest.fixture
def proposed(make_program: Make) -> ProposedWord:
    programs = [make_program(name) for name in ("Umber", "Ochre", "Sienna")]
    code = programs[0].post("rooms", seats=3, challenge="vote").json()["code"]
    for program in programs[1:]:
        assert program.post(f"rooms/{code}/sit").status_code == 200
    seat = programs[0].post(f"rooms/{code}/start").json()["to_move"]
    give(table_of(Room.objects.get()), seat, "ZORGAEI")
    clear_snapshot_cache()
    mover = programs[seat]
    room = mover.get(f"rooms/{code}").json()
    assert room["vote"] == {"seat": None, "words": [], "accepted_words": []}
    answer = mover.act(room, "play", position="8F", tiles=ZORG)
    assert answer.status_code == 200, answer.content
    others = {number: one for number, one in enumerate(programs) if number != seat}
    return ProposedWord(code, seat, mover, others)


def test_bots_read_what_is_put_to_the_vote(proposed: ProposedWord) -> None:
    asked = {"seat": proposed.seat, "words": [ZORG], "accepted_words": []}
    for program in (proposed.mover, *proposed.others.values()):
        assert proposed.read(program)["vote"] == asked
    for program in proposed.others.values():
        assert {"accept", "challenge"} <= set(proposed.read(program)["can"])
    assert "accept" not in proposed.read(proposed.mover)["can"]


def test_a_bot_votes_for_a_word_that_then_counts(proposed: ProposedWord) -> None:
    one, _other = proposed.others
    room = proposed.act(one, "accept")
    assert room["vote"] == {"seat": None, "words": [], "accepted_words": [ZORG]}
    assert len(room["board"]) == len(ZORG)


def test_bots_vote_against_a_word_and_see_who_has(proposed: ProposedWord) -> None:
    one, other = proposed.others
    room = proposed.act(one, "challenge")
    assert [seat["number"] for seat in room["seats"] if seat["rejected"]] == [one]
    assert "challenge" not in room["can"]
    assert room["vote"]["words"] == [ZORG]
    room = proposed.act(other, "challenge")
    assert room["vote"] == {"seat": None, "words": [], "accepted_words": []}
    assert room["board"] == []
    assert not any(seat["rejected"] for seat in room["seats"])
    assert [move["withdrawn"] for move in room["moves"] if move["kind"] == "play"] == [True]


def test_rooms_without_votes_have_none(make_program: Make) -> None:
    assert make_program().post("rooms", challenge="single").json()["vote"] is None


def test_the_description_says_how_to_vote(make_program: Make) -> None:
    schemas = make_program().get("openapi.json").json()["components"]["schemas"]
    assert "`challenge` against it" in schemas["TableVote"]["description"]
    assert "rejected" in schemas["TableSeat"]["properties"]
    assert "vote" in schemas["RoomOut"]["properties"]
