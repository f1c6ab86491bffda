"""Published cases of scoring, legality, challenges and endings."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.errors import RuleError
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import TileSet, load_tile_set, tile_set_codes
from games.rules.flow.game import GameState, can, preview_score
from games.rules.plays.acts import Accept, Act, Challenge, Exchange, Forfeit, Pass, Play, Resign
from games.rules.plays.scoring import WordScore
from tests.rules.positions import ALL, AllExcept, do, scores, table

Case = dict[str, Any]
REASONS = {
    "occupied": "placement.occupied",
    "board-mismatch": "placement.occupied",
    "empty-playthrough": "placement.empty_square",
    "not-connected": "placement.not_connected",
    "centre-not-covered": "placement.start_not_covered",
    "word-not-whole": "placement.word_not_whole",
    "not-in-rack": "rack.missing_tile",
    "coordinates": "notation.coordinates",
}
RULES = {
    "void": "void",
    "single": "single",
    "double": "double",
    "triple": "triple",
    "bonus-5": "five",
    "bonus-10": "ten",
    # Plays are withdrawn alike under every rule; points off the challenger are not offered.
    "penalty-per-turn": "single",
    "penalty-per-word": "single",
}


@pytest.fixture(scope="module")
def facts(facts_dir: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((facts_dir / "vectors/scoring.json").read_text("utf-8"))
    return data


@pytest.fixture(scope="module")
def tile_sets(facts: dict[str, Any]) -> dict[str, TileSet]:
    """For each alphabet of the cases, the first tile set that has its tiles with these values."""
    return {name: fitting(values) for name, values in facts["tile_values"].items()}


def fitting(values: dict[str, int]) -> TileSet:
    wanted = {face.strip("[]"): value for face, value in values.items() if face != "?"}
    sets = (load_tile_set(code) for code in tile_set_codes())
    return next(s for s in sets if wanted.items() <= dict(s.values).items())


def cases(facts: dict[str, Any], kind: str) -> list[Case]:
    found = [case for case in facts["cases"] if case["type"] == kind]
    assert found
    return found


def board_of(rows: list[str], tile_set: TileSet) -> Board:
    tiles: dict[Square, BoardTile | None] = {}
    for row, line in enumerate(rows):
        for col, letter in enumerate(tile_set.marks.read_word(line)):
            if letter is not None:
                tiles[Square(row, col)] = BoardTile(letter[0], letter[1], 0)
    return Board().with_tiles(tiles)


def lay_out(case: Case, tile_set: TileSet, rack: str) -> GameState:
    state = table(rack, "", tile_set=tile_set.code, options={"exchange_minimum": 7})
    return replace(state, board=board_of(case["board"], tile_set))


def spelt(word: WordScore, tile_set: TileSet) -> str:
    """Return the word as the cases write it, with blanks in lower case."""
    pairs = zip(word.faces, word.blanks, strict=True)
    return "".join(tile_set.marks.of(f, blank=b).strip("[]") for f, b in pairs)


def test_published_scores_match(facts: dict[str, Any], tile_sets: dict[str, TileSet]) -> None:
    for case in cases(facts, "score"):
        tiles = tile_sets[case["alphabet"]]
        play = Play.read(case["coords"], case["tiles"], tiles)
        state = lay_out(case, tiles, case.get("rack") or tiles.write(play.tiles()))
        score = preview_score(state, 0, play, ALL)
        assert score.total == case["score"], case["id"]
        words = [spelt(word, tiles) for word in score.words]
        assert words[0] == case["words"][0], case["id"]
        assert sorted(words) == sorted(case["words"]), case["id"]
        assert len(play.tiles()) == case["tiles_played"], case["id"]
        assert bool(score.bingo) == case["bingo"], case["id"]


def test_published_illegal_plays_are_refused(
    facts: dict[str, Any], tile_sets: dict[str, TileSet]
) -> None:
    for case in cases(facts, "illegal"):
        with pytest.raises(RuleError) as caught:
            attempt(case, tile_sets[case["alphabet"]])
        assert caught.value.code == REASONS[case["reason"]], case["id"]


def attempt(case: Case, tiles: TileSet) -> None:
    state = lay_out(case, tiles, case.get("rack", ""))
    if case["move"] == "exchange":
        do(state, 0, Exchange(tiles.read(case["tiles"])))
    else:
        do(state, 0, Play.read(case["coords"], case["tiles"], tiles))


def test_published_challenges_match(facts: dict[str, Any], tile_sets: dict[str, TileSet]) -> None:
    for case in cases(facts, "challenge"):
        tiles = tile_sets[case.get("alphabet", "en")]
        state = challenged(case, tiles)
        outcome = state.outcome
        assert list(scores(state)) == case["after"], case["id"]
        assert state.to_move == case["next"], case["id"]
        assert (outcome is not None) == case["game_over"], case["id"]
        assert (outcome.winner if outcome else None) == case["winner"], case["id"]
        assert (len(state.board) > 0) == case["play_stands"], case["id"]


def challenged(case: Case, tiles: TileSet) -> GameState:
    lexicon = ALL if case["play_valid"] else AllExcept("AA")
    options: dict[str, Any] = {"challenge": RULES[case["rule"]]}
    if case.get("end_rack"):
        options["adjustment"] = "tournament"
    state = table(*["AA"] * len(case["before"]), tile_set=tiles.code, options=options)
    before = replace(
        state,
        to_move=case["player"],
        seats=tuple(replace(s, score=x) for s, x in zip(state.seats, case["before"], strict=True)),
    )
    play = Play.read("8H", "AA", tiles)
    if case["rule"] == "void":
        assert not case["play_valid"]
        with pytest.raises(RuleError):
            do(before, case["player"], play, lexicon)
        return before
    return do(worth(before, play, case), case["challenger"], Challenge(), lexicon).state


def worth(before: GameState, play: Play, case: Case) -> GameState:
    """Return the state after a play, with the play's points replaced by those of the case."""
    player, points = case["player"], case["play_score"]
    if case.get("end_rack"):
        other = before.tile_set.read(case["end_rack"])
        before = before.with_seat(1 - player, rack=other)
    else:
        before = replace(before, bag=before.tile_set.read("AAAAAAA"))
    state = do(before, player, play).state
    assert state.pending is not None
    deltas = tuple(points if n == player else 0 for n in range(len(case["before"])))
    score = replace(state.pending.score, total=points)
    pending = replace(state.pending, score=score, deltas=deltas)
    return replace(state.with_seat(player, score=case["before"][player] + points), pending=pending)


