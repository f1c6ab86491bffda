"""Settings of the Tileroom site.

With no environment variables set, this is a site for one machine: SQLite and every other file it
writes live in ``var/``. ``scrabble_site/deploy/tileroom.env`` explains the variables for larger
sites. Values are read only through :mod:`scrabble_site.conf.env`, so that a bad one stops startup
and is named.
"""

import os
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from scrabble_site.conf import env, game_domains, generated_keys
from scrabble_site.conf.accounts import *  # noqa: F403
from scrabble_site.conf.cookies import *  # noqa: F403
from scrabble_site.conf.databases import build_database_settings
from scrabble_site.conf.languages import *  # noqa: F403
from scrabble_site.conf.lexicon_hooks import *  # noqa: F403
from scrabble_site.conf.publishing import *  # noqa: F403
from scrabble_site.conf.retention import *  # noqa: F403
from scrabble_site.conf.site_address import LOOPBACK_HOSTS, build_link_base
from scrabble_site.limits.table import *  # noqa: F403
from scrabble_site.observing.error_reporting import set_up_error_reporting
from scrabble_site.observing.logs import build_logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = env.read_path("VAR_DIR", BASE_DIR / "var")
VAR_DIR.mkdir(parents=True, exist_ok=True)
DEBUG = env.read_bool("DEBUG", False)
PRODUCTION = env.read_bool("PRODUCTION", False)

# Where `manage.py serve` listens.
HOST = env.read_text("HOST", "127.0.0.1")
PORT = env.read_int("PORT", 8000, minimum=0, maximum=65535)
# Web processes that `manage.py serve` starts. More than one requires PostgreSQL and Redis.
WEB_PROCESSES = env.read_int("WEB_PROCESSES", 1, minimum=1, maximum=64)
# Threads that run views in each process. Each thread keeps its own database connection open.
WEB_THREADS = env.read_int("WEB_THREADS", 4, minimum=1, maximum=64)

# Host names, keys and proxies -------------------------------------------------------------------
_any_name = ["localhost", "127.0.0.1", "[::1]"] if HOST in LOOPBACK_HOSTS else ["*"]
ALLOWED_HOSTS = env.read_list("ALLOWED_HOSTS", [] if PRODUCTION else _any_name)
# True when `manage.py serve` may replace the names to match the address it listens on.
ALLOWED_HOSTS_ARE_DERIVED = not (PRODUCTION or env.read_list("ALLOWED_HOSTS", []))
CSRF_TRUSTED_ORIGINS = env.read_list("CSRF_TRUSTED_ORIGINS", [])
SECRET_KEY = env.read_text("SECRET_KEY", "")
SECRET_KEY_FALLBACKS = env.read_list("SECRET_KEY_FALLBACKS", [])
if PRODUCTION:
    # Several machines must share one key, so production never generates one.
    for _name, _value in (("SECRET_KEY", SECRET_KEY), ("ALLOWED_HOSTS", ALLOWED_HOSTS)):
        if not _value:
            raise ImproperlyConfigured(
                f"Environment variable {_name}: must be set when PRODUCTION is true."
            )
    own_keys = (SECRET_KEY, *SECRET_KEY_FALLBACKS)
    if weak := [key for key in own_keys if not generated_keys.is_strong_key(key)]:
        _name = "SECRET_KEY" if SECRET_KEY in weak else "SECRET_KEY_FALLBACKS"
        raise ImproperlyConfigured(
            f"Environment variable {_name}: too easy to guess; expected 50 random characters or "
            "more, such as `openssl rand -base64 48` prints."
        )
    if DEBUG:
        raise ImproperlyConfigured(
            "Environment variable DEBUG: must be false when PRODUCTION is true."
        )
# Proxies (addresses and networks) whose forwarding headers are believed.
TRUSTED_PROXIES = env.read_networks("TRUSTED_PROXIES", ["127.0.0.1", "::1"] if PRODUCTION else [])
# URL path of the admin. Change it to hide the admin from scanners.
ADMIN_PATH = env.read_url_path("ADMIN_PATH", "admin/")
# Makes every bag predictable, whatever the players' pages contribute. For tests only.
TEST_SEED = env.read_text("TEST_SEED", "")
if PRODUCTION and TEST_SEED:
    raise ImproperlyConfigured("Environment variable TEST_SEED: must not be set in production.")
