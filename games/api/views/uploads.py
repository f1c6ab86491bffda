"""A member's uploaded games: sent one or many at a time, listed, shared, renamed and deleted."""

from collections.abc import Iterator
from uuid import UUID

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone
from ninja import Status

from games.api.perspective.uploads import serialize_upload
from games.api.perspective.wording import explain, serialize_details
from games.api.services.uploads import RecordSubmission, change_upload, save_sent_record
from games.api.terms.pagination import paginate
from games.api.terms.schemas.common import WRITE_ERRORS, Cursor, Limit, Problem
from games.api.terms.schemas.uploads import (
    BatchIn,
    UploadChange,
    UploadIn,
    UploadOut,
    UploadPage,
    UploadResult,
)
from games.api.views.games import router as games_router
from games.api.views.ndjson import LINES_RESPONSE, respond_with_lines
from games.api.views.routers import StrictRouter, count_requests
from games.api.views.token_auth import get_token, may_upload
from games.common.client_addresses import get_client_address
from games.common.rate_limits import enforce_rate_limit
from games.players.models import Player
from games.rules.equipment.errors import RuleError
from games.uploads.services.lookup import list_uploads
from games.uploads.services.storage import delete_upload
from scrabble_site.shared.refusals import Refusal

router = StrictRouter(tags=["Uploads"])

READ_OWN = frozenset({401, 403, 422, 429})

BATCH = "uploads_by_token"
"""Rate limit for records in batches."""


@games_router.post("/games", response={201: UploadOut, WRITE_ERRORS: Problem}, auth=may_upload)
@count_requests("uploads", of="owner")
def upload_game(request: HttpRequest, sent: UploadIn) -> Status[UploadOut]:
    """Upload a game that was played elsewhere. Faults are reported by line."""
    upload, found = save_sent_record(
        _owner(request), RecordSubmission(**sent.dict()), timezone.now()
    )
    return Status(201, serialize_upload(upload, found))


@router.post(
    "/uploads",
    response={WRITE_ERRORS: Problem},
    auth=may_upload,
    openapi_extra={"responses": {200: LINES_RESPONSE}},
)
@count_requests("other_commands", of="owner", also=(BATCH,))
def upload_games(request: HttpRequest, batch: BatchIn) -> StreamingHttpResponse:
    """Upload many games.

    The response has one line of NDJSON per record, in order, as soon as it is read. A faulty record
    does not affect the others. Sending a record again returns the same game, so a batch that was
    cut off can simply be sent again. Each record counts towards the limit separately; a record over
    the limit gets `uploads_by_token.too_soon` and the `seconds` to wait.
    """
    return respond_with_lines(_save_all(_owner(request), get_client_address(request), batch))


@router.get("/uploads", response={200: UploadPage, READ_OWN: Problem}, auth=may_upload)
def uploads(
    request: HttpRequest, response: HttpResponse, cursor: Cursor, limit: Limit
) -> UploadPage:
    """The member's uploaded games, the latest first."""
    rows = list_uploads(_owner(request)).select_related("revision__lexicon")
    found, following = paginate(
        request, response, rows, ("created_at", "pk"), cursor=cursor, limit=limit
    )
    return UploadPage(items=[serialize_upload(upload) for upload in found], next=following)


@router.patch(
    "/uploads/{uuid:record_id}", response={200: UploadOut, WRITE_ERRORS: Problem}, auth=may_upload
)
@count_requests("other_commands", of="owner")
def change(request: HttpRequest, record_id: UUID, change: UploadChange) -> UploadOut:
    """Share an uploaded game, make it private again, or rename it."""
    return serialize_upload(change_upload(_owner(request), record_id, change.shared, change.title))


@router.api_operation(
    ["DELETE"],
    "/uploads/{uuid:record_id}",
    response={204: None, WRITE_ERRORS: Problem},
    auth=may_upload,
)
@count_requests("other_commands", of="owner")
def delete(request: HttpRequest, record_id: UUID) -> Status[None]:
    """Delete an uploaded game and its analyses."""
    delete_upload(_owner(request), record_id)
    return Status(204, None)


def _owner(request: HttpRequest) -> Player:
    token = get_token(request)
    assert token is not None, "the address asks for one"
    return token.owner


def _save_all(owner: Player, address: str, batch: BatchIn) -> Iterator[UploadResult]:
    for number, record in enumerate(batch.records):
        fields = record.dict(exclude={"name"})
        try:
            enforce_rate_limit(BATCH, player=owner.pk, address=address)
            upload, found = save_sent_record(owner, RecordSubmission(**fields), timezone.now())
        # One faulty record must not end the batch.
        except (Refusal, RuleError) as error:
            problem = Problem(
                code=error.code, message=explain(error), details=serialize_details(error)
            )
            yield UploadResult(number=number, name=record.name, problem=problem)
        else:
            yield UploadResult(
                number=number, name=record.name, game=serialize_upload(upload, found)
            )
