"""Pages that the operator writes, and security.txt: visitors see them only when complete."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from scrabble_site.pages.operator_pages import TITLES

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).resolve().parents[2] / "scrabble_site" / "deploy" / "texts"
SECURITY = "/.well-known/security.txt"


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.SITE_TEXTS = str(tmp_path)
    return tmp_path


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def test_a_page_is_public_once_it_is_written(folder: Path, client: Client) -> None:
    assert client.get("/about/imprint/").status_code == 404
    assert 'href="/about/imprint/"' not in client.get("/").content.decode()
    (folder / "imprint.md").write_text(
        "# Our imprint\n\nWrite to a@b.example <b>now</b>.\n- one\n- two"
    )
    page = client.get("/about/imprint/").content.decode()
    assert "<h1>Our imprint</h1>" in page
    assert 'href="mailto:a@b.example"' in page
    assert "&lt;b&gt;now" in page
    assert "<li>two</li>" in page
    for path in ("/", "/settings/", "/about/rules/scrabble/", "/nowhere/"):
        assert 'href="/about/imprint/"' in client.get(path, follow=True).content.decode(), path


@pytest.mark.parametrize(
    "said", ["", "# Privacy\n", "We are [[name\nof the operator]].", b"\xff\xfe"]
)
def test_a_half_written_page_is_shown_only_to_staff(
    folder: Path, client: Client, staff: Client, said: str | bytes
) -> None:
    (folder / "imprint.md").write_bytes(said if isinstance(said, bytes) else said.encode())
    assert client.get("/about/imprint/").status_code == 404
    page = staff.get("/about/imprint/")
    assert page.status_code == 200
    assert "Only staff can see this note" in page.content.decode()
    assert "operator]]" not in page.content.decode()
    front = staff.get("/admin/").content.decode()
    assert "imprint.md" in front
    assert "terms.md is missing" in front


def test_the_privacy_page_has_a_text_before_it_is_written(
    folder: Path, client: Client, staff: Client
) -> None:
    assert "How long we keep data" in client.get("/about/privacy/").content.decode()
    assert "privacy.md is missing" in staff.get("/admin/").content.decode()


def test_examples_become_pages_once_their_placeholders_are_filled(
    folder: Path, client: Client
) -> None:
    for slug in TITLES:
        (folder / f"{slug}.md").write_text((EXAMPLES / f"{slug}.md").read_text())
    shown = {slug: client.get(f"/about/{slug}/").status_code for slug in TITLES}
    assert [slug for slug, status in shown.items() if status == 200] == ["privacy", "cookies"]
    assert "[[" not in client.get("/about/cookies/").content.decode()
    for slug in TITLES:
        text = (EXAMPLES / f"{slug}.md").read_text().replace("[[", "").replace("]]", "")
        (folder / f"{slug}.md").write_text(text)
        assert client.get(f"/about/{slug}/").status_code == 200


def test_another_language_has_its_own_page_or_the_sites(
    folder: Path, client: Client, settings: Any
) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    (folder / "terms.md").write_text("The terms.")
    german = folder / "terms.de.md"
    german.write_text("[[Bedingungen]]")
    asked = {"Accept-Language": "de"}
    assert "The terms." in client.get("/about/terms/", headers=asked).content.decode()
    german.write_text("Die Bedingungen.")
    assert "Die Bedingungen." in client.get("/about/terms/", headers=asked).content.decode()
    assert "The terms." in client.get("/about/terms/").content.decode()


def test_the_cookie_page_names_the_cookies_in_use(client: Client) -> None:
    client.post("/settings/name/", {"name": "Umber"})
    client.get("/accounts/signup/")
    client.get("/")
    page = client.get("/about/cookies/").content.decode()
    client.post("/accounts/signup/", {"email": "u@tiles.example", "password1": "seven brown tiles"})
    assert client.cookies.keys() >= {"sessionid", "csrftoken", "messages"}
    for name in client.cookies:
        assert f"<code>{name}</code>" in page
    assert "<code>timezone</code>" in page  # set by a script
    assert page.count("<dt>") == 5


def test_security_txt_is_served_until_it_expires(
    client: Client, staff: Client, settings: Any
) -> None:
    assert client.get(SECURITY).status_code == 404
    assert "security.txt is missing" in staff.get("/admin/").content.decode()
    settings.SECURITY_CONTACT = ["mailto:a@b.example", "https://b.example/report"]
    settings.SECURITY_EXPIRES = timezone.now() + timedelta(days=30)
    settings.SITE_URL = "https://b.example/"
    answer = client.get(SECURITY)
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.content.decode().splitlines()
    assert lines[:2] == ["Contact: mailto:a@b.example", "Contact: https://b.example/report"]
    assert lines[2].startswith("Expires: 20")
    assert lines[2].endswith("Z")
    assert lines[3] == "Canonical: https://b.example/.well-known/security.txt"
    settings.SECURITY_EXPIRES = timezone.now()
    assert client.get(SECURITY).status_code == 404
    assert "security.txt has expired" in staff.get("/admin/").content.decode()
