"""A filled site, and every readable address of it, for :mod:`tests.load.large_database`."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.api.services.tokens import create_token
from games.chat.models import Message
from games.common.names import list_confusable_keys
from games.play.models import Game, Room
from games.play.services import rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.players.models import Notification, Player, ReservedName
from games.players.terms.badges import create_badge
from games.rules.plays.acts import Pass
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.live.access_table import ACCESS
from tests.live.games_beside import open_all_beside
from tests.load.bulk_rows import make_row_id
from tests.load.database_filler import DatabaseFiller
from tests.play.small_lexicon import WORDS

OWN_GAMES = 20
"""Games that the busy member is playing."""

LEFT_OUT = ("logout", "stream", "games:download_data", "games:api:export")
"""Addresses that are not pages or lists: they stream, or export everything at once."""


@dataclass
class FilledSite:
    busy: Player
    rare: Player
    room: Room
    old_room: Room
    ended: Game
    token: str
    filling: DatabaseFiller
    beside: dict[str, str]
    """Values for the addresses of the busy member's club, which has the room's code."""

    @classmethod
    def make(cls, games: int) -> "FilledSite":
        common = make_dictionary("few", "Few words", "en")
        other = make_dictionary("wenig", "Wenige Wörter", "de")
        people = [Player.objects.create(nickname=name) for name in ("Amber", "Cobalt")]
        played = [make_game(people, common, number) for number in range(2)]
        ended = finish_game(played[0])
        state = Game.objects.get(room=played[1]).state
        filling = DatabaseFiller(games, common, other, json.dumps(state))
        filling.fill()
        busy = Player.objects.get(pk=make_row_id("player", 0))
        rare = Player.objects.get(pk=make_row_id("player", 7))
        for player in (busy, rare):
            for key in list_confusable_keys(player.nickname):
                ReservedName.objects.get_or_create(confusable_key=key, defaults={"player": player})
        for number in range(OWN_GAMES):
            make_game([busy, people[1]], common, 10 + number)
        old_room = Room.objects.get(code="g1")
        _row, token = create_token(busy, "scale", ["upload", "analyse"], "", timezone.now())
        room = played[1]
        room.host = busy
        room.save(update_fields=["host"])
        beside = open_all_beside(room, busy, (busy.nickname, rare.nickname))
        return cls(busy, rare, room, old_room, ended, token, filling, beside)

    def client(self, player: Player | None) -> Client:
        client = Client()
        if player is not None:
            session = client.session
            session["player"], session["epoch"] = str(player.pk), player.epoch
            session.save()
            client.cookies["sessionid"] = session.session_key or ""
        return client

    def addresses(self) -> Iterator[tuple[str, Client, str]]:
        """Yield each address: its name, the browser or program that requests it, and the path."""
        member, program = (
            self.client(self.busy),
            Client(headers={"Authorization": f"Bearer {self.token}"}),
        )
        for name in sorted({what.split()[1] for what in ACCESS if what.startswith("GET ")}):
            if not any(part in name for part in LEFT_OUT):
                by = program if name.startswith("games:api:") else member
                yield name.removeprefix("games:"), by, self.path_of(name)
        yield from self.lists(member, program)
        staff = Client()
        staff.force_login(User.objects.create_superuser("root"))
        yield "admin", staff, "/admin/"

    def lists(self, member: Client, program: Client) -> Iterator[tuple[str, Client, str]]:
        """Yield lists with their filters."""
        api, past = reverse("games:api:games"), reverse("games:past_games")
        day = (timezone.now() - timedelta(days=1000)).date()
        for filters in (
            *("variant=qwibble", "language=de", "variant=qwibble&language=de", "language=fi"),
            *("variant=scrabble", "variant=scrabble&language=en&limit=100"),
            *(f"player={self.rare.nickname}", f"player={self.busy.nickname}"),
            f"player={self.busy.nickname}&variant=qwibble",
            *(f"until={day}", f"since={day}&until={day}", f"variant=qwibble&until={day}"),
        ):
            for who, by in (("", Client()), (" (token)", program)):
                yield f"api games?{filters}{who}", by, f"{api}?{filters}"
        for filters in (
            *(f"name={self.rare.nickname}", "name=Nobody", "name=M", "word=RARELY", "word=ZZZ"),
            *("variant=qwibble", f"until={day}", "name=Nobody&word=CARE", "word=CARE"),
        ):
            yield f"past?{filters}", member, f"{past}?{filters}"
        profile = reverse("games:profile", args=[self.busy.nickname])
        yield "profile of the busy, by a stranger", Client(), profile
        other = reverse("games:profile", args=[self.rare.nickname])
        yield "profile of a member with few games", member, other
        board = reverse("games:leaderboard", args=["scrabble", "en", "live"])
        yield "leaderboard, last page", member, f"{board}?page=99999"
        yield "lobby, by a stranger", Client(), "/"
        search = reverse("games:search")
        for query in (self.busy.nickname, "M", "Nobody", self.room.code, str(self.ended.pk)):
            yield f"search?q={query}", member, f"{search}?{urlencode({'q': query})}"

    def path_of(self, name: str) -> str:
        no_id = str(UUID(int=0))
        values = {
            "code": self.old_room.code
            if name in ("games:past_games_in", "games:earlier_games")
            else self.room.code,
            "game_id": str(self.ended.pk),
            "record_id": str(self.ended.pk),
            "player_id": str(self.rare.pk),
            "badge": create_badge(str(self.rare.pk), self.room.code),
            "name": self.busy.nickname,
            "token": "no-token",
            "variant": "scrabble",
            "language": "en",
            "speed": "live",
            "slug": "few",
            "number": "1",
            **self.beside,
        }
        from tests.live.visitors import ROUTES

        kwargs = {
            one: values.get(one, no_id if one.endswith("_id") else "en") for one in ROUTES[name]
        }

        if "number" in kwargs and name.startswith("games:club_chat"):
            kwargs["number"] = self.beside["club"]
        if "number" in kwargs and name == "games:notice":
            kwargs["number"] = str(Notification.objects.filter(player=self.busy)[0].pk)
        if "number" in kwargs and name in ("games:chat_person", "games:report_message"):
            kwargs["number"] = str(next(iter(Message.objects.values_list("pk", flat=True)[:1])))
        return reverse(name, kwargs=kwargs)


def make_dictionary(slug: str, name: str, language: str) -> Lexicon:
    made = Lexicon.objects.create(slug=slug, name=name, language=language, default=True)
    publish_words(made, WORDS, base=None, author=Author("scale"), note="for a measurement")
    made.refresh_from_db()
    return made


def make_game(people: list[Player], lexicon: Lexicon, number: int) -> Room:
    """Start a game of two."""
    rules, now = get_variant("scrabble"), timezone.now()
    room_settings = RoomSettings("scrabble", rules.tile_set, lexicon, 2, rules.options())
    room = rooms.open_room(people[0], room_settings, now)
    seats.take_seat(room.code, people[1], 1, now)
    rooms.start_game(room.code, people[0], now)
    return room


def finish_game(room: Room) -> Game:
    """End a game by passing, before anyone has played tiles."""
    for _ in range(20):
        game = Game.objects.get(room=room)
        if game.status == Game.Status.OVER or game.state is None:
            break
        turns.apply_seat_act(
            room.code,
            game.state["to_move"],
            Pass(),
            game_id=game.pk,
            turn=game.turn_number,
            now=timezone.now(),
        )
    return Game.objects.get(room=room)
