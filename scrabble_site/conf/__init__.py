"""Parts of the settings: typed environment variables, generated keys and the site's address."""
