"""Word study: quizzes, lists, missed words and their pages."""
