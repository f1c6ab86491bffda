"""Answers to a request that cannot be read (400), that came too often for django-allauth (429),
that failed (500), and that met a database out of reach (503); other errors have templates."""

import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template

from games.common.outages import is_outage
from games.common.refusals import TooSoon
from games.common.requests import PageRequest
from games.play.views.answers import refuse

logger = logging.getLogger(__name__)

COME_BACK = 5
"""Seconds after which a visitor may try again."""

A_WHILE = 60
"""Seconds of the shortest span in ``ACCOUNT_RATE_LIMITS``; which was too short nobody is told."""


def refuse_unreadable(_request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - passed by name
    """Plain, since Django's own answer would read the unreadable form once more and fail."""
    text = "This request could not be read.\n"
    return HttpResponse(text, status=400, content_type="text/plain; charset=utf-8")


def ask_for_patience(request: PageRequest) -> HttpResponse:
    """Whoever signs up or has letters sent too often."""
    return refuse(request, TooSoon("accounts.too_soon", seconds=A_WHILE))


def show_failure(request: HttpRequest) -> HttpResponse:
    """Called while the exception is being handled. No page of these asks anything of anybody."""
    if not is_outage(sys.exc_info()[1]):
        return HttpResponse(get_template("500.html").render(), status=500)
    logger.warning("The database is out of reach: %s", request.path)
    text = get_template("503.html").render()
    response = HttpResponse(text, status=503, headers={"Retry-After": str(COME_BACK)})
    response._has_been_logged = True  # type: ignore[attr-defined] # one line is enough for Django
    return response
