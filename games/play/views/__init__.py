"""HTTP: ``pages`` to look at, ``seats`` (who sits, hosts, starts), ``turns`` (the acts of a game).

A view's first line loads and authorises; ``answers`` turns what a service says into a response.
"""
