"""Middleware for security headers, the admin's log and the page of error 405.

The Content-Security-Policy is in the settings. Django sends one itself from version 6; until then
it is too simple to need a package.
"""

from collections.abc import Callable

from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

UNLOGGED_VIEWS = ("admin:login", "admin:logout")


class SecurityHeadersMiddleware:
    """Sends Content-Security-Policy and Permissions-Policy with every page.

    A page marked with Django's decorator ``xframe_options_sameorigin`` may be framed by this site,
    one marked with ``xframe_options_exempt`` by every site.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        policy: dict[str, str] = settings.CONTENT_SECURITY_POLICY
        self.policy = format_policy(policy)
        self.framed_policy = format_policy(policy | {"frame-ancestors": "'self'"})
        self.embedded_policy = format_policy(policy | {"frame-ancestors": "*"})

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", self._choose_policy(response))
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"
        )
        return response

    def _choose_policy(self, response: HttpResponse) -> str:
        if getattr(response, "xframe_options_exempt", False):
            return self.embedded_policy
        framed = response.headers.get("X-Frame-Options") == "SAMEORIGIN"
        return self.framed_policy if framed else self.policy


class AdminLogMiddleware:
    """Logs every change in the admin, including those by pages that write no log entry."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or not request.path.startswith(f"/{settings.ADMIN_PATH}"):
            return self.get_response(request)
        before = LogEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        response = self.get_response(request)
        user = request.user
        if user.is_authenticated and user.is_staff and response.status_code < 400:
            view = request.resolver_match.view_name if request.resolver_match else ""
            mine = LogEntry.objects.filter(pk__gt=before, user_id=user.pk)
            if view not in UNLOGGED_VIEWS and not mine.exists():
                LogEntry.objects.create(
                    user_id=user.pk,
                    object_repr=request.path[:200],
                    action_flag=CHANGE,
                    change_message=view,
                )
        return response


class MethodNotAllowedPageMiddleware:
    """Shows a readable page when a visitor opens a URL that only accepts POST."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "GET" and response.status_code == 405 and not response.content:
            page = render(request, "405.html", status=405)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        return response


def format_policy(policy: dict[str, str]) -> str:
    return "; ".join(f"{name} {sources}" for name, sources in policy.items())
