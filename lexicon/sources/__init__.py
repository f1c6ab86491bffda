"""Sources of word lists and definitions, and how to read each. Uses no models.

- ``catalogue``: the Debian packages that have a language's words
- ``package_reader``: reads a package's files into checked lists
- ``hunspell``: expands stems and rules to forms, within ``bounds``
- ``translations``: running text, to compare lists with
- ``derivation``: how the shipped lists were made
- ``wordnet`` and ``freedict``: definitions
"""
