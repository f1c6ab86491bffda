"""The answer to a request that cannot be read at all (400); other errors have templates."""

from django.http import HttpRequest, HttpResponse


def refuse_unreadable(_request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - passed by name
    """Plain, since Django's own answer would read the unreadable form once more and fail."""
    text = "This request could not be read.\n"
    return HttpResponse(text, status=400, content_type="text/plain; charset=utf-8")
