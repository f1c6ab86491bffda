"""Notices, e-mails and pushes are written in the language that their recipient reads."""

from datetime import timedelta

import pytest
from django.utils.translation import override

from games.lobby.live import PlayerState
from games.mail.models import OutgoingMail
from games.mail.perspective.mail_texts import compose_mail
from games.players.models import Player
from games.players.services.notifications import describe_notification, get_notification_kind
from tests.play.conftest import NOON, member_at

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(minutes=2)


@pytest.mark.parametrize("language", ["de", "en", "", "tlh"])
def test_notifications_are_in_the_readers_language(
    open_table, people, client_of, subscribe, service, work, clock, language
) -> None:
    clock(NOON)
    room = open_table(seats=3, started=False)
    guest = people[1]
    Player.objects.filter(pk=guest.pk).update(email="cobalt@tiles.example", language=language)
    phone = subscribe(guest, "phone")
    client_of(people[0]).post(
        f"/r/{room.code}/host/unseat", {"seat": "1", "who": member_at(room, 1)}
    )
    notice = guest.notices.get()
    with override("de" if language == "de" else "en"):
        title = str(get_notification_kind(notice.kind).title)
        sentence = describe_notification(notice, NOON)
        listed = PlayerState(1, str(guest.pk)).render("")
    assert sentence in listed
    work(SOON)
    (pushed,) = map(phone.read, service.given)
    assert (pushed["title"], pushed["body"]) == (title, sentence)
    mail = compose_mail([OutgoingMail.objects.get(player=guest)], NOON)
    assert mail.subject == f"Tileroom: {title}"
    assert str(mail.body).startswith(f"{sentence}\n")
    assert ("Tileroom e-mails you" in str(mail.body)) == (language != "de")
