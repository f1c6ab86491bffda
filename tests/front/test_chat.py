"""Traffic with the server: commands, refusals, previews, bundles, sockets."""

import re

import pytest
from django.http import HttpResponse
from playwright.sync_api import expect

from games.play.live.fragments import render_message
from games.rules.equipment.tiles import load_tile_set
from tests.front.sample_parts import MID_GAME, lay, rack
from tests.front.sample_rooms import sample
from tests.front.sample_site import refuse

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]


def type_at(room, square: str, letters: str) -> None:
    room.square(square).focus()
    room.page.keyboard.type(letters)


def test_a_refusal_is_shown_near_the_tiles_which_stay(show, page, stage):
    room = show("mine")
    stage.answer = refuse("Not in the dictionary: SE.", 422)
    type_at(room, "B2", "se")
    room.button("Play").click()
    expect(page.locator("#_message")).to_have_text("Not in the dictionary: SE.")
    expect(room.tentative_tiles()).to_have_count(2)
    type_at(room, "D2", "n")
    expect(page.locator("#_message")).to_have_text("")


def test_a_conflict_brings_the_new_state_and_the_reason(show, page, stage):
    room = show("mine")
    stage.answer = refuse("The game has moved on.", 409, bundle=True)
    type_at(room, "B2", "se")
    room.change(turn=20, say="Cobalt was faster.")
    room.button("Play").click()
    expect(page.locator("#_status_line")).to_contain_text("Cobalt was faster")
    expect(page.locator("#_message")).to_have_text("The game has moved on.")


def test_the_table_forgets_a_play_once_it_is_final(show, page, stage):
    room = show("mine")
    type_at(room, "B2", "se")

    def accept(_fields):
        english = load_tile_set("en")
        tiles = lay(english, (*MID_GAME, "B2 a SE"))
        return HttpResponse(room.change(tiles=tiles, rack=rack(english, "SEATNG?"), turn=15))

    stage.answer = accept
    room.button("Play").click()
    expect(room.tentative_tiles()).to_have_count(0)
    expect(page.locator("#_message")).to_have_text("")
    assert len(room.rack()) == 7
    assert "" not in room.rack()
    assert room.rack()[1] == "A, 1 point"


def test_two_clicks_send_one_command(show, page, stage):
    room = show("mine")
    room.button("Pass").click()
    page.get_by_role("dialog").get_by_role("button", name="Pass").dblclick()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert len({fields["key"] for fields in stage.of("pass") if fields["turn"] == "14"}) == 1


def test_commands_carry_the_token(show, page, stage):
    room = show("mine")
    with page.expect_request("**/pass") as request:
        room.agree("Pass")
    assert len(request.value.headers["x-csrftoken"]) > 30
    assert request.value.headers["hx-request"] == "true"


def test_quick_changes_request_one_preview(own_context, show, page, stage):
    room = show("mine")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)  # even if keys arrive slowly
    type_at(room, "K12", "sen")
    expect(room.tentative_tiles()).to_have_count(3)
    page.clock.resume()
    expect(page.locator("#_preview")).to_contain_text("STRONG 14")
    expect(page.locator("#score-bubble")).to_have_text("14")
    expect(room.button("Play")).to_contain_text("14")
    (fields,) = stage.of("preview")
    assert (fields["position"], fields["tiles"]) == ("12K", "SEN.")


def test_a_bad_preview_shows_why_and_no_gain(show, page, stage):
    room = show("mine")
    stage.preview = {"total": 0, "reason": "Your word must connect to a tile on the board."}
    type_at(room, "B4", "se")
    expect(page.locator("#_preview")).to_contain_text("must connect")
    expect(page.locator(".play-score")).to_have_text("")


@pytest.mark.parametrize(
    ("squares", "reason"),
    [(("B2", "C3"), "one row or column"), (("B2", "D2"), "empty square between")],
)
def test_plays_without_notation_are_refused_at_once(show, page, stage, squares, reason):
    room = show("mine")
    for name, square in zip(("S, 1 point", "T, 1 point"), squares, strict=True):
        room.option(name).click()
        room.square(square).click()
    expect(page.locator("#_preview")).to_contain_text(reason)
    expect(room.button("Play")).to_be_disabled()


def test_a_blank_is_sent_with_a_question_mark(show, page, stage):
    room = show("mine")
    type_at(room, "B2", "sq")
    page.keyboard.press("Enter")
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert stage.of("play")[0]["tiles"] == "S?Q"


def test_a_hook_is_written_as_the_whole_word(show, page, stage):
    room = show("mine")
    type_at(room, "F10", "s")  # below FIVE
    expect(page.locator("#_preview")).to_contain_text("STRONG")
    (fields,) = stage.of("preview")
    assert (fields["position"], fields["tiles"]) == ("F6", "....S")


def test_tiles_and_their_order_survive_a_reload(show, page):
    room = show("mine")
    room.button("Sort").click()
    type_at(room, "B2", "se")
    page.keyboard.type("q")
    expect(room.tentative_tiles()).to_have_count(3)
    before = room.rack()
    page.reload()
    expect(room.tentative_tiles()).to_have_text(["S1", "E1", "Q"])
    assert room.rack() == before


def test_another_game_begins_with_a_clean_table(show, page):
    room = show("mine")
    type_at(room, "B2", "se")
    room.line.push(room.change(game_id="22222222-2222-4333-8444-555555555555"))
    expect(room.tentative_tiles()).to_have_count(0)
    assert "" not in room.rack()


def test_a_verdict_is_shown_once(show, page):
    room = show("mine")
    verdict = page.get_by_role("region", name="Challenge")
    room.line.push(room.change(challenge=sample("verdict").challenge))
    expect(verdict).to_contain_text("ZONALR is not valid")
    verdict.get_by_role("button", name="Close").click()
    expect(verdict).to_be_hidden()
    page.reload()
    expect(verdict).to_be_hidden()


def test_the_going_out_play_is_accepted_or_challenged(show, page, stage):
    room = show("final")
    expect(room.button("Play")).to_be_hidden()
    room.button("Accept").click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert len(stage.of("accept")) == 1


def test_the_page_goes_from_waiting_to_playing(show, page, stage):
    room = show("waiting")
    expect(room.button("Start game")).to_be_visible()
    expect(room.button("Play")).to_be_hidden()

    def begin(_fields):
        stage.view = sample("empty")
        return HttpResponse(room.change(stamp=60))

    stage.answer = begin
    room.button("Start game").click()
    expect(room.button("Play")).to_be_visible()
    assert len(room.rack()) == 7


def test_only_a_message_reaches_an_old_page(show, page, stage):
    room = show("mine")
    stage.answer = lambda _fields: HttpResponse(render_message("You have no seat."), status=403)
    room.agree("Pass")
    expect(page.locator("#_message")).to_have_text("You have no seat.")


def test_a_newcomer_sits_down_with_a_name(show, page, stage):
    room = show("invited")
    page.get_by_label("Your name").fill("Fern")
    room.button("Sit down").click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    (fields,) = stage.of("sit")
    assert (fields["seat"], fields["name"]) == ("1", "Fern")


def test_the_link_to_copy_is_complete(show, page):
    room = show("waiting")
    room.line.push(room.change(link="/r/kitchen7/"))
    shown = page.get_by_label("Link to this room")
    expect(shown).to_have_value(re.compile("^http://.+/r/kitchen7/$"))
