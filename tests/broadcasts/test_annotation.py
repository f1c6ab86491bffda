"""Writing down a game on a real board: moves, corrections of any of them, and the record."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest

from games.broadcasts.models import AnnotatedGame
from games.players.models import Player
from games.rules.gcg import read_record, replay_record
from games.uploads.models import UploadedGame
from tests.broadcasts.conftest import Keep
from tests.broadcasts.keeper_driver import KeptGame
from tests.events.event_driver import open_browser, read_text

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def begun(keep_game: Keep) -> KeptGame:
    """JACK across the middle, and CON through its C."""
    game = keep_game()
    assert game.play(0, "8G", "jack", rack="ackjoze") == ""
    assert game.play(1, "H7", "ravEn") != "", "the A is on the second square"
    assert game.play(1, "I8", "con") == ""
    return game


def test_the_rules_give_the_scores(begun: KeptGame) -> None:
    assert begun.scores() == [34, 6]
    assert [line.split()[0] for line in begun.moves()] == ["Cobalt", "Amber"]
    assert "JACK" in begun.moves()[1]
    assert begun.play(0, "8G", "....s") == ""
    assert begun.scores() == [34 + 18, 6]
    assert "Cobalt to move" not in read_text(begun.page())


def test_capitals_are_only_needed_beside_blanks(keep_game: Keep) -> None:
    game = keep_game()
    assert game.play(0, "8G", "jack") == ""
    assert game.play(1, "8G", "....s") == ""
    assert game.send("correct", number=1, seat=0, kind="play", square="8G", tiles="JaCK") == ""
    assert game.scores() == [32, 17], "a blank scores nothing"


@pytest.mark.parametrize(
    ("position", "tiles", "said"),
    [
        ("1A", "CAT", "touch"),
        ("8G", "CAT", "already"),
        ("8", "CAT", "square"),
        ("8G", "", "Enter the tiles"),
        ("H8", "ÄH", "letter"),
        ("8A", "J", "tile set"),
    ],
)
def test_impossible_plays_are_refused_with_what_was_typed(
    begun: KeptGame, position: str, tiles: str, said: str
) -> None:
    before = begun.game.moves
    fields = {"seat": 0, "kind": "play", "square": position, "tiles": tiles, "rack": "QI"}
    answer = begun.browser.post(
        f"{begun.path}keep/act", {"act": "add", "stamp": begun.game.stamp, "key": "k"} | fields
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "alert" in page, said
    assert f'value="{tiles}"' in page or f"value={tiles}" in page
    assert 'value="QI"' in page or "value=QI" in page
    assert begun.game.moves == before


def test_any_move_can_be_corrected_removed_or_inserted(begun: KeptGame) -> None:
    refused = begun.send("remove", number=1)
    assert "would make move 1 impossible" in refused
    assert (
        begun.send(
            "correct", number=2, seat=1, kind="play", square="H8", direction="down", tiles="an"
        )
        == ""
    )
    assert begun.scores() == [34, 2]
    assert begun.send("add", seat=1, kind="pass", before=2) == ""
    assert begun.send("add", seat=0, kind="exchange", tiles="3", before=3) == ""
    assert [line.split()[0] for line in begun.moves()] == ["Cobalt", "Amber", "Cobalt", "Amber"]
    assert begun.send("remove", number=2) == ""
    assert len(begun.moves()) == 3
    for number in (0, 9):
        assert "no such move" in begun.send("remove", number=number)


def test_plays_are_taken_back_and_challenges_fail(begun: KeptGame) -> None:
    assert begun.add(0, "withdrawal") == ""
    assert begun.scores() == [34, 0], "it was Cobalt's play"
    assert begun.play(0, "8G", "....s") == ""
    assert begun.add(1, "challenge", points=5) == ""
    assert begun.scores() == [34 + 18 + 5, 0]
    assert "no play to take back" in keep_first_move(begun, "withdrawal")


def keep_first_move(game: KeptGame, kind: str) -> str:
    """Return what the page objects to such a move before all others."""
    return game.send("add", seat=0, kind=kind, before=1)


def test_doubtful_racks_are_marked_and_kept(begun: KeptGame) -> None:
    assert (
        begun.send(
            "correct",
            number=2,
            seat=1,
            kind="play",
            square="I8",
            direction="down",
            tiles="con",
            rack="oxyzzyq",
        )
        == ""
    )
    assert "remark" in begun.page(begun.keeper, "keep/")
    assert begun.scores() == [34, 6]


def test_the_end_makes_a_record_for_everyone(begun: KeptGame, keeper: Player) -> None:
    assert begun.send("end", left=["QI", ""], overtime=["10", ""]) == ""
    game = begun.game
    assert game.is_over
    record = game.record
    assert record is not None
    assert (record.owner, record.shared, record.title) == (keeper, True, "Amber – Cobalt")
    replay = replay_record(read_record(record.text))
    assert {mistake.code for mistake in replay.mistakes} == {"left.bag"}, "it ended early"
    assert list(replay.totals.values()) == begun.scores()
    assert "QI" in record.text
    page = open_browser(None).get(f"/games/{game.record_id}/")
    assert page.status_code == 200
    text = read_text(begun.page())
    assert "Review game" in text
    assert "The game is over" in begun.play(0, "8G", "....s")


def test_an_ended_game_can_be_reopened_and_ended_again(begun: KeptGame) -> None:
    begun.send("end", left=["", ""], overtime=["", ""])
    first = begun.game.record_id
    assert first is not None
    assert begun.send("reopen") == ""
    assert not UploadedGame.objects.filter(pk=first).exists()
    assert begun.play(0, "8G", "....s") == ""
    assert begun.send("end", left=["", "QI"], overtime=["", ""]) == ""
    assert begun.game.record_id not in (None, first)
    assert begun.scores() == [52 + 11, 6 - 11]


def test_tiles_that_cannot_be_left_are_refused(begun: KeptGame) -> None:
    assert begun.send("end", left=["JJ", ""], overtime=["", ""]) != ""
    assert begun.send("end", left=["1", ""], overtime=["", ""]) != ""
    assert not begun.game.is_over
    assert begun.game.record_id is None


def test_a_game_without_moves_cannot_end(keep_game: Keep) -> None:
    assert "Enter the moves first" in keep_game().send("end", left=["", ""], overtime=["", ""])


def test_racks_are_hidden_until_the_game_is_over(begun: KeptGame) -> None:
    secret = "ACKJOZE"
    letters = re.compile(r"Rack of Amber")
    for path in ("", "embed/", "stream/"):
        assert not letters.search(begun.page(path=path)), path
    assert secret in begun.page(begun.keeper, "keep/")
    AnnotatedGame.objects.update(shows_racks=True)
    assert begun.send("remove", number=2) == ""
    assert secret not in begun.page()
    assert begun.send("end", left=["", ""], overtime=["", ""]) == ""
    assert secret in UploadedGame.objects.get().text


def test_a_form_sent_twice_counts_once(begun: KeptGame) -> None:
    stamp = begun.game.stamp
    for _again in range(2):
        assert begun.play(0, "8G", "....s", key="once", stamp=stamp) == ""
    assert len(begun.moves()) == 3
    stamp = begun.game.stamp
    for _again in range(2):
        assert begun.send("end", left=["", ""], overtime=["", ""], key="end", stamp=stamp) == ""
    assert UploadedGame.objects.count() == 1


def test_a_move_for_another_state_is_refused(begun: KeptGame) -> None:
    before = begun.game.stamp
    assert begun.play(0, "8G", "....s") == ""
    refused = begun.play(0, "8G", "....s", stamp=before)
    assert "has changed since this page was loaded" in refused
    assert len(begun.moves()) == 3


def test_the_page_shows_the_score_before_the_move_is_entered(begun: KeptGame) -> None:
    fields = {"seat": 0, "kind": "play", "square": "8G", "tiles": "....s", "rack": ""}
    answer = begun.browser.post(f"{begun.path}keep/preview", fields)
    assert "18 points" in read_text(answer.content.decode())
    assert "JACKS" in answer.content.decode()
    answer = begun.browser.post(f"{begun.path}keep/preview", fields | {"square": "1A"})
    assert "wrong" in answer.content.decode()
    assert len(begun.moves()) == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": 7},
        {"seat": "x"},
        {"kind": "time"},
        {"kind": ""},
        {"tiles": "A" * 500},
        {"square": "\0"},
        {"stamp": "-1"},
        {"number": "9" * 30, "act": "correct"},
        {"act": "explode"},
        {"points": "1000", "kind": "challenge"},
        {"before": "x"},
    ],
)
def test_unreadable_forms_are_refused(begun: KeptGame, fields: dict[str, Any]) -> None:
    usual = {"act": "add", "seat": 0, "kind": "play", "square": "8G", "tiles": "....s"}
    form = usual | {"rack": "", "stamp": begun.game.stamp, "key": uuid4().hex} | fields
    answer = begun.browser.post(f"{begun.path}keep/act", form)
    assert answer.status_code == 422
    assert len(begun.moves()) == 2


def test_three_players_and_their_tiles(keep_game: Keep) -> None:
    game = keep_game(name_2="Rust")
    assert game.play(0, "8G", "jack") == ""
    assert game.add(1, "pass") == ""
    assert game.play(2, "I8", "con") == ""
    assert game.send("end", left=["", "QI", "V"], overtime=["", "", ""]) == ""
    assert game.scores() == [34 + 15, -11, 6 - 4]
    record = UploadedGame.objects.get()
    assert record.names == ["Amber", "Cobalt", "Rust"]
    assert isinstance(record.pk, UUID)
