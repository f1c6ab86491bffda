"""Announcements to screen readers, their order, and that none replaces another."""

import pytest
from django.http import HttpResponse
from playwright.sync_api import expect

from games.play.perspective.viewdata import AbsenceChoiceView, AbsenceView
from tests.front.sample_parts import called, seats
from tests.front.sample_rooms import sample
from tests.front.sample_site import refuse

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]


@pytest.fixture
def announcements(page):
    """Return the announcer's sentences, oldest first."""
    return page.get_by_role("log").locator("p")


def test_a_move_is_announced_with_its_place(show, announcements):
    room = show("theirs")
    texts = {
        "say": "Cobalt played CRy for 20. Your turn.",
        "spoken": "Across from I1. The blank is Y.",
    }
    room.line.push(room.change(turn=15, **texts))
    expect(announcements).to_have_text([" ".join(texts.values())])


def test_a_verdict_is_announced_before_the_move_it_led_to(show, announcements):
    room = show("mine")
    verdict = sample("verdict").challenge
    room.line.push(room.change(challenge=verdict, turn=15, say="Amber challenged and won."))
    expect(announcements).to_have_count(2)
    expect(announcements.first).to_have_text(
        "Challenge successful. Amber challenged Cobalt. CRY is valid (to shed tears; to call out). "
        "ZONALR is not valid. Cobalt took back the tiles and lost the turn."
    )
    expect(announcements.last).to_have_text("Amber challenged and won.")


def test_an_announcement_is_not_repeated(show, page, announcements):
    room = show("mine")
    verdict = sample("verdict").challenge
    room.line.push(room.change(challenge=verdict, turn=15))
    expect(announcements).to_have_count(2)
    room.line.push(room.change(s_left=1))
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "43")
    expect(announcements).to_have_count(2)


def test_sitting_down_and_leaving_are_announced(show, announcements):
    room = show("waiting")
    free = room.stage.view.seats
    room.line.push(room.change(seats=(*free[:2], called(free[2], "Fern"), free[3])))
    expect(announcements).to_have_text(["Fern sat down"])
    room.line.push(room.change(seats=free))
    expect(announcements).to_have_text(["Fern sat down", "Fern left the seat"])


def test_a_player_who_leaves_on_their_turn_is_announced_once(show, page, announcements):
    room = show("theirs")
    may = room.stage.view.actions | {"vote_absence"}
    wait = AbsenceChoiceView("wait", "Wait 10 more minutes", (), ())
    away = AbsenceView(seat=1, name="Cobalt", choices=(wait,), awaited=(), final="won", long=False)
    room.line.push(room.change(absence=away, actions=may))
    expect(announcements).to_have_text(
        ["No sign of Cobalt for more than 10 minutes. Choose what to do."]
    )
    room.line.push(room.change(s_left=1))
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "43")
    expect(announcements).to_have_count(1)


def test_a_refusal_is_announced(show, stage, announcements):
    room = show("mine")
    stage.answer = refuse("Not in the dictionary: SE.", 422)
    room.square("B2").focus()
    room.page.keyboard.type("se")
    room.page.keyboard.press("Enter")
    expect(announcements.last).to_have_text("Not in the dictionary: SE.")
    room.page.keyboard.press("Enter")
    expect(announcements.filter(has_text="Not in the dictionary")).to_have_count(2)


def test_a_refusal_by_the_page_itself_is_announced(show, page, announcements):
    room = show("theirs")
    room.square("B2").focus()
    page.keyboard.type("qq")
    expect(announcements.last).to_have_text(page.locator("#_message").inner_text())
    expect(page.locator("#_message")).not_to_be_empty()


def test_the_score_of_tentative_tiles_is_announced(own_context, show, page, announcements):
    room = show("mine")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)  # even if keys arrive slowly
    room.square("K12").focus()
    page.keyboard.type("sen")
    expect(room.tentative_tiles()).to_have_count(3)
    page.clock.resume()
    expect(announcements).to_have_text(["S on K12", "E on L12", "N on M12", "STRONG 14"])


def test_the_chosen_letter_of_a_blank_is_announced(show, page, announcements):
    room = show("mine")
    room.option("blank").click()
    room.square("B4").click()
    page.get_by_role("dialog").get_by_role("button", name="Q", exact=True).click()
    expect(announcements.last).to_have_text("Q on B4")


