"""Settings of the Tileroom site.

With no environment variable set this is a site for one machine: SQLite and everything else that
is written lives in ``var/``. ``README.md`` tells which variables make it a larger one. Values are
read through :mod:`scrabble_site.env` only, so that a bad one stops startup with its name.
"""

import os
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from scrabble_site import env
from scrabble_site.accounts import *  # noqa: F403
from scrabble_site.databases import describe_database
from scrabble_site.limits import *  # noqa: F403
from scrabble_site.logs import describe_logging
from scrabble_site.reporting import report_faults
from scrabble_site.secret import is_push_key, is_strong, load_push_key, load_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = env.read_path("VAR_DIR", BASE_DIR / "var")
VAR_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = env.read_bool("DEBUG", False)
PRODUCTION = env.read_bool("PRODUCTION", False)

# Where `manage.py serve` listens.
HOST = env.read_text("HOST", "127.0.0.1")
PORT = env.read_int("PORT", 8000, least=0, most=65535)
# Web processes that `manage.py serve` looks after; more than one need PostgreSQL and Redis.
WEB_PROCESSES = env.read_int("WEB_PROCESSES", 1, least=1, most=64)
# Threads of one process that run views; each keeps its database connection.
WEB_THREADS = env.read_int("WEB_THREADS", 4, least=1, most=64)

# Who may come, and by which name ----------------------------------------------------------------
_loopback = HOST in {"127.0.0.1", "::1", "localhost"}
_any_name = ["localhost", "127.0.0.1", "[::1]"] if _loopback else ["*"]
ALLOWED_HOSTS = env.read_list("ALLOWED_HOSTS", [] if PRODUCTION else _any_name)
CSRF_TRUSTED_ORIGINS = env.read_list("CSRF_TRUSTED_ORIGINS", [])
SECRET_KEY = env.read_text("SECRET_KEY", "")
SECRET_KEY_FALLBACKS = env.read_list("SECRET_KEY_FALLBACKS", [])
if PRODUCTION:
    # Several machines must share one key, so none is made up for a site in production.
    for _name, _value in (("SECRET_KEY", SECRET_KEY), ("ALLOWED_HOSTS", ALLOWED_HOSTS)):
        if not _value:
            raise ImproperlyConfigured(
                f"Environment variable {_name}: must be set when PRODUCTION is true."
            )
    if weak := [key for key in (SECRET_KEY, *SECRET_KEY_FALLBACKS) if not is_strong(key)]:
        _name = "SECRET_KEY" if SECRET_KEY in weak else "SECRET_KEY_FALLBACKS"
        raise ImproperlyConfigured(
            f"Environment variable {_name}: too easy to guess; expected 50 random characters or "
            "more, such as `openssl rand -base64 48` prints."
        )
    if DEBUG:
        raise ImproperlyConfigured(
            "Environment variable DEBUG: must be false when PRODUCTION is true."
        )
# Proxies whose word is taken for who asks: addresses and networks.
TRUSTED_PROXIES = env.read_networks("TRUSTED_PROXIES", ["127.0.0.1", "::1"] if PRODUCTION else [])
# Where the admin is, for those who would rather not have it looked for.
ADMIN_PATH = env.read_path_part("ADMIN_PATH", "admin/")
# Makes every bag predictable, whatever pages add: for tests alone.
TEST_SEED = env.read_text("TEST_SEED", "")
if PRODUCTION and TEST_SEED:
    raise ImproperlyConfigured("Environment variable TEST_SEED: must not be set in production.")
SECRET_KEY = SECRET_KEY or load_secret_key(VAR_DIR / "secret_key")

# Seconds for which a start waits for what the players' pages add to the seed of the bag.
BAG_PATIENCE = env.read_int("BAG_PATIENCE", 3, least=0, most=60)

# The parts of the site --------------------------------------------------------------------------
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
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "scrabble_site.middleware.ContentPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.accounts.middleware.MemberMiddleware",
    "scrabble_site.counting.CountingMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scrabble_site.middleware.NotAllowedMiddleware",
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
                        "scrabble_site.compact.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.accounts.context.person",
            ],
        },
    },
]

# Database: connections are kept, because the threads that use them are (see handler.py) ----------
DATABASES = {
    "default": describe_database(
        env.read_database("DATABASE_URL", f"sqlite:///{VAR_DIR / 'db.sqlite3'}")
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Between processes: Redis when there are several, memory when there is one -----------------------
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
            "BACKEND": "scrabble_site.cache.ForgivingCache",
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

# The worker's loops run inside `manage.py serve`, unless there are worker processes for them.
EMBEDDED_WORKER = env.read_bool("EMBEDDED_WORKER", not REDIS_URL)

# Static files: hashed names and compressed copies, made by collectstatic -------------------------
STATIC_URL = "/static/"
STATIC_ROOT = env.read_path("STATIC_ROOT", VAR_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "scrabble_site.styles.JoinedStyles",
]
STATIC_HASHED = env.read_bool("STATIC_HASHED", not DEBUG)
_HASHED_STORAGE = "scrabble_site.staticfiles.JoinedScriptsStorage"
_PLAIN_STORAGE = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _HASHED_STORAGE if STATIC_HASHED else _PLAIN_STORAGE},
}
MEDIA_ROOT = VAR_DIR / "media"

