"""The pages for uploading a game, with and without scripts."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.players.models import Player
from games.rules.gcg import checks
from games.rules.gcg.decoding import MAX_BYTES
from games.rules.gcg.inspection import inspect_gcg
from games.uploads.models import UploadedGame
from games.uploads.perspective.wording import MISTAKE_TEXTS, REMARK_TEXTS
from tests.uploads.sample_records import MISTAKE, OPENING, WHOLE

pytestmark = pytest.mark.django_db
NEW = "/uploads/new/"
CODE = r'"((?:rack|exchange|squares|turn|left|player|header)\.[a-z_]+)"'
CHOSEN = {"keep": "1", "tile_set": "en", "dictionary": "none"}


@pytest.fixture
def amber(people: list[Player], client_of: Callable[..., Client]) -> Client:
    return client_of(people[0])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inspect records in this process instead of a separate program, which is slower."""
    monkeypatch.setattr(
        "games.uploads.views.inspect_record", lambda data, chosen: inspect_gcg(data, chosen or None)
    )


def a_file(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("game.gcg", data, content_type="text/plain")


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def test_a_game_is_previewed_and_then_saved(amber: Client) -> None:
    looked = amber.post(NEW, {"file": a_file(WHOLE.encode())})
    assert looked.status_code == 200
    assert not UploadedGame.objects.exists()
    assert 'name="dictionary"' in looked.content.decode()
    assert 'name="tile_set"' not in looked.content.decode(), "the file says it"
    kept = amber.post(NEW, {"text": WHOLE, "title": "At the club", **CHOSEN})
    upload = UploadedGame.objects.get()
    assert kept.headers["HX-Redirect"] == f"/games/{upload.pk}/"
    assert (upload.title, upload.shared) == ("At the club", False)
    again = Client().post(NEW, {"text": WHOLE, **CHOSEN})
    assert again.status_code == 302, "a visitor keeps it, too, and without a script"
    assert again.headers["Location"] != kept.headers["HX-Redirect"]
    assert amber.get(kept.headers["HX-Redirect"]).status_code == 200
    assert "At the club" in text_of(amber.get("/uploads/"))


@pytest.mark.usefixtures("quick")
def test_the_same_text_leads_to_the_existing_upload(amber: Client) -> None:
    first = amber.post(NEW, {"text": WHOLE, **CHOSEN}).headers["HX-Redirect"]
    windows = {"file": a_file(WHOLE.replace("\n", "\r\n").encode()), **CHOSEN}
    assert amber.post(NEW, windows).headers["HX-Redirect"] == first
    assert UploadedGame.objects.count() == 1


@pytest.mark.usefixtures("quick")
def test_errors_are_listed_line_by_line(amber: Client) -> None:
    text = OPENING + ">Jade: what\nhello\n>Amber 8D\n"
    answer = amber.post(NEW, {"text": text, **CHOSEN})
    assert answer.status_code == 422
    page = text_of(answer)
    assert "We can't read 3 lines" in page
    for number, line, code in ((2, ">Jade: what", "gcg.event"), (3, "hello", "gcg.line")):
        assert f"{number} {line.replace('>', '&gt;')}" in page
        assert code in page
    assert text in answer.content.decode().replace("&gt;", ">"), "to be mended"
    unlawful = text_of(amber.post(NEW, {"text": OPENING + ">Jade: QQ 1A QQ +20 20\n"}))
    assert "2 &gt;Jade: QQ 1A QQ +20 20 Your word must connect to a tile on the board." in unlawful
    assert "placement.not_connected" in unlawful
    assert not UploadedGame.objects.exists()


@pytest.mark.usefixtures("quick")
def test_contradictions_are_listed_and_the_game_saved(amber: Client) -> None:
    page = text_of(amber.post(NEW, {"text": MISTAKE}))
    assert "What doesn't add up" in page
    assert "The file says 71 points; the rules give 68." in page
    amber.post(NEW, {"text": MISTAKE, **CHOSEN})
    assert "71" in text_of(amber.get(UploadedGame.objects.get().get_absolute_url()))


ODD = f"""#tile-set en
#player1 Amber Amber
#player2 Amber Jade
{OPENING}>Amber: QVVIIUU -@#! +0 68
"""


@pytest.mark.usefixtures("quick")
def test_impossible_events_are_listed_with_their_line(amber: Client) -> None:
    page = text_of(amber.post(NEW, {"text": ODD}))
    assert "Line 3, Amber : Two players have the nickname Amber." in page
    assert "Line 5, Amber : These tiles aren&#x27;t in this game: @#!." in page


def test_every_kind_of_mistake_has_a_sentence() -> None:
    """Every code that the rules can report has a text on the page."""
    rules = Path(checks.__file__).parent.glob("**/*.py")
    codes = {code for file in rules for code in re.findall(CODE, file.read_text("utf-8"))}
    assert len(codes) > 20
    assert codes <= {*MISTAKE_TEXTS, *REMARK_TEXTS}


VANISHED = """#tile-set en
>Amber: CATEEQZ 8G CAT +10 10
>Jade: S?NNOOU 9G OS +10 10
>Amber: EEAAAIZ - +0 10
"""


@pytest.mark.usefixtures("quick")
def test_contradictory_racks_are_listed_separately_from_mistakes(amber: Client) -> None:
    page = text_of(amber.post(NEW, {"text": VANISHED}))
    assert "What doesn't add up" not in page
    said = "Line 4, Amber : Kept after the previous move but missing from this rack: Q."
    assert said in page.partition("Worth a second look")[2]
    assert amber.post(NEW, {"text": VANISHED, **CHOSEN}).status_code == 200
    assert UploadedGame.objects.exists(), "and it is kept all the same"
    assert "Worth a second look" not in text_of(amber.post(NEW, {"text": WHOLE}))


@pytest.mark.usefixtures("quick", "lexicon")
def test_tiles_and_dictionary_are_asked_for_and_never_guessed(amber: Client) -> None:
    page = amber.post(NEW, {"text": OPENING}).content.decode()
    assert "name its tile set" in page
    assert page.count('<option value="" selected>') == 2
    for lacking in ("tile_set", "dictionary"):
        sent = {"text": OPENING, **CHOSEN}
        del sent[lacking]
        assert amber.post(NEW, sent).status_code == 422
        assert amber.post(NEW, sent | {lacking: "klingon"}).status_code == 422
    assert not UploadedGame.objects.exists()
    amber.post(NEW, {"text": OPENING, **CHOSEN, "dictionary": "few"})
    upload = UploadedGame.objects.get()
    assert upload.revision is not None
    assert upload.revision.lexicon.slug == "few"
    german = amber.post(NEW, {"text": MISTAKE, **CHOSEN, "tile_set": "de", "dictionary": "few"})
    assert german.status_code == 422, "a dictionary of another language"


@pytest.mark.usefixtures("quick", "lexicon")
def test_settings_stated_in_the_file_are_not_asked(amber: Client) -> None:
    named = f"#dictionary few 1\n{WHOLE}"
    page = amber.post(NEW, {"text": named}).content.decode()
    assert "<select" not in page.split("</form>")[0]
    assert "Few words, revision 1" in page
    amber.post(NEW, {"text": named, "keep": "1"})
    assert UploadedGame.objects.get().revision is not None
    called = amber.post(NEW, {"text": f"#lexicon few WORDS\n{WHOLE}"}).content.decode()
    assert 'name="dictionary"' not in called


ENCODED = [
    WHOLE.replace("Jade", "Jadé").encode(),
    b"\xef\xbb\xbf" + WHOLE.replace("Jade", "Jadé").encode(),
    WHOLE.replace("Jade", "Jadé").encode("latin-1"),
    WHOLE.replace("Jade", "Jadé").encode("utf-16"),
    ("#character-encoding ISO-8859-1\n" + WHOLE.replace("Jade", "Jadé")).encode("latin-1"),
    ("#character-encoding windows-1250\n" + WHOLE.replace("Jade", "Jadé")).encode("cp1250"),
    ("#character-encoding UTF-8\r\n" + WHOLE.replace("Jade", "Jadé")).encode(),
]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("data", ENCODED)
def test_every_encoding_is_accepted(amber: Client, data: bytes) -> None:
    """A file is read in its own encoding, edited as UTF-8, and exported as UTF-8."""
    page = amber.post(NEW, {"file": a_file(data)}).content.decode()
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert found
    amber.post(NEW, {"text": found[1].replace("&gt;", ">"), **CHOSEN})
    upload = UploadedGame.objects.get()
    assert upload.names == ["Amber", "Jadé"]
    record = amber.get(f"{upload.get_absolute_url()}gcg")
    assert record.content.decode().startswith("#character-encoding UTF-8\n")
    assert ">Jadé: S 8D .......S +9 9" in record.content.decode()


def test_uploads_are_limited_to_two_megabytes(amber: Client) -> None:
    long = b"#title " + b"x" * MAX_BYTES
    for data in (long[:MAX_BYTES], long[: MAX_BYTES + 1]):
        answer = amber.post(NEW, {"file": a_file(data), **CHOSEN})
        assert answer.status_code == 422
    assert "2 MB and 20,000 lines" in text_of(answer)
    assert "gcg.too_large" not in text_of(answer)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"text": " \n "},
        {"text": "\0\0"},
        {"text": "\ud800".encode("utf-8", "surrogatepass")},
        {"file": SimpleUploadedFile("e.gcg", b"")},
        {"file": SimpleUploadedFile("e.gcg", b"\xff\xfe\0")},
        {"file": "no file", "text": "#left 1 0 resigned"},
        {"text": WHOLE, "tile_set": "../../etc/passwd", "keep": "1"},
    ],
)
def test_odd_uploads_are_refused(amber: Client, sent: dict[str, Any]) -> None:
    assert amber.post(NEW, sent).status_code == 422
    assert not UploadedGame.objects.exists()


