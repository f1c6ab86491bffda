"""Everything that can be typed or chosen on a page, for tests of what a reload keeps."""

from typing import Any

from playwright.sync_api import Page

_FIELDS = """[...document.querySelectorAll("input, textarea, select")].filter((field) =>
  !field.disabled && !field.readOnly
  && !field.closest("dialog:not([open]), [data-switch], [data-sounds], #ime-input")
  && !["hidden", "password", "file", "radio"].includes(field.type))"""
_READ = (
    """field => [field.type, field.name, field.type === "checkbox" ? field.checked : field.value]"""
)
_CHANGE = """(field, at) => {
  const samples = { number: "3", date: "2026-12-24", email: "a@tiles.example" };
  if (field.type === "checkbox") field.checked = !field.checked;
  else if (field.matches("select")) field.selectedIndex = field.options.length - 1;
  else field.value = samples[field.type] || `TYPED${at}`;
}"""


def change_all_fields(page: Page) -> list[Any]:
    """Type or choose something in every field. Returns type, name and value of each."""
    page.evaluate(f"() => {_FIELDS}.forEach({_CHANGE})")
    return read_all_fields(page)


def read_all_fields(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate(f"() => {_FIELDS}.map({_READ})")
    return found


def load_again(page: Page) -> None:
    """Let the page load itself again, as it does after a log-in in another tab."""
    with page.expect_event("domcontentloaded"):
        page.evaluate("setTimeout(() => document.dispatchEvent(new Event('outdated')))")
    page.wait_for_function("() => sessionStorage.typed === undefined")
