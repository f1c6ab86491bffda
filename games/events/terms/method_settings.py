"""Which settings each method of pairing has; what they mean is in ``RoundPlan``."""

from collections.abc import Iterable, Mapping

from games.pairing.event import Method, RoundPlan

METHOD_SETTINGS: dict[Method, tuple[str, ...]] = {
    Method.SWISS: ("even_starts",),
    Method.ROUND_ROBIN: ("groups",),
    Method.FACTOR: ("factor",),
    Method.KNOCKOUT: ("best_of", "losers_continue"),
    Method.KING_OF_THE_HILL: ("may_repeat",),
}
SETTING_NAMES = tuple(name for names in METHOD_SETTINGS.values() for name in names)


def build_round_plan(method: Method, values: Mapping[str, object]) -> RoundPlan:
    """Return how a round is paired, with those of the values that belong to its method.

    >>> build_round_plan(Method.KNOCKOUT, {"best_of": 3, "groups": 2}).best_of
    3
    >>> build_round_plan(Method.SWISS, {"best_of": 3}) == RoundPlan(Method.SWISS)
    True
    """
    names = METHOD_SETTINGS.get(method, ())
    chosen = {name: values[name] for name in names if name in values}
    return RoundPlan(method, **chosen)  # type: ignore[arg-type]


def read_settings(plan: Iterable[RoundPlan]) -> dict[str, object]:
    """Return the settings of planned rounds by name; those of methods without a round are usual.

    >>> read_settings([RoundPlan(Method.KNOCKOUT, best_of=5)])["best_of"]
    5
    """
    usual = RoundPlan()
    found = {name: getattr(usual, name) for name in SETTING_NAMES}
    for one in plan:
        found |= {name: getattr(one, name) for name in METHOD_SETTINGS.get(one.method, ())}
    return found
