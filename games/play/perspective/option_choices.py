"""The choices of a room's option fields, with their labels."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from games.rules.positions.variants import VARIANTS, ChallengeRule

CHALLENGE_LABELS = {
    ChallengeRule.VOID: gettext_lazy("Invalid words are rejected (no challenges)"),
    ChallengeRule.SINGLE: gettext_lazy("Challenges: no penalty"),
    ChallengeRule.DOUBLE: gettext_lazy("Failed challenge: lose a turn"),
    ChallengeRule.FIVE: gettext_lazy("Failed challenge: +5 to opponent"),
    ChallengeRule.TEN: gettext_lazy("Failed challenge: +10 to opponent"),
    ChallengeRule.TRIPLE: gettext_lazy("Triple: the loser of a challenge loses the game"),
    ChallengeRule.VOTE: gettext_lazy("The other players vote on words not in the dictionary"),
}


def exchange_choices() -> list[tuple[int, str]]:
    """Return the minimum numbers of tiles in the bag for an exchange, over all games."""
    found = {n: None for variant in VARIANTS.values() for n in variant.exchange_minimums}
    return [(n, ngettext("%(n)s+ tile", "%(n)s+ tiles", n) % {"n": n}) for n in found]


def end_choices() -> list[tuple[str, str]]:
    """Return the rules that can end a game early, for games that offer more than one."""
    found: dict[str, set[int]] = {"passes": set(), "scoreless": set()}
    for variant in VARIANTS.values():
        for rule, turns in variant.end_rules.items():
            found[rule] |= {turns} if len(variant.end_rules) > 1 else set()
    return [(rule, _end_label(rule, sorted(turns))) for rule, turns in found.items() if turns]


def _end_label(rule: str, turns: list[int]) -> str:
    if rule == "passes":
        text = ngettext(
            "%(n)s pass in a row by everyone", "%(n)s passes in a row by everyone", turns[-1]
        )
    else:
        text = ngettext(
            "%(n)s scoreless turn in a row by everyone",
            "%(n)s scoreless turns in a row by everyone",
            turns[-1],
        )
    return text % {"n": "/".join(map(str, turns))}


def switch_field(label: Any, *, on: bool) -> forms.Field:
    return forms.BooleanField(label=label, required=False, initial=on)


def choice_field(label: Any, choices: Any, usual: str) -> forms.Field:
    return forms.ChoiceField(label=label, choices=choices, initial=usual)
