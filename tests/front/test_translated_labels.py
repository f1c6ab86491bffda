"""No label of the fullest room is cut off: four players and the draw, in every language."""

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.label_checks import CUT
from tests.front.conftest import resize

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

SIZES = ((1366, 768), (1440, 900), (390, 844))


@pytest.mark.sampled("de", "ru", "ar")
@pytest.mark.parametrize("code", [code for code, _name in settings.LANGUAGES])
def test_no_label_is_cut_off_beside_the_draw(code, show, page, live_server) -> None:
    page.context.add_cookies(
        [{"name": settings.LANGUAGE_COOKIE_NAME, "value": code, "url": live_server.url}]
    )
    show("four_begin")
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page.locator("#_start_draw .card")).to_have_count(1)
    for size in SIZES:
        resize(page, *size)
        assert page.evaluate(CUT) == [], size
