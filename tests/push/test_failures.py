"""Push services and browsers that fail: tried again, left alone, or forgotten."""

from datetime import timedelta

import pytest

from games.push.models import Push, Subscription
from games.push.services.outbox import PAUSES, forget_pushes
from tests.play.conftest import NOON
from tests.push.conftest import leave_notice
from tests.push.service import PushService

pytestmark = pytest.mark.django_db

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
SOON = NOON + 2 * MINUTE


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(people, told, service, work, status):
    told(people[0], "phone")
    kept = told(people[0], "laptop")
    service.answers["phone"] = status
    leave_notice(people[0])
    assert work(SOON) == 2
    assert [one.endpoint for one in Subscription.objects.all()] == [kept.endpoint]
    assert work(SOON + MINUTE) == 0


def test_a_failure_is_tried_again_ever_more_rarely(people, told, service, work):
    told(people[0], "phone")
    service.answers["phone"] = 400
    notice = leave_notice(people[0], kind="turn")
    now, waited = SOON, []
    for _try in range(len(PAUSES)):
        assert work(now) == 1
        due = Push.objects.get(notice=notice, due_at__isnull=False).due_at or now
        waited.append(due - now)
        now = due
    assert waited == PAUSES
    assert work(now) == 1
    assert work(now + timedelta(days=2)) == 0
    assert Subscription.objects.get().failures == len(PAUSES) + 1


def test_a_service_that_asks_for_time_gets_it_for_all_its_browsers(people, told, service, work):
    told(people[0], "phone")
    told(people[1], "laptop")
    service.answers |= {"phone": 429, "laptop": 429}
    service.headers["Retry-After"] = "300"
    leave_notice(people[0])
    leave_notice(people[1])
    assert work(SOON) == 1
    assert set(Push.objects.values_list("due_at", flat=True)) == {SOON + 5 * MINUTE}
    assert not Subscription.objects.filter(failures__gt=0).exists()
    service.answers.clear()
    assert work(SOON + 6 * MINUTE) == 2


def test_a_browser_that_fails_for_a_week_is_given_up(people, told, service, work):
    told(people[0], "phone")
    service.answers["phone"] = 400
    Subscription.objects.update(failures=10, failing_since=NOON - timedelta(days=8))
    leave_notice(people[0])
    assert work(SOON) == 1
    assert not Subscription.objects.exists()


def test_no_redirect_is_followed(people, told, service, work):
    told(people[0], "phone")
    service.answers["phone"] = f"{service.url}/push/elsewhere"
    leave_notice(people[0])
    assert work(SOON) == 1
    assert [given.name for given in service.given] == ["phone"]


def test_a_service_that_is_known_no_more_is_not_called(people, told, service, work, settings):
    told(people[0], "phone")
    leave_notice(people[0])
    settings.PUSH_ORIGINS = []
    assert work(SOON) == 1
    assert not service.given
    assert not Subscription.objects.exists()


def test_a_service_that_cannot_be_reached_is_left_alone_for_a_while(
    people, told, service, work, settings
):
    told(people[0], "phone")
    told(people[1], "laptop")
    leave_notice(people[0])
    leave_notice(people[1])
    nowhere = "http://127.0.0.1:9"
    settings.PUSH_ORIGINS = [nowhere]
    Subscription.objects.filter(player=people[0]).update(endpoint=f"{nowhere}/a")
    Subscription.objects.filter(player=people[1]).update(endpoint=f"{nowhere}/b")
    assert work(SOON) == 1
    assert set(Push.objects.values_list("due_at", flat=True)) == {SOON + PAUSES[0]}


def test_settled_pushes_are_forgotten_after_a_day(people, told, service, work):
    told(people[0], "phone")
    leave_notice(people[0])
    work(SOON)
    forget_pushes(SOON + timedelta(hours=3))
    assert Push.objects.exists()
    forget_pushes(SOON + timedelta(days=2))
    assert not Push.objects.exists()


def test_another_service_is_not_kept_waiting(people, told, service: PushService, work, settings):
    """Only pushes of the service that failed are put off."""
    told(people[0], "phone")
    browser = told(people[1], "laptop")
    Subscription.objects.filter(player=people[0]).update(
        endpoint="http://127.0.0.1:9/a", service="silent.example"
    )
    settings.PUSH_ORIGINS = [service.url, "http://127.0.0.1:9"]
    leave_notice(people[0])
    leave_notice(people[1], text="Yours has ended.")
    assert work(SOON) == 2
    (given,) = service.given
    assert browser.read(given)["body"] == "Yours has ended."
