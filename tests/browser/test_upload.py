"""An uploaded game: refused, corrected, previewed, saved, shared."""

from pathlib import Path

from playwright.sync_api import Page, Route, expect

from games.rules.gcg.decoding import MAX_BYTES
from tests.browser.conftest import PHONE, Complaints, Visit
from tests.browser.test_page_weight import TransferMeter, check_access

RECORD = ">Amber: ADEINRT 8D TRAINED +68 68\n>Jade: S 8D .......S +9 9\n"
BAD = RECORD + ">Amber: over to you\n"


def test_a_refused_upload_is_corrected_and_saved(
    visit: Visit, complaints: Complaints, tmp_path: Path
) -> None:
    complaints.allow("status of 4(04|22)")
    page = visit("Amber").page
    scales = TransferMeter(page)
    page.goto("/uploads/new/", wait_until="networkidle")
    scales.check()
    _refuse_large(page, tmp_path)
    file = tmp_path / "game.gcg"
    file.write_text(BAD, encoding="latin-1")
    page.get_by_label("File (2 MB at most)").set_input_files(file)
    page.get_by_role("button", name="Check").click()
    faults = page.get_by_role("heading", name="We can't read one line")
    expect(faults).to_be_focused()
    row = page.get_by_role("row").filter(has_text="over to you")
    expect(row).to_contain_text("3")
    expect(row).to_contain_text("gcg.event")
    check_access(page)
    text = page.get_by_label("Or paste its text")
    expect(text).to_have_value(BAD)
    text.fill(RECORD)
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_role("heading", name="Amber 68 · Jade 9")).to_be_focused()
    expect(page.locator("#_tiles > b")).to_have_count(8)
    check_access(page)
    page.get_by_label("Tile set").select_option("English")
    page.get_by_label("Dictionary").select_option(index=1)
    page.get_by_label("Name").fill("At the club")
    page.get_by_role("button", name="Save game").click()
    page.wait_for_url("**/games/*-*/")
    expect(page.get_by_role("heading", name="At the club")).to_be_visible()
    _share(page, visit, page.url)


def test_a_busy_server_loses_no_record(visit: Visit, complaints: Complaints) -> None:
    """The form comes back with the record; an error page of the proxy does not replace the form."""
    complaints.allow("status of (422|503)|Response Status Error Code 503")
    page = visit("Amber").page
    page.goto("/uploads/new/", wait_until="networkidle")
    page.route("**/uploads/new/", _answer_busy)
    page.get_by_label("Or paste its text").fill(BAD)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="We can't read one line")).to_be_focused()
    expect(page.get_by_label("Or paste its text")).to_have_value(BAD)
    page.unroute("**/uploads/new/")
    page.route("**/uploads/new/", lambda route: route.fulfill(status=503, body="<p>down</p>"))
    with page.expect_response("**/uploads/new/"):
        page.get_by_role("button", name="Check again").click()
    expect(page.get_by_role("button", name="Check again")).to_be_enabled()
    expect(page.get_by_label("Or paste its text")).to_have_value(BAD)


def _answer_busy(route: Route) -> None:
    """Answer as a server that is too busy would."""
    route.fulfill(response=route.fetch(), status=503)


def _refuse_large(page: Page, folder: Path) -> None:
    """Check that a file too large is refused before it is sent."""
    large = folder / "large.gcg"
    large.write_bytes(b"x" * (MAX_BYTES + 1))
    page.get_by_label("File (2 MB at most)").set_input_files(large)
    page.get_by_role("button", name="Check").click()
    said = page.get_by_label("File (2 MB at most)").evaluate("input => input.validationMessage")
    assert said == "This file is larger than 2 MB."


def _share(page: Page, visit: Visit, address: str) -> None:
    other = visit("Jade", viewport=PHONE).page
    answer = other.goto(address)
    assert answer is not None
    assert answer.status == 404
    page.goto("/uploads/")
    check_access(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Stop sharing")).to_be_visible()
    other.goto(address)
    expect(other.get_by_role("heading", name="At the club")).to_be_visible()
