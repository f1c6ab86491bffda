"""Routers with rate limits that reject unknown fields.

Limits are declared on a view with :func:`count_requests`. They are counted before the view is
called and written into its description, so the documentation always matches what is enforced.
"""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja import Router
from ninja.operation import Operation
from ninja.utils import contribute_operation_callback

from games.api.views.token_auth import get_token, maybe_token
from games.common.client_addresses import get_client_address
from games.common.rate_limits import enforce_rate_limit
from scrabble_site.shared.refusals import InvalidRequest

View = Callable[..., Any]

READ_LIMIT = "api"
"""The limit for every GET, counted by :meth:`games.api.views.responses.PublicApi.finish`."""

PAYER_ATTRIBUTE, LIMITS_ATTRIBUTE, DESCRIBED_ATTRIBUTE, CONCURRENCY_ATTRIBUTE = (
    "_payer",
    "_counted",
    "_named",
    "_at_once",
)

UNKNOWN_FIELD = "Unknown field"


def count_requests(
    *counted: str, of: str = "", also: tuple[str, ...] = (), at_once: tuple[str, ...] = ()
) -> Callable[[View], View]:
    """Apply these rate limits to a view: per ``bot`` or ``owner`` of the token, and per address.

    ``also`` names limits that the view counts itself, ``at_once`` limits on concurrent streams.
    Both are only added to the description.
    """

    def mark(view: View) -> View:
        setattr(view, LIMITS_ATTRIBUTE, counted)
        setattr(view, DESCRIBED_ATTRIBUTE, (*counted, *also))
        setattr(view, PAYER_ATTRIBUTE, of)
        setattr(view, CONCURRENCY_ATTRIBUTE, at_once)
        return view

    return mark


class StrictRouter(Router):
    """A django-ninja router with rate limits and strict requests."""

    def add_api_operation(self, path: str, methods: Any, view_func: Any, **options: Any) -> None:
        names = (
            *((READ_LIMIT,) if "GET" in methods else ()),
            *getattr(view_func, DESCRIBED_ATTRIBUTE, ()),
        )
        limits = describe_limits(names, getattr(view_func, CONCURRENCY_ATTRIBUTE, ()))
        description = "\n\n".join(filter(None, (_get_docstring(view_func), limits)))
        # In OpenAPI, an empty security requirement makes the token optional.
        if options.get("auth") is maybe_token:
            options["openapi_extra"] = {**(options.get("openapi_extra") or {}), "security": [{}]}
        options["description"] = description
        contribute_operation_callback(view_func, _guard_operation)
        super().add_api_operation(path, methods, view_func, **options)


def describe_limits(names: tuple[str, ...], at_once: tuple[str, ...] = ()) -> str:
    """Return the sentence about rate limits for an endpoint's description."""
    parts = [f"`{name}` {_describe_rate(settings.RATE_LIMITS[name])}" for name in names]
    parts += [f"`{name}` {_describe_concurrency(name)}" for name in at_once]
    return f"**Rate limits:** {'; '.join(parts)}." if parts else ""


def _describe_rate(rate: Any) -> str:
    parts = ((rate.player, "per member or bot"), (rate.address, "per IP address"))
    return " and ".join(f"{text.replace('; ', ', ')} {whose}" for text, whose in parts if text)


def _describe_concurrency(name: str) -> str:
    """Describe a limit by its name, such as ``streams_of_member``: so many at once per member."""
    _things, _, whose = name.rpartition("_of_")
    return f"{settings.CONCURRENCY_LIMITS[name]} at once per {whose}"


def _get_docstring(view: View) -> str:
    return "\n".join(line.strip() for line in (view.__doc__ or "").strip().splitlines())


def _guard_operation(operation: Operation) -> None:
    """Make an endpoint reject unknown fields and count its rate limits."""
    view, known = operation.view_func, _list_field_names(operation, "query")
    has_body = bool(_list_field_names(operation, "body"))

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        unknown = [("query", name) for name in request.GET if name not in known]
        # django-ninja ignores a body where none is declared.
        if not has_body:
            unknown += [("body", name) for name in _list_sent_fields(request)]
        if unknown:
            wrong = [
                {"field": f"{where}.{name}", "error": UNKNOWN_FIELD} for where, name in unknown
            ]
            raise InvalidRequest("fields.invalid", fields=wrong)
        for name in getattr(view, LIMITS_ATTRIBUTE, ()):
            enforce_rate_limit(
                name, player=_get_rate_payer(request, view), address=get_client_address(request)
            )
        return view(request, *args, **kwargs)

    operation.view_func = guarded


def _list_field_names(operation: Operation, source: str) -> set[str]:
    models = [model for model in operation.models if model.__ninja_param_source__ == source]
    return {name for model in models for name in model.model_fields}


def _list_sent_fields(request: HttpRequest) -> list[str]:
    """Return the fields sent to an endpoint without a body: normally none, or an empty object."""
    if request.method == "GET" or not request.body.strip():
        return []
    try:
        body = json.loads(request.body)
    except ValueError as error:
        raise InvalidRequest("body.unreadable") from error
    return [str(name) for name in body] if isinstance(body, dict) else [""]


def _get_rate_payer(request: HttpRequest, view: View) -> object:
    token = get_token(request)
    if token is None:
        return ""
    payer = {"bot": token.bot_id, "owner": token.owner_id}
    return payer.get(getattr(view, PAYER_ATTRIBUTE), "") or ""
