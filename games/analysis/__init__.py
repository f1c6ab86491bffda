"""Engine analyses of finished games: computed once and kept for everybody."""
