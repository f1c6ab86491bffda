"""How the API responds: always in JSON, with one shape for errors, and with conditional requests.

Every response to a GET has an ``ETag``; a client that already has the content gets a 304. Scripts
of any site may send requests, with or without a token. Credentials are never allowed, so browsers
send no cookies.

The tags are weak and computed here. Django's own are strong; compression would turn them into weak
ones on a full response but not on a 304, and the two would no longer match.
"""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser

from games.api.perspective.wording import REFUSAL_TEXTS, explain, serialize_details
from games.api.views.token_auth import InvalidToken
from games.common.client_addresses import get_client_address
from games.common.metrics import REFUSALS
from games.common.rate_limits import enforce_rate_limit
from games.common.requests import set_retry_after
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Refusal, TooManyRequests

PUBLIC_CACHE = "public, max-age=10"
"""Default for public data."""

PRIVATE_CACHE = "no-store, private"

EXPOSED_HEADERS = "ETag, Link, Retry-After"
"""Headers that scripts of other sites may read."""

PREFLIGHT_HEADERS = {
    "Access-Control-Allow-Headers": "Authorization, Content-Type, If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}
"""Response headers for a browser's CORS preflight request."""

JSON = "application/json; charset=utf-8"
FIRST_ERROR_STATUS = 400
MAX_FIELD_ERRORS = 10
"""Maximum number of field errors reported per request."""

View = Callable[..., HttpResponse]


class JsonObjectParser(Parser):
    """Rejects bodies that are not JSON objects; django-ninja would treat them as objects without
    fields.
    """

    def parse_body(self, request: HttpRequest) -> Any:
        body = super().parse_body(request)
        if not isinstance(body, dict):
            raise TypeError("no object")
        return body


class PublicApi(NinjaAPI):
    """The API with this site's error responses and headers."""

    def __init__(self, **chosen: Any) -> None:
        super().__init__(**chosen)
        self._descriptions: dict[tuple[str | None, str], OpenAPISchema] = {}

    def set_default_exception_handlers(self) -> None:
        super().set_default_exception_handlers()
        self.add_exception_handler(Refusal, self._refuse)
        self.add_exception_handler(RuleError, self._refuse)
        self.add_exception_handler(ValidationError, self._report_invalid_fields)
        self.add_exception_handler(HttpError, self._report_unreadable)
        self.add_exception_handler(Http404, self._report_not_found)

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """Return the OpenAPI description, built once per language because it changes only with a
        release.
        """
        key = (get_language(), repr(options))
        if key not in self._descriptions:
            self._descriptions[key] = super().get_openapi_schema(**options)
        return self._descriptions[key]

    def problem(
        self, request: HttpRequest, status: int, code: str, message: str, **details: object
    ) -> HttpResponse:
        """Build an error response. All errors have this shape."""
        REFUSALS.labels(code).inc()
        values = {"code": code, "message": message, "details": details}
        return self.create_response(request, values, status=status)

    def _refuse(self, request: HttpRequest, error: Any) -> HttpResponse:
        status = getattr(error, "status", 422)
        response = self.problem(
            request, status, error.code, explain(error), **serialize_details(error)
        )
        set_retry_after(response, error)
        if isinstance(error, InvalidToken):
            response["WWW-Authenticate"] = "Bearer"
        return response

    def _report_invalid_fields(self, request: HttpRequest, error: Any) -> HttpResponse:
        code = "fields.invalid"
        fields = [
            {"field": ".".join(str(part) for part in one["loc"]), "error": str(one["msg"])}
            for one in error.errors[:MAX_FIELD_ERRORS]
        ]
        return self.problem(request, 422, code, str(REFUSAL_TEXTS[code]), fields=fields)

    def _report_unreadable(self, request: HttpRequest, error: Any) -> HttpResponse:
        return self._report_code(request, error.status_code, "body.unreadable")

    def _report_not_found(self, request: HttpRequest, _error: Any) -> HttpResponse:
        return self._report_code(request, 404, "address.unknown")

    def _report_code(self, request: HttpRequest, status: int, code: str) -> HttpResponse:
        return self.problem(request, status, code, str(REFUSAL_TEXTS[code]))

    def _answer_methods(self, request: HttpRequest, allowed: str) -> HttpResponse:
        """Respond with the allowed methods: to a preflight request, or to a method that is not
        allowed.
        """
        if request.method != "OPTIONS":
            response = self._report_code(request, 405, "method.unknown")
        else:
            response = HttpResponse(status=204, headers=PREFLIGHT_HEADERS)
            response["Access-Control-Allow-Methods"] = allowed
        response["Allow"] = allowed
        return response

    @staticmethod
    @csrf_exempt
    def answer_not_found(_request: HttpRequest, **_place: str) -> HttpResponse:
        """Catch-all view for unknown addresses."""
        raise Http404

    def finish(self, view: View) -> View:
        """Wrap a view: rate limit, error shape, HEAD, CORS and caching headers.

        Used for every response, including those of django-ninja's own views.
        """

        @wraps(view)
        def finished(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            method = request.method
            try:
                # django-ninja has no HEAD: the view runs as for a GET, and the body is dropped
                # below.
                if method == "HEAD":
                    request.method = "GET"
                if request.method in ("GET", "OPTIONS"):
                    enforce_rate_limit("api", address=get_client_address(request))
                response = view(request, *args, **kwargs)
            except TooManyRequests as refusal:
                response = self._refuse(request, refusal)
            except Http404 as error:
                response = self._report_not_found(request, error)
            if response.status_code == 405:
                response = self._answer_methods(request, response["Allow"])
            response = _set_caching(request, response)
            if method == "HEAD":
                response.content = b""
            return response

        return finished


def _set_caching(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Set the caching and CORS headers, and respond with 304 if the client has the content."""
    is_read = request.method == "GET"
    open_to_all = is_read and "Authorization" not in request.headers
    if response.status_code >= FIRST_ERROR_STATUS:
        response["Cache-Control"] = "no-store"
    else:
        response.headers.setdefault("Cache-Control", PUBLIC_CACHE if open_to_all else PRIVATE_CACHE)
    if is_read and response.status_code == 200 and not response.streaming:
        etag = f'W/"{sha256(response.content).hexdigest()[:32]}"'
        response["ETag"] = etag
        kept = response
        response = get_conditional_response(request, etag=etag, response=response) or kept
    # The same address may show more to one token than to another, or to none. The other two choose
    # the language.
    patch_vary_headers(response, ["Authorization", "Accept-Language", "Cookie"])
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
    return response
