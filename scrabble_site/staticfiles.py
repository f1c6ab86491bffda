"""How static files are stored: hashed names (kept by browsers for ever) and compressed copies."""

from servestatic.storage import CompressedManifestStaticFilesStorage

_ALL_SCRIPTS, _IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns


class HashedModulesStorage(CompressedManifestStaticFilesStorage):
    """Scripts that import each other do so by hashed names as well, so that no page ever mixes
    modules of two releases.

    Only the site's own modules (``static/js``) are rewritten, and only their import and export
    statements: ``import("./x.js").Type`` stands in comments for the type checker.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _IMPORTS[:3]))
