"""Limits of conditional moves: what may be stored and when. They reveal nothing about the
opponent's rack or valid words, and opponents learn nothing of them."""

import json
import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.play.models import ConditionalMove, Room
from games.play.perspective import build_room_view
from games.rules.equipment.errors import RuleError
from games.rules.plays.acts import Challenge
from games.rules.time.clock import TimeControl
from scrabble_site.shared.refusals import Conflict, Forbidden
from tests.play.conftest import table_of
from tests.play.correspondence import (
    LATER,
    act,
    attend,
    give,
    keep,
    moves_of,
    open_slow,
    start_with,
)

__all__ = ["attend", "open_slow"]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("guess", "answer", "code"),
    [
        ("8G CAT", "9G CAB", "rack.missing_tile"),
        ("8A CAT", "-", "placement.start_not_covered"),
        ("8A ABCDEFGH", "-", "guess.too_many"),
        ("nonsense", "-", "notation.play"),
        ("8G CAT", "-QQ", "rack.missing_tile"),
        ("8G CAT", "1A BOX", "placement.not_connected"),
    ],
)
def test_impossible_conditional_moves_are_refused_at_once(
    open_slow, people, guess, answer, code
) -> None:
    room = open_slow()
    with pytest.raises(RuleError) as refused:
        keep(room, people[1], guess, answer)
    assert refused.value.code == code


def test_the_opponents_tiles_make_no_difference(open_slow, people, client_of) -> None:
    room = open_slow("CATDOGS", "ONEXIAB")
    cobalt = client_of(people[1])
    said = {"guess": "8H WORD", "answer": "-"}
    preview = cobalt.post(f"/r/{room.code}/replies/preview", said).content
    give(table_of(room), 0, "WORDSAT")
    Room.objects.update(stamp=99)
    assert cobalt.post(f"/r/{room.code}/replies/preview", said).content == preview


def test_placement_is_checked_with_the_own_rack_only(open_slow, people, client_of) -> None:
    """The positions are the board before and after the expected play, also when they follow a
    stored conditional move."""
    room = open_slow()
    cobalt = client_of(people[1])

    def positions(guess: str, after: object = "") -> list[tuple[str, str]]:
        said = {"guess": guess, "answer": "", "after": after}
        preview = cobalt.post(f"/r/{room.code}/replies/preview", said).content.decode()
        found = re.search(r'data-positions="([^"]*)"', preview)
        assert found
        return [
            ("".join(tile[1] for tile in one["tiles"]), "".join(face for face, _ in one["rack"]))
            for one in json.loads(unescape(found[1]))
        ]

    assert positions("") == [("", "ONEXIAB")]
    assert positions("8G COWS") == [("", "ONEXIAB"), ("COWS", "ONEXIAB")]
    assert positions("8G CO WS 7") == [("", "ONEXIAB")]
    keep(room, people[1], "8G CAT", "H7 B.")
    later = ConditionalMove.objects.get().pk
    assert positions("", later) == [("BCAT", "ONEXIA")]
    assert positions("G8 .AT", later) == [("BCAT", "ONEXIA"), ("BCATAT", "ONEXIA")]
    assert positions("", later + 1) == []


def test_previews_do_not_reveal_valid_words(open_slow, people, client_of) -> None:
    room = open_slow("CATDOGS", "ONEXIAB")
    cobalt = client_of(people[1])
    for guess in ("8H XQZ", "8H CAT"):
        said = {"guess": guess, "answer": "7G BOX"}
        preview = cobalt.post(f"/r/{room.code}/replies/preview", said).content.decode()
        assert "dictionary" not in preview
        assert "Your move would score" in preview


def test_conditional_moves_need_another_players_turn_and_no_clock(open_slow, people) -> None:
    room = open_slow()
    with pytest.raises(Conflict, match="not_now"):
        keep(room, people[0], "-", "-")
    with pytest.raises(Forbidden):
        keep(room, people[3], "-", "-")
    timed = open_slow(clock=TimeControl.read("25+0"))
    with pytest.raises(Conflict, match="not_now"):
        keep(timed, people[1], "-", "-")
    endless = open_slow(clock=TimeControl())
    assert keep(endless, people[1], "-", "-")


