"""Where lists come from, and how each source is to be read. Knows no table.

``derivation``: how the shipped lists were made; ``debian``: packaged lists; ``wordnet``: meanings.
"""
