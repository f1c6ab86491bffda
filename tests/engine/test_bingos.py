"""The rules alone define a bingo, and everything else agrees with them."""

from dataclasses import replace

import pytest

from games.engine.analysis.act_descriptions import describe_act, find_bingos
from games.engine.engine import Engine
from games.people.services.game_statistics import sum_plays_by_seat
from games.play.models import Move
from games.rules.flow.game import GameState, apply, preview_score
from games.rules.plays.acts import Play
from games.rules.plays.events import Played, event_to_json
from games.rules.plays.scoring import PremiumScoring
from games.rules.positions import variants
from games.rules.positions.variants import Variant, get_variant
from lexicon.graph.wordgraph import WordGraph
from tests.rules import positions
from tests.rules.positions import SEED, table

SHORT = replace(
    get_variant("scrabble"), id="short", rack_size=6, scoring=PremiumScoring(bingo_bonus=35)
)
"""Scrabble with racks of six tiles, where a bingo scores 35 points."""


@pytest.fixture(autouse=True)
def with_short(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = {**variants.VARIANTS, SHORT.id: SHORT}
    monkeypatch.setattr(variants, "VARIANTS", offered)


def count_bingos(state: GameState, play: Play, graph: WordGraph) -> int:
    """Return the bingos of a game with this play, as profiles count them."""
    played = apply(state, 0, play, lexicon=graph, seed=SEED).events[0]
    assert isinstance(played, Played)
    move = Move(number=1, events=[event_to_json(played)])
    return sum_plays_by_seat([move], state.variant)[0].bingos


@pytest.mark.parametrize(("variant", "rack"), [("scrabble", "RETAINS"), ("short", "RETAIN")])
def test_a_bingo_is_the_same_everywhere(variant: str, rack: str, english: WordGraph) -> None:
    state = table(rack, "", variant=variant, bag="EEEEEEEEEEEE", options={"challenge": "void"})
    survey = Engine(english).survey(state, 0)
    bingos = {int(index) for index in survey.bingos()}
    assert bingos
    assert len(bingos) < len(survey)
    for index in range(len(survey)):
        found = survey[index]
        if not isinstance(found.act, Play):
            assert index not in bingos
            continue
        score = preview_score(state, 0, found.act, None)
        assert found.score == score.total
        assert score.bingo == (state.variant.scoring.bingo_bonus if index in bingos else 0)
        assert describe_act(state, 0, found.act, 0.0).bingo == (index in bingos)
    best = survey[min(bingos)].act
    assert isinstance(best, Play)
    assert find_bingos(survey)[0] == preview_score(state, 0, best, None).words[0].word
    assert count_bingos(state, best, english) == 1


def test_a_full_rack_without_a_bonus_is_not_a_bingo(qwibble: WordGraph) -> None:
    state = positions.qwibble("RETAINS", "B", board=[("8E", "AT")])
    survey = Engine(qwibble).survey(state, 0)
    acts = (found.act for found in survey.first(len(survey)))
    full = [act for act in acts if isinstance(act, Play) and len(act.placed()) == 7]
    assert full
    assert not len(survey.bingos())
    assert not describe_act(state, 0, full[0], 0.0).bingo
    assert count_bingos(state, full[0], qwibble) == 0


@pytest.mark.parametrize("variant", variants.VARIANTS.values(), ids=lambda one: one.id)
def test_a_bingo_needs_a_full_rack_and_a_bonus(variant: Variant) -> None:
    placed = [count for count in range(variant.rack_size + 1) if variant.is_bingo(count)]
    assert placed == ([variant.rack_size] if variant.scoring.bingo_bonus else [])
