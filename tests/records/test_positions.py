"""The page of a finished game: every position, each at its own address."""

import json
import re
from typing import Any

import pytest

from games.play.models import Game
from games.play.store.replay import replay_game
from games.records.perspective import list_positions, open_record
from games.records.services.record_sources import build_game_source
from games.rules.plays.events import Challenged

pytestmark = pytest.mark.django_db


def page_of(client: Any, game: Game, query: str = "") -> str:
    answer = client.get(f"/games/{game.pk}/{query}")
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


def shown(page: str) -> str:
    """Return the part of the page with the current position, without the hidden ones."""
    found = re.search(
        r'<section[^>]*aria-label="Position".*?</section>\s*<(?:section|div)', page, re.S
    )
    assert found
    return found[0]


def racks_in(part: str) -> list[str]:
    return re.findall(r'aria-label="\s*Rack of \w+: ([^"]*?)\s*"', part)


def test_every_position_shows_racks_and_scores_as_they_were(ended) -> None:
    steps = list(replay_game(ended))
    seen = list_positions(open_record(build_game_source(ended)))
    assert len(seen) == len(steps) + 1
    for position, step in zip(seen, steps, strict=False):
        state = step.before
        assert [seat.score for seat in position.seats] == [seat.score for seat in state.seats]
        held = [[tile.face for tile in seat.rack or ()] for seat in position.seats]
        sets = [state.tile_set.write(seat.rack) for seat in state.seats]
        assert ["".join(rack) for rack in held] == sets
        assert [seat.to_move for seat in position.seats].index(True) == state.to_move
        mover = state.seats[step.move.seat].rack
        unseen = position.unseen
        assert unseen is not None
        assert unseen.total + len(state.board) + len(mover) == state.tile_set.total
        assert unseen.bag == len(state.bag)


def test_the_last_position_shows_the_final_adjustment(ended) -> None:
    last = list_positions(open_record(build_game_source(ended)))[-1]
    outcome = ended.outcome or {}
    assert [seat.score for seat in last.seats] == outcome["scores"]
    lost = [-points for points in outcome["adjustments"]]
    for (name, points), said in zip(
        zip(("Amber", "Cobalt"), lost, strict=True), last.settled, strict=False
    ):
        assert said.startswith(f"{name} loses {points} point")
    assert last.mover is None
    assert last.unseen is not None
    assert last.unseen.total == last.unseen.bag, "all racks lie open"


def test_a_challenge_shows_its_words_with_their_verdicts(ended, client) -> None:
    at, event = next(
        (step.move.number, event)
        for step in replay_game(ended)
        for event in step.after.events
        if isinstance(event, Challenged)
    )
    part = shown(page_of(client, ended, f"?move={at}"))
    assert "Challenge successful" in part
    for word, good in event.words:
        verdict = "is valid" if good else "is not valid"
        assert re.search(rf"<bdi>{word}</bdi></b>\s*<span>\s*{verdict}", part)
    assert "Challenge" not in shown(page_of(client, ended, f"?move={at + 1}"))


def test_clocks_count_down_by_the_time_of_each_turn(ended) -> None:
    """Each turn takes ten seconds longer than the last and earns three; a challenge is no turn."""
    seen = list_positions(open_record(build_game_source(ended)))
    assert [seat.clock for seat in seen[0].seats] == ["5:00", "5:00"]
    spent = {0: 0, 1: 0}
    for position, step in zip(seen[1:], replay_game(ended), strict=True):
        if step.move.spent is not None:
            spent[step.move.seat] += step.move.spent // 1000 - 3
        left = [300 - spent[seat] for seat in (0, 1)]
        assert [seat.clock for seat in position.seats] == [f"{s // 60}:{s % 60:02}" for s in left]
    assert seen[1].spent == "10 seconds"


@pytest.mark.parametrize("wanted", ["", "?move=", "?move=999", "?move=-1", "?move=x", "?move=٣"])
def test_an_invalid_position_shows_the_end(ended, client, wanted) -> None:
    page = page_of(client, ended, wanted)
    assert f'data-step="{ended.turn_number}"' in page


def test_a_position_opens_without_scripts_too(ended, client) -> None:
    page = page_of(client, ended, "?move=1")
    state = next(iter(replay_game(ended))).after.state
    tiles = re.search(r'<div id="_tiles".*?</div>', page, re.S)
    assert tiles
    assert tiles[0].count("<b ") == len(state.board)
    assert racks_in(shown(page)) == [
        " ".join("blank" if mark == "?" else mark for mark in state.tile_set.write(seat.rack))
        for seat in state.seats
    ]


def test_boards_are_sent_as_steps(ended, client) -> None:
    page = page_of(client, ended)
    found = re.search(r'id="steps">(.*?)</script>', page, re.S)
    assert found
    board: dict[int, str] = {}
    for step, replayed in zip(json.loads(found[1]), replay_game(ended), strict=True):
        for square in step["off"]:
            del board[square]
        board |= {tile[0]: tile[1] for tile in step["tiles"]}
        lying = replayed.after.state.board.items()
        assert board == {at.row * 15 + at.col: tile.face for at, tile in lying}
    assert page.count("<template data-at=") == ended.turn_number + 1


def test_running_and_unknown_games_have_no_record(open_table, client) -> None:
    game = Game.objects.get(room=open_table())
    assert client.get(f"/games/{game.pk}/").status_code == 404
    assert client.get("/games/00000000-0000-4000-8000-000000000000/").status_code == 404


@pytest.mark.parametrize(("variant", "seats"), [("scrabble", 4), ("qwibble", 2)])
def test_other_variants_have_records_too(open_table, play_out, client, variant, seats) -> None:
    rules = {"challenge": "single"} if variant == "scrabble" else {}
    room = open_table(variant=variant, seats=seats, **rules)
    game = play_out(room, ("pass",) if variant == "qwibble" else ("play", "play"))
    page = page_of(client, game)
    assert len(racks_in(shown(page))) == seats
    assert ("owned" in page) == (variant == "qwibble")
