"""Failing push services and browsers:
when pushes are retried or postponed, and when a browser is forgotten."""

from datetime import timedelta

import pytest

from games.push.models import OutgoingPush, PushSubscription
from games.push.services.outbox import RETRY_DELAYS
from tests.play.conftest import NOON
from tests.push.conftest import leave_notice
from tests.push.push_service import PushService

pytestmark = pytest.mark.django_db

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
SOON = NOON + 2 * MINUTE


@pytest.mark.parametrize("status", [404, 410])
def test_an_unsubscribed_browser_is_forgotten(people, subscribe, service, work, status):
    subscribe(people[0], "phone")
    kept = subscribe(people[0], "laptop")
    service.answers["phone"] = status
    leave_notice(people[0])
    assert work(SOON) == 2
    assert [one.endpoint for one in PushSubscription.objects.all()] == [kept.endpoint]
    assert work(SOON + MINUTE) == 0


def test_failures_are_retried_at_growing_intervals(people, subscribe, service, work):
    subscribe(people[0], "phone")
    service.answers["phone"] = 400
    notice = leave_notice(people[0], kind="turn")
    now, waited = SOON, []
    for _try in range(len(RETRY_DELAYS)):
        assert work(now) == 1
        due = OutgoingPush.objects.get(notice=notice, due_at__isnull=False).due_at or now
        waited.append(due - now)
        now = due
    assert waited == RETRY_DELAYS
    assert work(now) == 1
    assert work(now + timedelta(days=2)) == 0
    assert PushSubscription.objects.get().failures == len(RETRY_DELAYS) + 1


def test_a_service_that_asks_for_time_gets_it_for_all_its_browsers(
    people, subscribe, service, work
):
    subscribe(people[0], "phone")
    subscribe(people[1], "laptop")
    service.answers |= {"phone": 429, "laptop": 429}
    service.headers["Retry-After"] = "300"
    leave_notice(people[0])
    leave_notice(people[1])
    assert work(SOON) == 1
    assert set(OutgoingPush.objects.values_list("due_at", flat=True)) == {SOON + 5 * MINUTE}
    assert not PushSubscription.objects.filter(failures__gt=0).exists()
    service.answers.clear()
    assert work(SOON + 6 * MINUTE) == 2


def test_a_browser_that_fails_for_a_week_is_given_up(people, subscribe, service, work):
    subscribe(people[0], "phone")
    service.answers["phone"] = 400
    PushSubscription.objects.update(failures=10, failing_since=NOON - timedelta(days=8))
    leave_notice(people[0])
    assert work(SOON) == 1
    assert not PushSubscription.objects.exists()


def test_no_redirect_is_followed(people, subscribe, service, work):
    subscribe(people[0], "phone")
    service.answers["phone"] = f"{service.url}/push/elsewhere"
    leave_notice(people[0])
    assert work(SOON) == 1
    assert [given.name for given in service.given] == ["phone"]


def test_a_service_no_longer_allowed_is_not_called(people, subscribe, service, work, settings):
    subscribe(people[0], "phone")
    leave_notice(people[0])
    settings.PUSH_ORIGINS = []
    assert work(SOON) == 1
    assert not service.given
    assert not PushSubscription.objects.exists()


def test_an_unreachable_service_is_not_tried_for_a_while(
    people, subscribe, service, work, settings
):
    subscribe(people[0], "phone")
    subscribe(people[1], "laptop")
    leave_notice(people[0])
    leave_notice(people[1])
    nowhere = "http://127.0.0.1:9"
    settings.PUSH_ORIGINS = [nowhere]
    PushSubscription.objects.filter(player=people[0]).update(endpoint=f"{nowhere}/a")
    PushSubscription.objects.filter(player=people[1]).update(endpoint=f"{nowhere}/b")
    assert work(SOON) == 1
    assert set(OutgoingPush.objects.values_list("due_at", flat=True)) == {SOON + RETRY_DELAYS[0]}


def test_another_service_is_not_kept_waiting(
    people, subscribe, service: PushService, work, settings
):
    """Only pushes to the service that failed are postponed."""
    subscribe(people[0], "phone")
    browser = subscribe(people[1], "laptop")
    PushSubscription.objects.filter(player=people[0]).update(
        endpoint="http://127.0.0.1:9/a", service="silent.example"
    )
    settings.PUSH_ORIGINS = [service.url, "http://127.0.0.1:9"]
    leave_notice(people[0])
    leave_notice(people[1], text="Yours has ended.")
    assert work(SOON) == 2
    (given,) = service.given
    assert browser.read(given)["body"] == "Yours has ended."
