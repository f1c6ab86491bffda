"""Editors' page on the languages that packages of this machine bring: which, and at what price.

Installing is a job like an upload's (:mod:`lexicon.desk.uploads`): a dry run, then the decision.
Nothing here fetches a package; that is the matter of ``manage.py install_language``.
"""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.admin import site
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from lexicon.alphabets import list_languages
from lexicon.desk.pages import address
from lexicon.errors import SourceError
from lexicon.models import ImportJob, Lexicon
from lexicon.services.jobs import UNDECIDED, open_install
from lexicon.sources.catalogue import CATALOGUE, LACKING, WordSource

RIGHTS = ("lexicon.add_lexicon", "lexicon.add_importjob")


@dataclass(frozen=True, slots=True)
class Row:
    """A language as the page shows it."""

    name: str
    source: WordSource
    here: bool
    lexicon: Lexicon | None
    job: ImportJob | None


def show_languages(request: HttpRequest) -> HttpResponse:
    """All languages of the catalogue; sending one's code starts its job."""
    if not request.user.has_perms(RIGHTS):
        raise PermissionDenied
    if request.method == "POST":
        try:
            job = open_install(request.POST.get("language", ""), request.user)
        except SourceError as error:
            messages.error(request, str(error))
            return redirect("admin:lexicon_lexicon_languages")
        return redirect(address("job", job.lexicon, job_id=job.pk))
    names = dict(list_languages())
    context = site.each_context(request) | {
        "opts": Lexicon._meta,
        "title": _("Languages"),
        "rows": _make_rows(names),
        "lacking": [(names[code], reason) for code, reason in LACKING.items()],
    }
    return render(request, "admin/lexicon/languages.html", context)


def _make_rows(names: dict[str, str]) -> list[Row]:
    codes = [source.code for source in CATALOGUE.values()]
    made = Lexicon.objects.filter(slug__in=codes).select_related("current_revision")
    lexicons = {lexicon.slug: lexicon for lexicon in made}
    under_way = ImportJob.objects.filter(state__in=UNDECIDED).exclude(package_of="")
    light = under_way.select_related("lexicon").defer("content", "checked", "report")
    jobs = {job.package_of: job for job in light}
    rows = [
        Row(
            names[source.language],
            source,
            source.is_here(),
            lexicons.get(source.code),
            jobs.get(source.language),
        )
        for source in CATALOGUE.values()
    ]
    return sorted(rows, key=lambda row: row.name)
