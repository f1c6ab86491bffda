"""Members: sign-up, log-in and log-out, going on elsewhere, settings, one's data, the end.

The pages of log-in itself are django-allauth's, in this site's look (``templates/account``,
``templates/mfa``, ``templates/allauth``). Names are :mod:`games.play.services.naming`'s; whose a
session is, is :mod:`games.players.identity`'s.
"""
