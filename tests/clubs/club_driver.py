"""A club driven as its people drive it: by the forms of its pages."""

import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import uuid4

from django.test import Client

from games.clubs.models import Club, ClubEvent, ClubMember, ClubNight
from games.clubs.services.forgotten_nights import call_off_forgotten_nights
from games.clubs.services.membership import join_club
from games.clubs.services.nights import run_due_nights
from games.events.models import Event
from games.events.services.entries import enter_event
from games.events.services.results import enter_result
from games.events.services.rounds import pair_next_round, start_round
from games.players.models import Player
from tests.events.event_driver import EventClock, open_browser, read_text
from tests.form_answers import post_form

CLUB: dict[str, Any] = {
    "title": "Spandau Spellers",
    "about": "We meet by the river.",
    "language": "",
    "place": "Café Central, Berlin",
    "zone": "Europe/Berlin",
    "joining": "free",
}
NIGHT: dict[str, Any] = {
    "title": "Tuesday night",
    "weekday": 1,
    "begins_at": "19:00",
    "recurs": "weeks-1",
    "first_day": "2026-01-01",
    "days_before": 5,
    "variant": "scrabble",
    "lexicon": "few",
    "table_size": 2,
    "method": "swiss",
    "rounds": 1,
    "challenge": "double",
    "clock": "25+0/5",
    "on_boards": "on",
}


@dataclass
class ClubDriver:
    """A club, its owner and the people in it."""

    code: str
    owner: Player
    clock: EventClock
    browsers: dict[object, Client] = field(default_factory=dict)

    @classmethod
    def open(cls, owner: Player, clock: EventClock, /, **chosen: Any) -> "ClubDriver":
        """Send the form for a new club."""
        answer = open_browser(owner).post("/clubs/new/", CLUB | chosen | {"key": uuid4().hex})
        assert answer.status_code == 302, read_text(answer.content.decode())
        return cls(answer.headers["Location"].split("/")[2], owner, clock)

    def browser_of(self, player: Player | None) -> Client:
        key = player.pk if player else None
        if key not in self.browsers:
            self.browsers[key] = open_browser(player)
        return self.browsers[key]

    # What people see.

    def page(self, player: Player | None = None, path: str = "") -> str:
        answer = self.browser_of(player).get(f"/clubs/{self.code}/{path}")
        assert answer.status_code == 200, (answer.status_code, read_text(answer.content.decode()))
        return read_text(answer.content.decode())

    def status(self, player: Player | None, path: str = "") -> int:
        return self.browser_of(player).get(f"/clubs/{self.code}/{path}").status_code

    # What is stored.

    @property
    def club(self) -> Club:
        return Club.objects.get(code=self.code)

    def role(self, player: Player) -> str:
        member = ClubMember.objects.filter(club__code=self.code, player=player).first()
        return member.role if member else ""

    def events(self) -> list[ClubEvent]:
        return list(ClubEvent.objects.filter(club__code=self.code).select_related("event"))

    # What people do.

    def send(self, player: Player | None, what: str, **fields: Any) -> str:
        """Send a form as a player. Returns what the page says afterwards, "" if all is well."""
        answer = post_form(self.browser_of(player), f"/clubs/{self.code}/{what}", fields)
        if answer is None:
            return ""
        page = answer.content.decode()
        if answer.status_code != 200:
            return read_text(page[page.index("<main") :])
        found = re.search(r'<ul class="?messages"?.*?</ul>', page, re.DOTALL)
        return read_text(found[0]) if found else ""

    def direct(self, act: str, by: Player | None = None, **fields: Any) -> str:
        return self.send(by or self.owner, "desk/act", act=act, **fields)

    def admit(self, *people: Player) -> None:
        """Let people join, whoever may join by themselves."""
        invite = self.club.invite
        for player in people:
            join_club(self.code, player, self.clock.now, invite=invite)
            self.clock.advance(seconds=1)

    def plan_night(self, **chosen: Any) -> ClubNight:
        form = {name: value for name, value in (NIGHT | chosen).items() if value is not None}
        answer = self.browser_of(self.owner).post(
            f"/clubs/{self.code}/desk/nights/", form | {"key": uuid4().hex}
        )
        assert answer.status_code == 302, read_text(answer.content.decode())
        return ClubNight.objects.filter(club__code=self.code).order_by("-pk")[0]

    def run_worker_at(self, moment: datetime) -> list[str]:
        """Take the steps that the worker takes at a moment, and return the codes of events."""
        self.clock.now = moment
        return [*run_due_nights(moment), *call_off_forgotten_nights(moment)]

    def play_event(self, event: Event, *order: Player) -> None:
        """Play an event of one round on real boards, after which players are placed in this order.

        The first beats the last, the second the last but one, each by less.
        """
        now, director = self.clock.now, event.directors.all()[0].player
        for player in order:
            enter_event(event.code, player, now)
        ids = {one.player_id: one.pk for one in event.entrants.all()}
        half = len(order) // 2
        pinned = [[ids[order[n].pk], ids[order[-1 - n].pk]] for n in range(half)]
        pair_next_round(event.code, director, now, pinned=pinned)
        start_round(event.code, director, now)
        for table in event.rounds.get().tables.prefetch_related("seats"):
            first = next(seat.entrant_id for seat in table.seats.all())
            n = [pair[0] for pair in pinned].index(first)
            scores = [440 - 10 * n, 340 + 30 * n]
            enter_result(event.code, director, 1, table.number, scores, now)

    def make_event(self, day: date) -> Event:
        """Let the worker make the event of a day, in the morning of the day before."""
        codes = self.run_worker_at(datetime.combine(day - timedelta(days=1), time(9), UTC))
        return Event.objects.get(code__in=codes, starts_at__date=day)
