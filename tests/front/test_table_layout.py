"""The table at every size: names, scores and hints are complete, and no card moves the board."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from games.play.live.fragments import render_message
from games.play.perspective.viewdata import PersonView
from tests.front.conftest import ANIMATED, resize
from tests.front.sample_rooms import sample
from tests.front.test_clocks import clock
from tests.processes import wait_until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

DESKTOP, LAPTOP, LYING_PHONE = (1366, 768), (1024, 768), (844, 390)
PHONE, SMALL_PHONE = (390, 844), (320, 568)
SIZES = (DESKTOP, LAPTOP, LYING_PHONE, PHONE, SMALL_PHONE)
ALIKE = ("Ambrosine Longworth-Smyt", "Ambrosia Longfellow-Brown", "Expert bot", "Amber")
SECTIONS = ["Play", "Watch", "Puzzles", "Learn", "Community", "Search"]
FEWEST_LETTERS = 10
"""Letters of a long name that are shown at least; the names above differ within them."""

SHOWN_PARTS = """names => names.map((name) => {
  const { right, bottom } = name.getBoundingClientRect();
  const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  let shown = "", whole = true;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    [...node.data].forEach((letter, at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (!letter.trim()) return;
      if (box.bottom <= bottom + 2 && box.right <= right + 1) shown += letter;
      else whole = false;
    });
  }
  return whole ? shown : shown.slice(0, -2); // the last letters give way to "…"
})"""
"""Returns the letters of names that are not cut off."""

HINT = """() => {
  const hint = Object.assign(document.createElement("div"), { id: "_hint", className: "hint" });
  hint.innerHTML = "<p>Best play: <b>H12 across QUIXOTIC</b> for 134</p><span class='hint-buttons'>"
    + "<button type='button' class='small'>Place these tiles</button>"
    + "<button type='button' class='small'>Hide</button></span>";
  document.querySelector("#_hint").replaceWith(hint);
}"""
NOTICE = """() => {
  const notice = document.querySelector("#seat-notice").content.firstElementChild.cloneNode(true);
  notice.querySelector("span").textContent = "The host freed your seat at Kitchen table.";
  document.querySelector("#seat-notices").append(notice);
}"""
CLEAR = """() => {
  document.querySelector("#_hint").replaceChildren();
  document.querySelector("#seat-notices").replaceChildren();
}"""
BOXES = """found => found.map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.innerText, { x, y, width, height }];
})"""
UNCOVERED = """element => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const points = [[left + 2, y], [right - 2, y], [x, top + 2], [x, bottom - 2]];
  return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}"""


def box_of(found: Locator) -> FloatRect:
    box = found.bounding_box()
    assert box is not None
    return box


def boxes_of(found: Locator) -> list[tuple[str, FloatRect]]:
    """Return the text and the box of each element, at once: asking for one takes 20 ms."""
    boxes: list[tuple[str, FloatRect]] = found.evaluate_all(BOXES)
    assert boxes and all(box["width"] and box["height"] for _text, box in boxes)
    return boxes


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] + 0.5 < other["x"] + other["width"]
        and other["x"] + 0.5 < one["x"] + one["width"]
        and one["y"] + 0.5 < other["y"] + other["height"]
        and other["y"] + 0.5 < one["y"] + one["height"]
    )


@pytest.mark.sampled(True)
@pytest.mark.parametrize("timed", [False, True])
def test_four_similar_names_can_be_distinguished(show, page, timed) -> None:
    room = show("four")
    seats = tuple(
        replace(seat, names=(name,), people=(PersonView(name, ""),))
        for seat, name in zip(room.stage.view.seats, ALIKE, strict=True)
    )
    more: dict[str, Any] = {"seats": seats}
    if timed:
        more["clock"] = replace(clock((0, 0)), left=(1_500_000, 3_723_000, 754_000, 61_000))
    room.line.push(room.change(**more))
    expect(page.locator(".seat .name").last).to_have_text(ALIKE[-1])
    for size in SIZES:
        resize(page, *size)
        shown = page.locator(".seat .name").evaluate_all(SHOWN_PARTS)
        for name, part in zip(ALIKE, shown, strict=True):
            letters = name.replace(" ", "")
            assert letters.startswith(part), (size, shown)
            assert len(part) >= min(len(letters), FEWEST_LETTERS), (size, shown)


def test_the_score_on_the_board_covers_no_tile(show, page) -> None:
    room = show("mine")
    bubble = page.locator("#score-bubble")
    # Across, down as a hook, beside tiles, in the first row, and at the left edge.
    for square, letters in (("B2", "se"), ("F10", "s"), ("K12", "sen"), ("B1", "t"), ("A2", "ta")):
        room.square(square).focus()
        page.keyboard.type(letters)
        expect(bubble).to_be_visible()
        for size in (DESKTOP, LAPTOP, LYING_PHONE):
            resize(page, *size)
            chip, board = box_of(bubble), box_of(page.locator(".board"))
            tiles = boxes_of(page.locator("#tentative-tiles > .tile, #_tiles > b"))
            covered = [text for text, box in tiles if overlap(box, chip)]
            assert covered == [], (square, size)
            assert chip["x"] >= 0
            assert chip["y"] >= board["y"] - 8
        resize(page, *DESKTOP)
        room.button("Recall").click()
        expect(room.tentative_tiles()).to_have_count(0)


def test_the_change_of_a_score_covers_no_score_name_or_clock(show, page) -> None:
    room = show("four")
    seats = tuple(
        replace(seat, delta=delta)
        for seat, delta in zip(room.stage.view.seats, (20, -6, 44, 7), strict=True)
    )
    times = replace(clock((0, 0)), left=(1_500_000, 3_723_000, 754_000, 61_000))
    room.line.push(room.change(seats=seats, clock=times))
    expect(page.locator(".score-change")).to_have_count(4)
    expect(page.locator("#clocks time")).to_have_count(4)
    for size in SIZES:
        resize(page, *size)
        chips = [box for _text, box in boxes_of(page.locator(".score-change"))]
        for text, inner in boxes_of(page.locator(".seat .score, .seat .name, #clocks time")):
            inner["y"], inner["height"] = inner["y"] + 3, inner["height"] - 6  # above the letters
            assert not any(overlap(inner, chip) for chip in chips), (size, text)


@pytest.mark.sampled(DESKTOP, SMALL_PHONE)
@pytest.mark.parametrize("size", SIZES)
def test_no_card_or_message_moves_the_board(show, page, size) -> None:
    resize(page, *size)
    room = show("hinted")
    board = page.locator(".board")
    still = box_of(board)
    verdict = sample("verdict").challenge
    said = (
        "Not in the dictionary: ZONALRS, AEGRETS, QUITS. Take your tiles back or change the play."
    )
    paused = clock((60_000, 70_000), None, stopped_because="paused")

    def check(what: str) -> None:
        page.evaluate(ANIMATED)
        now = box_of(board)
        moved = [abs(now["x"] - still["x"]), abs(now["y"] - still["y"])]
        moved += [abs(now["width"] - still["width"]), abs(now["height"] - still["height"])]
        assert max(moved) < 0.6, (what, still, now)

    room.line.push(room.change(turn=0))
    expect(page.get_by_role("region", name="Draw for first move")).to_be_visible()
    check("a draw")
    room.line.push(room.change(turn=14))
    expect(page.get_by_role("region", name="Draw for first move")).to_have_count(0)
    page.evaluate(HINT)
    check("a hint")
    page.evaluate(NOTICE)
    check("a notice")
    page.evaluate(CLEAR)
    check("nothing")
    room.line.push(render_message(said))
    expect(page.locator("#_message")).to_have_text(said)
    check("a message")
    room.line.push(room.change(challenge=verdict))
    expect(page.locator(".verdict")).to_be_visible()
    check("a verdict")
    page.locator(".verdict").get_by_role("button", name="Close").click()
    check("no verdict")
    room.square("B2").focus()
    page.keyboard.type("se")
    expect(room.button("Play")).to_contain_text("14")
    check("tiles laid")
    room.button("Recall").click()
    check("tiles returned")
    actions = (room.stage.view.actions - {"hint"}) | {"pause"}
    room.line.push(room.change(clock=paused, actions=actions))
    expect(page.locator("#clocks")).to_be_visible()
    still = box_of(board)
    asked = replace(paused, pause_requests=(1,), stopped_because="")
    room.line.push(room.change(clock=asked))
    expect(page.locator(".interruption")).to_be_visible()
    check("a request for a pause")


@pytest.mark.sampled(LYING_PHONE, SMALL_PHONE)
@pytest.mark.parametrize("size", [LYING_PHONE, (740, 360), PHONE, SMALL_PHONE])
def test_a_hint_is_shown_completely(show, page, size) -> None:
    resize(page, *size)
    show("hinted")
    page.evaluate(HINT)
    hint = page.locator("#_hint")
    for part in (hint.locator("p"), hint.locator("button").first, hint.locator("button").last):
        box = box_of(part)
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert part.evaluate(UNCOVERED)
    assert not overlap(box_of(hint), box_of(page.locator(".board")))


def chat_update(stamp: int, *texts: str) -> str:
    lines = "".join(
        f'<li id="m{n}" data-by="them"><button class="author">Cobalt</button><p>{text}</p></li>'
        for n, text in enumerate(texts, 1)
    )
    return (
        f'<div id="_chat" data-stamp="{stamp}" data-epoch="1" data-since="0" data-open="1">'
        f'<ol>{lines}</ol><div class="channel-choice"></div></div>'
    )


def test_the_chat_is_collapsed_until_a_message_arrives(show, page) -> None:
    resize(page, 1440, 900)
    room = show("mine")
    chat = page.get_by_role("region", name="Chat", exact=True)
    field = chat.get_by_role("textbox", name="Message")
    unread = chat.locator(".unread")
    expect(field).to_be_hidden()
    moves = box_of(page.get_by_role("region", name="Moves", exact=True))
    assert moves["y"] < box_of(chat)["y"], "the moves are above"
    wait_until(lambda: bool(page.title()) and bool(room.line.chat), "the socket of the chat")
    room.line.chat[-1].send(chat_update(1))
    expect(field).to_be_hidden()
    room.line.chat[-1].send(chat_update(2, "Good luck"))
    expect(field).to_be_visible()
    expect(chat.get_by_role("log")).to_contain_text("Good luck")
    expect(unread).to_be_hidden()
    chat.get_by_role("button", name="Close chat").click()
    expect(field).to_be_hidden()
    room.line.chat[-1].send(chat_update(3, "Good luck", "Your turn"))
    expect(unread).to_have_text("1")
    expect(field).to_be_hidden()
    chat.get_by_role("button", name="Show messages").click()
    expect(field).to_be_focused()
    expect(unread).to_be_hidden()


@pytest.mark.sampled(SMALL_PHONE, (820, 1180))
@pytest.mark.parametrize("size", [(1359, 768), *SIZES[1:], (740, 360), (820, 1180)])
def test_a_room_leads_to_every_section_of_the_site(size, show, page) -> None:
    """One button opens the links where there is no row of them; all are on the screen."""
    resize(page, *size)
    show("mine")
    page.get_by_role("button", name="Sections").click()
    menu = page.get_by_role("navigation", name="Sections")
    links = menu.get_by_role("link")
    assert links.all_inner_texts() == SECTIONS
    assert all(link.evaluate(UNCOVERED) for link in links.all())
    assert links.first.get_attribute("href") == "/"
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()


def test_a_wide_room_shows_the_sections_above_the_moves(show, page) -> None:
    resize(page, *DESKTOP)
    show("mine")
    links = page.locator(".site-links a")
    names = [link.get_attribute("title") for link in links.all()]
    assert names == [*SECTIONS, "Log in"]
    assert all(link.evaluate(UNCOVERED) for link in links.all())
    expect(page.get_by_role("navigation", name="Sections")).to_have_count(1)
    button = page.get_by_role("button", name="Sections")
    expect(button).to_be_hidden()
    show("waiting")  # without moves, and so without links above them
    expect(button).to_be_visible()
