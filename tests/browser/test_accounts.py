"""A guest at a table signs up, moves to another device, and logs in with a passkey."""

from pathlib import Path

from playwright.sync_api import CDPSession, Page, expect

from games.rules.plays.acts import Pass
from tests.browser.conftest import PHONE, Seating, Visit, email_of, fresh
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan
from tests.screenshots import save_screenshot
from tests.site_processes import Site

PASSWORD = "seven brown tiles"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
SLOW = {"offline": False, "latency": 500, "downloadThroughput": -1, "uploadThroughput": -1}


def sign_up(page: Page, email: str) -> None:
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()


def rack_of(room: RoomPage) -> list[str]:
    return sorted(str(tile) for tile in room.read_state()["rack"])


def test_a_guest_signs_up_during_a_game_and_continues_on_a_phone(
    visit: Visit, seat_all: Seating, shots_dir: Path
) -> None:
    fern, moss = visit("Fern", locale="en-GB"), visit("Moss", locale="en-GB")
    phone = visit("", locale="en-GB", viewport=PHONE, is_mobile=True, has_touch=True)
    table = seat_all(Plan("From guest to member"), [fern, moss])
    table.do(Pass())
    here = table.pages[0]
    here.expect_moves(len(table.plan.log))
    rack, turn = rack_of(here), here.read_state()["turn"]

    # Another tab of the same browser reloads without help once its session is replaced; on a slow
    # line not before the new session has arrived.
    tab = RoomPage(fern.page.context.new_page(), table.link)
    tab.expect_rack(7)
    path = table.link.removeprefix(fern.page.url.split("/r/")[0])
    fern.page.goto(f"/accounts/signup/?next={path}")
    expect(fern.page.get_by_label("Name")).to_have_value(fern.name)
    line = fern.page.context.new_cdp_session(fern.page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    with tab.page.expect_event("load"):
        sign_up(fern.page, email_of(fern.name))
    line.detach()
    here.expect_rack(7)
    tab.expect_rack(7)
    assert rack_of(here) == rack_of(tab) == rack
    assert here.read_state()["turn"] == turn
    tab.page.close()

    # The link of the QR code asks for confirmation, and works once.
    fern.page.goto("/")
    fern.page.get_by_role("button", name=fern.name).click()
    fern.page.get_by_role("link", name="Continue on another device").click()
    expect(fern.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = fern.page.get_by_label("Link", exact=True).input_value()
    small = phone.page
    small.goto(link)
    expect(small.get_by_role("heading")).to_have_text(f"Continue as {fern.name} here?")
    save_screenshot(small, shots_dir / "accounts-1-asked.png", full_page=True)
    small.get_by_role("button", name="Continue here").click()
    there = RoomPage(small, table.link)
    there.expect_rack(7)
    assert rack_of(there) == rack
    assert there.read_state()["turn"] == turn
    save_screenshot(small, shots_dir / "accounts-2-phone.png")
    assert moss.page.context.request.get(link).status == 404

    # The phone plays on; nothing has changed for the other player.
    table.pages[0] = there
    for _turn in range(2):
        table.do(Pass())
        table.pages[1].expect_moves(len(table.plan.log))
    expect(table.pages[1].moves.filter(has_text=fern.name)).not_to_have_count(0)


def test_a_member_logs_in_with_a_passkey(visit: Visit, site: Site, shots_dir: Path) -> None:
    local = site.url.replace("127.0.0.1", "localhost")  # passkeys need a host name
    page = visit("", locale="en-GB", base_url=local).page
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    key = add_authenticator(devtools)
    page.goto("/accounts/signup/")
    name = fresh("Opal Keys")
    page.get_by_label("Name").fill(name)
    sign_up(page, email_of(name))
    page.goto("/settings/")
    page.locator("dl > div", has_text="Passkeys").get_by_role("link", name="Change").click()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name").fill("My key")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("list").filter(has_text="My key")).to_be_visible()
    save_screenshot(page, shots_dir / "accounts-3-passkeys.png", full_page=True)

    page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="Log out").click()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("button", name=name)).to_be_visible()

    # A browser without a passkey says so next to the button.
    devtools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": key})
    add_authenticator(devtools)
    page.goto("/accounts/logout/")
    page.get_by_role("button", name="Log out").click()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("No passkey was used")


def add_authenticator(devtools: CDPSession) -> str:
    added = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return str(added["authenticatorId"])
