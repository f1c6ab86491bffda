"""Pre-endgames: up to nine tiles in the bag of a game of two, judged by the chance of winning.

Every act is followed through the same deals: what the bag may hold, in its order, and what is then
on the other rack. First both sides play each deal out greedily. Then, for the most promising plays
that empty the bag, it is searched who wins with best play: from then on nothing is hidden. The
search goes on with whatever act is in front, so that the best answer so far is always known.
"""

from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

import numpy as np

from games.engine.budget import StopFlag
from games.engine.endgames import MAX_DEPTH, UNBOUNDED, PackedAct, SearchSpace
from games.engine.kernel_position import KernelPosition
from games.engine.kernels import arrays
from games.engine.kernels.leaves import LeaveModel
from games.engine.kernels.playouts import play_out_deals
from games.engine.kernels.transpositions import START
from lexicon.graph.jit import Array

MAX_BAG = 9
MAX_SEARCHED_BAG = 4
"""With more tiles than this in the bag, deals are only played out."""
MAX_CANDIDATES = 30
MAX_DEALS, MAX_PLAYED_DEALS = 100, 2000
"""Up to ``MAX_DEALS`` deals are all followed. Of more, that many are drawn at random, or
``MAX_PLAYED_DEALS`` if they are only played out."""


class Effort(NamedTuple):
    """What one search may take, and for which acts it is made."""

    generations: int
    # By how much of a chance an act may be behind the one in front.
    margin: float


EFFORTS = (Effort(2_000, 0.15), Effort(20_000, 0.15), Effort(UNBOUNDED, 1.0))
"""All likely acts get the smaller efforts before any gets a greater."""
SHALLOW_PLIES, SHALLOW_GENERATIONS = 1, 20_000
"""Limits of the search that follows if the first effort is not enough: one reply deep, each then
played out greedily."""
ROUNDS = ((16, MAX_CANDIDATES), (50, 15), (MAX_PLAYED_DEALS, 10))
"""Pairs of a number of deals and one of acts: up to that deal only so many acts, the best so far,
are played out."""
NAME_SHIFT = 40
"""Distinguishes the positions of different deals, whose racks differ, in the same table."""


class Deals(NamedTuple):
    """What the bag and the other rack may hold."""

    # int64 by deal and place: kinds of tiles, drawn from the end.
    bags: Array
    # int8 by deal and kind.
    racks: Array
    # Probabilities of the deals, which add up to 1.
    weights: Array
    # Whether these are all deals.
    whole: bool


@dataclass(frozen=True, slots=True)
class ActChances:
    """What an act leads to, over all deals."""

    # Chance of winning, with a draw as half.
    win: float
    # Mean spread that the rest of the game brings, if both sides play greedily.
    spread: float
    deals: int
    # Whether every possible deal was searched to the end, with best play by both sides.
    exact: bool


def is_pre_endgame(position: KernelPosition) -> bool:
    """Return whether there are few tiles in the bag and the other ones are on one rack."""
    few = 0 < position.in_bag <= MAX_BAG and len(position.others) == 1
    return few and position.unseen.sum() == position.others[0] + position.in_bag


def list_deals(unseen: Array, in_bag: int, seed: int) -> Deals:
    """Return the ways in which the unseen tiles (int64 by kind) lie in the bag and on the other
    rack.

    They are in a random order, so that the first of them are a fair sample.
    """
    chance = np.random.default_rng(seed)
    tiles = np.repeat(np.arange(arrays.KINDS), unseen)
    ways = 1
    for drawn in range(in_bag):
        ways *= len(tiles) - drawn
    whole = ways <= MAX_DEALS
    wanted = MAX_DEALS if in_bag <= MAX_SEARCHED_BAG else MAX_PLAYED_DEALS
    orders = (
        [tiles[list(order)] for order in permutations(range(len(tiles)), in_bag)]
        if whole
        else [chance.permutation(tiles)[:in_bag] for _ in range(wanted)]
    )
    bags, counts = np.unique(np.array(orders, np.int64), axis=0, return_counts=True)
    mixed = chance.permutation(len(bags))
    bags, weights = np.ascontiguousarray(bags[mixed]), counts[mixed] / counts.sum()
    racks = np.array([unseen - np.bincount(bag, minlength=arrays.KINDS) for bag in bags], np.int8)
    return Deals(bags, racks, weights, whole)


