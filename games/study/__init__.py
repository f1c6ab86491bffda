"""Word study: quizzes on words, asked again when they are about to be forgotten.

``memory`` says when, ``questions`` makes them of words and judges what was answered, ``sources``
says where the words come from. The search for words belongs to :mod:`lexicon.search`.
"""
