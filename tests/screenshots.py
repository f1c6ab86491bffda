"""Screenshots for people to look at. No test judges them, so they are taken only on request."""

import os
from pathlib import Path

from playwright.sync_api import Locator, Page

WANTED = os.environ.get("SCREENSHOTS", "").lower() in ("1", "true", "yes")


def save_screenshot(shown: Page | Locator, path: Path, *, full_page: bool = False) -> None:
    """Save a page or a part of it if the environment variable SCREENSHOTS is true."""
    if not WANTED:
        return
    if isinstance(shown, Page):
        shown.screenshot(path=path, full_page=full_page)
    else:
        shown.screenshot(path=path)
