"""The worker's push loop, on a separate thread.

A slow or unreachable push service delays nothing but push messages, and mostly its own.
"""

import logging
from datetime import timedelta
from typing import Any

from django.utils import timezone
from pywebpush import WebPushException, webpush
from requests import RequestException, Response, Session

from games.common.worker_threads import run_in_push_thread
from games.push.models import OutgoingPush
from games.push.perspective.push_texts import compose_push
from games.push.services import vapid_keys
from games.push.services.delivery_policies import get_delivery_policy
from games.push.services.endpoints import get_push_service
from games.push.services.outbox import (
    claim_push,
    mark_browser_gone,
    mark_push_failed,
    mark_push_sent,
)
from games.push.services.push_queueing import queue_due_pushes
from games.push.services.subscriptions import delete_ended_subscriptions
from scrabble_site.shared.numbers import parse_small_number
from scrabble_site.shared.refusals import InvalidRequest

logger = logging.getLogger(__name__)

PUSH_INTERVAL = 2.0
"""Seconds between two rounds."""

PUSHES_PER_ROUND = 20
"""Most messages sent in one round."""

REQUEST_TIMEOUTS = (5.0, 10.0)
"""Seconds to wait for a connection and for a response."""

# The subscription no longer exists: 404 in RFC 8030, 410 at most services.
GONE_STATUSES = (404, 410)
KEY_REFUSED_STATUSES = (401, 403)
"""The service rejects this site's keys, so every message to it would fail."""


class PushSession(Session):
    """An HTTP session that contacts only the given URL: it follows no redirects and uses no proxy
    from the environment."""

    trust_env = False

    def post(self, url: Any, data: Any = None, json: Any = None, **options: Any) -> Response:
        return super().post(url, data=data, json=json, **options | {"allow_redirects": False})


async def send_due_pushes() -> None:
    """Queue what is new and send the messages due in this round."""
    await run_in_push_thread(queue_due_pushes, timezone.now())
    sent = 0
    while sent < PUSHES_PER_ROUND and await run_in_push_thread(send_next_push):
        sent += 1
    if sent:
        await run_in_push_thread(delete_ended_subscriptions)


def send_next_push() -> bool:
    """Send the message that has waited longest. Return False if none is waiting."""
    push = claim_push(timezone.now())
    if push is None:
        return False
    try:
        _send_push(push)
    except InvalidRequest:
        mark_browser_gone(push)  # its service is no longer on the list
    except WebPushException as error:
        _handle_failure(push, error)
    except RequestException as error:
        mark_push_failed(push, timezone.now(), whole_service=True)
        _log_key_problem(push, type(error).__name__)
    else:
        mark_push_sent(push)
    return True


def _send_push(push: OutgoingPush) -> None:
    browser, manner, payload = (
        push.subscription,
        get_delivery_policy(push.kind),
        compose_push(push, timezone.now()),
    )
    # Checked again on every send: the list of services may have changed since the browser
    # subscribed.
    get_push_service(browser.endpoint)
    with PushSession() as line:
        webpush(
            {
                "endpoint": browser.endpoint,
                "keys": {"p256dh": browser.p256dh, "auth": browser.auth},
            },
            payload.write(),
            vapid_private_key=vapid_keys.get_signer(),
            vapid_claims={"sub": vapid_keys.get_contact()},
            # How long the service keeps the message for a browser that is offline.
            ttl=int(manner.lifetime.total_seconds()),
            # A later message with the same topic replaces one that is still waiting (RFC 8030).
            headers={"Urgency": manner.urgency, "Topic": payload.topic},
            timeout=REQUEST_TIMEOUTS,
            requests_session=line,
        )


def _handle_failure(push: OutgoingPush, error: WebPushException) -> None:
    status = error.status_code
    if status in GONE_STATUSES or status is None:  # None: could not be encrypted
        mark_browser_gone(push)
        return
    # These statuses are about the service or this site, not about the browser.
    is_the_services = status in KEY_REFUSED_STATUSES or status == 429 or status >= 500
    wait = _parse_retry_after(error.retry_after)
    mark_push_failed(push, timezone.now(), wait=wait, whole_service=is_the_services)
    _log_key_problem(push, str(status))


def _parse_retry_after(text: str | None) -> timedelta | None:
    """Parse ``Retry-After`` in seconds. A date is ignored, so that the usual delay applies."""
    seconds = parse_small_number(text)
    return None if seconds is None else timedelta(seconds=seconds)


def _log_key_problem(push: OutgoingPush, why: str) -> None:
    logger.warning("A push (%s) to %s failed: %s", push.kind, push.subscription.service, why)
