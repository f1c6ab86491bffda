"""Script bundles, style sheets, the template minifier, the web app manifest and the service
worker."""
