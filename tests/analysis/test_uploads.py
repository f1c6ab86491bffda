"""Analyses of uploaded games: words are invalid only in the dictionary that the record names."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from games.analysis.services.reports import find_report
from games.players.models import Player
from games.uploads.services.storage import UploadRequest, save_upload
from lexicon.models import Lexicon
from tests.analysis.test_pages import plain, work
from tests.play.conftest import NOON
from tests.uploads.sample_records import WHOLE, findings_of

HTMX = {"HX-Target": "turn-analysis"}

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_kernels")]


@pytest.mark.parametrize(
    ("header", "own"), [("", False), ("#lexicon CSW21\n", False), ("#lexicon {name}\n", True)]
)
def test_only_the_dictionary_that_the_record_names_makes_words_invalid(
    lexicon: Lexicon,
    people: list[Player],
    client_of: Callable[..., Client],
    header: str,
    own: bool,
) -> None:
    amber = people[0]
    text = header.format(name=lexicon.name) + WHOLE
    wanted = UploadRequest(findings_of(text), "Elsewhere", lexicon.current_revision)
    upload, client = save_upload(amber, wanted, NOON), client_of(amber)
    address = f"/games/{upload.pk}/analysis"
    client.post(address, {"level": "quick"})
    work()
    report = find_report(upload.pk)
    assert report is not None
    assert any(turn.phonies for turn in report.turns), "the dictionary has few words"
    assert report.words.own is own

    html = client.get(address).content.decode()
    shown = plain(html)
    assert f"Words checked against {lexicon.name}, revision 1." in shown
    assert ("The game may have used another dictionary." in shown) is not own
    assert (f"words that aren't in {lexicon.name}" in unescape(shown)) is not own
    moves = [client.get(f"{address}/move", {"move": n}, headers=HTMX) for n in (1, 2)]
    texts = " ".join(plain(move.content.decode()) for move in moves)
    assert (f"Not in {lexicon.name}: " in texts) is not own
    assert bool(re.search("invalid", html + texts, re.IGNORECASE)) is own
