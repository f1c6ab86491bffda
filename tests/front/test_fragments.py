"""Parts and bundles: small, complete, and free of anything the viewer may not see."""

import json
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from games.common.fragment_rendering import render_fragment
from games.play.live import fragments
from games.play.live.fragments import (
    BUNDLE_FRAGMENTS,
    render_bundle,
    render_message,
    render_preview,
)
from games.play.perspective.presence import PresenceView, Spectator
from tests.front.sample_parts import called
from tests.front.sample_rooms import SAMPLES, room, sample
from tests.front.sample_site import preview_of

MAX_BYTES = 6400


@pytest.mark.parametrize("name", BUNDLE_FRAGMENTS)
def test_root_id_is_the_file_name(name):
    assert f'id="{name}"' in render_fragment(f"play/{name}", {"view": sample("mine")}).split(">")[0]


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_bundle_holds_every_part_once_and_begins_with_the_state(name):
    bundle = render_bundle(sample(name))
    assert bundle.startswith('<script id="_state" data-stamp="')
    for part in BUNDLE_FRAGMENTS:
        assert bundle.count(f'id="{part}"') == 1


def test_a_bundle_during_a_game_is_small():
    view = sample("mine")
    assert len(view.moves) == 14
    assert len(view.tiles) >= 40
    assert len(render_bundle(view).encode()) <= MAX_BYTES


def test_the_same_view_makes_the_same_bundle():
    assert render_bundle(sample("qwibble")) == render_bundle(sample("qwibble"))


def test_a_spectators_bundle_has_no_rack():
    assert state_of(sample("spectator"))["rack"] is None
    assert ["S", 1] in state_of(sample("mine"))["rack"]


def test_the_state_carries_what_a_command_needs():
    state = state_of(room(stamp=77, turn=9))
    assert (state["stamp"], state["turn"], state["mine"]) == (77, 9, True)
    assert state["can"] == ["challenge", "exchange", "pass", "play", "resign"]
    assert not state_of(sample("theirs"))["mine"]


def state_of(view):
    part = render_fragment("play/_state", {"view": view})
    found = re.fullmatch(r'<script id="_state" data-stamp="\d+"[^>]*>([^<>&]*)</script>', part)
    assert found, part
    return json.loads(found[1])


def test_the_state_contains_everything_the_script_needs():
    view = room(stamp=77, turn=9)
    state = state_of(view)
    assert (state["stamp"], state["turn"], state["game"]) == (77, 9, view.game_id)
    assert (state["phase"], state["seat"], state["mine"]) == ("playing", 0, True)
    assert state["can"] == ["challenge", "exchange", "pass", "play", "resign"]
    assert [face for face, _value in state["rack"]] == [tile.face for tile in view.rack]
    at, face, value, blank = state["tiles"][0]
    first = view.tiles[0]
    assert (at, face) == (first.row * 15 + first.col, first.face)
    assert (value, blank) == (first.value, int(first.blank))
    assert state_of(sample("spectator"))["rack"] is None


def test_the_state_names_owners_where_tiles_have_owners():
    tile = sample("qwibble").tiles[0]
    assert state_of(sample("qwibble"))["tiles"][0][4:] == [tile.owner, int(tile.safe)]


def test_a_name_cannot_end_the_state():
    view = room()
    named = replace(view, seats=(called(view.seats[0], "</script><b>&"),))
    assert state_of(named)["seats"] == ["</script><b>&"]


def test_tiles_carry_owner_and_safety_only_where_tiles_are_owned():
    tiles = render_fragment("play/_tiles", {"view": sample("qwibble")})
    assert re.search(r'class="r\d+ c\d+ [^"]*o1[^"]*s', tiles)
    assert not re.search(r"\bo[01]\b", render_fragment("play/_tiles", {"view": sample("mine")}))


def test_a_blank_shows_its_letter_and_no_value():
    tiles = render_fragment("play/_tiles", {"view": sample("mine")})
    assert re.search(r'<b class="[^"]* k">D</b>', tiles)


def test_a_message_is_text():
    assert "&lt;b&gt;" in render_message("<b>", "warning")
    assert 'class="message warning"' in render_message("x", "warning")


def test_a_verdict_names_every_word():
    verdict = render_fragment("play/_verdict", {"view": sample("verdict")})
    assert re.search(r'class="good"><b><bdi>CRY</bdi></b>', verdict)
    assert re.search(r'class="bad"><b><bdi>ZONALR</bdi></b>', verdict)
    assert "took back the tiles" in verdict


def test_the_end_shows_adjustments_and_both_racks():
    over = render_fragment("play/_result", {"view": sample("ended")})
    assert "−9" in over
    assert "+9" in over
    assert "Rack of Amber: S A E T N G blank" in over
    assert "no tiles left" in over
    assert "Rematch" in over


def test_a_preview_marks_valid_and_invalid_words():
    good = preview_of({"total": 22, "words": [("STRONG", 14), ("EGRETS", 8)]})
    assert 'data-lawful="1" data-score="22"' in good
    assert "<b><bdi>EGRETS</bdi></b> 8" in good
    bad = preview_of({"total": 22, "words": [("STRONK", 14)], "invalid_words": ("STRONK",)})
    assert 'data-lawful="0"' in bad
    assert 'class="invalid"' in bad
    assert "unchecked" not in good + bad
    assert "not in the dictionary" in bad


def test_a_preview_of_unchecked_words_explains_itself_once():
    part = preview_of({"total": 22, "words": [("ZZX", 14), ("QQ", 8)], "unchecked": True})
    assert 'class="unchecked"' in part
    assert part.count("aren't checked") == part.count("aren&#x27;t checked") + 1


def test_a_verdict_separates_word_and_definition():
    verdict = render_fragment("play/_verdict", {"view": sample("verdict")})
    assert "CRY is valid (to shed tears; to call out)" in re.sub("<[^>]*>", "", verdict)


def test_a_preview_explains_an_illegal_play():
    look = SimpleNamespace(score=None, lawful=False, reason="Not there.", owned_tiles=False)
    part = render_preview(look)
    assert "Not there." in part
    assert 'data-score=""' in part


def test_a_preview_of_owned_tiles_shows_theft_and_safety():
    part = preview_of({"total": 9, "stolen": 4, "safe_squares": ("A3", "A4"), "owned": True})
    assert "steals 4" in part
    assert "2 tiles safe" in part


def test_presence_lists_spectators_and_absent_seats():
    presence = PresenceView({0: 0, 1: 75}, (Spectator("Fern", "b"),), (Spectator("", "c"),), 10)
    html = fragments.render_presence(presence)
    assert html.startswith('<output id="_spectator_count"')
    for words in ("12 watching", "Fern", "1 guest", "10 more", '{"0":0,"1":75}'):
        assert words in html
