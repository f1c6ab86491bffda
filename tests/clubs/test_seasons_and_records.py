"""Season standings over club nights, and the records of a club."""

from datetime import date

import pytest

from games.broadcasts.models import AnnotatedGame
from games.clubs.models import ClubSeason
from games.clubs.terms.season_standings import SeasonScoring, rank_season
from games.events.models import Event, EventSeat
from games.events.services.entries import enter_event
from games.events.services.rounds import pair_next_round, start_round
from games.people.models import PlayedGame
from games.play.models import Game
from games.play.services.naming import rename_player
from games.players.models import Player
from tests.broadcasts.keeper_driver import KeptGame
from tests.clubs.club_driver import ClubDriver
from tests.clubs.conftest import OpenClub
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

DAYS = (date(2026, 5, 5), date(2026, 5, 12), date(2026, 5, 19))


def add_season(club: ClubDriver, **chosen: object) -> ClubSeason:
    form = {
        "title": "Spring",
        "first_day": "2026-05-01",
        "last_day": "2026-05-31",
        "points": "10, 7 5",
        "attendance": 1,
        "key": "a season",
    }
    address = f"/clubs/{club.code}/desk/seasons/"
    for _press in range(2):
        answer = club.browser_of(club.owner).post(address, form | chosen)
        assert answer.status_code == 302, answer.content.decode()
    return ClubSeason.objects.get(club__code=club.code, title=chosen.get("title", "Spring"))


def play_nights(club: ClubDriver, people: list[Player]) -> None:
    """Play three nights: Amber wins two of them, Cobalt one."""
    amber, cobalt, jade, rust = people[:4]
    club.plan_night(days_before=2)
    orders = ((amber, cobalt, jade, rust), (cobalt, amber), (amber, jade, cobalt, rust))
    for day, order in zip(DAYS, orders, strict=True):
        club.play_event(club.make_event(day), *order)


def read_rows(club: ClubDriver, season: ClubSeason) -> str:
    return club.page(None, f"seasons/{season.pk}/")


def test_equal_totals_are_ranked_by_the_best_nights() -> None:
    nights = [{"a": 1, "b": 2, "c": 3}, {"b": 2, "a": 3, "c": 1}, {"c": 2}]
    lines = rank_season(nights, SeasonScoring(points=(10, 7, 4), best=2))
    assert [(line.player, line.total) for line in lines] == [("c", 17), ("a", 14), ("b", 14)]
    assert [line.place for line in lines] == [1, 2, 3], "ten and four come before two sevens"
    assert lines[0].counted == {1, 2}


def test_players_level_on_everything_share_a_place() -> None:
    lines = rank_season([{"a": 1, "b": 2, "c": 9}, {"b": 1, "a": 2, "c": 9}], SeasonScoring())
    assert [(line.player, line.place) for line in lines] == [("a", 1), ("b", 1), ("c", 3)]


def test_a_season_without_nights_is_empty() -> None:
    assert rank_season([], SeasonScoring()) == []


