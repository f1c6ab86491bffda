"""The rules of the tile games: pure Python, standard library only, no Django.

``game`` is the front door (start a game, verify and apply acts); ``variants`` describes the games;
everything else is one noun per module. Words are judged through the ``lexicon`` protocol only.
"""
