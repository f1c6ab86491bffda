"""Compiled kernels: everything that runs thousands of times a second, without the GIL.

No kernel knows a rules object. :mod:`games.engine.position` turns a game into the arrays of
:mod:`.arrays`, and :mod:`games.engine.engine` turns the answers back.
"""
