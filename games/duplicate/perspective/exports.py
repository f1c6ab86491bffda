"""A finished duplicate game as data and as text."""

from typing import Any

from games.duplicate import store
from games.duplicate.models import DuplicateGame
from games.duplicate.perspective.standings import Ranking, rank_entrants
from games.duplicate.perspective.views import find_ending
from games.duplicate.perspective.wording import get_shown_title
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict


def write_game_json(game: DuplicateGame) -> dict[str, Any]:
    """Return the whole game. Raises ``Conflict`` while it goes on."""
    ranking = _require_ranking(game)
    sent = list(
        game.submissions.filter(play__isnull=False)
        .order_by("turn", "entrant")
        .values("turn", "entrant", "play", "points", "bonus", "invalid_words")
    )
    return {
        "code": game.code,
        "title": get_shown_title(game),
        "game": game.variant,
        "tiles": game.tile_set,
        "dictionary": game.lexicon.name,
        "options": game.options,
        "turn_seconds": game.turn_seconds,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "ending": find_ending(game, store.load_shown_state(game)),
        "bag": {
            "scheme": game.scheme,
            "hash": game.seed_hash,
            "secret": bytes(game.secret.secret).hex(),
            "contributions": game.contributions,
        },
        "players": _export_players(ranking),
        "turns": [
            {
                "number": turn.number,
                "rack": turn.rack,
                "best": turn.best,
                "found_by": turn.finders,
                "plays": [
                    {
                        "player": one["entrant"],
                        **_export_play(one["play"]),
                        "points": one["points"],
                        "bonus": one["bonus"],
                        "invalid_words": one["invalid_words"],
                    }
                    for one in sent
                    if one["turn"] == turn.number
                ],
            }
            for turn in game.turns.order_by("number")
        ],
    }


def write_game_text(game: DuplicateGame) -> str:
    """Return the racks, the best plays and the standings, in columns.

    Raises ``Conflict`` while the game goes on.
    """
    ranking = _require_ranking(game)
    lines = [get_shown_title(game), f"{get_variant(game.variant).name}, {game.lexicon.name}", ""]
    total = 0
    for turn in game.turns.order_by("number"):
        best = turn.best
        total += best["score"]
        word = best["words"][0] if best["words"] else best["tiles"]
        found = f"{turn.finders}/{turn.submitted}"
        lines.append(
            f"{turn.number:3}  {turn.rack:10}  {best['position']:>4} {word:15} "
            f"{best['score']:4} {total:5}  {found}"
        )
    lines.append("")
    for one in ranking.rows:
        percent = "" if one.percent is None else f"{one.percent:5.1f} %"
        lines.append(f"{one.place:4}  {one.points:5}  {percent}  {ranking.get_name(one.player)}")
    return "\n".join(lines) + "\n"


def _export_play(play: Any) -> dict[str, str]:
    return {"position": play["position"], "tiles": play["tiles"]}


def _require_ranking(game: DuplicateGame) -> Ranking:
    if not game.is_over or game.state is None:
        raise Conflict("duplicate.running")
    return rank_entrants(game)


def _export_players(ranking: Ranking) -> list[dict[str, Any]]:
    return [
        {
            "id": one.player.pk,
            "name": ranking.get_name(one.player),
            "level": one.player.computer_level,
            "place": one.place,
            "points": one.points,
            "percent": one.percent,
            "best_plays": one.best_plays,
            "lone_best_plays": one.lone_best_plays,
            "from_turn": one.player.joined_turn,
        }
        for one in ranking.rows
    ]
