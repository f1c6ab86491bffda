"""Word study: quizzes with spaced repetition.

``terms.recall`` says when a word is asked again, ``services.questions`` makes questions of words
and judges the answers, and ``services.word_sources`` supplies the words. :mod:`lexicon.search`
searches the dictionaries.
"""
