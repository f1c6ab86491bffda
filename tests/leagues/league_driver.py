"""A league driven as its players drive it: by the forms of its pages."""

import re
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.test import Client

from games.leagues.models import Division, LadderChallenge, League, LeagueEntry, LeagueGame, Season
from games.leagues.services.departures import forfeit_departed
from games.leagues.services.ladders import expire_challenges
from games.leagues.services.rooms import begin_due_games, open_due_rooms
from games.leagues.services.seasons import end_due_seasons, start_due_seasons
from games.play.models import Game
from games.play.services.referee import find_due_games, referee_game
from games.play.services.turns import apply_seat_act
from games.players.models import Player
from games.rules.plays.acts import Forfeit
from tests.events.conftest import make_member
from tests.events.event_driver import EventClock, open_browser, read_text
from tests.form_answers import post_form

FORM: dict[str, Any] = {
    "title": "Slow League",
    "variant": "scrabble",
    "lexicon": "few",
    "challenge": "double",
    "turn_days": 2,
    "sign_up_days": 7,
    "season_days": 60,
    "break_days": 5,
}


@dataclass
class LeagueDriver:
    """A league and the people in it."""

    code: str
    clock: EventClock
    people: list[Player] = field(default_factory=list)
    browsers: dict[object, Client] = field(default_factory=dict)

    @classmethod
    def found(cls, founder: Player, clock: EventClock, /, **chosen: Any) -> "LeagueDriver":
        """Send the form for a new league."""
        browser = open_browser(founder)
        answer = browser.post("/leagues/new/", FORM | chosen | {"key": uuid4().hex})
        assert answer.status_code == 302, read_text(answer.content.decode())
        code = answer.headers["Location"].split("/")[2]
        return cls(code, clock, browsers={founder.pk: browser})

    def add_people(self, count: int) -> list[Player]:
        """Create members, numbered on from those there are."""
        first = len(self.people)
        added = [make_member(f"Player{number:03}") for number in range(first, first + count)]
        self.people += added
        return added

    def browser_of(self, player: Player | None) -> Client:
        key = player.pk if player else None
        if key not in self.browsers:
            self.browsers[key] = open_browser(player)
        return self.browsers[key]

    # What people see.

    def page(self, player: Player | None = None, path: str = "") -> str:
        answer = self.browser_of(player).get(f"/leagues/{self.code}/{path}")
        assert answer.status_code == 200, (answer.status_code, read_text(answer.content.decode()))
        return answer.content.decode()

    def ladder(self) -> list[str]:
        """Return the names on the ladder, as the page lists them."""
        page = self.page(None, "ladder/")
        found = re.search(r'<ol class="?ladder-places"?.*?</ol>', page, re.DOTALL)
        rows = re.findall(r"<li.*?</li>", found[0], re.DOTALL) if found else []
        return [read_text(row).split()[1] for row in rows]

    # What is stored.

    @property
    def league(self) -> League:
        return League.objects.get(code=self.code)

    def season(self, number: int) -> Season:
        return self.league.seasons.get(number=number)

    def divisions(self, number: int) -> list[Division]:
        return list(self.season(number).divisions.prefetch_related("entries__player", "games"))

    def entry(self, number: int, player: Player) -> LeagueEntry:
        return LeagueEntry.objects.get(season=self.season(number), player=player)

    def games(self, number: int) -> list[LeagueGame]:
        rows = LeagueGame.objects.filter(division__season=self.season(number))
        return list(rows.select_related("first__player", "second__player", "game__room"))

    # What people do.

    def send(self, player: Player | None, what: str, **fields: Any) -> str:
        """Send a form as a player. Returns what the page says afterwards, "" if all is well."""
        answer = post_form(self.browser_of(player), f"/leagues/{self.code}/{what}", fields)
        if answer is None:
            return ""
        page = answer.content.decode()
        assert answer.status_code in (200, 403, 404), (answer.status_code, read_text(page))
        if answer.status_code != 200:
            return read_text(page[page.index("<main") :])
        found = re.search(r'<ul class="?messages"?.*?</ul>', page, re.DOTALL)
        return read_text(found[0]) if found else ""

    def sign_up(self, *people: Player) -> None:
        for player in people:
            assert self.send(player, "sign-up") == ""

    def start(self) -> None:
        """Let the time of the open season come."""
        season = self.league.seasons.get(stage=Season.Stage.OPEN)
        self.clock.now = max(self.clock.now, season.starts_at)
        self.run_worker()

    def give_up(self, game: Game | None, seat: int) -> None:
        """Let a seat lose a game."""
        assert game is not None
        game.refresh_from_db()
        apply_seat_act(
            game.room.code,
            seat,
            Forfeit("away"),
            game_id=game.pk,
            turn=game.turn_number,
            now=self.clock.now,
        )

    def play_all(self, number: int, but: LeagueGame | None = None) -> None:
        """Play a season, ``but`` one game: whoever comes earlier in ``people`` wins each game."""
        ranks = {player.pk: rank for rank, player in enumerate(self.people)}
        for row in self.games(number):
            if row.result == LeagueGame.Result.NONE and row != but:
                assert row.first.player_id and row.second.player_id
                first, second = ranks[row.first.player_id], ranks[row.second.player_id]
                self.give_up(row.game, 0 if first > second else 1)

    def run_worker(self) -> None:
        """Take the steps that the worker takes, until none is left."""
        now = self.clock.now
        end_due_seasons(now)
        start_due_seasons(now)
        expire_challenges(now)
        open_due_rooms(now)
        while begin_due_games(now):
            pass
        forfeit_departed(now)

    def run_referee(self) -> None:
        """Let the referee end the turns whose time is over."""
        for code, game in list(find_due_games(self.clock.now)):
            referee_game(code, game, self.clock.now)

    def pass_days(self, days: float) -> None:
        """Let days pass with the referee at work."""
        until = self.clock.now + timedelta(days=days)
        while self.clock.now < until:
            self.clock.now = min(until, self.clock.now + timedelta(hours=6))
            self.run_referee()

    # The ladder.

    def join(self, *people: Player) -> None:
        for player in people:
            assert self.send(player, "ladder/join") == ""

    def challenge(self, player: Player, other: Player) -> str:
        place = self.league.ladder_places.get(player=other).pk
        return self.send(player, "ladder/challenge", place=place)

    @property
    def last_challenge(self) -> LadderChallenge:
        return self.league.challenges.order_by("-pk")[0]

    def answer(self, player: Player, how: str) -> str:
        pk = self.last_challenge.pk
        return self.send(player, "ladder/answer", challenge=pk, answer=how)

    def win_challenge(self, *, challenger: bool) -> None:
        """Let the challenger, or the one who was challenged, win the game of the last challenge."""
        self.run_worker()
        found = self.last_challenge
        assert found.game is not None
        loser = found.challenged if challenger else found.challenger
        seat = found.game.holders.get(player=loser).seat.number
        self.give_up(found.game, seat)
