"""Word lists as people have them to words as dictionaries keep them. Knows no table.

``decoding``: bytes to lines; ``sieve``: lines to words, with a reason for each refused;
``folding``: spelling to tiles; ``reading``: all of it in one call; ``pile``: many words in little
memory; ``text``: the kept form.
"""