@pytest.mark.sampled("Play")
@pytest.mark.parametrize("verb", ["Play", "Pass", "Challenge"])
def test_the_focus_stays_with_the_button(show, page, stage, verb):
    room = show("mine")
    room.square("K12").focus()
    page.keyboard.type("sen")

    def pass_on(_fields):
        return HttpResponse(room.change(turn=15, actions=frozenset({"resign"}), to_move=1))

    stage.answer = pass_on
    room.button(verb).focus()
    page.keyboard.press("Enter")
    if verb != "Play":
        page.get_by_role("dialog").get_by_role("button", name=verb).focus()
        page.keyboard.press("Enter")
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    expect(room.button(verb)).to_be_disabled()
    expect(room.button(verb)).to_be_focused()
    page.keyboard.press("Enter")
    assert len(stage.verbs()) == 1


def test_the_focus_stays_in_a_part_that_is_replaced(show, page):
    room = show("mine")
    move = page.get_by_role("button", name="I1 across CRY")
    move.focus()
    room.line.push(room.change(turn=15, moves=room.stage.view.moves[:-1]))
    expect(page.locator("#_moves li")).to_have_count(13)
    expect(page.locator("body")).not_to_be_focused()
    room.line.push(room.change(turn=16, seats=seats(2, mine=0, to_move=1)))
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "43")
    expect(page.locator("body")).not_to_be_focused()


def test_a_half_typed_name_survives_an_update(show, page, stage):
    room = show("waiting")
    name = page.get_by_label("Player's name")
    name.focus()
    page.keyboard.type("Fe")
    seat = called(room.stage.view.seats[2], "Rook")
    free = room.stage.view.seats
    room.line.push(room.change(seats=(*free[:2], seat, free[3])))
    expect(page.locator("#_seating")).to_contain_text("Rook")
    page.keyboard.type("rn")
    expect(name).to_have_value("Fern")
    page.keyboard.press("Enter")
    expect(name).to_have_value("")
    assert [fields["name"] for fields in stage.of("invite")] == ["Fern"]


def test_the_end_is_shown_and_tentative_tiles_return_to_the_rack(
    own_context, show, page, stage, announcements
):
    room = show("theirs")
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    room.square("B2").focus()
    page.keyboard.type("se")
    expect(page.locator("#_preview")).to_contain_text("STRONG")
    stage.preview = {"total": 0, "reason": "The game is over."}
    ended = sample("ended")
    names = ("phase", "outcome", "actions", "say")
    room.line.push(room.change(**{name: getattr(ended, name) for name in names}))
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    expect(room.tentative_tiles()).to_have_count(0)
    expect(page.locator("#_preview")).to_have_text("")
    expect(page.locator("#_message")).to_have_text("")
    expect(announcements.last).to_have_text("Cobalt went out and wins.")
    page.keyboard.type("a")
    expect(room.tentative_tiles()).to_have_count(0)
    asked.clear()
    page.clock.run_for(1000)
    page.evaluate("async () => { await fetch('/last'); }")
    assert asked == ["last"], "no preview"


NEWEST_LISTS = """async () => {
  const text = await (await fetch("/")).text();
  return new DOMParser().parseFromString(text, "text/html").querySelector("#_lists").outerHTML;
}"""


def test_the_lobby_keeps_the_focus_when_it_is_updated(page, live_server, stage, line):
    page.goto(f"{live_server.url}/")
    entry = page.get_by_role("region", name="Open rooms").get_by_role("link").first
    entry.focus()
    lists = page.locator("#_lists")
    lists.evaluate("lists => { lists.querySelector('.entry b').append('!'); }")
    line.push(page.evaluate(NEWEST_LISTS))
    expect(lists).not_to_contain_text("!")
    expect(entry).to_be_focused()
    lists.evaluate("lists => { lists.seen = true; }")
    offers = page.locator("#_offers").evaluate("offers => offers.outerHTML")
    line.push(page.evaluate(NEWEST_LISTS) + offers.replace("<script", "<script data-beat", 1))
    expect(page.locator("#_offers[data-beat]")).to_have_count(1)
    assert lists.evaluate("lists => lists.seen"), "what has not changed is left alone"
