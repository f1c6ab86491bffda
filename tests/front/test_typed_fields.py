"""What was typed into a room's page outlives the page's own reloads."""

import pytest
from django.http import HttpResponse
from playwright.sync_api import Page, expect

from tests.front.sample_rooms import sample
from tests.front.typed_fields import change_all_fields, load_again, read_all_fields

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

FORM = """<form hx-post="{url}"><textarea id="report-text" name="words"></textarea></form>"""


def test_everything_typed_in_a_room_survives_a_reload(show, page: Page) -> None:
    room = show("waiting")
    actions = sample("waiting").actions | {"entitle"}
    room.line.push(room.change(actions=actions, teams=True))
    expect(page.locator("#room-name")).to_have_count(1)
    typed = change_all_fields(page)
    assert {"title", "name", "seat", "text"} <= {name for _type, name, _value in typed}
    load_again(page)
    assert read_all_fields(page) == typed


def test_a_reload_for_a_new_seat_keeps_what_was_typed(show, page: Page, stage) -> None:
    room = show("waiting")
    page.locator("#newcomer-name").evaluate("field => { field.form.hidden = false; }")
    page.locator("#newcomer-name").fill("Half a na")
    stage.answer = lambda _fields: HttpResponse("", headers={"HX-Refresh": "true"})
    with page.expect_event("domcontentloaded"):
        room.button("Start game").click()
    expect(page.locator("#newcomer-name")).to_have_value("Half a na")


def test_a_text_in_a_dialog_waits_until_it_is_opened_again(show, page: Page) -> None:
    show("mine")
    dialog, field = page.get_by_role("dialog"), page.locator("#report-text")

    def open_dialog(url: str) -> None:
        page.unroute_all()
        page.route("**/moves/14/", lambda route: route.fulfill(body=FORM.format(url=url)))
        page.locator('.moves li[value="14"] button ~ button').click()
        expect(dialog).to_be_visible()

    open_dialog("/report/1/")
    field.fill("Rude at")
    for _ in range(2):
        load_again(page)
        expect(dialog).to_have_count(0)
    open_dialog("/report/2/")
    expect(field).to_have_value("")
    page.keyboard.press("Escape")
    open_dialog("/report/1/")
    expect(field).to_have_value("Rude at")
