"""A member creates a token for a program, reads how to play with it, and revokes it."""

import json
import re
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import Complaints, Visit, email_of, fresh
from tests.browser.test_accounts import sign_up
from tests.screenshots import save_screenshot
from tests.site_processes import Site


@pytest.mark.full
def test_a_token_is_created_copied_and_revoked(
    visit: Visit, site: Site, shots_dir: Path, complaints: Complaints
) -> None:
    complaints.allowed.append("422")  # for a bot without a name
    page = visit("", locale="en-GB").page
    page.goto("/accounts/signup/?next=/settings/")
    member, bot = fresh("Sedge"), fresh("Ochre")
    page.get_by_label("Name").fill(member)
    sign_up(page, email_of(member))
    page.get_by_role("link", name="API tokens").click()
    page.get_by_label("Name", exact=True).fill("My engine")
    page.get_by_label("play casual games").check()
    page.get_by_role("button", name="Create token").click()
    expect(page.get_by_text("Give the bot a name.")).to_be_visible()
    page.get_by_label("Bot name").fill(bot)
    page.get_by_role("button", name="Create token").click()
    secret = page.get_by_label("Token", exact=True).input_value()
    assert re.fullmatch(r"tileroom_[\w-]{43}", secret)
    assert not Axe().run(page).response["violations"]
    save_screenshot(page, shots_dir / "tokens.png", full_page=True)
    asked = Request(f"{site.url}/api/1/me", headers={"Authorization": f"Bearer {secret}"})
    with urlopen(asked) as answer:
        assert json.load(answer)["bot"] == f"{bot} (bot)"
    page.get_by_role("link", name="How to use the API").click()
    page.wait_for_url("**/api/")
    assert not Axe().run(page).response["violations"]
    page.get_by_role("link", name="Try every endpoint").click()
    expect(page.get_by_text("/api/1/games/{game_id}/gcg")).to_be_visible()
    page.goto("/settings/tokens/")
    expect(page.get_by_label("Token", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Revoke My engine").click()
    expect(page.get_by_text("No tokens yet.")).to_be_visible()