SECRET_KEY = SECRET_KEY or generated_keys.load_secret_key(VAR_DIR / "secret_key")
# Seconds that the start of a game waits for the players' pages to contribute to the bag's seed.
BAG_SEED_TIMEOUT = env.read_int("BAG_SEED_TIMEOUT", 3, minimum=0, maximum=60)

# Apps, middleware and templates -----------------------------------------------------------------
INSTALLED_APPS = [
    "channels",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "ninja",
    "lexicon",
    "games",
    *game_domains.DOMAIN_APPS,
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "scrabble_site.security.middleware.SecurityHeadersMiddleware",
    "scrabble_site.pages.releases.ReleaseMiddleware",
    "scrabble_site.security.cookie_migration.SessionMigrationMiddleware",  # extends Django's own
    "games.accounts.views.page_languages.PageLanguageMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.common.CommonMiddleware",
    "games.accounts.views.page_time_zones.PageTimeZoneMiddleware",
    "scrabble_site.security.cookie_migration.CsrfMigrationMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.accounts.views.middleware.MemberMiddleware",
    "games.accounts.views.middleware.SessionActivityMiddleware",
    "scrabble_site.security.middleware.AdminLogMiddleware",
    "scrabble_site.limits.rate_counting.RateLimitMiddleware",  # counts only after the CSRF check
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scrabble_site.security.middleware.MethodNotAllowedPageMiddleware",
]
ROOT_URLCONF = "scrabble_site.urls"
ASGI_APPLICATION = "scrabble_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "scrabble_site.static.template_minifier.MinifyingLoader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.accounts.views.context_processors.visitor",
                "scrabble_site.pages.operator_pages.add_footer_links",
                "scrabble_site.pages.releases.add_release",
            ],
        },
    },
]

# Database: connections stay open, because the threads that use them do (server/handler.py) -------
DATABASES = {
    "default": build_database_settings(
        env.read_database("DATABASE_URL", f"sqlite:///{VAR_DIR / 'db.sqlite3'}")
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Channel layer and cache: Redis for several processes, memory for a single one -------------------
REDIS_URL = env.read_url("REDIS_URL", ["redis", "rediss", "unix"])
REDIS_PREFIX = env.read_text("REDIS_PREFIX", "tileroom")
CHANNEL_LAYERS: dict[str, Any]
CACHES: dict[str, Any]
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": REDIS_PREFIX, "capacity": 1000},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "scrabble_site.redis_cache.FaultTolerantRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
            "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
        }
    }
else:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels.layers.InMemoryChannelLayer",
            "CONFIG": {"capacity": 1000},
        }
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# Whether `manage.py serve` runs the worker's loops itself instead of separate worker processes.
EMBEDDED_WORKER = env.read_bool("EMBEDDED_WORKER", not REDIS_URL)

# Static files: hashed names and compressed copies, made by collectstatic -------------------------
STATIC_URL = "/static/"
STATIC_ROOT = env.read_path("STATIC_ROOT", VAR_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "scrabble_site.static.stylesheets.BundledStylesFinder",
]
STATIC_HASHED = env.read_bool("STATIC_HASHED", not DEBUG)
_HASHED_STORAGE = "scrabble_site.static.script_bundles.BundledScriptsStorage"
_PLAIN_STORAGE = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _HASHED_STORAGE if STATIC_HASHED else _PLAIN_STORAGE},
}
MEDIA_ROOT = VAR_DIR / "media"

