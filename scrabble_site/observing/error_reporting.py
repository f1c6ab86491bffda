"""Error reports to Sentry or a compatible service, if SENTRY_DSN is set.

Reports contain nothing that people send or hold: no bodies, cookies or addresses, and no values of
variables, because those would include racks and bags.
"""

from importlib import import_module
from typing import Any

from django.core.exceptions import ImproperlyConfigured


def set_up_error_reporting(dsn: str, environment: str) -> None:
    """Initialise ``sentry-sdk``, which is an optional package, if ``dsn`` is set."""
    if not dsn:
        return
    try:
        sdk = import_module("sentry_sdk")
    except ImportError as error:
        raise ImproperlyConfigured(
            "Environment variable SENTRY_DSN: needs sentry-sdk: .venv/bin/pip install sentry-sdk"
        ) from error
    sdk.init(
        dsn=dsn,
        environment=environment,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=strip_private_data,
    )


def strip_private_data(report: dict[str, Any], _hint: object) -> dict[str, Any]:
    """Keep only what failed and where. Of the request, keep the method: a URL may hold a token."""
    method = report.get("request", {}).get("method")
    for part in ("request", "extra", "user", "breadcrumbs", "transaction"):
        report.pop(part, None)
    return report | ({"request": {"method": method}} if method else {})
