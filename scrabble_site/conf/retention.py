"""How long the site keeps personal data, in one table: what, how long and why.

The privacy page shows this table, and the worker deletes what is older (:mod:`games.retention`).
``KEEP_CHAT=90`` in the environment changes one period, in days. Games and their records are not
in the table because they are kept for good.
"""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from scrabble_site.conf import env


class RetentionTerm(NamedTuple):
    """One row: ``what`` is kept for ``days`` days ``since`` an event, and ``why``."""

    what: Any
    days: int
    since: Any
    why: Any


RETENTION = {
    "guests": RetentionTerm(
        _("Guests who never played, chatted or saved anything"),
        30,
        _("after their first visit"),
        _("So that you can come back under the same name."),
    ),
    "guest_practice": RetentionTerm(
        _("Guests' puzzles, daily games, quizzes and word lists"),
        365,
        _("after they were last used"),
        _("Kept as long as the cookie that identifies the guest."),
    ),
    "accounts": RetentionTerm(
        _("Accounts whose e-mail address was never confirmed"),
        60,
        _("after the last visit"),
        _("The address may belong to someone else. Their games stay, without the name."),
    ),
    "sessions": RetentionTerm(
        _("Sessions of members: browser and time of the last visit"),
        365,
        _("after the last visit"),
        _("So that you stay logged in, and can see and end each session."),
    ),
    "links": RetentionTerm(
        _("Used links for continuing on another device"),
        1,
        _("after they were used"),
        _("So that no link works twice."),
    ),
    "tokens": RetentionTerm(
        _("Revoked API tokens"),
        30,
        _("after they were revoked"),
        _("So that you can see what had access to your account."),
    ),
    "deletion_marks": RetentionTerm(
        _("Names and e-mail addresses of deleted accounts, as hashes"),
        30,
        _("after the account was deleted, or when its suspension ends"),
        _("So that no one takes over a name at once or escapes a suspension."),
    ),
    "notices": RetentionTerm(
        _("Notifications"),
        90,
        _("after they were created"),
        _("So that you can read what happened while you were away."),
    ),
    "chat": RetentionTerm(
        _("Chat messages"),
        180,
        _("after they were sent"),
        _("So that you can continue a conversation or report it."),
    ),
    "emails": RetentionTerm(
        _("E-mails the site has sent: address and subject"),
        3,
        _("after they were created"),
        _("To limit how many e-mails anyone receives. The text is deleted once it is sent."),
    ),
    "pushes": RetentionTerm(
        _("Push notifications that were sent"),
        1,
        _("after they were created"),
        _("So that nothing is sent twice."),
    ),
    "hints": RetentionTerm(
        _("Hints in practice games"),
        30,
        _("after they were requested"),
        _("So that you can look at a hint again."),
    ),
    "analyses": RetentionTerm(
        _("Analyses of games"),
        365,
        _("after someone last read them"),
        _("They take time to compute. You can request a new one at any time."),
    ),
    "page_absences": RetentionTerm(
        _("In rated games: when your page was hidden"),
        60,
        _("after you returned to the page"),
        _("For fair play. We delete this sooner, once the game has ended and been measured."),
    ),
    "signals": RetentionTerm(
        _("Fair-play figures on rated games, for moderators only"),
        365,
        _("after the game"),
        _("To detect outside help. They never trigger anything automatically."),
    ),
    "reports": RetentionTerm(
        _("Settled reports, with the messages they are about"),
        365,
        _("after they were settled"),
        _("So that moderators can recognise repeated misconduct."),
    ),
    "duplicate_plays": RetentionTerm(
        _("Duplicate games: racks, plays and results"),
        730,
        _("after the game ended"),
        _("So that you can go through your games again."),
    ),
}
for _name, _term in RETENTION.items():
    _days = env.read_int(f"KEEP_{_name.upper()}", _term.days, minimum=1, maximum=36500)
    RETENTION[_name] = _term._replace(days=_days)