# Security ---------------------------------------------------------------------------------------
# htmx works under this policy because our pages switch off its eval and inline styles.
# 'unsafe-inline' is for style attributes only: they place the tiles on the board.
CONTENT_SECURITY_POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if PRODUCTION:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = env.read_bool("SECURE_SSL_REDIRECT", True)
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]
    SECURE_HSTS_SECONDS = env.read_int("SECURE_HSTS_SECONDS", 31_536_000, minimum=0, maximum=10**9)
    # The next two bind other host names of the domain for years, so the operator has to opt in.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.read_bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", False)
    SECURE_HSTS_PRELOAD = env.read_bool("SECURE_HSTS_PRELOAD", False)
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Largest request bodies, in bytes. A game command is tiny; an editor's word list is not.
REQUEST_BODY_LIMIT = 64 * 1024
UPLOAD_LIMIT = 52 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# Language and time ------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "scrabble_site" / "locale"]
FORMAT_MODULE_PATH = "scrabble_site.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Dictionaries and the engine --------------------------------------------------------------------
LEXICON_CACHE_DIR = env.read_path("LEXICON_CACHE_DIR", VAR_DIR / "lexicons")
ENGINE_CACHE_DIR = env.read_path("ENGINE_CACHE_DIR", VAR_DIR / "engine")
# The engine's kernels do not import Django. They, and the processes that compile them, read this
# from the environment.
os.environ["ENGINE_CACHE_DIR"] = str(ENGINE_CACHE_DIR)

# Mail -------------------------------------------------------------------------------------------
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
EMAIL_HOST = env.read_text("EMAIL_HOST", "")
MAIL_ENABLED = bool(EMAIL_HOST)
# If the site can send mail, an address must be confirmed before the account may add a passkey.
MFA_ALLOW_UNVERIFIED_EMAIL = not MAIL_ENABLED
# Seconds to wait for each response of the mail server.
EMAIL_TIMEOUT = env.read_int("EMAIL_TIMEOUT", 15, minimum=1, maximum=600)
if EMAIL_HOST:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_PORT = env.read_int("EMAIL_PORT", 587, minimum=1, maximum=65535)
    EMAIL_HOST_USER = env.read_text("EMAIL_HOST_USER", "")
    EMAIL_HOST_PASSWORD = env.read_text("EMAIL_HOST_PASSWORD", "")
    EMAIL_USE_TLS = env.read_bool("EMAIL_USE_TLS", True)
DEFAULT_FROM_EMAIL = env.read_text("DEFAULT_FROM_EMAIL", "tileroom@localhost")
# Envelope sender, to which mail servers return bounces; "" means DEFAULT_FROM_EMAIL.
MAIL_BOUNCES_TO = env.read_text("MAIL_BOUNCES_TO", "")
# Base of the links in e-mails. If it is not set, `manage.py serve` derives it.
SITE_URL = env.read_url("SITE_URL", ["http", "https"])
SITE_URL_IS_DERIVED = not SITE_URL
SITE_URL = SITE_URL or build_link_base(HOST, PORT)

# Push -------------------------------------------------------------------------------------------
# Like SECRET_KEY, all machines must share it. Changing it invalidates every push subscription.
VAPID_PRIVATE_KEY = env.read_secret(
    "VAPID_PRIVATE_KEY", generated_keys.is_push_key, "32 bytes in URL-safe base64"
) or generated_keys.load_push_key(VAR_DIR / "push_key")
# Additional push services, as https://host:port. Tests also use plain http.
PUSH_ORIGINS = env.read_list("PUSH_ORIGINS", [])

# Logging ----------------------------------------------------------------------------------------
LOG_LEVEL = env.read_choice("LOG_LEVEL", "INFO", ["DEBUG", "INFO", "WARNING", "ERROR"])
LOG_FORMAT = env.read_choice("LOG_FORMAT", "line", ["line", "json"])
LOGGING = build_logging_config(LOG_LEVEL, LOG_FORMAT)
# Where errors are also reported, if sentry-sdk is installed.
SENTRY_DSN = env.read_url("SENTRY_DSN", ["http", "https"])
set_up_error_reporting(SENTRY_DSN, "production" if PRODUCTION else "development")

# Metrics for Prometheus, on a separate port that must not be public; 0 switches them off ---------
METRICS_HOST = env.read_text("METRICS_HOST", "127.0.0.1")
METRICS_PORT = env.read_int("METRICS_PORT", 0, minimum=0, maximum=65535)
