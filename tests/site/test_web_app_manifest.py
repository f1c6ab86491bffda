"""Everything that makes the site installable is there, and contains nothing about the visitor."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.players.models import Player
from scrabble_site.static.web_app_manifest import BACKGROUND_COLOR, OFFLINE_FILES

TOKENS = Path(str(finders.find("css/site/tokens.css")))


def test_the_icons_of_the_manifest_exist(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest: dict[str, Any] = answer.json()
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == (
        "standalone",
        "/",
        "/",
    )
    purposes = set()
    for icon in manifest["icons"]:
        picture = Path(str(finders.find(icon["src"].removeprefix("/static/")))).read_bytes()
        width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]
        purposes.add((icon["sizes"], icon["purpose"]))
    assert purposes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}


@pytest.mark.django_db
def test_shortcuts_lead_to_parts_of_the_lobby(client: Client) -> None:
    lobby = client.get("/").content.decode()
    shortcuts = client.get("/manifest.webmanifest").json()["shortcuts"]
    assert [one["name"] for one in shortcuts] == ["Find an opponent", "My games"]
    for one in shortcuts:
        assert f'id="{one["url"].removeprefix("/#")}"' in lobby


def test_the_theme_colour_matches_the_pages() -> None:
    assert f"--paper: light-dark({BACKGROUND_COLOR}," in TOKENS.read_text()


def test_the_worker_covers_the_whole_site_and_is_always_revalidated(
    client: Client, tmp_path: Path
) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Type"].startswith("text/javascript")
    script = answer.content.decode()
    shell = json.loads(re.findall(r"^const SHELL = (.*);$", script, re.MULTILINE)[0])
    assert shell["page"] == "/offline/"
    assert shell["files"] == [f"/static/{name}" for name in OFFLINE_FILES]
    if node := shutil.which("node"):
        written = tmp_path / "sw.js"
        written.write_text(script)
        subprocess.run([node, "--check", written], check=True)


def test_the_offline_page_needs_only_cached_files(client: Client) -> None:
    page = client.get("/offline/").content.decode()
    needed = set(re.findall(r'(?:src|href)="([^"]+)"', page))
    assert needed == {f"/static/{name}" for name in OFFLINE_FILES}


@pytest.mark.django_db
def test_cached_files_hold_no_personal_data(client: Client) -> None:
    stranger = Client()
    session = client.session
    session["player"] = str(Player.objects.create(nickname="Amber").pk)
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    for address in ("/manifest.webmanifest", "/sw.js", "/offline/"):
        asked, answer = stranger.get(address), client.get(address)
        assert asked.content == answer.content
        assert not asked.cookies
        assert not answer.cookies
