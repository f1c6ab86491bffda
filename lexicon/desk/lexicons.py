"""The dictionaries in the admin: list, card, and the addresses of all further pages."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from lexicon.alphabets import list_languages
from lexicon.desk import history, languages, uploads, words
from lexicon.desk.forms import LexiconForm
from lexicon.desk.pages import address, address_pattern, list_tabs
from lexicon.models import Dispute, Lexicon
from lexicon.services.revisions import drop_unused_words
from lexicon.templatetags.counts import with_thousands


@admin.register(Lexicon)
class LexiconAdmin(admin.ModelAdmin):
    form = LexiconForm
    list_display = ("title", "tongue", "words", "changed", "disputes_open", "shown", "tools")
    list_filter = ("language", "hidden")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}
    actions = None
    change_list_template = "admin/lexicon/change_list.html"
    change_form_template = "admin/lexicon/change_form.html"
    fieldsets = (
        (None, {"fields": ("name", "slug", "language", "description")}),
        (_("Where it comes from"), {"fields": ("source", "licence")}),
        (_("In the lobby"), {"fields": ("hidden", "default", "site_default")}),
    )

    def get_urls(self) -> list[URLPattern]:
        post = require_POST
        own = [
            path(
                "languages/",
                admin.site.admin_view(languages.show_languages),
                name="lexicon_lexicon_languages",
            ),
            address_pattern("words/", words.show_words, "words"),
            address_pattern("words/save/", post(words.save_words), "save_words"),
            address_pattern("export/", words.export_list, "export"),
            address_pattern("upload/", uploads.show_upload, "upload"),
            address_pattern("upload/<int:job_id>/", uploads.show_job, "job"),
            address_pattern("upload/<int:job_id>/confirm/", post(uploads.confirm_job), "confirm"),
            address_pattern("revisions/", history.show_revisions, "revisions"),
            address_pattern("compare/", history.compare_revisions, "compare"),
            address_pattern("revisions/<int:number>/restore/", history.restore_revision, "restore"),
            address_pattern(
                "revisions/<int:number>/delete/",
                post(history.delete_revision),
                "delete_revision",
            ),
        ]
        return own + super().get_urls()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Lexicon]:
        waiting = Count("disputes", Q(disputes__state=Dispute.State.OPEN))
        found = super().get_queryset(request).select_related("current_revision")
        return found.annotate(waiting=waiting)

    def get_readonly_fields(self, request: HttpRequest, obj: Lexicon | None = None) -> Any:
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
        return HttpResponseRedirect(address("upload", obj))

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Rooms and games keep a dictionary from being deleted, whoever asks: nobody needs a
        right to them here."""
        deleted, counts, lacking, protected = super().get_deleted_objects(objs, request)
        if protected:
            lacking = set()
        return deleted, counts, lacking, protected

    def delete_model(self, request: HttpRequest, obj: Lexicon) -> None:
        super().delete_model(request, obj)
        drop_unused_words()

    @admin.display(description=_("dictionary"), ordering="name")
    def title(self, lexicon: Lexicon) -> str:
        marks = [(_("default"), lexicon.default), (_("default of the site"), lexicon.site_default)]
        shown = ((name,) for name, has in marks if has)
        return format_html(
            "<b>{}</b>{}",
            lexicon.name,
            format_html_join("", ' <span class="mark">{}</span>', shown),
        )

    @admin.display(description=_("language"), ordering="language")
    def tongue(self, lexicon: Lexicon) -> str:
        return dict(list_languages()).get(lexicon.language, lexicon.language)

    @admin.display(description=_("words"), ordering="current_revision__word_count")
    def words(self, lexicon: Lexicon) -> str:
        revision = lexicon.current_revision
        return with_thousands(revision.word_count) if revision else "–"

    @admin.display(description=_("last change"), ordering="current_revision__created_at")
    def changed(self, lexicon: Lexicon) -> str:
        if (revision := lexicon.current_revision) is None:
            return "–"
        when = date_format(revision.created_at, "SHORT_DATE_FORMAT")
        return format_html("{} · {}<br><small>{}</small>", revision.number, when, revision.author)

    @admin.display(description=_("disputes"), ordering="waiting")
    def disputes_open(self, lexicon: Lexicon) -> str:
        waiting: int = getattr(lexicon, "waiting", 0)
        return format_html('<span class="mark alert">{}</span>', waiting) if waiting else "–"

    @admin.display(description=_("shown"), boolean=True, ordering="hidden")
    def shown(self, lexicon: Lexicon) -> bool:
        return not lexicon.hidden

    @admin.display(description="")
    def tools(self, lexicon: Lexicon) -> str:
        return format_html(
            '<span class="tools"><a href="{}">{}</a><a href="{}">{}</a><a href="{}">{}</a></span>',
            address("words", lexicon), _("Words"),
            address("upload", lexicon), _("Upload"),
            address("revisions", lexicon), _("History"),
        )  # fmt: skip
