"""The management commands that replay records and simulate games."""

import io
import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

GOOD = ">ann: ADEINRT 8D TRAINED +68 68\n"
MISTAKE = ">ann: ADEINRT 8D TRAINED +69 69\n"
BAD = ">ann: ADEINRT 1A TRAINED\n"


def run(*args: str) -> str:
    out = io.StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def record(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_replay_prints_a_line_for_every_file(tmp_path: Path) -> None:
    paths = [record(tmp_path, "a.gcg", GOOD), record(tmp_path, "b.gcg", MISTAKE)]
    lines = run("replay_gcg", *paths).splitlines()
    assert len(lines) == 2
    assert "ok" in lines[0]
    assert "SCORE-MISTAKE" not in lines[0]
    assert "SCORE-MISTAKE line 1 score stated 69, is 68" in lines[1]


def test_replay_lists_impossible_events(tmp_path: Path) -> None:
    path = record(tmp_path, "a.gcg", GOOD + ">bob: ЖЖ - +0 0\n")
    assert (
        run("replay_gcg", path)
        .rstrip()
        .endswith(" MISTAKE line 2 rack: letters that these tiles do not have: ЖЖ")
    )
    twice = record(tmp_path, "b.gcg", GOOD + ">bob: - +0 0\n>bob: - +0 0\n")
    assert "MISTAKE line 3 turn: it was the turn of ann" in run("replay_gcg", twice)
    (result,) = json.loads(run("replay_gcg", "--json", twice))
    assert [(mistake["line"], mistake["code"]) for mistake in result["slips"]] == [
        (3, "turn.order")
    ]


def test_replay_remarks_on_racks_that_contradict_each_other(tmp_path: Path) -> None:
    text = ">ann: EEQZAAI - +0 0\n>bob: - +0 0\n>ann: EEZAAIO - +0 0\n"
    path = record(tmp_path, "a.gcg", text)
    assert "REMARK line 3 tiles that were kept are not on the rack: Q" in run("replay_gcg", path)
    (result,) = json.loads(run("replay_gcg", "--json", path))
    assert [(one["line"], one["code"]) for one in result["remarks"]] == [(3, "rack.kept")]


def test_replay_takes_folders(tmp_path: Path) -> None:
    record(tmp_path, "a.gcg", GOOD)
    record(tmp_path, "b.gcg", GOOD)
    assert len(run("replay_gcg", str(tmp_path)).splitlines()) == 2


@pytest.mark.parametrize("other", [BAD, None])
def test_replay_fails_if_one_record_does(tmp_path: Path, other: str | None) -> None:
    good = record(tmp_path, "a.gcg", GOOD)
    bad = record(tmp_path, "b.gcg", other) if other else str(tmp_path / "missing.gcg")
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 of 2"):
        call_command("replay_gcg", good, bad, stdout=out)
    assert "FAILED" in out.getvalue().splitlines()[1]


def test_replay_names_the_line_of_a_failure(tmp_path: Path) -> None:
    path = record(tmp_path, "a.gcg", GOOD + ">bob: AB 1A AB +8 8\n")
    for args in ([path], ["--json", path]):
        out = io.StringIO()
        with pytest.raises(CommandError):
            call_command("replay_gcg", *args, stdout=out)
        if args[0] == path:
            assert "FAILED placement.not_connected: line 2: " in out.getvalue()
        else:
            (result,) = json.loads(out.getvalue())
            assert (result["ok"], result["line"]) == (False, 2)


def test_an_empty_folder_is_no_success(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No GCG files"):
        run("replay_gcg", str(tmp_path))
    record(tmp_path, "A.GCG", GOOD)
    assert "ok" in run("replay_gcg", str(tmp_path))


def test_assumptions_are_printed(tmp_path: Path) -> None:
    path = record(tmp_path, "a.gcg", GOOD)
    assert "(assumed tile set en: the default, as the record names none" in run("replay_gcg", path)
    assert "(assumed" not in run("replay_gcg", "--tile-set", "en", path)
    (result,) = json.loads(run("replay_gcg", "--json", path))
    assert (result["tile_set"], len(result["assumed"])) == ("en", 1)


def test_replay_prints_json(tmp_path: Path) -> None:
    (result,) = json.loads(run("replay_gcg", "--json", record(tmp_path, "a.gcg", GOOD)))
    assert result["ok"]
    (event,) = result["events"]
    assert event["player"] == "ann"
    assert (event["coordinates"], event["tiles"], event["words"]) == ("8D", "TRAINED", ["TRAINED"])
    assert (event["computed"], event["stated"], event["total"]) == (68, 68, 68)


@pytest.mark.parametrize(("variant", "seats"), [("scrabble", 3), ("qwibble", 2), ("super", 4)])
def test_simulate_prints_its_speed(variant: str, seats: int) -> None:
    args = ("--variant", variant, "--seats", str(seats), "--games", "2", "--seed", "1")
    text = run("simulate", *args)
    assert re.search(r"^2 games, \d+ moves", text)
    assert re.search(r"[\d.]+ games/s, \d+ moves/s", text)


def test_simulate_is_repeatable() -> None:
    args = ("simulate", "--games", "2", "--seed", "7")
    assert run(*args).splitlines()[2:] == run(*args).splitlines()[2:]


def test_simulate_refuses_wrong_seats() -> None:
    with pytest.raises(CommandError):
        run("simulate", "--variant", "qwibble", "--seats", "3")


@pytest.mark.parametrize("clock", ["25+10", "1+2/3", "20s"])
def test_simulate_plays_timed_games(clock: str) -> None:
    text = run("simulate", "--clock", clock, "--games", "6", "--seats", "3")
    assert "6 games" in text
    assert "flag" in text or clock != "20s"


def test_simulate_refuses_an_unknown_clock() -> None:
    with pytest.raises(CommandError):
        run("simulate", "--clock", "9s")


@pytest.mark.parametrize("variant", ["scrabble", "super"])
def test_simulate_plays_duplicate_games(variant: str) -> None:
    said = run("simulate", "--duplicate", "--seats", "8", "--games", "1", "--variant", variant)
    lines = said.splitlines()
    assert lines[0].startswith("1 games, ")
    assert "endings: no_" in lines[2]


def test_simulate_refuses_a_duplicate_game_of_qwibble() -> None:
    with pytest.raises(CommandError, match="duplicate"):
        run("simulate", "--duplicate", "--variant", "qwibble")


def test_simulate_refuses_a_duplicate_game_without_players() -> None:
    with pytest.raises(CommandError, match="at least one player"):
        run("simulate", "--duplicate", "--seats", "0")
