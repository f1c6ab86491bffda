"""Values of leaves: the shipped ones, estimates, and those learned from self-play."""

import json
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.engine import leaves
from games.engine.kernels.arrays import BLANK, KINDS, MAX_LEAVES
from games.engine.kernels.leaves import LeaveModel, fill_leaves
from games.engine.leaves import (
    estimate_leave_model,
    find_vowels,
    fit_leave_model,
    load_leave_model,
    read_leave_model,
    write_leave_model,
)
from games.rules.equipment.tiles import load_tile_set, tile_set_codes
from lexicon.graph.wordgraph import WordGraph
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.play.small_lexicon import WORDS

ENGLISH = load_tile_set("en").faces


def value_of(model: LeaveModel, tiles: str) -> float:
    """Return the value of keeping these tiles."""
    rack = np.zeros(KINDS, np.int8)
    for tile in tiles:
        rack[BLANK if tile == "?" else ENGLISH.index(tile)] += 1
    table = np.zeros(MAX_LEAVES, np.float32)
    fill_leaves(model, rack, 1.0, table)
    return float(table[0])


def test_shipped_values_rank_good_leaves_above_bad_ones(english: WordGraph) -> None:
    model = load_leave_model("en", english.alphabet)
    assert value_of(model, "?") > 15
    assert value_of(model, "S") > 4
    assert value_of(model, "Q") < -3
    assert value_of(model, "QU") > value_of(model, "Q") + 2
    assert value_of(model, "AEINRS") > value_of(model, "ERS") > value_of(model, "UUVVW")


@pytest.mark.parametrize("code", tile_set_codes())
def test_every_edition_has_values(code: str, english: WordGraph) -> None:
    tiles = load_tile_set(code)
    model = load_leave_model(code, tiles.faces)
    assert model.single[BLANK] > max(model.single[: len(tiles.faces)])
    assert np.isfinite(model.balance).all()


def test_the_formula_favours_balance_over_repetition(english: WordGraph) -> None:
    model = estimate_leave_model(load_tile_set("en"), ENGLISH)
    assert value_of(model, "AERT") > value_of(model, "AEIO")
    assert value_of(model, "AERT") > value_of(model, "AETT")


def test_vowels_are_found_in_several_scripts() -> None:
    for code, vowels in (("en", "AEIOU"), ("ru", "АЕИОУЫЭЮЯ"), ("el", "ΑΕΗΙΟΥΩ")):
        faces = load_tile_set(code).faces
        found = {face for face, mark in zip(faces, find_vowels(faces), strict=False) if mark}
        assert set(vowels) <= found
        assert not found & set("BCDFG")


def test_the_fit_recovers_known_values() -> None:
    chance = np.random.default_rng(3)
    held = chance.integers(0, 2, (20_000, 5)).astype(np.int8)
    kept = np.zeros((len(held), KINDS), np.int8)
    kept[:, :5] = held
    worth = np.array([5.0, -3.0, 0.0, 2.0, 8.0])
    equities = 30 + held @ worth + 6 * held[:, 0] * held[:, 1] + chance.normal(0, 1, len(held))
    model = fit_leave_model(kept, equities, np.zeros(KINDS, np.int64))

    def value(*kinds: int) -> float:
        table, rack = np.zeros(MAX_LEAVES, np.float32), np.zeros(KINDS, np.int8)
        rack[list(kinds)] = 1
        fill_leaves(model, rack, 1.0, table)
        return float(table[0])

    assert value(4) - value(3) == pytest.approx(6, abs=0.5)
    assert value(0, 1) - value(0, 2) == pytest.approx(3, abs=0.7)


def test_a_saved_model_loads_unchanged() -> None:
    model = load_leave_model("en", ENGLISH)
    data = json.loads(json.dumps(write_leave_model(model, ENGLISH, "note")))
    again = read_leave_model(data, ENGLISH)
    for one, other in zip(model, again, strict=True):
        assert np.allclose(one, other, atol=0.01)


def test_the_command_writes_a_model(
    english: WordGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.management.commands.train_leaves.LEAVES_FOLDER", tmp_path)
    call_command("train_leaves", "en", games=40, generations=1, stdout=StringIO())
    model = read_leave_model(json.loads((tmp_path / "en.json").read_text()), ENGLISH)
    assert value_of(model, "?") > value_of(model, "V")
    assert leaves.LEAVES_FOLDER.joinpath("en.json").exists()


@pytest.mark.full
@pytest.mark.django_db
def test_values_can_be_learnt_from_a_dictionary_of_the_site(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = Lexicon.objects.create(slug="few", name="Few words", language="en")
    publish_words(words, WORDS, base=None, author=Author("tests"), note="made for tests")
    monkeypatch.setattr("games.management.commands.train_leaves.LEAVES_FOLDER", tmp_path)
    call_command("train_leaves", "en", words="few", games=40, generations=1, stdout=StringIO())
    assert "the list few" in json.loads((tmp_path / "en.json").read_text())["note"]


def test_an_unknown_dictionary_is_refused_by_name(db: None) -> None:
    with pytest.raises(CommandError, match="nosuch"):
        call_command("train_leaves", "en", words="nosuch", stdout=StringIO())


def test_match_leaves_prints_the_gain() -> None:
    output = StringIO()
    call_command("match_leaves", "en", games=4, stdout=output)
    row = output.getvalue().splitlines()[-1]
    assert row.startswith("| en | en-open | 4 | ")
    with pytest.raises(CommandError, match="No leave values for 'fi'"):
        call_command("match_leaves", "fi", stdout=StringIO())
