"""Seasons of leagues: sizes of divisions, pairings, standings, and moving up and down."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.pairing.leagues import (
    LeagueResult,
    choose_target,
    count_games,
    count_movers,
    form_divisions,
    list_meetings,
    pair_season,
    rank_division,
    split_divisions,
)

SEEDS = st.integers(0, 2**62)


@given(st.integers(0, 2000))
def test_divisions_have_thirteen_to_fifteen_where_the_number_allows_it(players: int) -> None:
    sizes = split_divisions(players)
    assert sum(sizes) == players
    assert not sizes or (max(sizes) <= 15 and max(sizes) - min(sizes) <= 1)
    if any(13 * count <= players <= 15 * count for count in range(1, players + 1)):
        assert min(sizes) >= 13


@given(st.integers(0, 15), SEEDS)
def test_everyone_has_all_games_and_starts_half_of_them(size: int, seed: int) -> None:
    players = [100 + number for number in range(size)]
    pairs = pair_season(players, seed)
    games, starts = Counter[int](), Counter[int]()
    for starter, other in pairs:
        assert starter != other
        games.update((starter, other))
        starts[starter] += 1
    assert all(games[player] == count_games(size) for player in players)
    assert all(2 * starts[player] == games[player] for player in players)


@given(st.integers(2, 15), SEEDS)
def test_everyone_meets_everyone_once_or_twice(size: int, seed: int) -> None:
    meetings = list_meetings(pair_season(range(size), seed))
    assert len(meetings) == size * (size - 1) // 2
    assert set(meetings.values()) <= {1, 2}


@given(st.integers(2, 15), SEEDS)
def test_players_who_meet_again_start_once_each(size: int, seed: int) -> None:
    assert max(Counter(pair_season(range(size), seed)).values()) == 1


@given(st.permutations(range(14)), SEEDS)
def test_the_same_seed_makes_the_same_season(players: list[int], seed: int) -> None:
    assert pair_season(players, seed) == pair_season(range(14), seed)


def test_full_divisions_have_fourteen_games() -> None:
    for size, repeats in ((13, 13), (14, 7), (15, 0)):
        meetings = list_meetings(pair_season(range(size), 1))
        assert sum(count - 1 for count in meetings.values()) == repeats


@st.composite
def draw_results(draw: st.DrawFn) -> list[LeagueResult]:
    pairs = pair_season(range(draw(st.integers(2, 15))), 1)
    results = []
    for first, second in pairs:
        difference = draw(st.integers(-300, 300))
        winner = first if difference > 0 else second if difference else None
        results.append(LeagueResult(first, second, winner, difference, draw(st.booleans())))
    return results


@given(draw_results(), SEEDS)
def test_standings_add_up(results: list[LeagueResult], seed: int) -> None:
    players = {player for result in results for player in (result.first, result.second)}
    lines = rank_division(players, results, seed)
    assert {line.player for line in lines} == players
    assert sum(line.points for line in lines) == 2 * len(results)
    assert sum(line.spread for line in lines) == 0
    keys = [(-line.points, -line.spread) for line in lines]
    assert keys == sorted(keys)
    assert [line.place for line in lines] == [1 + sum(one < key for one in keys) for key in keys]


def test_a_loss_on_time_costs_spread_even_when_ahead() -> None:
    (winner, loser) = rank_division([1, 2], [LeagueResult(1, 2, 2, 200, forfeited=True)], 1)
    assert (winner.player, winner.points, winner.spread) == (2, 2, 50)
    assert (loser.player, loser.points, loser.spread) == (1, 0, -50)


def test_a_player_without_games_is_listed() -> None:
    (line,) = rank_division([4], [], 1)
    assert (line.place, line.points, line.played) == (1, 0, 0)


@st.composite
def draw_seasons(draw: st.DrawFn) -> tuple[list[list[int]], list[int], list[int]]:
    """Return past divisions, who stays, and newcomers."""
    sizes = split_divisions(draw(st.integers(0, 90)))
    players = iter(range(1000))
    past = [[next(players) for _ in range(size)] for size in sizes]
    everyone = [player for division in past for player in division]
    leaving = draw(st.sets(st.sampled_from(everyone), max_size=20)) if everyone else set()
    newcomers = [2000 + number for number in range(draw(st.integers(0, 40)))]
    return past, [player for player in everyone if player not in leaving], newcomers


@given(draw_seasons())
def test_everyone_who_signed_up_plays_in_one_division(
    season: tuple[list[list[int]], list[int], list[int]],
) -> None:
    past, staying, newcomers = season
    divisions = form_divisions(past, staying, newcomers)
    assert tuple(map(len, divisions)) == split_divisions(len(staying) + len(newcomers))
    seated = [player for division in divisions for player in division]
    assert sorted(seated) == sorted([*staying, *newcomers])


@given(draw_seasons())
def test_newcomers_never_displace_players_above_them(
    season: tuple[list[list[int]], list[int], list[int]],
) -> None:
    past, staying, newcomers = season
    divisions = form_divisions(past, staying, newcomers)
    seats = {player: level for level, division in enumerate(divisions) for player in division}
    highest = min((seats[player] for player in newcomers), default=len(divisions))
    assert all(seats[player] <= highest for player in staying)
    assert [seats[player] for player in newcomers] == sorted(seats[one] for one in newcomers)


@given(st.integers(2, 6), st.integers(13, 15))
def test_quarters_move_when_everyone_stays(count: int, size: int) -> None:
    past = [[level * 100 + place for place in range(size)] for level in range(count)]
    everyone = [player for division in past for player in division]
    divisions = form_divisions(past, everyone, [])
    sizes = [size] * count
    for level, division in enumerate(divisions):
        wanted = {
            player
            for above, players in enumerate(past)
            for place, player in enumerate(players)
            if choose_target(above, place, sizes) == level
        }
        assert set(division) == wanted
    assert count_movers(size) == 3


def test_a_vacated_place_goes_to_the_next_player_below() -> None:
    past = [list(range(13)), list(range(20, 33))]
    staying = [player for player in past[0] if player not in (2, 7)] + past[1]
    first, second = form_divisions(past, staying, [98, 99])
    assert {20, 21, 22, 23, 24} <= set(first)
    assert {10, 11, 12, 98, 99} <= set(second)


def test_players_stay_if_no_division_is_below() -> None:
    past = [list(range(13)), list(range(20, 33))]
    staying = [*past[0], 20, 21]
    (first,) = form_divisions(past, staying, [])
    assert set(first) == set(staying)


def test_a_league_that_grows_gets_another_division() -> None:
    past = [list(range(15))]
    divisions = form_divisions(past, past[0], list(range(50, 61)))
    assert tuple(map(len, divisions)) == (13, 13)
    assert divisions[0] == tuple(range(13))
    assert divisions[1] == (13, 14, *range(50, 61))
