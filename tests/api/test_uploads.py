"""A member's uploads through the API: many at once, listed, shared, renamed and deleted."""

from collections.abc import Callable, Iterable
from typing import Any
from uuid import uuid4

import pytest

from games.api.terms.schemas.uploads import MAX_BATCH_SIZE
from games.common import rate_limits
from games.players.models import Player
from games.uploads.models import UploadedGame
from tests.api.conftest import Program, content_of, enrol, lines_of
from tests.api.test_public_reading import GOOD

pytestmark = pytest.mark.django_db

SAID = {"tile_set": "en", "dictionary": "few"}
BAD = f"{GOOD}>Cobalt: DOGSEIR Z99 DOG +0 0\n"


@pytest.fixture
def archive(make_program: Callable[..., Program], amber: Player) -> Program:
    return make_program("", amber, "upload")


def record(number: int, gcg: str = GOOD) -> dict[str, str]:
    return {"gcg": f"{gcg}#note table {number}\n", "name": f"{number}.gcg", **SAID}


def send(archive: Program, records: Iterable[dict[str, str]]) -> list[Any]:
    answer = archive.post("uploads", records=list(records))
    assert answer.status_code == 200, content_of(answer)
    assert answer["Content-Type"] == "application/x-ndjson"
    return lines_of(answer)


def test_one_bad_record_does_not_stop_the_others(archive: Program) -> None:
    lines = send(archive, [record(0), record(1, BAD), record(2)])
    assert [one["name"] for one in lines] == ["0.gcg", "1.gcg", "2.gcg"]
    assert [bool(one["game"]) for one in lines] == [True, False, True]
    problem = lines[1]["problem"]
    assert problem["code"] == "upload.faults"
    assert [fault["line"] for fault in problem["details"]["faults"]] == [4]
    assert UploadedGame.objects.count() == 2
    again = send(archive, [record(0), record(2)])
    assert [one["game"]["id"] for one in again] == [lines[0]["game"]["id"], lines[2]["game"]["id"]]
    assert UploadedGame.objects.count() == 2


def test_a_batch_has_a_maximum_size(archive: Program) -> None:
    answer = archive.post("uploads", records=[record(n) for n in range(MAX_BATCH_SIZE + 1)])
    assert answer.status_code == 422
    assert archive.post("uploads", records=[]).status_code == 422
    wrong = archive.post("uploads", records=[record(0) | {"dictionnary": "few"}])
    assert wrong.json()["details"]["fields"][0]["field"].endswith("dictionnary")
    assert not UploadedGame.objects.exists()


def test_each_record_counts_against_the_limit(archive: Program, settings: Any) -> None:
    settings.LIMITS_ENABLED = True
    rate = settings.RATE_LIMITS["uploads_by_token"]._replace(player="2/1 hour")
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"uploads_by_token": rate}
    rate_limits.reset_rate_limits()
    lines = send(archive, [record(0), record(1, BAD), record(2)])
    assert lines[0]["game"]
    problem = lines[2]["problem"]
    assert problem["code"] == "uploads_by_token.too_soon"
    assert problem["details"]["seconds"] > 3000


def test_uploads_are_listed_shared_renamed_and_deleted(
    archive: Program, anonymous: Program
) -> None:
    made = [one["game"]["id"] for one in send(archive, map(record, range(3)))]
    first = archive.get("uploads", limit=2).json()
    second = archive.get("uploads", limit=2, cursor=first["next"]).json()
    listed = [one["id"] for one in first["items"] + second["items"]]
    assert sorted(listed) == sorted(made)
    assert second["next"] is None
    one = f"uploads/{made[0]}"
    assert anonymous.get(f"games/{made[0]}").status_code == 404
    answer = archive.send("patch", one, shared=True, title="Final")
    assert (answer.status_code, answer.json()["title"], answer.json()["shared"]) == (
        200,
        "Final",
        True,
    )
    assert anonymous.get(f"games/{made[0]}").status_code == 200
    assert archive.send("patch", one, shared=False).json()["title"] == "Final"
    assert anonymous.get(f"games/{made[0]}").status_code == 404
    assert archive.send("patch", one, owner="me").status_code == 422
    assert archive.send("delete", one).status_code == 204
    assert archive.send("delete", one).status_code == 404
    assert not UploadedGame.objects.filter(pk=made[0]).exists()


def test_members_cannot_change_each_others_uploads(
    archive: Program, make_program: Callable[..., Program], people: list[Player]
) -> None:
    made = send(archive, [record(0)])[0]["game"]["id"]
    other = make_program("", enrol(people[1]), "upload")
    assert other.get("uploads").json()["items"] == []
    for path in (f"uploads/{made}", f"uploads/{uuid4()}"):
        answer = other.send("patch", path, shared=True)
        assert (answer.status_code, answer.json()["code"]) == (404, "uploads.unknown")
        assert other.send("delete", path).status_code == 404
    assert not UploadedGame.objects.get().shared
    player = make_program("Umber", people[1], "play")
    assert player.get("uploads").status_code == 403
