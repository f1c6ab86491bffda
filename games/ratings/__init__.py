"""Ratings: what rated games say of their players' strength, ladder by ladder, and leaderboards."""