def test_nights_add_up_to_a_season(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(members=4)
    play_nights(club, people)
    page = read_rows(club, add_season(club))
    assert page.index("Amber") < page.index("Cobalt") < page.index("Rust")
    assert "Points by place: 10 – 7 – 5. Everyone else: 1." in page
    assert "1 Amber 27 3" in page


def test_only_the_best_nights_count(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(members=4)
    play_nights(club, people)
    page = read_rows(club, add_season(club, best=2))
    assert "The best 2 nights count." in page and "1 Amber 20 3" in page


def test_only_nights_of_the_season_count(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(members=4)
    play_nights(club, people)
    page = read_rows(club, add_season(club, title="One week", last_day="2026-05-09"))
    assert "1 Amber 10 1" in page
    later = add_season(club, title="Summer", first_day="2026-06-01", last_day="2026-06-30", key="s")
    assert "No nights have been played this season yet" in read_rows(club, later)


@pytest.mark.parametrize(
    "wrong", [{"points": "7 10"}, {"points": "ten"}, {"last_day": "2026-04-01"}, {"attendance": 9}]
)
def test_seasons_that_make_no_sense_are_refused(
    open_club: OpenClub, wrong: dict[str, object]
) -> None:
    club = open_club()
    with pytest.raises(AssertionError):
        add_season(club, **wrong)
    assert not ClubSeason.objects.exists()


def test_a_director_adds_an_event_of_their_own(open_club: OpenClub, people: list[Player]) -> None:
    club, other = open_club(members=4), open_club(title="Others", by=people[5])
    form = {"title": "Cup", "variant": "scrabble", "lexicon": "few", "table_size": 2, "rounds": 1}
    form |= {"method": "swiss", "entry": "anyone", "challenge": "double", "on_boards": "on"}
    answer = club.browser_of(club.owner).post("/events/new/", form | {"key": "k"})
    code = answer.headers["Location"].split("/")[2]
    assert "Only directors" in other.direct("add_event", by=people[5], event=code)
    for _press in range(2):
        assert club.direct("add_event", event=code) == ""
    club.play_event(Event.objects.get(code=code), *people[:2])
    assert "1 Amber 10 1" in read_rows(club, add_season(club))


def test_a_renamed_player_is_shown_by_the_new_name(
    open_club: OpenClub, people: list[Player]
) -> None:
    club = open_club(members=4)
    play_nights(club, people)
    season = add_season(club)
    assert "Amber" in read_rows(club, season)
    rename_player(people[0], "Ambergris")
    assert "1 Ambergris 27 3" in read_rows(club, season)


def test_records_on_real_boards_come_from_results(
    open_club: OpenClub, people: list[Player]
) -> None:
    club = open_club(members=4)
    assert "Records" not in club.page()
    play_nights(club, people)
    assert "High game 440 Amber" in club.page()


def test_games_written_down_set_records_by_their_plays(
    open_club: OpenClub, people: list[Player]
) -> None:
    """A scorekeeper has written down one table of a club night on real boards."""
    club = open_club(members=2)
    club.plan_night(days_before=2)
    event = club.make_event(DAYS[0])
    director = event.directors.all()[0].player
    for player in people[:2]:
        enter_event(event.code, player, club.clock.now)
    pair_next_round(event.code, director, club.clock.now)
    start_round(event.code, director, club.clock.now)
    browser = club.browser_of(director)
    form = {"event": event.code, "round": 1, "table": 1, "key": "annotate"}
    assert browser.post("/live/new/", form).status_code == 302
    game = KeptGame(AnnotatedGame.objects.get().code, director, browser)
    assert game.play(1, "8G", "quiz") == ""
    assert game.add(0, "withdrawal") == "", "a play that was taken back sets no record"
    for position, tiles in (("8G", "jack"), ("8G", "....s"), ("K8", ".o"), ("K8", "..n")):
        assert game.play(0, position, tiles) == ""
    assert game.play(0, "K8", "...s") == ""
    assert "Records" not in club.page()
    assert game.send("end", left=["", ""], overtime=["", ""]) == ""
    (first, _second) = EventSeat.objects.filter(table__round__event=event)
    assert first.score is not None
    page, name = club.page(), first.entrant.shown_name
    assert f"High game {first.score} {name} Review game" in page
    assert f"High play 34 JACK {name} Review game" in page
    assert f"Best average turn {first.score / 5:.1f} {name} Review game" in page
    assert game.send("reopen") == ""
    assert "High play" not in club.page()


def test_records_come_from_finished_games(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(members=2)
    club.plan_night(days_before=2, on_boards=None)
    event = club.make_event(DAYS[0])
    director = event.directors.all()[0].player
    for player in people[:2]:
        enter_event(event.code, player, club.clock.now)
    pair_next_round(event.code, director, club.clock.now)
    start_round(event.code, director, club.clock.now)
    game = Game.objects.get(event_table__round__event=event)
    add_figures(game, people[0], 0, score=512, plays=16, best_score=98, best_word="QUIXOTRY")
    add_figures(game, people[1], 1, score=333, plays=9, best_score=60, best_word="ZA")
    page = club.page()
    assert "High game 512 Amber Review game" in page
    assert "High play 98 QUIXOTRY Amber" in page
    assert "Best average turn 37.0 Cobalt" in page
    PlayedGame.objects.update(result=PlayedGame.Result.ANNULLED)
    assert "High game" not in club.page()


def add_figures(game: Game, player: Player, seat: int, **figures: object) -> None:
    """Store what the site counts of a finished game."""
    PlayedGame.objects.create(
        game=game,
        player=player,
        seat=seat,
        ended_at=NOON,
        variant=game.room.variant,
        language="en",
        speed="live",
        versus=PlayedGame.Versus.MEMBERS,
        result=PlayedGame.Result.WON,
        place=1,
        **figures,
    )
