"""Tables as whole pages that need no server: to look at, to measure, to check for accessibility.

    python -m tests.web.panels.pages FOLDER

writes one page for each table, theme and language into the folder, beside a link to the static files.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import bastide.web
from bastide.server.common.model import TableView
from bastide.view.words import Words
from bastide.web.panels import page, render
from bastide.web.site import templates
from tests.web.panels.tables import ALL

STATIC = Path(bastide.web.__file__).parent / "static"
BODY = 'data-tab="build"'


def static_page(table: TableView, language: str = "en", theme: str = "light", body: str = BODY) -> str:
    """A table as one page whose static files are found in `static/` beside it; `body` are attributes of its body."""
    words = Words(language)
    html = (
        templates()
        .get_template(page.TEMPLATE)
        .render(
            _=words.gettext,
            words=words,
            language=language,
            theme=theme,
            script_words=json.dumps({}),
            **page.context(table, language, render(table, language), "https://bastide.example"),
        )
    )
    return html.replace('"/static/', '"static/').replace(BODY, body, 1)


def write(folder: Path) -> list[Path]:
    """Every table in both languages and both themes."""
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / "static"
    if not link.exists():
        link.symlink_to(STATIC)
    written = []
    for name, make in ALL.items():
        for language in ("en", "fr"):
            for theme in ("light", "dark"):
                path = folder / f"{name}-{language}-{theme}.html"
                path.write_text(static_page(make(), language, theme), encoding="utf-8")
                written.append(path)
    return written


if __name__ == "__main__":
    write(Path(sys.argv[1]))
