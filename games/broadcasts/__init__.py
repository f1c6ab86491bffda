"""Games followed from afar: the tables of an event side by side, pages for streams and other sites,
and games on real boards that scorekeepers write down as they are played."""
