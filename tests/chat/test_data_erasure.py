"""Messages of players who delete their account or log in to another one, and data exports."""

import pytest

from games.accounts.perspective.data_export import build_data_export
from games.accounts.services.account_deletion import delete_account
from games.accounts.services.account_merging import merge_guest
from games.chat.models import Message, Mute
from games.players.models import Player
from games.players.services import blocks
from tests.chat.conftest import texts_in
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


def test_messages_of_a_deleted_player_stay_without_the_name(open_table, people, voice) -> None:
    room = open_table(started=False)
    amber, jade = voice(room, people[0]), voice(room, people[2])
    jade.say("I was here")
    amber.say("hello")
    jade.post(f"{Message.objects.get(author=people[0]).pk}/mute")
    assert amber.read() == ["I was here", "hello"]
    delete_account(people[2], NOON)
    html = amber.html
    assert texts_in(html) == ["I was here", "hello"]
    assert "A former player" in html
    assert "Jade" not in html
    assert not Mute.objects.exists()


def test_the_export_includes_the_players_messages(open_table, people, voice) -> None:
    room = open_table()
    voice(room, people[0]).say("mine", "players")
    voice(room, people[1]).say("not mine", "players")
    blocks.block_player(people[0], people[3], NOON)
    export = build_data_export(people[0], NOON)
    assert [one["text"] for one in export["said"]] == ["mine"]
    assert export["blocked"] == ["Rust"]
    assert "not mine" not in str(export)


def test_a_guest_at_the_table_who_logs_in_stays_a_player(
    open_table, people, voice, django_user_model
) -> None:
    """The seat becomes the member's at once; no cached state treats the member as a spectator."""
    room = open_table()
    user = django_user_model.objects.create(username="m")
    member = Player.objects.create(nickname="Member", user=user)
    spectator = voice(room, people[2])
    spectator.say("a bingo at H8", "watchers")
    voice(room, people[0]).say("good luck", "players")
    assert voice(room, member).read() == ["a bingo at H8"]
    merge_guest(people[1], member, NOON)
    assert voice(room, member).read() == ["good luck"]
