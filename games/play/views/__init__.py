"""HTTP: ``pages`` to look at, ``tables`` (rooms and seats), ``turns`` (the acts of a game).

A view's first line loads and authorises; ``answers`` turns what a service says into a response.
"""
