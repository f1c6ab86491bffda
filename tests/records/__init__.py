"""Records of finished games: the page, images, files, and lists of past games."""
