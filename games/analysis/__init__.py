"""Engine analyses of finished games: computed once and kept for everyone."""
