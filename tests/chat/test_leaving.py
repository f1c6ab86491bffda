"""What stays of somebody who leaves for good, or becomes one with a member, and what they take."""

import pytest

from games.accounts.export import export
from games.accounts.services.joining import merge
from games.accounts.services.leaving import leave_for_good
from games.chat.models import Message, Mute
from games.players.models import Player
from games.players.services import blocks
from tests.chat.conftest import texts_in
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


def test_words_stay_without_the_name(open_table, people, voice) -> None:
    room = open_table(started=False)
    amber, jade = voice(room, people[0]), voice(room, people[2])
    jade.say("I was here")
    amber.say("hello")
    jade.post(f"{Message.objects.get(author=people[0]).pk}/mute")
    assert amber.read() == ["I was here", "hello"]
    leave_for_good(people[2], NOON)
    html = amber.html
    assert texts_in(html) == ["I was here", "hello"]
    assert "A former player" in html
    assert "Jade" not in html
    assert not Mute.objects.exists()


def test_ones_own_words_can_be_taken_along(open_table, people, voice) -> None:
    room = open_table()
    voice(room, people[0]).say("mine", "players")
    voice(room, people[1]).say("not mine", "players")
    blocks.block(people[0], people[3], NOON)
    told = export(people[0], NOON)
    assert [one["text"] for one in told["said"]] == ["mine"]
    assert told["blocked"] == ["Rust"]
    assert "not mine" not in str(told)


def test_a_guest_at_the_table_who_logs_in_stays_a_player(
    open_table, people, voice, django_user_model
) -> None:
    """The seat is the member's at once: no picture kept from before says otherwise."""
    room = open_table()
    user = django_user_model.objects.create(username="m")
    member = Player.objects.create(nickname="Member", user=user)
    watcher = voice(room, people[2])
    watcher.say("a bingo at H8", "watchers")
    voice(room, people[0]).say("good luck", "players")
    assert voice(room, member).read() == ["a bingo at H8"]
    merge(people[1], member, NOON)
    assert voice(room, member).read() == ["good luck"]
