"""The answer to a form that leads to another page."""

from typing import Any

from django.test import Client


def post_form(browser: Client, path: str, fields: dict[str, Any]) -> Any:
    """Send a form, and return the page that it leads to.

    Returns ``None`` if that page has no message, without requesting it: it takes longer than the
    command.
    """
    answer = browser.post(path, fields)
    if answer.status_code != 302:
        return answer
    if "messages" not in answer.cookies:
        return None
    return browser.get(answer.headers["Location"], follow=True)
