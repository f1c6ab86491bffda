"""A room with seated players, and a replay of its game beside the server's.

The tests know the seed of every game (``TEST_SEED``), so a :class:`Table` knows each rack and the
bag, and can check at any time whether the server's game is the expected one.
"""

import hashlib
import re
import uuid
from dataclasses import fields
from typing import Any

from games.rules.equipment.word_lookup import WordLookup
from games.rules.flow.game import GameState, Phase, apply, start_game
from games.rules.plays.acts import Act, Exchange, Pass, Play
from games.rules.positions.options import Options
from games.rules.positions.variants import get_variant
from tests.live.client import Answer, Visitor, make_command_key
from tests.live.play_finder import NoWords, find_plays
from tests.site_processes import Site

TEST_SEED = "every draw is known"
PROXY = "127.0.0.3"
"""The address of a proxy that the sites of these tests trust."""


class Table:
    """A room on ``site``; neighbours at the table use different web processes.

    The last ``empty`` seats stay free. ``label`` makes its title unique, and so its draws; it is
    in the players' names as well, which end with ``suffix``.
    ``state`` is the expected game, ``lexicon`` the words that are valid in challenges.
    """

    def __init__(
        self,
        site: Site,
        seats: int = 2,
        *,
        started: bool = True,
        empty: int = 0,
        label: str = "",
        suffix: str = "",
        **options: Any,
    ) -> None:
        self.site = site
        self.title = f"Table {label or uuid.uuid4().hex[:10]}"
        self.options = {"challenge": "single"} | options
        self.lexicon: WordLookup = NoWords()
        names = [f"{self.title.split()[1]} {n}{suffix}" for n in range(seats - empty)]
        self.people = [Visitor(site.web(n), name) for n, name in enumerate(names)]
        self.code = self._open(seats)
        for number in range(1, len(names)):
            answer = self.post(number, "sit", seat=number, name=self.people[number].name)
            assert answer.status == 200, answer.text
        self.game_number = 1
        self._games: dict[int, str] = {}
        if started:
            self.start()

    def _open(self, seats: int) -> str:
        host = self.people[0]
        wanted = {
            "title": self.title,
            "variant": "scrabble",
            "seats": seats,
            "lexicon": "en-open",
            "end_rule": "passes",
            "adjustment": "standard",
            "exchange_minimum": 7,
            "placement": "strict",
            "public": "on",
            "name": host.name,
        }
        answer = host.post("/rooms/", htmx=False, **wanted | self.options)
        assert answer.status == 302, answer.text
        found = re.fullmatch(r"/r/(\w+)/", answer.headers["Location"])
        assert found
        return found[1]

    def start(self) -> None:
        answer = self.post(0, "start")
        assert answer.status == 200, answer.text
        self.deal()

    def deal(self) -> None:
        """Deal the replayed game in the same way as the server's new game."""
        chosen = {
            one.name: self.options[one.name] for one in fields(Options) if one.name in self.options
        }
        chosen.pop("clock", None)  # the replay has no clock
        rules = get_variant("scrabble").options(**chosen)
        # Only a room's first game draws for the start; in a rematch the first seat begins.
        first = self.game_number == 1
        self.state = start_game("scrabble", rules, len(self.people), self.seed, drawn=first).state

    @property
    def seed(self) -> bytes:
        text = f"{TEST_SEED}/{self.title}/{self.game_number}"
        return hashlib.sha256(text.encode()).digest()

    @property
    def path(self) -> str:
        return f"/r/{self.code}/"

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        assert self.state.to_move is not None
        return self.state.to_move

    def rack(self, seat: int) -> str:
        """Return a seat's tiles in tile notation, sorted."""
        return "".join(sorted(self.state.tile_set.write(self.state.seats[seat].rack)))

    def spectator(self, number: int = 0) -> Visitor:
        return Visitor(self.site.web(number))

    def post(self, seat: int, verb: str, /, **fields: Any) -> Answer:
        return self.people[seat].post(self.path + verb, **fields)

    def fields(self, act: Act, turn: int | None = None, key: str | None = None) -> dict[str, Any]:
        """Return the form fields that the page would send for this act."""
        sent: dict[str, Any] = {
            "game": self.game_shown,
            "turn": self.state.turn_number if turn is None else turn,
            "key": make_command_key() if key is None else key,
        }
        if isinstance(act, Play):
            sent["position"], sent["tiles"] = act.write(self.state.tile_set)
        if isinstance(act, Exchange):
            sent["tiles"] = self.state.tile_set.write(act.tiles)
        return sent

    def send(self, seat: int, act: Act, turn: int | None = None, key: str | None = None) -> Answer:
        """Post an act and return the answer, successful or not."""
        return self.post(seat, get_command_name(act), **self.fields(act, turn, key))

    def follow(self, seat: int, act: Act) -> GameState:
        """Apply the act to the replayed game."""
        after = apply(self.state, seat, act, lexicon=self.lexicon, seed=self.seed)
        self.state = after.state
        return self.state

    def do(self, seat: int, act: Act) -> Answer:
        """Post an act that must succeed."""
        answer = self.send(seat, act)
        assert answer.status == 200, f"{act}: {answer.status} {answer.message}"
        self.follow(seat, act)
        return answer

    def play(self, least: int = 1) -> Answer:
        """Make any play for the seat to move."""
        return self.do(self.mover, find_plays(self.state, self.mover, least=least)[0])

    def play_out(self) -> None:
        """Play until a seat has gone out and the others must accept or challenge."""
        while self.state.phase is Phase.PLAYING:
            try:
                self.play()
            except AssertionError as error:
                if "to be found" not in str(error):
                    raise
                self.do(self.mover, Pass())
        assert self.state.phase is Phase.FINAL_CHALLENGE

    @property
    def game_shown(self) -> str:
        """The same as :attr:`game_id`, but requested only once per game."""
        if self.game_number not in self._games:
            self._games[self.game_number] = self.game_id
        return self._games[self.game_number]

    @property
    def game_id(self) -> str:
        """The id of the current game, as in the address of its record."""
        return self.people[0].get(self.path + "bundle").bundle.game

    def check(self) -> None:
        """Check that every seat, through its own web process, sees exactly the replayed game."""
        for seat, person in enumerate(self.people):
            bundle = person.get(self.path + "bundle").bundle
            assert (bundle.turn, bundle.phase) == (self.state.turn_number, self.state.phase)
            assert bundle.seat == seat
            assert bundle.rack == self.rack(seat)
            assert bundle.scores == [one.score for one in self.state.seats]
            assert bundle.bag == len(self.state.bag)


def get_command_name(act: Act) -> str:
    return type(act).__name__.lower()
