"""The standings of a duplicate game, ranked once for everyone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from games.common.latest_cache import LatestCache
from games.duplicate.models import DuplicateEntrant, DuplicateGame
from games.duplicate.perspective.namesakes import add_number, number_namesakes
from games.duplicate.perspective.viewdata import StandingRow
from games.duplicate.perspective.wording import get_entrant_name
from games.play.perspective.viewdata import PersonView
from games.rules.duplicate.standings import DuplicateStanding, TurnScore, rank_players

SHOWN_PLACES = 20

Standing = DuplicateStanding[DuplicateEntrant]


@dataclass(frozen=True)
class Ranking:
    """The standings, first place first."""

    rows: tuple[Standing, ...]
    # What follows the names of later namesakes, by the ids of the entrants.
    numbers: Mapping[int, int]

    def get_name(self, entrant: DuplicateEntrant) -> str:
        """Return an entrant's name, which no one else in the game has."""
        return add_number(get_entrant_name(entrant), self.numbers.get(entrant.pk, 1))

    @cached_property
    def by_player(self) -> dict[UUID | None, Standing]:
        """The standings of people, by the ids of their players."""
        return {one.player.player_id: one for one in self.rows if one.player.player_id}


_rankings: LatestCache[Ranking] = LatestCache(64)
"""Rankings by the game's code, at the stamp of the game's row."""


@dataclass(frozen=True, slots=True)
class _Scored:
    """The turns of a game as the rules rank them."""

    turns: list[dict[DuplicateEntrant, TurnScore]]
    best_scores: list[int]


def rank_entrants(game: DuplicateGame) -> Ranking:
    """Return the standings, first place first."""
    known = _rankings.get_at(game.code, game.stamp)
    if known is None:
        entrants = list(game.entrants.select_related("player"))
        scored = _collect_scores(game, entrants)
        rows = rank_players(entrants, scored.turns, scored.best_scores)
        known = Ranking(tuple(rows), number_namesakes(entrants))
        _rankings.put(game.code, game.stamp, known)
    return known


def clear_rankings() -> None:
    """Clear the cache after rows were changed without the services."""
    _rankings.forget()


def build_standing_rows(
    ranking: Ranking, viewer: DuplicateEntrant | None, limit: int = SHOWN_PLACES
) -> tuple[StandingRow, ...]:
    """Return the first places."""
    return tuple(build_standing_row(ranking, one, viewer) for one in ranking.rows[:limit])


def build_standing_row(
    ranking: Ranking, standing: Standing, viewer: DuplicateEntrant | None
) -> StandingRow:
    entrant = standing.player
    return StandingRow(
        entrant=entrant.pk,
        place=standing.place,
        person=build_person(ranking, entrant),
        computer=entrant.computer_level,
        points=standing.points,
        percent=standing.percent,
        difference=standing.difference,
        best_plays=standing.best_plays,
        lone_best_plays=standing.lone_best_plays,
        own=viewer is not None and viewer.pk == entrant.pk,
    )


def build_person(ranking: Ranking, entrant: DuplicateEntrant) -> PersonView:
    """Return an entrant's name and page; computer players have none."""
    page = entrant.player.get_absolute_url() if entrant.player else ""
    return PersonView(ranking.get_name(entrant), page)


def _collect_scores(game: DuplicateGame, entrants: Sequence[DuplicateEntrant]) -> _Scored:
    closed = list(game.turns.order_by("number").values_list("number", "best__score"))
    turns: dict[str, dict[DuplicateEntrant, TurnScore]] = {
        str(number): {} for number, _score in closed
    }
    for entrant in entrants:
        for number, (points, bonus, best, alone) in entrant.scores.items():
            # A turn that was closed since the turns were read belongs to the next stamp.
            if number in turns:
                turns[number][entrant] = TurnScore(points, bonus, bool(best), bool(alone))
    return _Scored(list(turns.values()), [score for _number, score in closed])
