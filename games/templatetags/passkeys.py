"""Template tag that explains why passkeys do not work at the current address."""

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django import template
from django.http import HttpRequest

register = template.Library()


@register.inclusion_tag("games/accounts/pieces/passkey_problem.html", takes_context=True)
def passkey_problem(context: dict[str, Any]) -> dict[str, Any]:
    """Render explanations for the page's script, and a link if the host is an IP address.

    Browsers do not store passkeys for IP addresses.
    """
    return describe_address(context["request"])


def describe_address(request: HttpRequest) -> dict[str, Any]:
    """Return whether the host is an IP address (``numbered``), and a URL that works (``home``).

    ``home`` is the same page at ``localhost`` if the address is the loopback, otherwise "".
    """
    parts = urlsplit(f"//{request.get_host()}")
    try:
        number = ip_address(parts.hostname or "")
    except ValueError:
        return {"numbered": False, "home": ""}
    port = f":{parts.port}" if parts.port else ""
    home = f"{request.scheme}://localhost{port}{request.path}" if number.is_loopback else ""
    return {"numbered": True, "home": home}
