"""Template tag for the number of open reports, shown on the admin's front page."""

from django import template

from games.moderation.models import ModerationReport

register = template.Library()


@register.simple_tag
def open_reports() -> int:
    return ModerationReport.objects.filter(state=ModerationReport.State.OPEN).count()
