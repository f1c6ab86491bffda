"""What the people of a world have of their own: talk, letters, news, friends, choices, browsers."""

import json
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db.models import CharField, F, Value
from django.db.models.functions import Concat

from games.api.models import Token
from games.common.instants import to_ms
from games.computers.models import Hint
from games.mail.models import Letter
from games.moderation.models import Report
from games.moderation.services.reporting import Complaint, report_nickname
from games.people.models import Openness
from games.people.services.following import follow
from games.people.services.presence import note_present
from games.people.services.privacy import choose_privacy
from games.play.calendars import DaysOff
from games.play.models import Game, Move, Reply, Room, Seat
from games.play.services.drafts import lay_draft
from games.players.models import Notice, Player, Sanction, Telling
from games.players.names import BOT
from games.players.services.blocks import block
from games.players.services.sanctions import impose
from games.push.models import Push, Subscription
from games.rules.breaks import Break
from games.uploads.models import Upload
from lexicon.models import Dispute
from tests.play.conftest import NOON
from tests.worlds.scene import MEMBERS, World, client_as
from tests.worlds.studies import give_studies


def tell(world: World) -> None:
    """Somebody writes in every place there is; the teams lay tiles in thought."""
    for name in ("duel", "teams", "private", "waiting"):
        room = world.rooms[name]
        for who in (*MEMBERS, "Fern"):
            if room.public or who in ("Cobalt", "Rust"):
                _say(world, room, who)
    for who in ("Amber", "Cobalt", "Jade", "Rust"):
        laid = json.dumps([[112, "E", ""], [113, "A", ""]])
        lay_draft(world.rooms["teams"].code, str(world.people[who].pk), laid)


def _say(world: World, room: Room, who: str) -> None:
    client = client_as(world, who)
    for channel in ("room", "players", "watchers", "team"):
        sent = {"text": f"{who} to the {channel}", "channel": channel, "key": f"{who} {channel}"}
        answer = client.post(
            f"/r/{room.code}/chat/say", sent | {"key": f"{room.code} {sent['key']}"}
        )
        assert answer.status_code in (200, 409), answer.content


def befriend(world: World) -> None:
    """Letters, news, privacy, those they follow, a complaint that was settled."""
    people = world.people
    for name in MEMBERS:
        player = people[name]
        Player.objects.filter(pk=player.pk).update(email=f"{name.lower()}@letters.example")
        Notice.objects.create(
            player=player, kind="dispute", text=f"News for {name}", path="/", created_at=NOON
        )
        Letter.objects.create(
            kind="turn",
            to="a@b.example",
            player=player,
            sender=people["Cobalt"],
            subject="s",
            text="t",
            created_at=NOON,
        )
    follow(people["Jade"], people["Amber"].pk, NOON)
    follow(people["Rust"], people["Cobalt"].pk, NOON)
    choose_privacy(people["Rust"], profile=Openness.NOBODY, online=Openness.NOBODY)
    note_present([str(people[name].pk) for name in MEMBERS], NOON - timedelta(seconds=20))
    block(people["Rust"], people["Ivy"], NOON)
    complaint = Complaint(Report.Reason.NAME, "It is no name")
    report_nickname(people["Cobalt"], people["Jade"], complaint, NOON)
    impose(people["Jade"], Sanction.Kind.WARNING, "Mind your name", NOON)


def own(world: World) -> None:
    """What lies in tables that nobody else ever sees a row of: browsers that are told, keys,
    addresses, tables of choices, days off, stored replies, hints."""
    for number, name in enumerate(MEMBERS):
        player = world.people[name]
        account = User.objects.get(username=name)
        Telling.objects.create(player=player)
        EmailAddress.objects.create(user=account, email=f"{name.lower()}@accounts.example")
        Authenticator.objects.create(user=account, type="webauthn", data={"name": name})
        _take_days(player)
        subscription = Subscription.objects.create(
            player=player,
            mark=f"mark of {name}",
            endpoint=f"https://push.example/{name}",
            p256dh="B",
            auth="A",
            service="push.example",
            epoch=player.epoch,
            created_at=NOON,
        )
        Push.objects.create(
            subscription=subscription, kind="turn", notice=player.notices.first(), created_at=NOON
        )
        _let_in(player)
        _dispute(world, player, number)
        give_studies(player, world.lexicon)
        _bring_along(world, player)
    for seat in Seat.objects.filter(game__status=Game.Status.PLAYING, computer_level=None):
        _reply(seat)
    Move.objects.update(key=Concat(Value("move "), F("pk"), output_field=CharField()))


def _let_in(player: Player) -> None:
    """A program of theirs."""
    bot = Player.objects.create(nickname=f"{player.nickname}{BOT}", operator=player)
    name = f"for {player.nickname}"
    mark, epoch = f"mark of {bot.pk}", player.epoch
    Token.objects.create(
        owner=player, bot=bot, name=name, scopes=["play"], mark=mark, epoch=epoch, created_at=NOON
    )


def _take_days(player: Player) -> None:
    """Far from here, where they move no deadline."""
    begin = NOON + timedelta(days=300)
    off = Break(to_ms(begin), to_ms(begin + timedelta(days=2)))
    days = DaysOff(begin.date(), begin.date() + timedelta(days=1), "UTC", off)
    Player.objects.filter(pk=player.pk).update(days_off=[days.to_json()])


def _reply(seat: Seat) -> None:
    game, turn = seat.game, seat.game.turn_number
    Reply.objects.create(seat=seat, turn=turn, guess={"count": 0}, act={"kind": "pass"})
    Hint.objects.create(game=game, turn=turn, seat=seat.number, plays=[])
    Game.objects.filter(pk=game.pk).update(replying=[*range(game.seats.count())])


def _bring_along(world: World, player: Player) -> None:
    """A game played elsewhere, which its owner has not shared."""
    Upload.objects.create(
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
        good=False,
        reason="It is a word",
        author=player.nickname,
        author_key=f"player:{player.pk}",
    )
