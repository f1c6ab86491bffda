"""HTTP: ``reports`` (complaining), ``company`` (whom one keeps away from), ``standing`` (what
moderators have decided about whoever asks)."""
