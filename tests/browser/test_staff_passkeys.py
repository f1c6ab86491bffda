"""A new administrator of a public site, from password to admin with a passkey, in a browser."""

import os
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_accounts import PASSWORD, add_authenticator
from tests.site_processes import ROOT, SiteMaker


@pytest.mark.full
def test_a_new_administrator_sets_up_a_passkey_and_logs_in_with_it(
    visit: Visit, site_maker: SiteMaker
) -> None:
    site = site_maker.make("embedded", STAFF_NEED_PASSKEY="true")
    try:
        site.start()
        made = ["createsuperuser", "--noinput", "--username", "root", "--email", "r@tiles.example"]
        subprocess.run(
            [sys.executable, "manage.py", *made],
            cwd=ROOT,
            env=os.environ | site.env | {"DJANGO_SUPERUSER_PASSWORD": PASSWORD},
            check=True,
        )
        local = site.url.replace("127.0.0.1", "localhost")
        page = visit("", at=site, locale="en-GB", base_url=local).page
        devtools = page.context.new_cdp_session(page)
        devtools.send("WebAuthn.enable")
        add_authenticator(devtools)
        page.goto("/admin/")
        page.get_by_label("Username").fill("root")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("heading", name="Add a passkey")).to_be_visible()
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("heading", name="Passkeys", exact=True)).to_be_visible()
        page.goto("/admin/")
        expect(page.get_by_role("heading", name="Site administration")).to_be_visible()
        page.get_by_role("button", name="Log out").click()

        page.goto("/admin/")
        page.get_by_label("Username").fill("root")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("button", name="Use a passkey").click()
        expect(page.get_by_role("heading", name="Site administration")).to_be_visible()
    finally:
        site_maker.close(site)
