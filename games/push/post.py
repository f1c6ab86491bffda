"""One of the worker's loops: sends what is to be pushed, on a thread of its own.

A push service that is silent, slow or away holds up nothing but pushes, and its own for longest.
"""

import logging
from datetime import timedelta
from typing import Any

from django.utils import timezone
from pywebpush import WebPushException, webpush
from requests import RequestException, Response, Session

from games.common.refusals import Unsuitable
from games.common.threads import with_push
from games.push.models import Push
from games.push.services import keys
from games.push.services.endpoints import service_of
from games.push.services.gathering import gather
from games.push.services.kinds import manner_of
from games.push.services.outbox import (
    forget_pushes,
    note_failed,
    note_gone,
    note_sent,
    take_push,
)
from games.push.services.subscriptions import forget_ended
from games.push.wording import tell
from lexicon.numbers import read_small

logger = logging.getLogger(__name__)

ROUND = 2.0
"""Seconds between two looks."""

AT_ONCE = 20
"""Pushes sent in one round."""

PATIENCE = (5.0, 10.0)
"""Seconds to wait for a connection, and for an answer."""

GONE = (404, 410)
REFUSED = (401, 403)
"""The keys of this site are at fault, and so all that is sent there."""


class Line(Session):
    """Calls the address it is given and no other: no redirect, and no proxy of the environment."""

    trust_env = False

    def post(self, url: Any, data: Any = None, json: Any = None, **options: Any) -> Response:
        return super().post(url, data=data, json=json, **options | {"allow_redirects": False})


async def push_all() -> None:
    """One round."""
    await with_push(gather, timezone.now())
    sent = 0
    while sent < AT_ONCE and await with_push(push_one):
        sent += 1
    if sent:
        await with_push(_forget)


def push_one() -> bool:
    """Send what has waited longest; ``False`` when nothing waits."""
    push = take_push(timezone.now())
    if push is None:
        return False
    try:
        _send(push)
    except Unsuitable:
        note_gone(push)  # it was known once
    except WebPushException as error:
        _judge(push, error)
    except RequestException as error:
        note_failed(push, timezone.now(), whole_service=True)
        _complain(push, type(error).__name__)
    else:
        note_sent(push)
    return True


def _send(push: Push) -> None:
    browser, manner, told = push.subscription, manner_of(push.kind), tell(push)
    service_of(browser.endpoint)
    with Line() as line:
        webpush(
            {
                "endpoint": browser.endpoint,
                "keys": {"p256dh": browser.p256dh, "auth": browser.auth},
            },
            told.write(),
            vapid_private_key=keys.signer(),
            vapid_claims={"sub": keys.contact()},
            ttl=int(manner.lasts.total_seconds()),
            headers={"Urgency": manner.urgency, "Topic": told.topic},
            timeout=PATIENCE,
            requests_session=line,
        )


def _judge(push: Push, error: WebPushException) -> None:
    status = error.status_code
    if status in GONE or status is None:  # or it cannot even be encrypted for that browser
        note_gone(push)
        return
    is_the_services = status in REFUSED or status == 429 or status >= 500
    wait = _seconds(error.retry_after)
    note_failed(push, timezone.now(), wait=wait, whole_service=is_the_services)
    _complain(push, str(status))


def _seconds(said: str | None) -> timedelta | None:
    """Of ``Retry-After``, which may be a date instead: then it is waited as long as ever."""
    seconds = read_small(said)
    return None if seconds is None else timedelta(seconds=seconds)


def _complain(push: Push, why: str) -> None:
    logger.warning("A push (%s) to %s failed: %s", push.kind, push.subscription.service, why)


def _forget() -> None:
    forget_pushes(timezone.now())
    forget_ended()
