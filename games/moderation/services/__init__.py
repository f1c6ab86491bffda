"""Moderation services: ``report_filing`` files reports, ``report_decisions`` settles them, and
``moderators`` sets up the group "Moderator"."""
