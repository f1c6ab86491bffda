"""Web Push notifications, which reach a browser even when its pages are closed.

The domains below create notices, and players choose in
:mod:`games.players.services.notification_settings` which of them are pushed. No move waits for
this: the worker polls for new notices.
"""
