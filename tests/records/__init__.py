"""Games that are over: the page, pictures, files, and where past games are found."""