class PreEndgame:
    """The chances of the likeliest acts of one position."""

    def __init__(
        self, position: KernelPosition, model: LeaveModel, acts: Array, seed: int = 1
    ) -> None:
        """``acts`` (int64 pairs) are packed, likeliest first."""
        self._position, self._model = position, model
        self._acts = np.ascontiguousarray(acts[:MAX_CANDIDATES])
        self._deals = list_deals(position.unseen, position.in_bag, seed)
        scores = [seat.score for seat in position.state.seats]
        self._lead = scores[position.seat] - scores[1 - position.seat]
        shape = len(self._acts), len(self._deals.bags)
        self._spreads = np.zeros(shape, np.int64)
        self._wins = np.zeros(shape)
        self._searched = np.zeros(shape, bool)
        self._exact = np.zeros(shape, bool)
        # How many of the efforts were made without a result.
        self._tried = np.zeros(shape, np.int64)
        # The acts that are not given up, and the number of deals that they were played out against.
        self._alive = np.arange(len(self._acts))
        self._played = 0
        self._space: SearchSpace | None = None

    @property
    def spent(self) -> int:
        """The move generations used by searches to the end."""
        return self._space.spent if self._space else 0

    @property
    def is_settled(self) -> bool:
        """Whether no play that empties the bag could turn out to be better than the best one."""
        return self._played == len(self._deals.bags) and self._choose(len(EFFORTS) - 1) is None

    def solve(self, stop: StopFlag, allowed: int = UNBOUNDED) -> dict[int, ActChances]:
        """Examine the acts until ``stop`` is set, or ``allowed`` move generations are used.

        Returns what is known by the index of the act, without those that are clearly behind;
        nothing if there was not even time to play out one deal.
        """
        self._play_out(stop)
        if not self._played:
            return {}
        searches = self._position.in_bag <= MAX_SEARCHED_BAG
        for step, effort in enumerate(EFFORTS if searches else ()):
            while not stop.is_set and self.spent < allowed:
                chosen = self._choose(step)
                if chosen is None:
                    break
                self._search(*chosen, stop, min(allowed, self.spent + effort.generations))
        wins, spreads = self._rate(), self._mean(self._spreads)
        exact = self._known() & self._deals.whole
        return {
            int(i): ActChances(float(wins[i]), float(spreads[i]), self._played, bool(exact[i]))
            for i in self._alive
        }

    def _play_out(self, stop: StopFlag) -> None:
        position = self._position
        for deals, acts in ROUNDS:
            bags = self._deals.bags[self._played : deals]
            if not len(bags):
                return
            if self._played:
                order = np.lexsort((-self._mean(self._spreads), -self._mean(self._wins)))
                self._alive = order[np.isin(order, self._alive)][:acts]
            spreads = np.zeros((len(self._alive), len(bags)), np.int64)
            made = play_out_deals(
                position.graph,
                position.setting,
                self._model,
                position.field,
                position.rack,
                position.seat,
                self._acts[self._alive],
                bags,
                self._deals.racks[self._played : deals],
                stop.flag,
                spreads,
            )
            now = self._played + made
            self._spreads[self._alive, self._played : now] = spreads[:, :made]
            self._played = now
            self._wins = judge(self._lead + self._spreads)
            if made < len(bags):
                return

    def _mean(self, values: Array) -> Array:
        """Return the mean of each act's values over the deals that were played out."""
        weights = self._deals.weights[: self._played]
        mean: Array = values[:, : self._played] @ weights / weights.sum()
        return mean

    def _rate(self) -> Array:
        """Return each act's chance of winning.

        Searches find better replies than greedy play does. What they cost on average is deducted
        where nothing was searched, or acts would fall behind others only for being searched.
        """
        greedy = judge(self._lead + self._spreads)
        shift = 0.0
        if self._searched.any():
            shift = float((self._wins - greedy)[self._searched].mean())
        expected = np.clip(greedy + shift, 0.0, 1.0)
        return self._mean(np.where(self._searched, self._wins, expected))

    def _choose(self, step: int) -> tuple[int, int] | None:
        """Return the act and the deal to search next with this effort, or ``None`` if there is
        none.

        That is the first act in the order of their chances that could still be the best; of equal
        ones, the one with the easiest deal.
        """
        wins, spreads = self._rate(), self._mean(self._spreads)
        limits = self._mean(np.where(self._exact, self._wins, 1.0))
        best = float(wins[self._known()].max(initial=0.0))
        open_deals = ~self._exact
        open_deals[:, self._played :] = False
        least = np.where(open_deals, self._tried, len(EFFORTS)).min(axis=1)
        close = wins >= wins[self._alive].max() - EFFORTS[step].margin
        for act in np.lexsort((-spreads, least, -wins)):
            if least[act] > step or not close[act] or act not in self._alive:
                continue
            if limits[act] > best and self._empties_bag(act):
                easiest = open_deals[act] & (self._tried[act] == least[act])
                return int(act), int(np.argmax(easiest))
        return None

    def _known(self) -> Array:
        """Return which acts were searched to the end with every deal."""
        known: Array = self._exact[:, : self._played].all(axis=1)
        return known

    def _empties_bag(self, act: int) -> bool:
        meta = int(self._acts[act, 1])
        if arrays.unpack_kind(meta) >= arrays.EXCHANGE:
            return False
        return bool(arrays.unpack_count(meta) >= self._position.in_bag)

    def _search(self, act: int, deal: int, stop: StopFlag, allowed: int) -> None:
        """Find out who wins with best play if this play empties the bag of this deal."""
        position, deals = self._position, self._deals
        if self._space is None:
            self._space = SearchSpace(position.graph, position.setting, self._model, position.field)
        space, seat = self._space, position.seat
        alike = np.flatnonzero((deals.racks == deals.racks[deal]).all(axis=1))
        space.racks[0, seat], space.racks[0, 1 - seat] = position.rack, deals.racks[deal]
        packed: PackedAct = int(self._acts[act, 0]), int(self._acts[act, 1])
        gain, name = space.make_act(seat, packed, START + (int(alike[0]) << NAME_SHIFT))
        space.racks[1, seat] += np.bincount(deals.bags[deal], minlength=arrays.KINDS).astype(
            np.int8
        )
        # The other side must gain more than this to win.
        needed = self._lead + gain
        window, turn = (needed - 1, needed + 1), (1 - seat, 0)
        where, best = (name, 1), np.zeros(2, np.int64)
        found, cut_short = space.search(*where, MAX_DEPTH - 1, window, *turn, best, stop, allowed)
        is_first = not self._tried[act, deal]
        self._tried[act, alike] += 1
        if not (stop.is_set or space.spent >= allowed or cut_short):
            self._exact[act, alike] = True
        elif is_first:
            limit = space.spent + SHALLOW_GENERATIONS
            found, _ = space.search(*where, SHALLOW_PLIES, window, *turn, best, stop, limit)
            if stop.is_set or space.spent >= limit:
                return
        else:
            return
        self._wins[act, alike] = judge(np.array(needed - found))
        self._searched[act, alike] = True


def judge(leads: Array) -> Array:
    """Return 1 for each lead, 0 for each deficit and one half for each draw."""
    result: Array = (np.sign(leads) + 1) / 2
    return result
