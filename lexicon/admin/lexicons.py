"""Dictionaries in the admin: the list, the form, and the URLs of all further pages."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from lexicon.admin import language_packages, revisions, uploads, words
from lexicon.admin.editor_pages import editor_path, get_editor_url, list_tabs
from lexicon.admin.forms import LexiconForm
from lexicon.models import Dispute, Lexicon
from lexicon.services.revisions import remove_unused_words
from lexicon.templatetags.counts import with_thousands
from lexicon.terms.alphabets import list_languages
from scrabble_site.shared.instants import write_instant
from scrabble_site.shared.language_names import translate_language_name


@admin.register(Lexicon)
class LexiconAdmin(admin.ModelAdmin):
    form = LexiconForm
    list_display = (
        "title",
        "language_name",
        "words",
        "changed",
        "disputes_open",
        "is_visible",
        "tools",
    )
    list_filter = ("language", "hidden")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}
    actions = None
    change_list_template = "admin/lexicon/change_list.html"
    change_form_template = "admin/lexicon/change_form.html"
    fieldsets = (
        (None, {"fields": ("name", "slug", "language", "description")}),
        (_("Source"), {"fields": ("source", "licence")}),
        (_("In the lobby"), {"fields": ("hidden", "default", "site_default")}),
    )

    def get_urls(self) -> list[URLPattern]:
        post = require_POST
        own = [
            path(
                "languages/",
                admin.site.admin_view(language_packages.show_languages),
                name="lexicon_lexicon_languages",
            ),
            editor_path("words/", words.show_words, "words"),
            editor_path("words/save/", post(words.save_words), "save_words"),
            editor_path("export/", words.export_list, "export"),
            editor_path("upload/", uploads.show_upload, "upload"),
            editor_path("upload/<int:job_id>/", uploads.show_job, "job"),
            editor_path("upload/<int:job_id>/confirm/", post(uploads.confirm_job), "confirm"),
            editor_path("revisions/", revisions.show_revisions, "revisions"),
            editor_path("compare/", revisions.compare_revisions, "compare"),
            editor_path("revisions/<int:number>/restore/", revisions.restore_revision, "restore"),
            editor_path(
                "revisions/<int:number>/delete/",
                post(revisions.delete_revision),
                "delete_revision",
            ),
        ]
        return own + super().get_urls()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Lexicon]:
        waiting = Count("disputes", Q(disputes__state=Dispute.State.OPEN))
        found = super().get_queryset(request).select_related("current_revision")
        return found.annotate(waiting=waiting)

    def get_readonly_fields(self, request: HttpRequest, obj: Lexicon | None = None) -> Any:
        # The words were folded for this language, and links contain the code.
        settled = obj is not None and obj.current_revision_id is not None
        return ("slug", "language") if settled else ()

    def get_prepopulated_fields(self, request: HttpRequest, obj: Lexicon | None = None) -> Any:
        return {} if obj else self.prepopulated_fields

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        lexicon = self.get_object(request, object_id)
        extra = {"lexicon": lexicon}
        if lexicon is not None:
            extra["tabs"] = list_tabs(request, lexicon, "change")
        return super().change_view(request, object_id, form_url, extra | (extra_context or {}))

    def response_add(
        self, request: HttpRequest, obj: Lexicon, post_url_continue: str | None = None
    ) -> HttpResponse:
        super().response_add(request, obj, post_url_continue)
        return HttpResponseRedirect(get_editor_url("upload", obj))

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Report protecting rooms and games instead of missing permissions on them.

        They protect a dictionary from deletion by anyone, so no permission would help.
        """
        deleted, counts, lacking, protected = super().get_deleted_objects(objs, request)
        if protected:
            lacking = set()
        return deleted, counts, lacking, protected

    def delete_model(self, request: HttpRequest, obj: Lexicon) -> None:
        super().delete_model(request, obj)
        remove_unused_words()

    @admin.display(description=_("dictionary"), ordering="name")
    def title(self, lexicon: Lexicon) -> str:
        labels = [(_("default"), lexicon.default), (_("site default"), lexicon.site_default)]
        set_labels = ((name,) for name, has in labels if has)
        return format_html(
            "<b>{}</b>{}",
            lexicon.name,
            format_html_join("", ' <span class="state-label">{}</span>', set_labels),
        )

    @admin.display(description=_("language"), ordering="language")
    def language_name(self, lexicon: Lexicon) -> str:
        names = dict(list_languages())
        return translate_language_name(names.get(lexicon.language, lexicon.language))

    @admin.display(description=_("words"), ordering="current_revision__word_count")
    def words(self, lexicon: Lexicon) -> str:
        revision = lexicon.current_revision
        return with_thousands(revision.word_count) if revision else "–"

    @admin.display(description=_("last change"), ordering="current_revision__created_at")
    def changed(self, lexicon: Lexicon) -> str:
        if (revision := lexicon.current_revision) is None:
            return "–"
        when = write_instant(revision.created_at)
        return format_html("{} · {}<br><small>{}</small>", revision.number, when, revision.author)

    @admin.display(description=_("disputes"), ordering="waiting")
    def disputes_open(self, lexicon: Lexicon) -> str:
        waiting: int = getattr(lexicon, "waiting", 0)
        return format_html('<span class="state-label alert">{}</span>', waiting) if waiting else "–"

    @admin.display(description=_("visible"), boolean=True, ordering="hidden")
    def is_visible(self, lexicon: Lexicon) -> bool:
        return not lexicon.hidden

    @admin.display(description="")
    def tools(self, lexicon: Lexicon) -> str:
        return format_html(
            '<span class="tools"><a href="{}">{}</a><a href="{}">{}</a><a href="{}">{}</a></span>',
            get_editor_url("words", lexicon), _("Words"),
            get_editor_url("upload", lexicon), _("Upload"),
            get_editor_url("revisions", lexicon), _("History"),
        )  # fmt: skip
