"""What axe finds on a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""The rules that depend on the colour scheme. Light or dark, all else of a page is the same."""


def find_violations(page: Page, *rules: str) -> list[str]:
    """Return what axe finds serious or critical, by all its rules or by these."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    return [
        f"{item['id']}: {[node['html'][:160] for node in item['nodes'][:3]]}"
        for item in Axe().run(page, options=options).response["violations"]
        if item["impact"] in ("serious", "critical")
    ]


def check_accessible(page: Page) -> None:
    """Fail if axe finds anything wrong with a page, however small."""
    found = Axe().run(page).response["violations"]
    assert not [(one["id"], one["nodes"][0]["html"]) for one in found]
