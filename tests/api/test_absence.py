"""Programs vote with the other players on what to do about an absent one,
by the same rules as people."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from games.play.models import Game, Move, Room
from games.play.services.presence import record_presence
from games.players.models import Player
from tests.api.conftest import Program, enrol, table_of
from tests.play.conftest import NOON
from tests.play.test_absence import at as at

pytestmark = pytest.mark.django_db

Make = Callable[..., Program]


@dataclass
class AbandonedGame:
    """An untimed game of programs whose player to move has left.

    ``gone`` is the program that left; ``here`` are the others, by their seats.
    """

    code: str
    seat: int
    gone: Program
    here: dict[int, Program]

    def vote(self, program: Program, choice: str, seat: int | None = None) -> Any:
        missed = self.seat if seat is None else seat
        return program.post(f"rooms/{self.code}/absence", seat=missed, choice=choice)


@pytest.fixture
def abandon(
    make_program: Make, at: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., AbandonedGame]:
    """``abandon(seats=3, minutes=60)``: a game whose player to move left that many minutes ago."""

    def leave(seats: int = 2, minutes: int = 10) -> AbandonedGame:
        monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
        programs = [make_program(name) for name in ("Umber", "Ochre", "Sienna")[:seats]]
        code = programs[0].post("rooms", seats=seats, challenge="void").json()["code"]
        for program in programs[1:]:
            assert program.post(f"rooms/{code}/sit").status_code == 200
        mover = programs[0].post(f"rooms/{code}/start").json()["to_move"]
        here = {number: one for number, one in enumerate(programs) if number != mover}
        for seconds in range(0, minutes * 60 + 1, 20):
            bots = {str(one.bot.pk): True for one in here.values() if one.bot}
            record_presence({code: bots}, NOON + timedelta(seconds=seconds))
            if seconds % 600 == 0:
                at(NOON + timedelta(seconds=seconds))
        return AbandonedGame(code, mover, programs[mover], here)

    return leave


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_bot_lets_a_computer_play_until_the_absent_player_returns(
    abandon: Callable[..., AbandonedGame],
) -> None:
    left = abandon()
    (program,) = left.here.values()
    room = program.get(f"rooms/{left.code}").json()
    assert room["absence"] == {"seat": left.seat, "choices": ["wait", "computer"], "votes": []}
    assert "vote_absence" in room["can"]
    answer = left.vote(program, "computer")
    assert answer.status_code == 200, answer.content
    room = answer.json()
    assert room["absence"] is None
    assert "vote_absence" not in room["can"]
    assert room["seats"][left.seat]["computer"]
    back = left.gone.act(room, "pass")
    assert back.status_code == 200, back.content
    assert not back.json()["seats"][left.seat]["computer"]
    assert Move.objects.get().player == left.gone.bot


def test_nothing_happens_until_all_bots_agree(abandon: Callable[..., AbandonedGame]) -> None:
    left = abandon(seats=3)
    (one, first), (two, second) = left.here.items()
    room = left.vote(first, "computer").json()
    assert room["absence"]["votes"] == [{"seat": one, "choice": "computer"}]
    room = left.vote(second, "wait").json()
    assert {"seat": two, "choice": "wait"} in room["absence"]["votes"]
    assert not room["seats"][left.seat]["computer"]
    room = left.vote(first, "").json()
    assert room["absence"]["votes"] == [{"seat": two, "choice": "wait"}], "it is taken back"
    assert left.vote(first, "wait").json()["absence"] is None
    assert code_of(left.vote(first, "wait")) == (409, "seat.not_left")


def test_a_bot_can_end_the_game_as_won_after_an_hour(abandon: Callable[..., AbandonedGame]) -> None:
    left = abandon(minutes=60)
    ((seat, program),) = left.here.items()
    assert program.get(f"rooms/{left.code}").json()["absence"]["choices"][-1] == "without"
    room = left.vote(program, "without").json()
    assert (room["phase"], room["end"]["winner"]) == ("over", seat)
    assert code_of(left.vote(program, "without")) == (409, "seat.not_left")


def test_only_players_of_the_game_can_decide(
    abandon: Callable[..., AbandonedGame], make_program: Make, amber: Player, people: list[Player]
) -> None:
    left = abandon()
    before = Game.objects.values("absent_seat", "absence", "turn_number").get()
    assert code_of(left.vote(left.gone, "computer")) == (409, "seat.not_left")
    assert code_of(left.vote(make_program("Indigo"), "computer")) == (403, "seat.not_yours")
    stranger = make_program("Violet", enrol(people[3]))
    assert code_of(left.vote(stranger, "computer")) == (403, "seat.not_yours")
    assert left.vote(Program(), "computer").status_code == 401
    assert left.vote(Program("tr_nonsense"), "computer").status_code == 401
    for scope in ("upload", "analyse"):
        assert left.vote(make_program("", amber, scope), "computer").status_code == 403
    assert Game.objects.values("absent_seat", "absence", "turn_number").get() == before


@pytest.mark.parametrize(
    ("seat", "choice", "status", "code"),
    [
        (None, "without", 409, "absence.too_soon"),
        ("own", "wait", 409, "seat.not_left"),
        (7, "wait", 409, "seat.not_left"),
        (9, "wait", 422, "fields.invalid"),
        (-1, "wait", 422, "fields.invalid"),
        (None, "win", 422, "fields.invalid"),
        (None, None, 422, "fields.invalid"),
    ],
)
def test_invalid_choices_are_refused(
    abandon: Callable[..., AbandonedGame], seat: Any, choice: Any, status: int, code: str
) -> None:
    left = abandon()
    ((own, program),) = left.here.items()
    answer = left.vote(program, choice, own if seat == "own" else seat)
    assert code_of(answer) == (status, code)
    assert (table_of(Room.objects.get()).absence or {})["votes"] == {}


def test_no_decision_while_the_player_is_present_or_has_moved(
    abandon: Callable[..., AbandonedGame],
) -> None:
    left = abandon()
    (program,) = left.here.values()
    room = left.gone.get(f"rooms/{left.code}").json()
    assert room["absence"] is None, "the one who is missed does not decide"
    assert left.gone.act(room, "pass").status_code == 200
    assert program.get(f"rooms/{left.code}").json()["absence"] is None
    for choice in ("wait", "computer", "without"):
        assert code_of(left.vote(program, choice)) == (409, "seat.not_left")
    assert program.post("rooms/nowhere1/absence", seat=0, choice="wait").status_code == 404


def test_no_computer_takes_over_in_a_rated_game(abandon: Callable[..., AbandonedGame]) -> None:
    """Rated games need a clock now, but this one began before they did."""
    left = abandon()
    (program,) = left.here.values()
    Game.objects.update(rated=True)
    Room.objects.update(rated=True, stamp=1000)
    assert program.get(f"rooms/{left.code}").json()["absence"]["choices"] == ["wait"]
    assert code_of(left.vote(program, "computer")) == (409, "absence.too_soon")
    assert left.vote(program, "wait").json()["absence"] is None
