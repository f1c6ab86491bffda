"""Hints on their way: refused, lost, repeated, or late."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from playwright.sync_api import Page, Route, expect

from games.computers.live.fragments import render_hint
from games.play.live.fragments import render_message
from tests.front.conftest import Room
from tests.front.sample_site import refuse

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

PLAY = {"position": "2B", "tiles": "SEAT", "word": "SEAT", "score": 9, "laid": []}
FOUND = "The best play scores 9."


def answer_with(plays: list[dict[str, object]] | None) -> Callable[[dict[str, str]], HttpResponse]:
    def answer(fields: dict[str, str]) -> HttpResponse:
        turn, step = int(fields["turn"]), int(fields["step"])
        return HttpResponse(render_hint(turn, step, plays, fields["root"]))

    return answer


def check_turn_passes(room: Room) -> None:
    """Check that the page follows when an opponent moves and then it is the player's turn again."""
    page = room.page
    room.line.push(room.change(turn=room.stage.view.turn + 1, actions=frozenset({"resign"})))
    expect(room.button("Pass")).to_have_attribute("aria-disabled", "true")
    actions = frozenset({"play", "exchange", "pass", "resign", "hint"})
    room.line.push(room.change(turn=room.stage.view.turn + 1, actions=actions))
    expect(room.button("Pass")).to_have_attribute("aria-disabled", "false")
    expect(page.locator(".rack [role=option]")).to_have_count(7)
    expect(room.button("Hint")).to_be_visible()


@pytest.mark.sampled(422, 409)
@pytest.mark.parametrize(
    ("status", "bundle"), [(429, False), (422, False), (403, False), (409, True)]
)
def test_a_refused_hint_shows_its_reason_and_the_next_one_works(
    show, page: Page, status: int, bundle: bool
) -> None:
    """The reason appears in the usual message area, and the next hint arrives."""
    room = show("hinted")
    room.stage.answer = refuse("No hint now.", status, bundle=bundle)
    room.button("Hint").click()
    expect(page.locator("#_message")).to_have_text("No hint now.")
    expect(page.locator("#_hint")).to_have_count(1)
    expect(page.locator("#_hint")).to_be_empty()
    assert page.locator("#_seats").count() == 1
    check_turn_passes(room)
    room.stage.answer = answer_with([PLAY])
    room.button("Hint").click()
    expect(page.locator("#_hint")).to_contain_text(FOUND)


@pytest.mark.sampled(500)
@pytest.mark.parametrize("status", [403, 500])
def test_a_failed_hint_is_explained_and_the_next_one_works(show, page: Page, status: int) -> None:
    room = show("hinted")
    room.stage.answer = answer_with([PLAY])
    page.route(
        "**/hint",
        lambda route: route.fulfill(status=status, body="<h1>Error</h1>", content_type="text/html"),
    )
    room.button("Hint").click()
    expect(page.locator("#_message")).to_have_text("Something went wrong. Nothing has changed.")
    expect(page.locator("#_hint")).to_be_empty()
    page.unroute("**/hint")
    room.button("Hint").click()
    expect(page.locator("#_hint")).to_contain_text(FOUND)


def test_an_awaited_hint_can_be_refused(show, page: Page) -> None:
    room = show("hinted")
    answers = [answer_with(None), refuse("That wasn't your turn.", 409, bundle=True)]
    room.stage.answer = lambda fields: answers.pop(0)(fields)
    with page.expect_response(lambda response: response.status == 409):
        room.button("Hint").click()
    expect(page.locator("#_hint")).to_be_empty()
    expect(page.locator("#_message")).to_be_empty()
    assert page.locator("#_seats").count() == 1
    check_turn_passes(room)


@pytest.mark.sampled(0)
@pytest.mark.parametrize("fails", [0, 429, 500])
def test_a_lost_request_is_repeated_until_the_hint_arrives(show, page: Page, fails: int) -> None:
    """One response fails while the computer thinks, and the hint still arrives."""
    room = show("hinted")
    count = 0

    def break_second(route: Route) -> None:
        nonlocal count
        count += 1
        if count != 2:
            route.continue_()
        elif fails:
            route.fulfill(status=fails, body=render_message("Too many."), content_type="text/html")
        else:
            route.abort()

    page.route("**/hint", break_second)
    answers = [answer_with(None), answer_with(None), answer_with([PLAY])]
    room.stage.answer = lambda fields: answers.pop(0)(fields)
    room.button("Hint").click()
    expect(page.locator("#_hint")).to_contain_text(FOUND)
    expect(page.locator("#_message")).to_be_empty()
    assert count == 4
    assert len({tuple(fields.items()) for fields in room.stage.of("hint")}) == 1


