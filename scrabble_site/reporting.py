"""Reports of faults to Sentry, or whatever speaks its language: only where SENTRY_DSN is set.

Nothing of what people send or hold goes along: no bodies, cookies or addresses, and no values of
variables, among which racks and bags would be.
"""

from importlib import import_module
from typing import Any

from django.core.exceptions import ImproperlyConfigured


def report_faults(dsn: str, environment: str) -> None:
    """``sentry-sdk`` is no requirement: who wants it installs it."""
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
        before_send=strip_report,
    )


def strip_report(report: dict[str, Any], _hint: object) -> dict[str, Any]:
    """What failed where; of the request its method alone, since its address may hold a token."""
    method = report.get("request", {}).get("method")
    for part in ("request", "extra", "user", "breadcrumbs", "transaction"):
        report.pop(part, None)
    return report | ({"request": {"method": method}} if method else {})
