"""The record as data: every documented field, with the values of the game."""

import pytest

from games.play.store.replay import replay_game

pytestmark = pytest.mark.django_db


def test_the_record_as_data_contains_the_whole_game(ended, client) -> None:
    answer = client.get(f"/games/{ended.pk}.json")
    assert answer["Content-Type"] == "application/json"
    data = answer.json()
    steps = list(replay_game(ended))
    opening = steps[0].before
    assert data["id"] == str(ended.pk)
    assert (data["variant"], data["tile_set"], data["language"]) == ("scrabble", "en", "en")
    assert data["dictionary"] == {"name": "Few words", "revision": 1}
    assert data["options"]["clock"] == "5+3/1"
    assert [seat["name"] for seat in data["seats"]] == ["Amber", "Cobalt"]
    assert data["first"] == opening.to_move
    assert [move["kind"] for move in data["moves"]] == [step.move.kind for step in steps]
    for move, step in zip(data["moves"], steps, strict=True):
        before = step.before.seats
        assert move["racks"] == [opening.tile_set.write(seat.rack) for seat in before]
        assert move["scores"] == [seat.score for seat in step.after.state.seats]
        assert move["changes"] == [
            new - old.score for new, old in zip(move["scores"], before, strict=True)
        ]
        assert move["spent_ms"] == step.move.spent
    plays = [move for move in data["moves"] if move["kind"] == "play"]
    assert [play["withdrawn"] for play in plays] == [True, False, False, False]
    assert (
        sum(word["score"] for word in plays[1]["words"]) + plays[1]["bingo"]
        == plays[1]["changes"][plays[1]["seat"]]
    )
    judged = next(move["challenge"] for move in data["moves"] if move["kind"] == "challenge")
    assert judged["upheld"]
    assert not all(word["good"] for word in judged["words"])
    exchange = next(move for move in data["moves"] if move["kind"] == "exchange")
    assert len(exchange["exchanged"]) == 2
    end = data["end"]
    assert end["scores"] == data["moves"][-1]["scores"] == (ended.outcome or {})["scores"]
    assert end["racks"] == [
        opening.tile_set.write(seat.rack) for seat in steps[-1].after.state.seats
    ]


OPTIONS = {
    "challenge": "double",
    "end_rule": "scoreless",
    "adjustment": "tournament",
    "exchange_minimum": 1,
    "placement": "tournament",
}


def test_the_record_as_data_names_every_option_of_the_game(open_table, play_out, client) -> None:
    game = play_out(open_table(**OPTIONS), ())
    assert client.get(f"/games/{game.pk}.json").json()["options"] == OPTIONS | {"clock": "none"}


def test_a_running_game_has_no_record_data(open_table, client) -> None:
    game = open_table().games.get()
    assert client.get(f"/games/{game.pk}.json").status_code == 404
