"""Nothing about anyone's play, the bag or the best play is visible before the turn is over."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.accounts.perspective.data_export import build_data_export
from games.duplicate.models import DuplicateSecret, DuplicateSubmission
from games.duplicate.perspective.exports import write_game_json, write_game_text
from games.duplicate.perspective.reviews import build_review
from games.duplicate.perspective.views import clear_view_caches
from games.duplicate.services import turns
from games.duplicate.store import load_shown_state
from games.play.services.running_positions import refuse_running_position
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound
from tests.duplicate.game_driver import GameDriver
from tests.play.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

Open = Callable[..., GameDriver]


def everything(game: GameDriver, viewer: Player | None) -> list[object]:
    """Return all that a viewer can see of a game."""
    clear_view_caches()
    shown: list[object] = [game.view(viewer), game.view(viewer).data]
    for read in (lambda: build_review(game.game, viewer), lambda: write_game_json(game.game)):
        try:
            shown.append(read())
        except (Conflict, NotFound) as refusal:
            shown.append(refusal.code)
    return [*shown, build_data_export(viewer, NOON)["duplicate"] if viewer else ()]


@pytest.mark.parametrize("turn", [1, 2])
def test_others_plays_change_nothing_that_anyone_sees(
    open_duplicate: Open, people: list[Player], turn: int
) -> None:
    game = open_duplicate(entrants=3)
    if turn == 2:
        game.submit(people[0], game.best())
        game.next_turn()
    game.submit(people[1], game.best())
    viewers = [None, people[1], people[2], people[3]]
    before = [everything(game, viewer) for viewer in viewers]
    stamp = game.game.stamp
    game.submit(people[0], game.best())
    turns.mark_done(game.code, people[0], turn, game.now)
    assert [everything(game, viewer) for viewer in viewers] == before
    assert game.game.stamp == stamp, "no open page hears of it"


def test_the_bag_and_the_best_play_change_nothing_that_anyone_sees(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    game.submit(people[0], game.weak())
    before = [everything(game, viewer) for viewer in (None, *people)]
    for _stage in ("turn", "pause"):
        DuplicateSecret.objects.update(
            secret=b"other", bag=["A"], best={"position": "8H", "tiles": "AB"}
        )
        assert [everything(game, viewer) for viewer in (None, *people)] == before


def test_the_next_rack_is_hidden_during_the_pause(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    game.submit(people[0], game.best())
    game.run_out()
    secret = DuplicateSecret.objects.get()
    before = [everything(game, viewer) for viewer in (None, *people)]
    state = {**(secret.state or {}), "rack": ["Q"] * 7, "rejected": 5, "shuffles": 9}
    DuplicateSecret.objects.update(state=state, bag=[])
    assert [everything(game, viewer) for viewer in (None, *people)] == before
    assert not (game.game.state or {}).get("rack")


def test_whether_words_are_valid_is_secret_until_the_end_of_the_turn(
    open_duplicate: Open, people: list[Player]
) -> None:
    game = open_duplicate()
    game.submit(people[0], game.phony())
    before = everything(game, people[0])
    DuplicateSubmission.objects.update(points=9, invalid_words=[])
    assert everything(game, people[0]) == before


@pytest.mark.parametrize(
    "address", ["/dictionaries/few/?words=cat", "/api/1/dictionaries/few/words?words=cat"]
)
def test_dictionaries_are_closed_during_the_game(
    open_duplicate: Open,
    people: list[Player],
    client_of: Callable[[Player | None], Client],
    address: str,
) -> None:
    game = open_duplicate(entrants=1)
    assert client_of(people[0]).get(address).status_code == 403
    assert client_of(people[1]).get(address).status_code == 200
    page = client_of(people[0]).get("/dictionaries/").content.decode()
    assert f"/duplicate/{game.code}/" in page
    game.play_to_the_end()
    assert client_of(people[0]).get(address).status_code == 200


def test_the_position_of_a_running_game_is_not_analysed(open_duplicate: Open) -> None:
    game = open_duplicate()
    for _turn in range(3):
        game.submit(game.people[0], game.best())
        game.next_turn()
    board = load_shown_state(game.game).board
    with pytest.raises(Forbidden):
        refuse_running_position(board, 7)
    game.play_to_the_end()
    refuse_running_position(board, 7)


def test_everything_is_public_after_the_end(open_duplicate: Open, people: list[Player]) -> None:
    game = open_duplicate()
    game.submit(people[1], game.weak())
    game.play_to_the_end()
    written = write_game_json(game.game)
    assert written["bag"]["secret"] == bytes(DuplicateSecret.objects.get().secret).hex()
    assert len(written["turns"]) == len(build_review(game.game, None).steps)
    assert [one["player"] for one in written["turns"][0]["plays"]]
    text = write_game_text(game.game)
    assert "Amber" in text
    assert "100.0 %" in text
