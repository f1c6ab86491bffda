"""Quizzes begun and answered, words kept to learn and those missed, and what leaves with people."""