# Security ---------------------------------------------------------------------------------------
# htmx runs under this policy because the page switches its eval and inline styles off. Style
# attributes place tiles on the board.
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
# A guest's seat is held by this session: signed, kept for a year, and read without a query.
SESSION_ENGINE = "scrabble_site.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
if PRODUCTION:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = env.read_bool("SECURE_SSL_REDIRECT", True)
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]
    SECURE_HSTS_SECONDS = env.read_int("SECURE_HSTS_SECONDS", 365 * 24 * 3600, least=0, most=10**9)
    # These bind names beside this site's own, for years: only who runs them all can promise that.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.read_bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", False)
    SECURE_HSTS_PRELOAD = env.read_bool("SECURE_HSTS_PRELOAD", False)
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# What a request may weigh, in bytes: a command of a game is tiny, a word list
# that an editor uploads is not.
REQUEST_BODY_LIMIT = 64 * 1024
UPLOAD_LIMIT = 52 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Language and time ------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "scrabble_site" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Dictionaries and the engine --------------------------------------------------------------------
LEXICON_CACHE_DIR = env.read_path("LEXICON_CACHE_DIR", VAR_DIR / "lexicons")
# The lexicon app never imports the games app: what it needs of it stands here by dotted path.
LEXICON_ALPHABETS, LEXICON_BAGS = "games.rules.editions.alphabets", "games.rules.editions.bags"
LEXICON_AUTHOR_OF = "games.disputes.services.author_of"
LEXICON_CLOSED_TO = "games.play.fairness.sits_in_running_game"
ENGINE_CACHE_DIR = env.read_path("ENGINE_CACHE_DIR", VAR_DIR / "engine")
# Kernels know no Django: they, and the processes that compile them, read the environment.
os.environ["ENGINE_CACHE_DIR"] = str(ENGINE_CACHE_DIR)

# Mail -------------------------------------------------------------------------------------------
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
EMAIL_HOST = env.read_text("EMAIL_HOST", "")
SENDS_MAIL = bool(EMAIL_HOST)
# Where letters arrive, an address is confirmed before the account gets another key.
MFA_ALLOW_UNVERIFIED_EMAIL = not SENDS_MAIL
# Seconds to wait for a mail server, each time it is to say something.
EMAIL_TIMEOUT = env.read_int("EMAIL_TIMEOUT", 15, least=1, most=600)
if EMAIL_HOST:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_PORT = env.read_int("EMAIL_PORT", 587, least=1, most=65535)
    EMAIL_HOST_USER = env.read_text("EMAIL_HOST_USER", "")
    EMAIL_HOST_PASSWORD = env.read_text("EMAIL_HOST_PASSWORD", "")
    EMAIL_USE_TLS = env.read_bool("EMAIL_USE_TLS", True)
DEFAULT_FROM_EMAIL = env.read_text("DEFAULT_FROM_EMAIL", "tileroom@localhost")
# Put before the paths of links in mails, which no request can tell.
SITE_URL = env.read_url("SITE_URL", ["http", "https"]) or f"http://{HOST}:{PORT}"

# Push -------------------------------------------------------------------------------------------
# Like SECRET_KEY, several machines must share it; browsers subscribed with another are lost.
VAPID_PRIVATE_KEY = env.read_fitting(
    "VAPID_PRIVATE_KEY", is_push_key, "32 bytes in URL-safe base64"
) or load_push_key(VAR_DIR / "push_key")
# More push services than those known, as https://host:port; of plain http, too: for tests.
PUSH_ORIGINS = env.read_list("PUSH_ORIGINS", [])

# Logging ----------------------------------------------------------------------------------------
LOG_LEVEL = env.read_choice("LOG_LEVEL", "INFO", ["DEBUG", "INFO", "WARNING", "ERROR"])
LOG_FORMAT = env.read_choice("LOG_FORMAT", "line", ["line", "json"])
LOGGING = describe_logging(LOG_LEVEL, LOG_FORMAT)
# Where faults are reported besides, by those who have installed sentry-sdk.
SENTRY_DSN = env.read_url("SENTRY_DSN", ["http", "https"])
report_faults(SENTRY_DSN, "production" if PRODUCTION else "development")

# Figures for Prometheus, on a port of their own that the world never sees; 0: none ---------------
METRICS_HOST = env.read_text("METRICS_HOST", "127.0.0.1")
METRICS_PORT = env.read_int("METRICS_PORT", 0, least=0, most=65535)
