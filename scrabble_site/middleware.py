"""Security headers that Django does not set itself; the values stand in the settings."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


class ContentPolicyMiddleware:
    """Sends Content-Security-Policy and Permissions-Policy with every page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        policy: dict[str, str] = settings.CONTENT_SECURITY_POLICY
        self.policy = "; ".join(f"{name} {sources}" for name, sources in policy.items())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", self.policy)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"
        )
        return response
