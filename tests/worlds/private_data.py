"""The private data of the people in a world: chat, e-mail, notices, friends, settings, browsers."""

import json
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db.models import CharField, F, Value
from django.db.models.functions import Concat

from games.api.models import ApiToken
from games.common.names import BOT_SUFFIX
from games.computers.models import Hint
from games.mail.models import OutgoingMail
from games.moderation.models import ModerationReport
from games.moderation.services.report_filing import Complaint, report_nickname
from games.people.models import Visibility
from games.people.services.follows import follow_member
from games.people.services.presence import record_members_present
from games.people.services.privacy import save_privacy
from games.play.models import ConditionalMove, Game, Move, Room, Seat
from games.play.services.drafts import save_draft
from games.play.terms.days_off import DaysOffPeriod
from games.players.models import Notification, NotificationSettings, Player, Sanction
from games.players.services.blocks import block_player
from games.players.services.sanctions import impose_sanction
from games.push.models import OutgoingPush, PushSubscription
from games.rules.time.breaks import Break
from games.uploads.models import UploadedGame
from lexicon.models import Dispute
from scrabble_site.shared.instants import to_ms
from tests.play.conftest import NOON
from tests.worlds.study_data import add_studies
from tests.worlds.world import MEMBERS, World, client_as


def add_messages(world: World) -> None:
    """Add messages in every channel, and tentative plays of the teams."""
    for name in ("duel", "teams", "private", "waiting"):
        room = world.rooms[name]
        for who in (*MEMBERS, "Fern"):
            if room.public or who in ("Cobalt", "Rust"):
                _say(world, room, who)
    for who in ("Amber", "Cobalt", "Jade", "Rust"):
        draft = json.dumps([[112, "E", ""], [113, "A", ""]])
        save_draft(world.rooms["teams"].code, str(world.people[who].pk), draft)


def _say(world: World, room: Room, who: str) -> None:
    client = client_as(world, who)
    for channel in ("room", "players", "watchers", "team"):
        sent = {"text": f"{who} to the {channel}", "channel": channel, "key": f"{who} {channel}"}
        answer = client.post(
            f"/r/{room.code}/chat/send", sent | {"key": f"{room.code} {sent['key']}"}
        )
        assert answer.status_code in (200, 409), answer.content


def add_relations(world: World) -> None:
    """Add e-mail, notices, privacy settings, followed people, and a report with its sanction."""
    people = world.people
    for name in MEMBERS:
        player = people[name]
        Player.objects.filter(pk=player.pk).update(email=f"{name.lower()}@letters.example")
        Notification.objects.create(
            player=player, kind="dispute", text=f"News for {name}", path="/", created_at=NOON
        )
        OutgoingMail.objects.create(
            kind="turn",
            to="a@b.example",
            player=player,
            sender=people["Cobalt"],
            subject="s",
            text="t",
            created_at=NOON,
        )
    follow_member(people["Jade"], people["Amber"].pk, NOON)
    follow_member(people["Rust"], people["Cobalt"].pk, NOON)
    save_privacy(people["Rust"], profile=Visibility.NOBODY, online=Visibility.NOBODY)
    record_members_present([str(people[name].pk) for name in MEMBERS], NOON - timedelta(seconds=20))
    block_player(people["Rust"], people["Ivy"], NOON)
    complaint = Complaint(ModerationReport.Reason.NAME, "It is no name")
    report_nickname(people["Cobalt"], people["Jade"], complaint, NOON)
    impose_sanction(people["Jade"], Sanction.Kind.WARNING, "Mind your name", NOON)


def add_private_rows(world: World) -> None:
    """Add rows to the tables that only their owner sees.

    Among them are push subscriptions, passkeys, addresses, settings, days off, conditional moves
    and hints.
    """
    for number, name in enumerate(MEMBERS):
        player = world.people[name]
        account = User.objects.get(username=name)
        NotificationSettings.objects.create(player=player)
        EmailAddress.objects.create(user=account, email=f"{name.lower()}@accounts.example")
        Authenticator.objects.create(user=account, type="webauthn", data={"name": name})
        _add_days_off(player)
        subscription = PushSubscription.objects.create(
            player=player,
            endpoint_hash=f"hash of {name}",
            endpoint=f"https://push.example/{name}",
            p256dh="B",
            auth="A",
            service="push.example",
            epoch=player.epoch,
            created_at=NOON,
        )
        OutgoingPush.objects.create(
            subscription=subscription, kind="turn", notice=player.notices.first(), created_at=NOON
        )
        _add_bot(player)
        _dispute(world, player, number)
        add_studies(player, world.lexicon)
        _add_upload(world, player)
    for seat in Seat.objects.filter(game__status=Game.Status.PLAYING, computer_level=None):
        _reply(seat)
    Move.objects.update(key=Concat(Value("move "), F("pk"), output_field=CharField()))


def _add_bot(player: Player) -> None:
    """Add a bot with a token, owned by this player."""
    bot = Player.objects.create(nickname=f"{player.nickname}{BOT_SUFFIX}", operator=player)
    name = f"for {player.nickname}"
    secret_hash, epoch = f"hash of {bot.pk}", player.epoch
    ApiToken.objects.create(
        owner=player,
        bot=bot,
        name=name,
        scopes=["play"],
        secret_hash=secret_hash,
        epoch=epoch,
        created_at=NOON,
    )


def _add_days_off(player: Player) -> None:
    """Add days off, so far ahead that they move no deadline."""
    begin = NOON + timedelta(days=300)
    off = Break(to_ms(begin), to_ms(begin + timedelta(days=2)))
    days = DaysOffPeriod(begin.date(), begin.date() + timedelta(days=1), "UTC", off)
    Player.objects.filter(pk=player.pk).update(days_off=[days.to_json()])


def _reply(seat: Seat) -> None:
    game, turn = seat.game, seat.game.turn_number
    ConditionalMove.objects.create(seat=seat, turn=turn, guess={"count": 0}, act={"kind": "pass"})
    Hint.objects.create(game=game, turn=turn, seat=seat.number, plays=[])
    Game.objects.filter(pk=game.pk).update(seats_with_replies=[*range(game.seats.count())])


def _add_upload(world: World, player: Player) -> None:
    """Add an uploaded game that its owner has not shared."""
    UploadedGame.objects.create(
        owner=player,
        text=f">{player.nickname}: CAT 8G CAT +10 10\n",
        digest=f"of {player.pk}",
        size=30,
        title=f"A game of {player.nickname}",
        names=[player.nickname, "?"],
        variant="scrabble",
        tile_set="en",
        layout="standard",
        revision=world.lexicon.current_revision,
        created_at=NOON,
    )


def _dispute(world: World, player: Player, number: int) -> None:
    Dispute.objects.create(
        lexicon=world.lexicon,
        revision=world.lexicon.current_revision,
        word="AB" + "AEIOU"[number],
        was_valid=False,
        reason="It is a word",
        author=player.nickname,
        author_key=f"player:{player.pk}",
    )
