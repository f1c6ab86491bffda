"""The Django project: settings, URL root and ASGI application. The games live in ``games``."""
