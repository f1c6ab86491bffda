"""Hebrew words have their final letters wherever they are text; tiles and records do not."""

import pytest

from games.common.fragment_rendering import render_fragment
from games.play.perspective.move_list import list_moves
from games.play.perspective.narration import narrate_move
from games.play.perspective.outcomes import build_verdict
from games.play.perspective.places import describe_placed_word, read_placed_word
from games.play.perspective.wording import explain
from games.play.store.snapshots import RecordedMove
from games.rules.equipment.errors import RuleError
from games.rules.plays.events import Challenged
from lexicon.models import Definition
from tests.rules.positions import lay, table

NAMES = ["Amber", "Cobalt"]
PEACE, WRITTEN = "שלומ", "שלום"


def test_a_move_is_described_with_final_letters() -> None:
    state = table("שלומאבג", "א", tile_set="he", bag="אאאאאאא")
    done = lay(state, 0, "8H", PEACE)
    move = RecordedMove(1, 0, "play", done.events, language="he")
    assert f" {WRITTEN} " in narrate_move(move, NAMES)
    (line,) = list_moves([move], NAMES, None)
    assert line.text == f"H8 across {WRITTEN}"
    assert line.word == PEACE, "programs get what the tiles show"
    longer = lay(done.state.with_seat(1, rack=state.tile_set.read("ימאא")), 1, "8H", "....ימ")
    (line,) = list_moves([RecordedMove(2, 1, "play", longer.events, language="he")], NAMES, None)
    assert line.text.endswith("שלומים"), "only the last letter is final"


@pytest.mark.django_db
def test_the_verdict_of_a_challenge_is_described_with_final_letters() -> None:
    Definition.objects.create(language="he", word=PEACE, text="peace")
    event = Challenged(1, 0, ((PEACE, True), ("מנ", False)), upheld=True)
    move = RecordedMove(2, 1, "challenge", (event,), language="he")
    verdict = build_verdict(move, NAMES, None, language="he", rule="single")
    assert verdict is not None
    page = render_fragment("play/pieces/challenge_words", {"challenge": verdict})
    assert f"<bdi>{WRITTEN}</bdi>" in page
    assert "(peace)" in page
    assert "<bdi>מן</bdi>" in page


def test_a_refused_word_is_described_with_final_letters() -> None:
    assert WRITTEN in explain(RuleError("words.invalid", "", words=(PEACE,)))
    assert "מ" in explain(RuleError("tiles.unknown_face", "", words=("מ",))), "a tile"


@pytest.mark.parametrize("typed", [PEACE, WRITTEN])
def test_a_typed_play_may_have_final_letters(typed: str) -> None:
    assert read_placed_word(f"H8 across {typed}") == f"8H {PEACE}"
    assert read_placed_word(f"8H {typed}") == f"8H {PEACE}"
    assert read_placed_word(describe_placed_word("8H", PEACE)) == f"8H {PEACE}"
