"""Notices to players about their seats appear at once on the room's own page."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.screenshots import save_screenshot

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


def test_a_player_who_loses_the_seat_sees_the_reason(visit: Visit, shots_dir: Path) -> None:
    host, friend = visit("Hosting"), visit("Friend", **PHONE)
    room = host.make_room("Seats change", seats="3")
    theirs = friend.open(room.link)
    theirs.sit()
    expect(room.page.locator("#_host [data-who]").first).to_be_attached()
    who = room.page.locator("#_host [data-who]").first.get_attribute("data-who") or ""
    assert room.post("host/unseat", {"seat": "1", "who": who}).ok
    notice = theirs.page.locator("#seat-notices li")
    expect(notice).to_contain_text(f"{host.name}, the host, removed you from your seat")
    expect(notice).to_be_visible()
    save_screenshot(theirs.page, shots_dir / "notices-1-unseated.png")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_be_hidden()


def test_settings_show_where_mail_goes(visit: Visit, shots_dir: Path) -> None:
    page = visit("Settled", **PHONE).page
    page.goto("/settings/notifications/")
    expect(page.get_by_text("E-mail is not set up on this site.")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    save_screenshot(page, shots_dir / "notices-2-settings.png", full_page=True)
    page.goto("/accounts/login/")
    expect(page.get_by_text("Passkeys don't work at a numeric address")).to_be_visible()
    save_screenshot(page, shots_dir / "notices-3-log-in.png", full_page=True)
    page.get_by_role("link", name="Open http://localhost").click()
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_visible()
    expect(page.get_by_text("numeric address")).to_have_count(0)
    page.goto("/accounts/password/reset/")
    save_screenshot(page, shots_dir / "notices-4-no-mail.png", full_page=True)
