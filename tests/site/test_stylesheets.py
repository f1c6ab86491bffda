"""All style sheets reach a page in two requests."""

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

from scrabble_site.static.stylesheets import STYLESHEETS, minify_styles


def test_a_stylesheet_joins_its_parts_in_order() -> None:
    for name, parts in STYLESHEETS.items():
        sheet = Path(str(finders.find(f"css/{name}.css"))).read_text()
        folder = settings.BASE_DIR / "static" / "css" / name
        places = [
            sheet.index(minify_styles((folder / f"{part}.css").read_text())) for part in parts
        ]
        assert places == sorted(places)


def test_stylesheets_have_no_comments_or_indentation() -> None:
    source = """/* It's "here". */
@layer room {
  .a:has(.b)
    .c { content: "/* kept */"; }  /* why
    not */

  .d { color: red; }
}
"""
    assert minify_styles(source) == (
        '@layer room{.a:has(.b)\n.c{content:"/* kept */";}.d{color:red;}}\n'
    )
    assert minify_styles("a :hover, b { margin: 0 -1px }\n") == "a :hover,b{margin:0 -1px}\n"
    for name in STYLESHEETS:
        assert "/*" not in Path(str(finders.find(f"css/{name}.css"))).read_text()


def test_every_stylesheet_part_is_used() -> None:
    written = {
        (path.parent.name, path.stem) for path in (settings.BASE_DIR / "static/css").rglob("*.css")
    }
    written.remove(("css", "moderation"))  # only for the admin, and served as it is
    assert written == {(name, part) for name, parts in STYLESHEETS.items() for part in parts}


def test_stylesheets_are_collected_with_the_other_files() -> None:
    listed = {name for finder in finders.get_finders() for name, _storage in finder.list([])}
    assert {"css/site.css", "css/play.css"} <= listed
