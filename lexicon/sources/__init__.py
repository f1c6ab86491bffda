"""Where lists come from, and how each source is to be read. Knows no table.

``catalogue``: the packages that have a language's words; ``packages``: their files to checked
lists; ``hunspell``: stems and rules to forms, within ``bounds``; ``derivation``: how the shipped
lists were made; ``wordnet`` and ``freedict``: meanings.
"""
