"""The editors' pages: Django's admin, with pages of its own for words, uploads and history.

``lexicons`` ties them together; ``forms`` says what may be sent in; ``group`` who is an editor.
Django finds them through :mod:`lexicon.admin`.
"""