def test_a_press_without_a_connection_is_repeated(show, page: Page) -> None:
    room = show("hinted")
    room.stage.answer = answer_with([PLAY])
    page.route("**/hint", lambda route: route.abort())
    room.button("Hint").click()
    expect(page.locator("#_message")).to_contain_text("Not sent yet")
    page.unroute("**/hint")
    expect(page.locator("#_hint")).to_contain_text(FOUND)
    expect(page.locator("#_message")).to_be_empty()


def test_a_hint_of_an_earlier_turn_is_not_shown(show, page: Page) -> None:
    """A response on its way when the turn ended is ignored, and the hint not requested again."""
    room = show("hinted")
    room.stage.answer = answer_with([PLAY])
    held: list[Route] = []
    page.route("**/hint", lambda route: held.append(route))
    with page.expect_request("**/hint"):
        room.button("Hint").click()
    room.line.push(room.change(turn=15, actions=frozenset({"resign"})))
    expect(room.button("Pass")).to_have_attribute("aria-disabled", "true")
    with page.expect_response("**/hint") as answered:
        held.pop().continue_()
    answered.value.finished()
    page.evaluate("new Promise((go) => setTimeout(go))")
    expect(page.locator("#_hint")).to_be_empty()
    room.line.push(room.change(turn=16, actions=frozenset({"play", "pass", "hint"})))
    expect(room.button("Hint")).to_be_visible()
    expect(page.locator("#_hint")).to_be_empty()
    with page.expect_request("**/hint") as asked:
        room.button("Hint").click()
    assert "turn=16" in (asked.value.post_data or "")


def test_hint_requests_end_with_the_turn(show, page: Page) -> None:
    room = show("hinted")
    room.stage.answer = answer_with(None)
    with page.expect_response("**/hint"):
        room.button("Hint").click()
    expect(page.locator("#_hint")).to_contain_text("Thinking…")
    with page.expect_response("**/hint"):
        pass
    room.line.push(room.change(turn=15))
    expect(page.locator("#_hint")).to_be_empty()
    room.stage.answer = answer_with([PLAY])
    room.button("Hint").click()
    expect(page.locator("#_hint")).to_contain_text(FOUND)
    turns = [fields["turn"] for fields in room.stage.of("hint")]
    assert turns == sorted(turns)
    assert turns[-1] == "15"


PARTS = [
    *("bag", "bag_seed", "challenge_terms", "hint", "host", "interruptions", "message", "moves"),
    *("past_games", "pause", "presence", "preview", "racks", "removed_notice", "result", "seating"),
    *("seats", "series", "start_draw", "status_line", "team", "tiles", "title", "unseen"),
    *("spectator_count", "spectators", "verdict"),
]


@pytest.mark.sampled("hint", "message", "moves", "preview", "seats", "tiles", "title")
@pytest.mark.parametrize("part", PARTS)
def test_a_room_works_without_one_of_its_parts(show, page: Page, part: str) -> None:
    """Rack, buttons and title follow two turns, and tiles can be placed and recalled."""
    room = show("hinted")
    page.locator(f"#_{part}").evaluate_all("parts => parts.forEach((part) => part.remove())")
    check_turn_passes(room)
    room.option("G, 2 points").click()
    room.square("A1").click()
    expect(room.tentative_tiles()).to_have_count(1)
    room.button("Recall").click()
    expect(room.tentative_tiles()).to_have_count(0)
    room.stage.answer = answer_with([PLAY])
    room.button("Hint").click()
    if part != "hint":
        expect(page.locator("#_hint")).to_contain_text(FOUND)
    with page.expect_response("**/pass"):
        room.agree("Pass")


def test_every_part_of_the_page_is_tested(show, page: Page) -> None:
    room = show("hinted")
    ids = page.locator("[id^=_]").evaluate_all("parts => parts.map((part) => part.id.slice(1))")
    assert set(ids) - {"state"} <= set(PARTS), "each part but the state may be missing"
    assert room.rack()
