"""Dialogs and messages before a play: blanks, exchanges, previews, refusals."""

import re
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import expect

from games.rules.equipment.tiles import BLANK, LetterTile
from games.rules.plays.acts import Exchange
from games.rules.plays.scoring import PlayScore
from tests.browser.conftest import Complaints, Seating, Table, Visit
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan, rack_names
from tests.browser.window_checks import expect_played, expect_tentative


def with_blank(stem: str) -> Iterator[Plan]:
    return (plan for n in count() if BLANK in (plan := Plan(f"{stem} {n}")).rack())


def test_a_blank_asks_for_its_letter(seat_all: Seating) -> None:
    """A blank asks for its letter; if the dialog is closed, it returns to the rack."""
    table = seat_all(next(with_blank("Blank")))
    page, play = table.mover, table.plan.find_play(blank=True)
    page.tap(BLANK, "A1")
    chooser = page.dialog("Choose a letter for the blank")
    chooser.get_by_role("button", name="Close").click()
    expect(page.option(BLANK)).to_be_visible()
    for square, letter in play.placed():
        page.drag(letter.tile, square)
        if letter.blank:
            page.page.keyboard.press(letter.face)
            expect(chooser).to_be_hidden()
    expect(page.square(next(s for s, x in play.placed() if x.blank))).to_have_accessible_name(
        re.compile("blank")
    )
    page.button("Play").click()
    expect_played(table, play)


def test_tiles_are_exchanged_in_the_dialog(table: Table) -> None:
    """The dialog exchanges the marked tiles, and cannot be confirmed without any."""
    page, plan = table.mover, table.plan
    tiles = plan.rack()[1:4]
    page.button("Exchange").click()
    chooser = page.dialog("Exchange")
    expect(chooser.locator(".choose button").first).to_be_focused()
    confirm = chooser.get_by_role("button", name=re.compile("^Exchange"))
    expect(confirm).to_be_disabled()
    chooser.get_by_role("button", name="Cancel").click()
    page.expect_moves(0)
    seat = plan.mover
    page.exchange(tiles)
    plan.do(Exchange(tiles))
    for one in table.pages:
        one.expect_moves(1)
        expect(one.last_move).to_contain_text("exchanged 3 tiles")
    assert sorted(page.read_rack()) == rack_names(plan, seat)


def expect_preview(page: RoomPage, score: PlayScore) -> None:
    """Check that the words and points of a play are shown beside the board and on the button."""
    for word in score.words:
        expect(page.last_move).to_contain_text(re.compile(rf"{word.word}\s*{word.score}"))
    expect(page.button("Play")).to_contain_text(str(score.total))
    expect(page.button("Play")).to_have_accessible_description(re.compile(score.words[0].word))


def test_preview_hides_validity_under_challenges(table: Table) -> None:
    """Invalid words are scored like valid ones, since finding them is the opponent's task."""
    page, plan = table.mover, table.plan
    for play in (plan.phony(), plan.plays()[0]):
        page.lay(play)
        expect_preview(page, plan.score(play))
        expect(page.last_move).not_to_contain_text("dictionary")
        page.button("Recall").click()


def test_preview_shows_validity_under_void(seat_all: Seating, complaints: Complaints) -> None:
    """Invalid words are named at once, the play is refused, and the tiles stay on the board."""
    complaints.allow("status of 422")
    table = seat_all(Plan("Void", options={"challenge": "void"}), fields={"challenge": "void"})
    page, plan = table.mover, table.plan
    expect(page.button("Challenge")).to_have_count(0)
    phony, good = plan.phony(), plan.plays()[0]
    page.lay(phony)
    expect(page.last_move).to_contain_text("not in the dictionary")
    page.button("Play").click()
    expect(page.last_move).to_contain_text("Not in the dictionary:")
    expect_tentative(page, phony)
    page.button("Recall").click()
    page.lay(good)
    expect_preview(page, plan.score(good))
    page.button("Play").click()
    expect_played(table, good)


WATCHED = """count => {
  const seen = window.seen = [];
  const look = () => {
    if (document.querySelectorAll("#tentative-tiles > .tile").length === count) {
      const bubble = document.querySelector("#score-bubble:not([hidden])");
      if (bubble) seen.push(getComputedStyle(bubble).backgroundColor);
      const words = document.querySelectorAll("#_preview .word-score b");
      for (const word of words) seen.push(getComputedStyle(word).color);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Records the colours of the play in every frame once all its tiles are on the board."""
ACCENT = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--accent)";
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}"""


def test_an_invalid_play_is_never_green(seat_all: Seating) -> None:
    """Where words are checked, neither score, words nor button of an invalid play are green."""
    plan = Plan("Never green", options={"challenge": "void"})
    table = seat_all(plan, fields={"challenge": "void"})
    page = table.mover
    green = page.page.evaluate(ACCENT)
    phony, good = plan.phony(), plan.plays()[0]
    page.page.evaluate(WATCHED, len(phony.placed()))
    page.lay(phony)
    expect(page.last_move).to_contain_text("not in the dictionary")
    bubble, play = page.page.locator("#score-bubble"), page.button("Play")
    expect(bubble).to_be_visible()
    expect(bubble).not_to_have_css("background-color", green)
    expect(play).not_to_have_css("background-color", green)
    expect(play.locator(".play-score")).to_be_empty()
    seen = page.page.evaluate("seen")
    assert seen
    assert green not in seen
    page.button("Recall").click()
    page.lay(good)
    expect(bubble).to_have_css("background-color", green)
    expect(play).to_have_css("background-color", green)


def test_illegal_placements_are_explained(table: Table) -> None:
    page, plan = table.mover, table.plan
    faces = [tile.face for tile in plan.rack() if isinstance(tile, LetterTile)]
    page.tap(faces[0], "A1")
    page.tap(faces[1], "B1")
    expect(page.last_move).to_contain_text("The first play must cover the centre square")
    page.tap(faces[2], "D1")
    expect(page.last_move).to_contain_text("empty square between")
    page.tap(faces[3], "D2")
    expect(page.last_move).to_contain_text("one row or column")
    expect(page.button("Play")).to_be_disabled()


@pytest.mark.full
def test_names_differ_around_a_table(visit: Visit, complaints: Complaints) -> None:
    """A name that is taken at the table is refused with a visible message."""
    complaints.allow("status of 422")
    amber = visit("Amber")
    host = amber.make_room("Two of one name")
    room = visit("", locale="en-GB").open(host.link)
    room.page.get_by_label("Your name").fill(amber.name)
    room.button("Sit down").click()
    expect(room.last_move).to_contain_text(
        f"{amber.name}, or a similar name, is taken in this room."
    )
    room.page.get_by_label("Your name").fill("Another name")
    room.sit()
    expect(host.page.get_by_role("region", name="Players")).to_contain_text("Another name")
