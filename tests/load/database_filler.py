"""Fills a database quickly with years of a busy site: rows as text, by COPY or in bulk.

One member ("Busy") plays in every twentieth game. A rare game, a rare language and a rare word
occur only a few times. Running games that pages read are played through the services.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import connection, models
from django.utils import timezone

from games.chat.models import Chat, Message
from games.common.names import get_confusable_key
from games.computers.models import Hint
from games.people.models import Follow, MemberPresence, PlayedGame, PlayedWord, PrivacySettings
from games.play.models import Game, Move, Room, Seat, SeatMember
from games.players.models import Notification, Player
from games.ratings.models import Ladder, RatedGame, Rating, RatingChange
from lexicon.models import Lexicon
from tests.load.bulk_rows import TableRows, Values, format_instant, make_row_id, plain_tables

RARE = 5000
"""One room in this many is of the rare kind."""
BUSY_EVERY = 20
GAMES_OF_A_ROOM = 4
FIRST = 1000
"""The first id of rows written here; smaller ones belong to rows made by services."""
YEARS = timedelta(days=3 * 365)
ENDED = {"reason": "passes", "winner": 0, "scores": [401, 377], "adjustments": [0, 0]}
ENDED |= {"before": [401, 377], "overtime": [], "tie_break": None}
WORDS = ("CARE", "RACE", "ACRE", "TEAL", "LATE", "TALE", "STONE", "NOTES", "ONSET")


class DatabaseFiller:
    """Writes this many ended games and all that belongs to them. Member 0 is the busy one."""

    def __init__(self, games: int, common: Lexicon, rare: Lexicon, state: str) -> None:
        self.games, self.common, self.rare = games, common, rare
        self.members = max(40, games // 20)
        self.rooms = games // GAMES_OF_A_ROOM + 1
        self.running = max(40, games // 50)
        self.state = state
        self.now = timezone.now()
        self.step = YEARS / games
        self.first_user = FIRST

    def ended_at(self, game: int) -> str:
        return format_instant(self.now - YEARS + self.step * (game + 1))

    def players_of(self, game: int) -> tuple[int, int]:
        one = 0 if game % BUSY_EVERY == 0 else 1 + game * 7919 % (self.members - 1)
        two = 1 + (game * 104729 + 1) % (self.members - 1)
        return one, two if two != one else 1 + two % (self.members - 1)

    def is_rare(self, room: int) -> bool:
        return room % RARE == RARE // 10

    def fill(self) -> None:
        with plain_tables(FILLED):
            self.fill_people()
            self.fill_games()
            self.fill_figures()
            self.fill_ratings()
            self.fill_news()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE" if connection.vendor == "sqlite" else "VACUUM ANALYZE")

    def fill_people(self) -> None:
        some, members, first = range(self.members), self.members, self.first_user
        TableRows(User, "id", "username", "email", password="!", is_active=True).fill(
            (first + n, f"member{n}", f"m{n}@tiles.example") for n in some
        )
        names = ["Busy", *(f"Member {n}" for n in range(1, members))]
        TableRows(Player, "id", "nickname", "confusable_key", "user").fill(
            (make_row_id("player", n), names[n], get_confusable_key(names[n]), first + n)
            for n in some
        )
        TableRows(Player, "id", "nickname", "confusable_key").fill(
            (make_row_id("guest", n), f"Guest {n}", f"guest{n}") for n in range(members)
        )
        TableRows(PrivacySettings, "id", "player", profile="nobody").fill(
            (n, make_row_id("player", n)) for n in range(1, members, 100)
        )
        TableRows(MemberPresence, "id", "player", "seen_at").fill(
            (n + FIRST, make_row_id("player", n), format_instant(self.now - self.step * n))
            for n in some
        )
        TableRows(Follow, "id", "follower", "followed").fill(
            (n, make_row_id("player", 0), make_row_id("player", n))
            for n in range(1, min(members, 300))
        )

    def fill_games(self) -> None:
        games, total = range(self.games), self.games + self.running
        rooms, later = self.rooms, format_instant(self.now)
        TableRows(
            *(Room, "id", "code", "title", "host", "variant", "edition", "lexicon", "public"),
            *("stage", "seen_at"),
            created_at=later,
        ).fill(
            (
                *(n + FIRST, f"g{n}", f"Room {n}", make_row_id("player", n % self.members)),
                *(("qwibble", "qwibble-en") if self.is_rare(n) else ("scrabble", "en")),
                self.rare.pk if n % RARE == RARE // 5 else self.common.pk,
                int(n % 5 != 1 or self.is_rare(n)),
                *(("over", None) if n < rooms else ("playing", later)),
            )
            for n in range(rooms + self.running)
        )
        ended = TableRows(
            *(Game, "id", "room", "number", "ended_at", "moved_at", "rated"),
            status="over",
            outcome=ENDED,
            state={},
            turn_number=24,
            revision=self.common.current_revision_id,
        )
        ended.fill(
            (
                *(make_row_id("game", n), n // GAMES_OF_A_ROOM + FIRST, n % GAMES_OF_A_ROOM + 1),
                *(self.ended_at(n), self.ended_at(n), n % 2),
            )
            for n in games
        )
        going = TableRows(
            *(Game, "id", "room", "moved_at", "state"),
            status="playing",
            number=1,
            turn_number=3,
            revision=self.common.current_revision_id,
        )
        going.fill(
            (make_row_id("game", n), rooms + n - self.games + FIRST, later, self.state)
            for n in range(self.games, total)
        )
        TableRows(Seat, "id", "game", "number").fill(
            (2 * n + s + FIRST, make_row_id("game", n), s) for n in range(total) for s in (0, 1)
        )
        TableRows(SeatMember, "id", "seat", "game", "player", "game_over").fill(
            (
                2 * n + s + FIRST,
                2 * n + s + FIRST,
                make_row_id("game", n),
                make_row_id("player", who),
                int(n in games),
            )
            for n in range(total)
            for s, who in enumerate(self._sitting(n))
        )

    def _sitting(self, game: int) -> tuple[int, int]:
        """Return a game's two players.

        Running games are spread over all members: no real member plays thousands at a time.
        """
        if game < self.games:
            return self.players_of(game)
        one = 1 + game % (self.members - 2)
        return one, one + 1

    def fill_figures(self) -> None:
        games = range(self.games)
        TableRows(
            *(PlayedGame, "id", "game", "player", "seat", "ended_at", "variant", "language"),
            *("result", "place", "score", "best_score"),
            speed="live",
            versus="members",
            plays=12,
            best_word="CARE",
            totalled=True,
        ).fill(
            (
                *(
                    2 * n + s + FIRST,
                    make_row_id("game", n),
                    make_row_id("player", who),
                    s,
                    self.ended_at(n),
                ),
                "qwibble" if self.is_rare(n // GAMES_OF_A_ROOM) else "scrabble",
                "de" if n // GAMES_OF_A_ROOM % RARE == RARE // 5 else "en",
                *("won" if s == 0 else "lost", s + 1, 401 - 24 * s, 60 + n % 97),
            )
            for n in games
            for s, who in enumerate(self.players_of(n))
        )
        fill_totals()
        TableRows(PlayedWord, "id", "game", "seat", "word").fill(
            (
                2 * n + s + FIRST,
                make_row_id("game", n),
                s,
                "RARELY" if n % RARE == 3 else WORDS[(n + s) % 9],
            )
            for n in games
            for s in (0, 1)
        )
        TableRows(*(Move, "id", "game", "number", "seat", "made_at"), kind="pass").fill(
            (6 * n + m + FIRST, make_row_id("game", 10 * n), m + 1, m % 2, self.ended_at(10 * n))
            for n in range(self.games // 10)
            for m in range(6)
        )

    def fill_ratings(self) -> None:
        rated, counts = range(1, self.games, 2), Counter[int]()
        ladder = Ladder.objects.create(
            variant="scrabble", language="en", speed="live", games=len(rated)
        )
        TableRows(RatedGame, "game", "number", ladder=ladder.pk).fill(
            (make_row_id("game", n), number) for number, n in enumerate(rated, 1)
        )
        changes = TableRows(
            RatingChange, "id", "rating", "rated_game", "number", "place", "mu", sigma=2.0
        )
        changes.fill(self._changes(rated, counts))
        TableRows(Rating, "id", "player", "games", "mu", sigma=2.0, ladder=ladder.pk).fill(
            (n + FIRST, make_row_id("player", n), counts[n], 20 + n % 977 / 100) for n in counts
        )

    def _changes(self, rated: range, counts: "Counter[int]") -> Iterator[Values]:
        number = 0
        for n in rated:
            for place, who in enumerate(self.players_of(n), 1):
                number += 1
                counts[who] += 1
                yield (
                    number,
                    who + FIRST,
                    make_row_id("game", n),
                    counts[who],
                    place,
                    20 + number % 500 / 50,
                )

    def fill_news(self) -> None:
        few, busy = self.games // 2, max(1, self.games // 2 // 500)
        TableRows(
            Notification, "id", "player", "room", "created_at", "read_at", kind="ended", data={}
        ).fill(
            (
                *(n + FIRST, make_row_id("player", 0 if n % busy == 0 else n % self.members)),
                *(n % self.rooms + FIRST, self.ended_at(2 * n)),
                self.ended_at(2 * n) if n % 3 else None,
            )
            for n in range(few)
        )
        TableRows(Chat, "room").fill((n + FIRST,) for n in range(self.rooms))
        TableRows(
            *(Message, "id", "chat", "game", "author", "key", "sent_at"),
            channel="room",
            text="Hello",
        ).fill(
            (
                *(
                    n + FIRST,
                    n % self.rooms + FIRST,
                    make_row_id("game", n),
                    make_row_id("player", n % self.members),
                ),
                *(str(n), self.ended_at(n)),
            )
            for n in range(self.games // 10)
        )
        TableRows(Hint, "id", "game", "turn", "asked_at", seat=0, plays=[]).fill(
            (n + FIRST, make_row_id("game", n), 1, self.ended_at(n))
            for n in range(self.games // 20)
        )


def fill_totals() -> None:
    """Add all games to their players' totals at once. The worker takes many small steps for it."""
    with connection.cursor() as cursor:
        cursor.execute(TOTALS)


TOTALS = """
INSERT INTO games_resulttotal
(player_id, variant, language, speed, versus, result, games, points, highest, bingos)
SELECT player_id, variant, language, speed, versus, result, COUNT(*), SUM(score), MAX(score),
SUM(bingos) FROM games_playedgame GROUP BY player_id, variant, language, speed, versus, result
"""

FILLED: list[type[models.Model]] = [
    Room,
    Game,
    Player,
    Seat,
    SeatMember,
    Move,
    PlayedGame,
    PlayedWord,
    Notification,
    Message,
    Hint,
    Rating,
]
FILLED += [RatingChange, PrivacySettings, MemberPresence, Follow]
