"""Login and account settings, mostly django-allauth's. See :mod:`games.accounts`."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from scrabble_site.conf import env

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:lobby"
ACCOUNT_LOGOUT_REDIRECT_URL = "games:lobby"

ACCOUNT_ADAPTER = "games.accounts.views.allauth_adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "games.accounts.forms.SignupForm",
    "reset_password": "games.accounts.forms.ResetPasswordForm",
    "request_login_code": "games.accounts.forms.RequestLoginCodeForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
# New members can play before they confirm their address.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Tileroom: "
# Signing up must not reveal whether an address has an account. If it does, a second account is
# created, which can never confirm the address.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USER_DISPLAY = "games.accounts.views.allauth_adapters.get_display_name"
MFA_ADAPTER = "games.accounts.views.allauth_adapters.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Whether staff accounts are locked out until they use a passkey
# (games.accounts.views.staff_passkeys).
STAFF_NEED_PASSKEY = env.read_bool("STAFF_NEED_PASSKEY", env.read_bool("PRODUCTION", False))

PASSWORD_HASHERS = ["scrabble_site.security.password_hashers.LowPriorityPasswordHasher"]

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTH_PASSWORD_VALIDATORS += [
    {"NAME": f"scrabble_site.security.password_validators.{name}"}
    for name in ("DisguisedPasswordValidator", "BreachedPasswordValidator")
]
# Path of a file with SHA-1 hashes of breached passwords, "" for none
# (scrabble_site.security.password_validators).
BREACHED_PASSWORDS = env.read_text("BREACHED_PASSWORDS", "")
if BREACHED_PASSWORDS and not Path(BREACHED_PASSWORDS).is_file():
    raise ImproperlyConfigured("Environment variable BREACHED_PASSWORDS: file not found.")