@pytest.mark.usefixtures("quick")
def test_text_of_a_record_is_never_markup(amber: Client) -> None:
    hostile = WHOLE.replace("Jade", "<script>alert(1)</script>")
    text = f"#title <img src=x onerror=alert(1)>\n{hostile}"
    pages = [amber.post(NEW, {"text": text}), amber.post(NEW, {"text": text + "<script>"})]
    amber.post(NEW, {"text": text, **CHOSEN})
    pages += [amber.get("/uploads/"), amber.get(UploadedGame.objects.get().get_absolute_url())]
    for page in pages:
        assert "<script>alert" not in page.content.decode()
        assert "<img src=x" not in page.content.decode()


@pytest.mark.usefixtures("quick")
def test_another_players_upload_is_hidden_until_it_is_shared(
    amber: Client, people: list[Player], client_of: Callable[..., Client]
) -> None:
    amber.post(NEW, {"text": WHOLE, **CHOSEN})
    upload, cobalt = UploadedGame.objects.get(), client_of(people[1])
    own = f"/uploads/{upload.pk}"
    for client in (cobalt, Client()):
        for path in (f"/games/{upload.pk}/", f"/games/{upload.pk}/gcg"):
            assert client.get(path).status_code == 404
        for command in ("share", "rename", "delete"):
            assert client.post(f"{own}/{command}", {"on": 1, "title": "Mine"}).status_code == 404
        assert upload.title not in text_of(client.get("/uploads/"))
    assert amber.post(f"{own}/share", {"on": 1}).status_code == 302
    assert cobalt.get(f"/games/{upload.pk}/").status_code == 200
    assert amber.post(f"{own}/rename", {"title": "A better name"}).status_code == 302
    assert amber.post(f"{own}/rename", {"title": " "}).status_code == 422
    assert "A better name" in text_of(cobalt.get(f"/games/{upload.pk}/"))
    assert amber.post(f"{own}/share", {"on": 0}).status_code == 302
    assert cobalt.get(f"/games/{upload.pk}/").status_code == 404
    assert amber.post(f"{own}/delete").status_code == 302
    assert amber.get(f"/games/{upload.pk}/").status_code == 404
    assert amber.post(f"{own}/delete").status_code == 404
    assert amber.post(f"/uploads/{uuid4()}/delete").status_code == 404


def test_every_published_record_is_accepted(amber: Client, facts_dir: Path) -> None:
    """A few of them are posted over HTTP, in various encodings."""
    for name in ("macondo__name_iso8859-1", "macondo__polish_endgame", "macondo__utf8_dos"):
        data = (facts_dir / "gcg" / f"{name}.gcg").read_bytes()
        page = amber.post(NEW, {"file": a_file(data)})
        assert page.status_code == 200, name
