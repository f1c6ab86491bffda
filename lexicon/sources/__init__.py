"""Where lists come from, and how each source is to be read. Knows no table.

``catalogue``: the packages that have a language's words; ``hunspell``: stems and rules to forms;
``derivation``: how the shipped lists were made; ``wordnet``: meanings.
"""
