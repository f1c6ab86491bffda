"""Security headers and a page that Django does not send itself; the headers' values stand in the
settings.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class ContentPolicyMiddleware:
    """Sends Content-Security-Policy and Permissions-Policy with every page.

    Django's decorators for X-Frame-Options say which pages this site may show in a frame.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        policy: dict[str, str] = settings.CONTENT_SECURITY_POLICY
        self.policy = write_policy(policy)
        self.framed_policy = write_policy(policy | {"frame-ancestors": "'self'"})

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        framed = response.headers.get("X-Frame-Options") == "SAMEORIGIN"
        policy = self.framed_policy if framed else self.policy
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"
        )
        return response


class NotAllowedMiddleware:
    """Shows a page to whoever looks at an address that only takes what is sent to it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "GET" and response.status_code == 405 and not response.content:
            page = render(request, "405.html", status=405)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        return response


def write_policy(policy: dict[str, str]) -> str:
    return "; ".join(f"{name} {sources}" for name, sources in policy.items())
