"""A game brought along: refused, mended, looked at, kept, shared."""

from pathlib import Path

from playwright.sync_api import Page, expect

from games.rules.gcg.decoding import MOST_BYTES
from tests.browser.conftest import PHONE, Complaints, Visit
from tests.browser.test_weight import Scales, check_access

RECORD = ">Amber: ADEINRT 8D TRAINED +68 68\n>Jade: S 8D .......S +9 9\n"
BAD = RECORD + ">Amber: over to you\n"


def test_a_refused_upload_is_mended_and_kept(
    visit: Visit, complaints: Complaints, tmp_path: Path
) -> None:
    complaints.allow("status of 4(04|22)")
    page = visit("Amber").page
    scales = Scales(page)
    page.goto("/uploads/new/", wait_until="networkidle")
    scales.check()
    _refuse_large(page, tmp_path)
    file = tmp_path / "game.gcg"
    file.write_text(BAD, encoding="latin-1")
    page.get_by_label("A file").set_input_files(file)
    page.get_by_role("button", name="Look at it").click()
    faults = page.get_by_role("heading", name="One line cannot be read")
    expect(faults).to_be_focused()
    row = page.get_by_role("row").filter(has_text="over to you")
    expect(row).to_contain_text("3")
    expect(row).to_contain_text("gcg.event")
    check_access(page)
    text = page.get_by_label("or the record itself")
    expect(text).to_have_value(BAD)
    text.fill(RECORD)
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_role("heading", name="Amber 68 · Jade 9")).to_be_focused()
    expect(page.locator("#_tiles > b")).to_have_count(8)
    check_access(page)
    page.get_by_label("Tiles").select_option("English")
    page.get_by_label("Dictionary").select_option(index=1)
    page.get_by_label("Name of the game").fill("At the club")
    page.get_by_role("button", name="Keep this game").click()
    page.wait_for_url("**/games/*-*/")
    expect(page.get_by_role("heading", name="At the club")).to_be_visible()
    _share(page, visit, page.url)


def _refuse_large(page: Page, folder: Path) -> None:
    """Said before it is sent."""
    large = folder / "large.gcg"
    large.write_bytes(b"x" * (MOST_BYTES + 1))
    page.get_by_label("A file").set_input_files(large)
    page.get_by_role("button", name="Look at it").click()
    said = page.get_by_label("A file").evaluate("input => input.validationMessage")
    assert said == "This file is larger than two megabytes."


def _share(page: Page, visit: Visit, address: str) -> None:
    other = visit("Jade", viewport=PHONE).page
    answer = other.goto(address)
    assert answer is not None
    assert answer.status == 404
    page.goto("/uploads/")
    check_access(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Share no more")).to_be_visible()
    other.goto(address)
    expect(other.get_by_role("heading", name="At the club")).to_be_visible()
