"""A MkDocs hook: the README of each expansion's room becomes a page of the documentation.

Pages and READMEs are written for a code host: their links are relative paths between files of the
repository. `linked` turns them into links between pages of the site.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import rooms

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).resolve().parent.parent
AFTER: Final = "Modules"
"""The entry of the contents behind which the expansions stand."""
LINK: Final = re.compile(r"(?<=\]\()(?![a-z]+:|[/#])([^)\s#]+)")


def pages() -> dict[str, str]:
    """The page address of each README, relative to the root; rooms without a README have none."""
    found = {
        f"src/{package.replace('.', '/')}/README.md": f"expansions/{family}/{name}.md"
        for family in FAMILIES
        for name, package in rooms(family).items()
    }
    return {source: page for source, page in found.items() if (ROOT / source).is_file()}


def contents(nav: list[Any], shown: Mapping[str, str]) -> list[Any]:
    """The table of contents with the pages of the rooms. Raises ValueError if it has no entry `AFTER`."""
    for place, entry in enumerate(nav):
        if isinstance(entry, dict) and AFTER in entry:
            return [*nav[: place + 1], {"Expansions": list(shown.values())}, *nav[place + 1 :]]
    raise ValueError(f"the contents in mkdocs.yml have no entry {AFTER!r}")


def linked(text: str, page: str, shown: Mapping[str, str]) -> str:
    """The Markdown of a page, links between files turned into links between pages.

    >>> linked("[a](../../docs/b.md#c)", "expansions/x.md", {"src/x/README.md": "expansions/x.md"})
    '[a](../b.md#c)'
    """
    sources = {address: source for source, address in shown.items()}
    folder = posixpath.dirname(sources.get(page, f"docs/{page}"))

    def address(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[1]))
        if target in shown:
            target = f"docs/{shown[target]}"
        # A link target without a page is left alone; `mkdocs build --strict` reports it.
        return posixpath.relpath(target, posixpath.dirname(f"docs/{page}")) if target.startswith("docs/") else link[1]

    return LINK.sub(address, text)


# The hooks that MkDocs calls.


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the rooms to the contents."""
    config.nav = contents(config.nav or [], pages())
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the rooms."""
    from mkdocs.structure.files import File

    for source, page in pages().items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite a page's links."""
    return linked(markdown, page.file.src_uri, pages())


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
    """Rebuild a page when its README changes."""
    for source in pages():
        server.watch(str(ROOT / source))
    return server
