"""Every answer to a page's script names the release, and pages know which one made them."""

import re
from pathlib import Path

import pytest
from django.test import Client

from scrabble_site.shared.release import get_release

pytestmark = pytest.mark.django_db

SCRIPT = {"HX-Request": "true"}


def find_release(page: bytes) -> str:
    found = re.search(r'<html[^>]* data-release="(\w*)"', page.decode())
    assert found
    return found[1]


def test_a_page_and_the_answers_to_its_scripts_name_the_same_release(client: Client) -> None:
    own = find_release(client.get("/").content)
    assert own
    answer = client.get("/", headers=SCRIPT)
    assert answer["X-Release"] == own
    refused = client.get("/r/nosuchroom/bundle", headers=SCRIPT)
    assert (refused.status_code, refused["X-Release"]) == (404, own)
    assert "X-Release" not in client.get("/")


def test_the_answer_to_a_form_is_never_loaded_again(client: Client) -> None:
    """Browsers would ask whether to send the form again."""
    answer = client.post("/accounts/login/", {"login": "nobody@tiles.example", "password": "x"})
    assert answer.status_code == 200
    assert find_release(answer.content) == ""


def test_an_answer_that_a_browser_keeps_names_no_release(client: Client) -> None:
    """It would tell the pages of the next release that they are outdated."""
    answer = client.get("/manifest.webmanifest", headers=SCRIPT)
    assert "max-age" in answer["Cache-Control"]
    assert "X-Release" not in answer


@pytest.mark.parametrize("changed", ["templates/a.html", "static/js/b.js", "static/css/c.css"])
def test_any_change_of_a_page_is_another_release(
    settings: object, tmp_path: Path, changed: str
) -> None:
    for name in ("templates/a.html", "static/js/b.js", "static/css/c.css", "static/img/d.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("before")
    settings.BASE_DIR = tmp_path  # type: ignore[attr-defined]
    before = get_release.__wrapped__()
    assert get_release.__wrapped__() == before
    (tmp_path / changed).write_text("after")
    assert get_release.__wrapped__() != before
