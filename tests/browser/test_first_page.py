"""The first page a stranger loads is light."""

from tests.browser.conftest import Visit
from tests.browser.test_page_weight import TransferMeter

MAX_BYTES = 40_000
"""Page, styles, scripts and everything else, compressed, with the answers' headers."""


def test_the_first_page_is_light(visit: Visit) -> None:
    page = visit("", viewport={"width": 1366, "height": 768}).page
    scales = TransferMeter(page)
    page.goto("/", wait_until="networkidle")
    assert 10_000 < sum(scales.sizes.values()) < MAX_BYTES, scales.sizes
