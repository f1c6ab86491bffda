"""The editors' page of languages that can be installed from Debian packages, with their cost.

An installation is a job like an upload (:mod:`lexicon.admin.uploads`): a dry run, then a decision.
Nothing here fetches a package; only ``manage.py install_language`` does.
"""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.admin import site
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _

from lexicon.admin.editor_pages import get_editor_url
from lexicon.models import ImportJob, Lexicon
from lexicon.services.import_jobs import ACTIVE, UNDECIDED, open_install
from lexicon.sources.catalogue import CATALOGUE, MISSING_LANGUAGES, WordSource
from lexicon.terms.alphabets import list_languages
from lexicon.terms.errors import LexiconError
from scrabble_site.shared.language_names import translate_language_name

RIGHTS = ("lexicon.add_lexicon", "lexicon.add_importjob")


@dataclass(frozen=True, slots=True)
class LanguageRow:
    """A row of the page: a language, its package, and its dictionary or unfinished job if any."""

    name: str
    source: WordSource
    here: bool
    lexicon: Lexicon | None
    job: ImportJob | None

    @property
    def active(self) -> bool:
        return self.job is not None and self.job.state in ACTIVE


def show_languages(request: HttpRequest) -> HttpResponse:
    """List all languages of the catalogue. Posting a language's code starts its job."""
    if not request.user.has_perms(RIGHTS):
        raise PermissionDenied
    if request.method == "POST":
        try:
            job = open_install(request.POST.get("language", ""), request.user)
        except LexiconError as error:
            messages.error(request, str(error))
            return redirect("admin:lexicon_lexicon_languages")
        return redirect(get_editor_url("job", job.lexicon, job_id=job.pk))
    names = {code: translate_language_name(name) for code, name in list_languages()}
    context = site.each_context(request) | {
        "opts": Lexicon._meta,
        "title": _("Languages"),
        "rows": _make_rows(names),
        "lacking": [
            (names[code], translation.gettext(reason)) for code, reason in MISSING_LANGUAGES.items()
        ],
    }
    return render(request, "admin/lexicon/languages.html", context)


def _make_rows(names: dict[str, str]) -> list[LanguageRow]:
    codes = [source.code for source in CATALOGUE.values()]
    made = Lexicon.objects.filter(slug__in=codes).select_related("current_revision")
    lexicons = {lexicon.slug: lexicon for lexicon in made}
    under_way = ImportJob.objects.filter(state__in=UNDECIDED).exclude(package_language="")
    light = under_way.select_related("lexicon").defer("content", "checked", "report")
    jobs = {job.package_language: job for job in light}
    rows = [
        LanguageRow(
            names[source.language],
            source,
            source.is_here(),
            lexicons.get(source.code),
            jobs.get(source.language),
        )
        for source in CATALOGUE.values()
    ]
    return sorted(rows, key=lambda row: row.name)
