"""Every request that the API's schema allows is answered as the schema says,
and never by a server error."""

import os
from collections.abc import Callable
from typing import Any

import pytest
import requests
import schemathesis
from django.db import transaction
from hypothesis import HealthCheck, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.live.state_cache import state_cache
from games.play.models import Room
from games.play.store.snapshots import clear_snapshot_cache
from games.players.models import Player
from tests.api.conftest import Program, beginning_of, end
from tests.live.access_table import ACCESS

pytestmark = pytest.mark.django_db

INPUTS = int(os.environ.get("SCHEMA_INPUTS", "6"))
"""The number of inputs for each address; ``make full`` takes more."""

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


@pytest.mark.timeout(600)
def test_every_answer_matches_the_schema(
    make_program: Callable[..., Program],
    open_table: Callable[..., Room],
    people: list[Player],
    amber: Player,
) -> None:
    end(open_table(), people[1])
    program = make_program("Umber", amber, "play", "upload", "analyse", "direct")
    code = program.post("rooms", computer=1).json()["code"]
    schema = schemathesis.openapi.from_dict(program.get("openapi.json").json())
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    for operation in operations:
        ask(operation, program, code)
    described = [one for one in ACCESS if "games:api:" in one]
    helpers = {"openapi-json", "openapi-view", "api-root", "not_found"}
    assert len(operations) == len(described) - len(helpers)


def ask(operation: Any, program: Program, code: str) -> None:
    """Send odd and lawful inputs to one address, about half of them for an existing room."""

    @seed(13)
    @settings(
        max_examples=INPUTS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def send(case: Any) -> None:
        # Decided by the input itself, so that a failing case can be repeated.
        if "code" in case.path_parameters and len(repr(case.body)) % 2:
            case.path_parameters["code"] = code
        with transaction.atomic():
            case.validate_response(send_to(program, case), checks=CHECKS)
            # Every case starts from the same rows; the caches must forget what was undone.
            transaction.set_rollback(True)
        state_cache.forget()
        clear_snapshot_cache()

    send()


def send_to(program: Program, case: Any) -> Response:
    """Send one case through Django's client,
    which stays in this thread and the test's transaction."""
    sent = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    headers = {name: str(value) for name, value in sent.headers.items()}
    for name in ("Accept-Encoding", "Authorization"):
        headers.pop(name, None)
    kind = headers.pop("Content-Type", "application/octet-stream")
    body = sent.body.encode() if isinstance(sent.body, str) else sent.body or b""
    path = sent.path_url
    answer = program.client.generic(str(sent.method), path, body, kind, headers=headers)
    return Response(
        answer.status_code,
        {name: [value] for name, value in answer.items()},
        beginning_of(answer),
        sent,
        elapsed=0.0,
        verify=True,
    )
