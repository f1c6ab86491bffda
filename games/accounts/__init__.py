"""Accounts: sign-up, log-in and log-out, moving to another device, settings, data export, deletion.

The log-in pages are django-allauth's, with this site's templates (``templates/account``,
``templates/mfa``, ``templates/allauth``). Names are handled by :mod:`games.play.services.naming`,
and which player a session belongs to by :mod:`games.players.services.identity`.
"""
