"""Duplicate games, in one world and in another: a turn that runs, a pause, and a hidden game."""

from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from random import Random
from uuid import UUID

from games.duplicate import store
from games.duplicate.models import (
    DuplicateEntrant,
    DuplicateGame,
    DuplicateSecret,
    DuplicateSubmission,
)
from games.duplicate.services import turns
from games.duplicate.services.entry import enter_game
from games.duplicate.services.games import create_duplicate_game
from games.duplicate.services.starting import start_duplicate_game
from games.duplicate.terms.plays import StoredPlay
from games.duplicate.terms.settings import DuplicateSettings
from games.rules.duplicate.game import TABLE, DuplicateState
from games.rules.positions.play_judgement import judge_play
from games.rules.positions.variants import get_variant
from tests.live.play_finder import find_plays
from tests.play.conftest import NOON
from tests.worlds.study_data import LATER
from tests.worlds.world import World

RUNNING_BESIDE, PAUSING_BESIDE = "teams", "duel"
"""The rooms whose codes these games have, so that viewers request them as they do the rooms."""
HIDDEN_TITLE = "hidden duplicate"
Stage = DuplicateGame.Stage


def add_duplicates(world: World) -> None:
    """Add a game in its third turn, in which some have submitted plays, one in a pause, and one
    whose link no viewer has."""
    running = _start(world, RUNNING_BESIDE, "Amber Jade Cobalt Rust")
    for number in (1, 2):
        _submit(running, "Amber Jade Cobalt", number)
        _run_out(running)
        _run_out(running)
    _submit(running, "Jade Cobalt", 3)
    pausing = _start(world, PAUSING_BESIDE, "Jade Amber Cobalt")
    _submit(pausing, "Amber Cobalt", 1)
    _run_out(pausing)
    hidden = DuplicateSettings("scrabble", "en", world.lexicon, title=HIDDEN_TITLE, public=False)
    create_duplicate_game(world.people["Cobalt"], hidden, "hidden form", NOON)


def _start(world: World, beside: str, who: str) -> str:
    people = [world.people[name] for name in who.split()]
    chosen = DuplicateSettings("scrabble", "en", world.lexicon)
    game = create_duplicate_game(people[0], chosen, f"form {beside}", NOON)
    code = world.rooms[beside].code
    DuplicateGame.objects.filter(pk=game.pk).update(code=code)
    for player in people[1:]:
        enter_game(code, player, NOON)
    start_duplicate_game(code, people[0], NOON)
    _choose_best(code)
    return code


def _choose_best(code: str) -> None:
    """Take the first play that is found for the best one, so that no engine has to run."""
    secret = DuplicateSecret.objects.get(game__code=code)
    state = store.load_whole_state(secret)
    secret.best, secret.best_turn = _find(state, 1)[0].to_json(), state.turn
    secret.save()


def _find(state: DuplicateState, count: int) -> list[StoredPlay]:
    options = get_variant(state.variant_id).options(challenge="single")
    position = replace(state.as_game_state(), options=options)
    found = find_plays(position, TABLE, count, least=2)
    scored = [(play, judge_play(position, TABLE, play).score) for play in found]
    return [StoredPlay.of(play, score, state.tile_set) for play, score in scored]


def _submit(code: str, who: str, turn: int) -> None:
    secret = DuplicateSecret.objects.get(game__code=code)
    plays = _find(store.load_whole_state(secret), 3)
    for name, play in zip(who.split(), plays, strict=False):
        entrant = DuplicateEntrant.objects.get(game__code=code, player__nickname=name)
        DuplicateSubmission.objects.create(
            game=entrant.game,
            entrant=entrant,
            turn=turn,
            play=play.to_json(),
            points=play.score,
            keys=[f"key {name}"],
            arrived_at=NOON,
        )


def _run_out(code: str) -> None:
    game = DuplicateGame.objects.get(code=code)
    assert game.due_at is not None
    now = game.due_at + timedelta(seconds=1)
    assert code in [*turns.close_due_turns(now), *turns.open_due_turns(now)]
    _choose_best(code)


def change_duplicates(mine: UUID | None) -> None:
    """Replace bags, next racks, best plays and what others have submitted in the turn that runs.

    Whether one's own play is valid is not known either before the turn is over.
    """
    DuplicateGame.objects.filter(title=HIDDEN_TITLE).update(title="Another title", stamp=77)
    for game in DuplicateGame.objects.all():
        DuplicateGame.objects.filter(pk=game.pk).update(key=f"other {game.pk}")
        _change_secret(game)
        if game.stage == Stage.TURN:
            _change_submissions(game, mine)
    for closed in DuplicateSubmission.objects.all():
        DuplicateSubmission.objects.filter(pk=closed.pk).update(keys=[f"other {closed.pk}"])


def _change_secret(game: DuplicateGame) -> None:
    """Replace the secret and draw again: the bag, and during a pause the next rack."""
    secret = game.secret
    secret.secret = sha256(secret.secret).digest()
    if game.stage in (Stage.TURN, Stage.PAUSE):
        state = store.load_whole_state(secret)
        rack = state.rack if game.stage == Stage.TURN else ()
        drawn = [*state.bag, *(() if rack else state.rack)]
        Random(str(drawn)).shuffle(drawn)
        size = len(state.rack) - len(rack)
        rack = (*rack, *drawn[:size])
        store.write_whole_state(secret, replace(state, rack=rack, bag=tuple(drawn[size:])))
        secret.best = {"position": "1A", "tiles": "QI", "score": 99, "words": ["QI"]}
    secret.save()


def _change_submissions(game: DuplicateGame, mine: UUID | None) -> None:
    running = DuplicateSubmission.objects.filter(game=game, turn=game.turn)
    running.update(points=99, invalid_words=["QI"], bonus=10)
    others = running.exclude(entrant__player=mine) if mine else running
    play = {"position": "1A", "tiles": "QI", "score": 99, "words": ["QI"]}
    others.update(play=play, done=True, arrived_at=LATER)
