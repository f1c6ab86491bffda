"""The formulas of fair-play figures, without a database: observing turns (:mod:`.observing`),
computing figures (:mod:`.statistics`) and measuring their error rates (:mod:`.calibration`)."""
