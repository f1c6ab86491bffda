"""While a game runs, no one can have the site's engine find plays for it: neither by uploading the
game with a rack, nor at any other address that computes."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from games.analysis.jobs import analysis_process
from games.analysis.models import Analysis
from games.analysis.services.analysis_queue import claim_next_analysis
from games.analysis.services.analysis_requests import queue_analysis
from games.api.services.tokens import create_token
from games.engine.analysis.report import AnalysisLevel
from games.play import store
from games.play.models import Room
from games.play.services import turns
from games.play.services.running_positions import running_boards
from games.players.models import Player
from games.rules.plays.acts import Act, Play, Resign
from games.uploads.models import UploadedGame
from games.uploads.services import storage
from games.uploads.services.storage import UploadRequest
from lexicon.models import Lexicon
from scrabble_site.shared.refusals import Forbidden
from tests.analysis.fairness_table import (
    CLOSED_TO_PLAYERS,
    COMPUTING,
    COMPUTING_DOMAINS,
    STORED_DATA,
)
from tests.live.access_table import ACCESS, COLUMNS
from tests.live.play_finder import find_plays
from tests.play.conftest import NOON, table_of
from tests.uploads.sample_records import findings_of

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]

ELSEWHERE = "#tile-set en\n>A: CRANEST 8D CRANE +22 22\n>B: OXYGENS 9C OX +19 19\n"
"""A game of other players."""


def test_every_url_that_may_use_the_engine_is_in_the_table() -> None:
    """A new address in one of these packages must say how it is closed to players."""
    addresses = set(_addresses(get_resolver().url_patterns))
    found = {
        name for name, domain in addresses if domain in COMPUTING_DOMAINS or name.startswith("api:")
    }
    assert found - COMPUTING.keys() - STORED_DATA == set()
    known = {name for name, _domain in addresses}
    assert COMPUTING.keys() | STORED_DATA <= known
    assert not COMPUTING.keys() & STORED_DATA


def test_urls_closed_to_players_are_closed_in_the_access_table() -> None:
    for name, way in COMPUTING.items():
        url = name if name.startswith("lexicon:") else f"games:{name}"
        rows = [row for key, row in ACCESS.items() if key.split()[1] == url]
        assert rows, url
        for row in rows if way == CLOSED_TO_PLAYERS else ():
            answers = dict(zip(COLUMNS, row.split(), strict=True))
            # 401 asks for a token, which these visitors have not sent.
            assert {answers[who] for who in ("rival", "mate", "owner")} <= {"403", "401"}, url


def _addresses(patterns: list[Any], space: str = "") -> Iterator[tuple[str, str]]:
    for one in patterns:
        if isinstance(one, URLResolver):
            inner = one.namespace or ""
            below = space if inner in ("", "games") else f"{space}{inner}:"
            yield from _addresses(one.url_patterns, below)
        elif isinstance(one, URLPattern) and one.name:
            module = getattr(one.callback, "__module__", "")
            package, inside = [*module.split("."), ""][:2]
            pages = {"games": inside, "lexicon": package if inside == "views" else ""}
            yield space + one.name, pages.get(package, "")


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture(autouse=True)
def _clear_board_cache() -> None:
    # The cache outlasts a test, unlike the rows of its games.
    running_boards.forget()


@pytest.fixture
def bring(lexicon: Lexicon) -> Callable[..., UploadedGame]:
    def bring_one(owner: Player, text: str) -> UploadedGame:
        request = UploadRequest(findings_of(text), "A club game", lexicon.current_revision)
        return storage.save_upload(owner, request, NOON)

    return bring_one


@pytest.fixture
def room(open_table: Callable[..., Room]) -> Room:
    return open_table(challenge="single")


def act(room: Room, people: list[Player], what: Act | None = None) -> Act:
    game = table_of(room)
    state = store.load_state(game)
    assert state.to_move is not None
    chosen = what or find_plays(state, state.to_move)[0]
    seat = people[state.to_move].pk
    turns.apply_player_act(room.code, seat, chosen, turn=game.turn_number, key="", now=NOON)
    return chosen


def write_running(room: Room, people: list[Player], plays: int) -> str:
    """Make this many plays, and return what a cheat would upload:
    the plays, then the rack in hand."""
    lines = ["#tile-set en"]
    totals = [0, 0]
    for _ in range(plays):
        state = store.load_state(table_of(room))
        seat = state.to_move
        assert seat is not None
        rack = state.tile_set.write(state.seats[seat].rack)
        play = act(room, people)
        assert isinstance(play, Play)
        gained = store.load_state(table_of(room)).seats[seat].score - state.seats[seat].score
        totals[seat] += gained
        position, tiles = play.write(state.tile_set)
        lines.append(f">{'AB'[seat]}: {rack} {position} {tiles} +{gained} {totals[seat]}")
    state = store.load_state(table_of(room))
    assert state.to_move is not None
    rack = state.tile_set.write(state.seats[state.to_move].rack)
    lines.append(f">{'AB'[state.to_move]}: {rack} - +0 {totals[state.to_move]}")
    return "\n".join(lines) + "\n"


def ask(client: Client, upload: UploadedGame) -> Any:
    headers = {"HX-Request": "true"}
    return client.post(f"/games/{upload.pk}/analysis", {"level": "quick"}, headers=headers)


def test_a_player_in_a_game_cannot_analyse_an_upload(
    room: Room, people: list[Player], client_of: Browse, bring: Callable[..., UploadedGame]
) -> None:
    """The page says why and links to the game. Once that is over, the analysis opens again."""
    upload, amber = bring(people[0], ELSEWHERE), client_of(people[0])
    refused = ask(amber, upload)
    assert refused.status_code == 403
    assert "Finish your game first" in plain(refused.content.decode())
    assert not Analysis.objects.exists()
    page = amber.get(f"/games/{upload.pk}/").content.decode()
    assert "Closed while you play" in plain(page)
    assert f'href="/r/{room.code}/"' in page
    assert "Analyse this game" not in page
    act(room, people, Resign())
    assert ask(amber, upload).status_code == 200
    assert "Closed while you play" not in amber.get(f"/games/{upload.pk}/").content.decode()


def test_earlier_analyses_are_closed_during_a_game(
    open_table: Callable[..., Room],
    people: list[Player],
    client_of: Browse,
    bring: Callable[..., UploadedGame],
) -> None:
    upload, amber = bring(people[0], ELSEWHERE), client_of(people[0])
    assert ask(amber, upload).status_code == 200
    analysis_process.work_until_idle(lambda: True, idle_for=0.1)
    address, hx = f"/games/{upload.pk}/analysis", {"HX-Request": "true"}
    people[0].user = User.objects.create_user("amber")
    people[0].save()
    _, secret = create_token(people[0], "club", ["upload"], "", NOON)
    program = {"Authorization": f"Bearer {secret}"}
    api_address = f"/api/1/games/{upload.pk}/analysis"
    paths = (address, f"{address}/progress", f"{address}/move?move=1")

    def statuses() -> list[int]:
        return [
            *(amber.get(path, headers=hx).status_code for path in paths),
            Client().get(api_address, headers=program).status_code,
        ]

    assert statuses() == [200, 200, 200, 200]
    assert ">Engine</h2>" in amber.get(f"/games/{upload.pk}/?move=1").content.decode()
    room = open_table(challenge="single")
    assert statuses() == [403, 403, 403, 403]
    complete = amber.get(address, headers=hx)
    assert complete["HX-Retarget"] == "#_analysis_progress", "which says why, and asks no more"
    assert "Finish your game first" in plain(complete.content.decode())
    assert "hx-trigger" not in complete.content.decode()
    move = amber.get(paths[2], headers=hx | {"HX-Target": "turn-analysis"}).content.decode()
    assert 'id="_message"' in move
    assert "Finish your game first" in plain(move)
    assert ">Engine</h2>" not in amber.get(f"/games/{upload.pk}/?move=1").content.decode()
    act(room, people, Resign())
    assert statuses() == [200, 200, 200, 200]


@pytest.mark.parametrize("plays", [1, 2, 3])
def test_a_running_game_cannot_be_analysed_as_an_upload(
    room: Room,
    people: list[Player],
    client_of: Browse,
    bring: Callable[..., UploadedGame],
    plays: int,
) -> None:
    """It is also refused to people who do not play in it, such as a friend of a player."""
    text = write_running(room, people, plays)
    upload = bring(people[3], text)
    refused = ask(client_of(people[3]), upload)
    assert refused.status_code == 403
    assert "game in progress" in plain(refused.content.decode())
    act(room, people, Resign())
    assert ask(client_of(people[3]), upload).status_code == 200


def test_players_in_a_game_can_analyse_finished_games_of_the_site(
    played: Callable[..., Any], open_table: Callable[..., Room], people: list[Player]
) -> None:
    """Its tiles came from the site's bag,
    so it is open to all unless it resembles a running game."""
    source = played()
    open_table(challenge="single")
    assert queue_analysis(source, AnalysisLevel.QUICK, people[0]).state == Analysis.State.WAITING


def test_words_of_an_upload_are_not_judged_for_players_in_a_game(
    room: Room, people: list[Player], client_of: Browse, bring: Callable[..., UploadedGame]
) -> None:
    """A withdrawn play could be any word on the player's rack."""
    withdrawn = (
        "#tile-set en\n>A: RAVENSX 8D RAVEN +24 24\n"
        ">B: OXYGENS 9H OX +19 19\n>B: OXYGENS -- -19 0\n"
    )
    upload = bring(people[0], withdrawn)

    storage.set_shared(people[0], upload.pk, shared=True)

    def fetch_words(player: Player) -> str:
        return client_of(player).get(f"/games/{upload.pk}.json").content.decode()

    assert '"good": ' in fetch_words(people[3])
    assert '"good": ' not in fetch_words(people[0])


def test_the_worker_judges_words_for_every_requester(
    open_table: Callable[..., Room], people: list[Player], bring: Callable[..., UploadedGame]
) -> None:
    """A player who takes a seat after asking gets the same report as others."""
    from games.computers.services.work_claims import FairQueue
    from games.records.services.record_sources import find_source

    upload = bring(people[0], ELSEWHERE)
    queue_analysis(find_source(upload.pk, people[0]), AnalysisLevel.QUICK, people[0])
    open_table(challenge="single")
    work = claim_next_analysis("one", timezone.now(), FairQueue(threads=1))
    assert work is not None
    assert analysis_process.load_source(work).judges
    with pytest.raises(Forbidden):
        queue_analysis(find_source(upload.pk, people[0]), AnalysisLevel.THOROUGH, people[0])
