"""The wording of a game's end: who won, the score and the reason in one sentence."""

import re

import pytest

from games.play.perspective import build_room_view
from games.play.perspective.endings import headline_end
from games.play.services import turns
from games.play.store.snapshots import RecordedMove
from games.rules.plays.acts import Pass, Resign
from games.rules.plays.events import EndReason, Forfeited, Outcome
from tests.play.conftest import NOON, table_of

NAMES = ("Ada", "Ben", "Vera & Walt", "Lou")


def outcome(
    *scores: int, winner: int | None = 0, reason: EndReason = "out", tie_break: str | None = None
) -> Outcome:
    return Outcome(winner, reason, scores, scores, (0,) * len(scores), tie_break)


@pytest.mark.parametrize(
    ("ended", "seat", "said"),
    [
        (outcome(505, 286), 0, "You won 505–286 after the last tile"),
        (outcome(505, 286), 1, "You lost 286–505 after the last tile"),
        (outcome(505, 286), None, "Ada won 505–286 after the last tile"),
        (outcome(286, 505, winner=1), None, "Ben won 505–286 after the last tile"),
        (outcome(9, 80, reason="resigned"), 0, "You won 9–80 by resignation"),
        (outcome(9, -8, reason="passes"), 1, "You lost −8 to 9 after everyone passed"),
        (outcome(70, 70, winner=None), 1, "You drew 70–70 after the last tile"),
        (outcome(70, 70, winner=None), None, "A draw, 70–70 after the last tile"),
        (outcome(5, 5, winner=None, reason="annulled"), 0, "No result"),
        (outcome(412, 312, 99), 1, "You came second with 312 points after the last tile"),
        (outcome(412, 312, 99), 2, "You came third with 99 points after the last tile"),
        (outcome(412, 312, 99, 1), 3, "You came fourth with 1 point after the last tile"),
        (outcome(412, 312, 99), 0, "You won with 412 points after the last tile"),
        (outcome(1, 412, 99, winner=1), None, "Ben won with 412 points after the last tile"),
        (outcome(1, 2, 99, winner=2), None, "Vera & Walt won with 99 points after the last tile"),
        (
            outcome(90, 90, 5, winner=None),
            1,
            "You share first place with 90 points after the last tile",
        ),
        (outcome(90, 90, 5, winner=None), 2, "You came third with 5 points after the last tile"),
        (outcome(90, 90, 5, winner=None), None, "A draw with 90 points after the last tile"),
    ],
)
def test_the_headline_addresses_its_reader(ended: Outcome, seat: int | None, said: str) -> None:
    assert headline_end(ended, NAMES, seat) == said


def test_a_seat_that_left_is_placed_after_the_others() -> None:
    ended = outcome(300, 120, 80, winner=1, reason="last_seat")
    for seat, said in enumerate(("came third with 300", "won with 120", "came second with 80")):
        headline = headline_end(ended, NAMES, seat, left=[0])
        assert headline == f"You {said} points after everyone else left"


@pytest.mark.parametrize(("cause", "why"), [("time", "on time"), ("away", "by forfeit")])
def test_a_loss_on_time_differs_from_an_absence(cause: str, why: str) -> None:
    last = RecordedMove(3, 1, "forfeit", (Forfeited(1, cause),))
    ended = outcome(40, 50, reason="forfeited")
    assert headline_end(ended, NAMES, 0, last=last) == f"You won 40–50 {why}"


@pytest.mark.django_db
def test_each_viewer_reads_the_result_as_theirs(open_table, people) -> None:
    room = open_table()
    turns.apply_player_act(room.code, people[1].pk, Resign(), turn=0, key="", now=NOON)
    for viewer, result in ((people[0], "You won"), (people[1], "You lost"), (None, "Amber won")):
        view = build_room_view(room.code, viewer)
        assert view.outcome is not None
        assert view.outcome.sentence == f"{result} 0–0 by resignation"
        assert view.say == f"Cobalt resigned. {result} 0–0."


@pytest.mark.django_db
def test_the_last_move_and_the_reason_differ_after_passes(open_table, people) -> None:
    room = open_table()
    for _pass in range(4):
        game = table_of(room)
        mover = build_room_view(room.code, None).to_move
        assert mover is not None
        turns.apply_player_act(
            room.code, people[mover].pk, Pass(), turn=game.turn_number, key="", now=NOON
        )
    said = build_room_view(room.code, None).say
    assert re.fullmatch(r"\w+ passed\. .+ after everyone passed\.", said)


@pytest.mark.django_db
def test_the_next_steps_follow_the_headline(open_table, people, client_of) -> None:
    room = open_table()
    turns.apply_player_act(room.code, people[1].pk, Resign(), turn=0, key="", now=NOON)
    page = client_of(people[0]).get(f"/r/{room.code}/").content.decode()
    result = page[page.index('id="_result"') :]
    order = (
        "You won 0–0",
        "Rematch",
        "Review game",
        "New opponent",
        "<table",
        "<details",
        "Verify",
    )
    places = [result.index(text) for text in order]
    assert places == sorted(places)
    assert "New opponent" not in client_of(None).get(f"/r/{room.code}/").content.decode()
