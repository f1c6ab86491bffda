"""Building and reading word graphs. Does not use Django's settings or models.

``wordgraph`` reads a file and ``build`` writes one; ``build_process`` does so in a separate
process. ``kernels`` and ``gaddag_strings`` are the compiled part of building, from words that
``encoding`` has turned into codes. ``jit`` declares and caches kernels.
"""
