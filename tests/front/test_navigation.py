"""The navigation bars as a screen reader lists them: one with the sections, each with a name."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

LANDMARKS = """() => [...document.querySelectorAll("nav, [role=navigation]")]
    .filter((one) => one.checkVisibility()).map((one) => one.getAttribute("aria-label"))"""


@pytest.mark.sampled((320, 568), "/more/")
@pytest.mark.parametrize("size", [(1366, 768), (700, 900), (390, 844), (320, 568)])
@pytest.mark.parametrize("path", ["/", "/rooms/", "/more/"])
def test_the_sections_have_one_name_in_every_bar(
    size: tuple[int, int], path: str, page: Page, live_server, errors
) -> None:
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))  # type: ignore[arg-type]
    page.goto(f"{live_server.url}{path}")
    sections = page.get_by_role("navigation", name="Sections")
    expect(sections).to_have_count(1)
    expect(sections.get_by_role("link")).to_have_count(5)
    names = page.evaluate(LANDMARKS)
    assert all(names)
    assert len(set(names)) == len(names)
