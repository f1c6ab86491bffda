"""Sentences about clubs: refusals, roles, and when a night is."""

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clubs.models import Club, ClubMember
from games.clubs.terms.recurrence import LAST_WEEK, NightRule
from games.common.names import isolate_name
from games.events.perspective.wording import explain as explain_event
from games.moderation.perspective.wording import explain as explain_report
from games.rules.equipment.errors import RuleError
from lexicon.terms.alphabets import list_languages
from scrabble_site.shared.language_names import translate_language_name
from scrabble_site.shared.refusals import Refusal

REFUSAL_TEXTS = {
    "club.unknown": gettext_lazy("This club doesn't exist."),
    "club.no_match": gettext_lazy("This match doesn't exist."),
    "club.no_member": gettext_lazy("The club has no such member."),
    "club.no_request": gettext_lazy("This request has been answered or cancelled."),
    "club.no_night": gettext_lazy("The club no longer has this night."),
    "club.no_season": gettext_lazy("The club has no such season."),
    "club.no_calendar": gettext_lazy(
        "This calendar has a new address. Copy it from your list of clubs."
    ),
    "club.members_only": gettext_lazy("Only members of the club can do that."),
    "club.directors_only": gettext_lazy("Only the club's directors can do that."),
    "club.owner_only": gettext_lazy("Only the club's owner can do that."),
    "club.owner_directs": gettext_lazy("The owner always directs the club."),
    "club.owner_stays": gettext_lazy("The owner can't be removed."),
    "club.owner_leaves": gettext_lazy("Make another member the owner before you leave."),
    "club.account_needed": gettext_lazy("Sign up or log in first."),
    "club.by_link": gettext_lazy("You need the club's link to join. Ask a director for it."),
    "club.old_link": gettext_lazy("This link no longer works. Ask a director for a new one."),
    "club.full": gettext_lazy("The club is full."),
    "club.many": gettext_lazy("You are in %(n)s clubs. Leave one of them first."),
    "club.many_owned": gettext_lazy("You own %(n)s clubs. Give one of them a new owner first."),
    "club.many_nights": gettext_lazy("The club has %(n)s club nights. Stop one of them first."),
    "club.many_seasons": gettext_lazy("The club has %(n)s seasons. Delete one of them first."),
    "club.many_matches": gettext_lazy("The club has offered %(n)s matches. Wait for the answers."),
    "club.no_title": gettext_lazy("Enter a name."),
    "club.zone": gettext_lazy("Choose a time zone from the list."),
    "club.no_days": gettext_lazy("No club night falls on these days."),
    "club.days_before": gettext_lazy("Announce it 1 to 28 days before."),
    "club.night_announced": gettext_lazy("This night has been announced. Call its event off."),
    "club.event_taken": gettext_lazy("This event counts for another club."),
    "club.season_days": gettext_lazy("The season has to end after it begins."),
    "club.season_points": gettext_lazy("Enter points from the first place down, such as 10 8 6."),
    "club.boards": gettext_lazy("A match has 1 to %(n)s boards."),
    "club.itself": gettext_lazy("A club can't play against itself."),
    "club.match_settled": gettext_lazy("This match can't be changed any more."),
    "club.not_agreed": gettext_lazy("The other club has not agreed yet."),
    "club.too_few": gettext_lazy("%(club)s has fewer than %(n)s players ready."),
    "club.plays_for_other": gettext_lazy("You have signed up for the other club."),
}

ROLE_LABELS = {
    ClubMember.Role.OWNER: gettext_lazy("Owner"),
    ClubMember.Role.DIRECTOR: gettext_lazy("Director"),
    ClubMember.Role.MEMBER: gettext_lazy("Member"),
}

JOINING_TEXTS = {
    Club.Joining.FREE: gettext_lazy("Anyone can join."),
    Club.Joining.REQUEST: gettext_lazy("The directors decide who joins."),
    Club.Joining.LINK: gettext_lazy("Only people with the link can join."),
}

MATCH_STAGES = {
    "offered": gettext_lazy("Offered"),
    "agreed": gettext_lazy("Agreed"),
    "started": gettext_lazy("Started"),
    "declined": gettext_lazy("Declined"),
    "withdrawn": gettext_lazy("Called off"),
}

WEEKS_OF_MONTH = {
    1: gettext_lazy("First %(day)s of the month"),
    2: gettext_lazy("Second %(day)s of the month"),
    3: gettext_lazy("Third %(day)s of the month"),
    4: gettext_lazy("Fourth %(day)s of the month"),
    LAST_WEEK: gettext_lazy("Last %(day)s of the month"),
}


def explain(error: Refusal | RuleError) -> str:
    """Return the sentence that explains an error."""
    sentence = REFUSAL_TEXTS.get(error.code)
    if isinstance(error, Refusal) and error.code.startswith(("chat.", "report", "people.")):
        return explain_report(error)
    if sentence is None or not isinstance(error, Refusal):
        return explain_event(error)
    isolated = {
        name: isolate_name(value) if isinstance(value, str) else value
        for name, value in error.data.items()
    }
    return str(sentence) % isolated


def describe_rule(rule: NightRule) -> str:
    """Return when a night is, such as "Tuesday, every week, 19:00 (Europe/Berlin)"."""
    values = {"time": f"{rule.begins_at:%H:%M}", "zone": rule.zone.replace("_", " ")}
    return _("%(days)s, %(time)s (%(zone)s)") % {"days": _describe_days(rule), **values}


def name_language(code: str) -> str:
    """Return the name of a club's language in the reader's own, "" for none."""
    return translate_language_name(dict(list_languages()).get(code, code)) if code else ""


def _describe_days(rule: NightRule) -> str:
    day = str(WEEKDAYS[rule.weekday])
    if rule.week_of_month is not None:
        return str(WEEKS_OF_MONTH[rule.week_of_month]) % {"day": day}
    text = ngettext("%(day)s, every week", "%(day)s, every %(n)s weeks", rule.every_weeks)
    return text % {"day": day, "n": rule.every_weeks}
