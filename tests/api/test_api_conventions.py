"""Conventions of every address: preflight requests, unknown fields, promises of the schema."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.common import rate_limits
from games.players.models import Player
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db

ELSEWHERE = "https://elsewhere.example"


def preflight(path: str, method: str) -> Any:
    asked = {"Origin": ELSEWHERE, "Access-Control-Request-Method": method}
    asked["Access-Control-Request-Headers"] = "authorization, content-type"
    return Client().options(f"/api/1/{path}", headers=asked)


@pytest.mark.parametrize(
    ("path", "method"),
    [("games", "POST"), ("uploads/00000000-0000-0000-0000-000000000000", "DELETE"), ("me", "GET")],
)
def test_scripts_of_other_sites_can_send_a_token(path: str, method: str) -> None:
    answer = preflight(path, method)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert method in answer["Access-Control-Allow-Methods"].split(", ")
    allowed = answer["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"authorization", "content-type"} <= set(allowed)
    assert "Access-Control-Allow-Credentials" not in answer


def test_no_other_address_has_a_preflight(anonymous: Program) -> None:
    assert preflight("nowhere", "GET").status_code == 404
    page = Client().options("/settings/tokens/", headers={"Origin": ELSEWHERE})
    assert "Access-Control-Allow-Origin" not in page


def test_scripts_of_other_sites_cannot_use_cookies(
    amber: Player, make_program: Callable[..., Program]
) -> None:
    client = Client(headers={"Origin": ELSEWHERE})
    assert amber.user is not None
    client.force_login(amber.user)
    answer = client.post("/api/1/rooms", {"seats": 2}, content_type="application/json")
    assert answer.status_code == 401
    other = make_program().post("rooms", seats=2)
    for one in (answer, other):
        assert one["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in one


def test_caches_keep_tokens_and_languages_apart(anonymous: Program) -> None:
    for path in ("rooms", "variants"):
        kept = set(anonymous.get(path)["Vary"].split(", "))
        assert kept >= {"Authorization", "Accept-Language", "Cookie"}, path


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("rooms", {"seats": 2, "dictionnary": "few"}, "body.wish.dictionnary"),
        ("rooms/none/sit", {"chair": 1}, "body.wish.chair"),
        ("rooms/none/start", {"now": True}, "body.now"),
    ],
)
def test_an_unknown_field_is_refused_by_name(
    make_program: Callable[..., Program], path: str, body: dict[str, Any], field: str
) -> None:
    answer = make_program().post(path, **body)
    assert (answer.status_code, answer.json()["code"]) == (422, "fields.invalid")
    assert [one["field"] for one in answer.json()["details"]["fields"]] == [field]


@pytest.mark.parametrize("path", ["games", "variants", "puzzles", "rooms/none"])
def test_an_unknown_filter_is_refused_by_name(anonymous: Program, path: str) -> None:
    answer = anonymous.get(path, varient="qwibble")
    assert (answer.status_code, answer.json()["code"]) == (422, "fields.invalid")
    assert answer.json()["details"]["fields"][0]["field"] == "query.varient"


def test_the_schema_marks_optional_tokens(anonymous: Program) -> None:
    paths = anonymous.get("openapi.json").json()["paths"]
    assert paths["/api/1/games/{game_id}"]["get"]["security"] == [{"TokenAuth": []}, {}]
    assert paths["/api/1/rooms/{code}/acts"]["post"]["security"] == [{"TokenAuth": []}]
    assert "security" not in paths["/api/1/variants"]["get"]


def test_every_operation_names_its_rate_limits(anonymous: Program) -> None:
    paths = anonymous.get("openapi.json").json()["paths"]
    for path, operations in paths.items():
        for method, operation in operations.items():
            description = operation["description"]
            assert "**Rate limits:**" in description, f"{method} {path}"
            assert ("`api` 200/1 minute" in description) == (method == "get"), f"{method} {path}"
    act = paths["/api/1/rooms/{code}/acts"]["post"]["description"]
    assert settings.RATE_LIMITS["moves"].player in act
    batch = paths["/api/1/uploads"]["post"]["description"]
    assert "400/1 hour, 1000/1 day per member" in batch


@pytest.mark.parametrize(
    ("path", "limit"),
    [
        ("rooms/none/acts", "moves"),
        ("rooms/none/sit", "seats"),
        ("rooms/none/decline", "seats"),
        ("rooms/none/start", "other_commands"),
        ("rooms/none/rematch", "other_commands"),
    ],
)
def test_every_named_rate_limit_is_enforced(
    make_program: Callable[..., Program], settings: Any, path: str, limit: str
) -> None:
    settings.LIMITS_ENABLED = True
    settings.RATE_LIMITS = settings.RATE_LIMITS | {
        limit: settings.RATE_LIMITS[limit]._replace(player="1/1 hour")
    }
    rate_limits.reset_rate_limits()
    program = make_program()
    body: dict[str, Any] = {}
    if limit == "moves":
        body = {"game": "00000000-0000-0000-0000-000000000000", "turn": 0, "act": "pass"}
    assert program.post(path, **body).status_code in (403, 404)
    answer = program.post(path, **body)
    assert (answer.status_code, answer.json()["code"]) == (429, f"{limit}.too_soon")
