"""Searching a dictionary's words: by letters, by pattern, by hooks. Knows no table and no request.

``query`` is what is asked and ``reading`` makes it of what was typed; ``shelf`` holds the words in
columns, ``matching`` tests thousands of them at once, ``worth`` says what they score and how
probable they are, ``hooks`` what goes before and behind them, and ``searching`` puts all together.
"""
