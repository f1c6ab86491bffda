"""Words to arrays and back: building, reading and compiling word graphs. Knows no Django.

``wordgraph`` reads a file, ``build`` writes it (``process`` does so in a process of its own),
``kernels`` is the compiled half of building, ``jit`` how kernels are declared and kept.
"""
