"""How the API answers: everything as JSON, refusals in one shape, and nothing twice.

Every answer to a GET has an ``ETag``; whoever knows it already is told so by 304. What is public
may be read by the scripts of any site, without credentials; nothing else may.
"""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser

from games.api.identity import Unauthorised
from games.api.wording import SENTENCES, explain
from games.common.addresses import address_of
from games.common.figures import REFUSALS
from games.common.rates import spend
from games.common.refusals import Refusal, TooSoon
from games.common.requests import say_when
from games.rules.errors import RuleError

PUBLIC = "public, max-age=10"
"""For how many seconds what is told to everybody may be kept."""

PRIVATE = "no-store, private"

EXPOSED = "ETag, Link, Retry-After"
"""Headers that scripts of other sites may read."""

JSON = "application/json; charset=utf-8"
REFUSED = 400
FIELD_MOST = 10
"""Errors of one request that are told."""

View = Callable[..., HttpResponse]


class ObjectParser(Parser):
    """A body is an object of JSON: any other would be taken for one without fields."""

    def parse_body(self, request: HttpRequest) -> Any:
        told = super().parse_body(request)
        if not isinstance(told, dict):
            raise TypeError("no object")
        return told


class Door(NinjaAPI):
    """The API with this site's way of refusing."""

    def set_default_exception_handlers(self) -> None:
        super().set_default_exception_handlers()
        self.add_exception_handler(Refusal, self._refuse)
        self.add_exception_handler(RuleError, self._refuse)
        self.add_exception_handler(ValidationError, self._tell_fields)
        self.add_exception_handler(HttpError, self._tell_unreadable)
        self.add_exception_handler(Http404, self._tell_nothing)

    def problem(
        self, request: HttpRequest, status: int, code: str, message: str, **details: object
    ) -> HttpResponse:
        """Every refusal looks like this."""
        REFUSALS.labels(code).inc()
        told = {"code": code, "message": message, "details": details}
        return self.create_response(request, told, status=status)

    def _refuse(self, request: HttpRequest, error: Any) -> HttpResponse:
        status = getattr(error, "status", 422)
        response = self.problem(request, status, error.code, explain(error), **_details(error))
        say_when(response, error)
        if isinstance(error, Unauthorised):
            response["WWW-Authenticate"] = "Bearer"
        return response

    def _tell_fields(self, request: HttpRequest, error: Any) -> HttpResponse:
        code = "fields.invalid"
        fields = [
            {"field": ".".join(str(part) for part in one["loc"]), "error": str(one["msg"])}
            for one in error.errors[:FIELD_MOST]
        ]
        return self.problem(request, 422, code, str(SENTENCES[code]), fields=fields)

    def _tell_unreadable(self, request: HttpRequest, error: Any) -> HttpResponse:
        return self._tell(request, error.status_code, "body.unreadable")

    def _tell_nothing(self, request: HttpRequest, _error: Any) -> HttpResponse:
        return self._tell(request, 404, "address.unknown")

    def _tell(self, request: HttpRequest, status: int, code: str) -> HttpResponse:
        return self.problem(request, status, code, str(SENTENCES[code]))

    @staticmethod
    @csrf_exempt
    def tell_nowhere(_request: HttpRequest, **_place: str) -> HttpResponse:
        """For every address that is not there."""
        raise Http404

    def finish(self, view: View) -> View:
        """What is done to every answer, those of the library itself included."""

        @wraps(view)
        def finished(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            asked = request.method
            try:
                if asked == "HEAD":
                    request.method = "GET"
                if request.method == "GET":
                    spend("api", address=address_of(request))
                response = view(request, *args, **kwargs)
            except TooSoon as refusal:
                response = self._refuse(request, refusal)
            except Http404 as error:
                response = self._tell_nothing(request, error)
            if response.status_code == 405:
                allowed = response["Allow"]
                response = self._tell(request, 405, "method.unknown")
                response["Allow"] = allowed
            response = _settle(request, response)
            if asked == "HEAD":
                response.content = b""
            return response

        return finished


def _settle(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Who may keep it and for how long; 304 for whoever has it."""
    is_read = request.method == "GET"
    open_to_all = is_read and "Authorization" not in request.headers
    if response.status_code >= REFUSED:
        response["Cache-Control"] = "no-store"
    else:
        response.headers.setdefault("Cache-Control", PUBLIC if open_to_all else PRIVATE)
    if is_read and response.status_code == 200 and not response.streaming:
        etag = f'W/"{sha256(response.content).hexdigest()[:32]}"'
        response["ETag"] = etag
        kept = response
        response = get_conditional_response(request, etag=etag, response=response) or kept
    patch_vary_headers(response, ["Authorization"])
    if is_read:
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = EXPOSED
    return response


def _details(error: Refusal | RuleError) -> dict[str, object]:
    """The error's data, as far as it is plain."""
    if isinstance(error, RuleError):
        squares = [square.name for square in error.squares]
        return {"words": list(error.words), "squares": squares}
    return {
        name: value if isinstance(value, int | str | list) else str(value)
        for name, value in error.data.items()
    }