def test_there_are_at_most_five_conditional_moves(open_slow, people) -> None:
    room = open_slow()
    for count in range(1, 6):
        keep(room, people[1], f"-{count}", "-")
    with pytest.raises(Conflict, match="many"):
        keep(room, people[1], "-6", "-")


@pytest.mark.parametrize(("good", "made"), [("8G CAT", True), ("8G CTA", False)])
def test_a_conditional_move_may_depend_on_validity_where_challenges_are_free(
    open_slow, people, attend, good, made
) -> None:
    room = open_slow(challenge="single")
    keep(room, people[1], good, "-", only_if_valid=True)
    act(room, people[0], good, LATER)
    attend()
    assert (len(moves_of(room)) == 2) == made
    if not made:
        act(room, people[1], Challenge(), LATER)
        assert build_room_view(room.code, None).challenge is not None, (
            "the right to challenge is kept"
        )


def test_a_reply_has_no_condition_where_challenges_have_a_cost(open_slow, people, attend) -> None:
    room = open_slow(challenge="double")
    assert not keep(room, people[1], "8G CTA", "-", only_if_valid=True).only_if_valid
    act(room, people[0], "8G CTA", LATER)
    attend()
    assert moves_of(room)[-1] == (1, "pass", True)


def test_replies_are_hidden_from_everyone_else(open_slow, people, client_of, attend) -> None:
    room = open_slow()
    pages = [f"/r/{room.code}/", f"/r/{room.code}/bundle", "/"]
    others = [client_of(people[0]), client_of(people[3])]

    def read_pages() -> list[bytes]:
        return [one.get(page).content for one in others for page in pages]

    stamp = Room.objects.get(pk=room.pk).stamp
    keep(room, people[1], "8G COATED", "H7 B.")
    assert Room.objects.get(pk=room.pk).stamp == stamp
    assert b"G8 across COATED" in client_of(people[1]).get(f"/r/{room.code}/replies/").content
    assert not [text for text in read_pages() if b"COATED" in text]
    assert others[0].get(f"/r/{room.code}/replies/").content.find(b"COATED") < 0
    assert others[1].get(f"/r/{room.code}/replies/").status_code == 403


def test_team_mates_share_conditional_moves(match, people, client_of) -> None:
    start_with(table_of(match), 0)
    keep(match, people[2], "-", "-")
    mate = client_of(people[3])
    shown = mate.get(f"/r/{match.code}/replies/").content.decode()
    assert "if they play" in shown
    said = {"game": table_of(match).pk, "turn": 0}
    mate.post(f"/r/{match.code}/replies/{ConditionalMove.objects.get().pk}/remove", said)
    assert not ConditionalMove.objects.exists()
    assert table_of(match).seats_with_replies == []


def test_a_game_without_conditional_moves_queries_none(open_slow, people, client_of) -> None:
    room = open_slow()
    game = table_of(room)
    sent = {"game": game.pk, "turn": 0, "key": "k", "tiles": "C"}
    with CaptureQueriesContext(connection) as queries:
        answer = client_of(people[0]).post(f"/r/{room.code}/exchange", sent)
    assert answer.status_code == 200
    assert not [one for one in queries.captured_queries if "games_reply" in one["sql"]]


def test_the_record_marks_conditional_moves_and_their_time(open_slow, people, attend) -> None:
    room = open_slow()
    keep(room, people[1], "8G CAT", "H7 B.")
    act(room, people[0], "8G CAT", LATER)
    attend(LATER + timedelta(seconds=1))
    thought, replied = build_room_view(room.code, None).moves
    assert (thought.spent, thought.note) == ("1 hour", "1 hour")
    assert (replied.spent, replied.note) == ("1 second", "conditional move")
    last = build_room_view(room.code, None).last_move
    assert last is not None
    assert last.text.endswith("Conditional move.")
