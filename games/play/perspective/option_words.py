"""The clock and the challenge rule of a room in a few words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.positions.variants import ChallengeRule, Variant
from games.rules.time.clock import NO_CLOCK, Pace, TimeControl


def describe_clock(control: TimeControl) -> str:
    """Describe a clock briefly: "25 min", "3 + 2", "60 s per turn", "3 days per turn"."""
    match control.pace:
        case Pace.DAYS:
            text = ngettext("%(n)s day per turn", "%(n)s days per turn", control.days)
            return text % {"n": control.days}
        case Pace.TURN:
            return _("%(n)s s per turn") % {"n": control.seconds}
        case Pace.NONE:
            return _("no clock")
    time, _plus, increment = control.text.partition("/")[0].partition("+")
    text = f"{time} + {increment}" if control.increment else _("%(n)s min") % {"n": time}
    if control.overtime:
        values = {"time": text, "n": control.overtime}
        text = _("%(time)s (%(n)s min overtime)") % values
    return text


def describe_clock_in(variant: Variant, control: TimeControl) -> str:
    """Describe a clock, or the days per turn that a game prescribes without one."""
    if control == NO_CLOCK and variant.turn_days is not None:
        control = TimeControl(Pace.DAYS, days=variant.turn_days)
    return describe_clock(control)


def describe_challenge_rule(rule: ChallengeRule) -> str:
    return {
        ChallengeRule.VOID: _("invalid words rejected"),
        ChallengeRule.SINGLE: _("single challenge"),
        ChallengeRule.DOUBLE: _("double challenge"),
        ChallengeRule.FIVE: _("5-point challenge"),
        ChallengeRule.TEN: _("10-point challenge"),
        ChallengeRule.TRIPLE: _("triple challenge"),
        ChallengeRule.VOTE: _("players vote on words not in the dictionary"),
    }[rule]
