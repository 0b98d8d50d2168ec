"""The style sheet of colours: both themes, the players, and the drawings' needs, generated from the palette.

    python -m bastide.web.panels.styles > src/bastide/web/static/css/tokens.css

A test checks the file.
"""

from __future__ import annotations

import sys

from bastide.view import svg
from bastide.view.carcassonne import svg as tiles

HEAD = "/* Both themes, the players, and what the drawings need. Written by `python -m bastide.web.panels.styles`. */"


def tokens_css() -> str:
    """The whole file: light, dark by choice or by the system's wish, then players and drawings."""
    light = f"color-scheme:light;{svg.theme_css('light')}"
    dark = f"color-scheme:dark;{svg.theme_css('dark')}"
    rules = [
        HEAD,
        f":root{{{light}}}",
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}",
        f":root[data-theme=dark]{{{dark}}}",
        *(svg.css() + tiles.css()).replace("}", "}\n").splitlines(),
    ]
    return "\n".join(joined(rules)) + "\n"


def joined(rules: list[str]) -> list[str]:
    """Lines whose braces are balanced: a rule inside another one stays on its line."""
    out: list[str] = []
    depth = 0
    for rule in rules:
        if depth:
            out[-1] += rule
        else:
            out.append(rule)
        depth += rule.count("{") - rule.count("}")
    return [line for line in out if line.strip()]


if __name__ == "__main__":
    sys.stdout.write(tokens_css())
