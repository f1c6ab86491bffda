"""A small dictionary, its users, and uploads that are processed at once."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.play.models import Game, Room
from games.players.models import Player
from lexicon import store
from lexicon.models import Lexicon, Revision
from lexicon.services.editors import EDITORS_GROUP
from lexicon.services.revisions import Author, publish_words

WORDS = ("ACT", "CAT", "CATS", "DOG", "DOGS", "QI", "ZAX")


@pytest.fixture(autouse=True)
def own_cache(settings: Any, tmp_path: Path) -> Iterator[Path]:
    """Give every test a separate folder for compiled graphs, and close them afterwards."""
    settings.LEXICON_CACHE_DIR = tmp_path / "graphs"
    settings.LEXICON_IMPORTS_INLINE = True
    store.close_graphs()
    yield tmp_path / "graphs"
    store.close_graphs()


@pytest.fixture
def lexicon(db: None) -> Lexicon:
    made = Lexicon.objects.create(slug="few", name="Few words", language="en", default=True)
    publish_words(made, WORDS, base=None, author=Author("Founder"), note="First list.")
    made.refresh_from_db()
    return made


@pytest.fixture
def client_of(db: None) -> Callable[[str], Client]:
    """Return a browser of an "owner" (superuser), an "editor", a "stranger" (staff) or "nobody"."""

    def client(who: str) -> Client:
        browser = Client()
        if who == "nobody":
            return browser
        user, made = User.objects.get_or_create(username=who, is_staff=True)
        if made and who == "owner":
            user.is_superuser = True
            user.save()
        if made and who.startswith("editor"):
            user.groups.add(Group.objects.get(name=EDITORS_GROUP))
        browser.force_login(user)
        return browser

    return client


@pytest.fixture
def upload(lexicon: Lexicon, django_capture_on_commit_callbacks: Any) -> Callable[..., Any]:
    """Upload a list as an editor would. Its check has run when this returns."""

    def send(client: Client, content: bytes, name: str = "list.txt", **fields: Any) -> Any:
        form = {
            "file": SimpleUploadedFile(name, content),
            "mode": "replace",
            "note": "A better list.",
            "capitals": "auto",
            "encoding": "auto",
            "longest": "15",
        } | fields
        address = f"/admin/lexicon/lexicon/{lexicon.pk}/upload/"
        with django_capture_on_commit_callbacks(execute=True):
            return client.post(address, form)

    return send


@pytest.fixture
def pin(db: None) -> Callable[[Revision], Game]:
    """Start a game that uses this revision, so that it cannot be deleted."""

    def play(revision: Revision) -> Game:
        host, _made = Player.objects.get_or_create(nickname="Host")
        room = Room.objects.create(
            title="Kitchen", host=host, variant="scrabble", edition="en", lexicon=revision.lexicon
        )
        return Game.objects.create(room=room, number=1, revision=revision)

    return play