def test_published_endings_match(facts: dict[str, Any], tile_sets: dict[str, TileSet]) -> None:
    for case in cases(facts, "ending"):
        tiles = tile_sets[case.get("alphabet", "en")]
        state = ENDINGS[case["method"]](case, tiles)
        assert state.outcome is not None, case["id"]
        if "winner" in case:
            assert state.outcome.winner == case["winner"], case["id"]
        if case["method"] != "resign-zero":  # here a seat that resigns keeps its points
            assert list(state.outcome.scores) == case["after"], case["id"]
            assert list(state.outcome.adjustments) == case["adjust"], case["id"]


def about_to_end(case: Case, tiles: TileSet, **options: Any) -> GameState:
    racks = [rack or "" for rack in case["racks"]]
    return table(*racks, tile_set=tiles.code, scores=case["before"], options=options)


def go_out(adjustment: str) -> Callable[[Case, TileSet], GameState]:
    """Return a function that lets one seat go out and the other accept the play."""

    def end(case: Case, tiles: TileSet) -> GameState:
        state = about_to_end(case, tiles, adjustment=adjustment)
        out = case["racks"].index("")
        state = replace(
            state.with_seat(out, rack=tiles.read("AA")),
            to_move=out,
            board=board_of(["." * 15] * 7 + ["......." + "AA" + "......"], tiles),
        )
        played = do(state, out, Play.read("9H", "AA", tiles)).state
        played = played.with_seat(out, score=case["before"][out])
        return do(played, 1 - out, Accept()).state

    return end


def stop_scoring(case: Case, tiles: TileSet) -> GameState:
    state = about_to_end(case, tiles, end_rule="scoreless")
    return do(replace(state, scoreless=5), 0, Pass()).state


def leave(key: str, act: Act) -> Callable[[Case, TileSet], GameState]:
    return lambda case, tiles: do(about_to_end(case, tiles), case[key], act).state


ENDINGS: dict[str, Callable[[Case, TileSet], GameState]] = {
    "out-double": go_out("tournament"),
    "out-split": go_out("standard"),
    "scoreless": stop_scoring,
    "resign-keep": leave("resigner", Resign()),
    "resign-zero": leave("resigner", Resign()),
    "overtime-loss": leave("loser", Forfeit("time")),
}


def test_published_bags_match(facts: dict[str, Any], tile_sets: dict[str, TileSet]) -> None:
    for case in cases(facts, "bag"):
        tiles = tile_sets[case["alphabet"]]
        state = lay_out(case, tiles, "")
        left = list(tiles.all_tiles())
        for _, tile in state.board.items():
            left.remove(tile.tile)
        held, bag = left[: case["tiles_held"]], left[case["tiles_held"] :]
        assert len(bag) == case["bag"], case["id"]
        state = replace(state.with_seat(0, rack=tuple(held)), bag=tuple(bag))
        assert can(state, 0, Exchange) == case["exchange_legal"], case["id"]


def test_every_case_is_of_a_known_type(facts: dict[str, Any]) -> None:
    assert {case["type"] for case in facts["cases"]} <= {
        "score",
        "illegal",
        "challenge",
        "ending",
        "bag",
    }
