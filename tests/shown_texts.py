"""Records texts that a page shows only for a moment, so that no check is too late."""

import json

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as NotSeen

RECORD = """selector => {
  const shown = (window.shownTexts ||= {})[selector] = [];
  const note = () => {
    for (const element of document.querySelectorAll(selector)) {
      if (element.checkVisibility() && element.textContent) shown.push(element.textContent);
    }
  };
  note();
  const all = { attributes: true, childList: true, characterData: true, subtree: true };
  new MutationObserver(note).observe(document, all);
}"""
WAS_SHOWN = """([selector, text]) =>
  window.shownTexts?.[selector]?.some((shown) => shown.includes(text))"""


class ShownTexts:
    """The texts of some elements of a page, from now on or since it was last loaded."""

    def __init__(self, page: Page, selector: str) -> None:
        self.page = page
        self.selector = selector
        page.add_init_script(f"({RECORD})({json.dumps(selector)})")
        page.evaluate(RECORD, selector)

    def was_shown(self, text: str) -> bool:
        return bool(self.page.evaluate(WAS_SHOWN, [self.selector, text]))

    def expect(self, text: str) -> None:
        """Wait until an element shows this text or has shown it."""
        try:
            self.page.wait_for_function(WAS_SHOWN, arg=[self.selector, text])
        except NotSeen as error:
            shown = self.page.evaluate("selector => window.shownTexts?.[selector]", self.selector)
            raise AssertionError(f"{self.selector} showed {shown}, never {text!r}") from error
