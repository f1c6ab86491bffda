"""Taking quizzes, keeping word lists, collecting missed words, and erasing study data."""
