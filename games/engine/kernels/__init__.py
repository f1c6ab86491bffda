"""Compiled kernels: all code that runs thousands of times a second, without the GIL.

No kernel knows an object of the rules. :mod:`games.engine.kernel_position` turns a game into the
arrays of :mod:`.arrays`, and :mod:`games.engine.engine` turns the answers back.
"""
