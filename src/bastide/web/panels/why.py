"""Why not: the reason for an impossible action, at its place, with what is missing and the rule."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from bastide.view.model import Reason
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk, goods_order
from bastide.web.panels.html import classes, tag


def rule_link(desk: Desk, rule: str) -> Markup | None:
    """A link to a rule in the rule book, opened beside the table."""
    if not rule:
        return None
    words = desk._("Rule {rule}", rule=rule)
    return tag(
        "a", words, href=f"/rules/{rule}?lang={desk.words.language}", target="_blank", rel="noopener", cls="rule"
    )


def why_panel(
    desk: Desk,
    key: str,
    title: str,
    reason: Reason,
    cost: Mapping[str, int] | None = None,
    hand: Mapping[str, int] | None = None,
) -> Markup:
    """The popover of a refused action: its reason, its cost against the hand, its rule."""
    needed = {good: hand.get(good, 0) for good in cost} if cost and hand is not None and reason.missing else None
    read = (title, reason, cost, needed, desk.names, desk.colors)
    return desk.kept.part(("why", key), read, lambda: popover(desk, key, title, reason, cost, needed))


def popover(
    desk: Desk, key: str, title: str, reason: Reason, cost: Mapping[str, int] | None, hand: Mapping[str, int] | None
) -> Markup:
    """The popover itself; `hand` is None if no goods are missing."""
    return tag(
        "div",
        tag("h3", pictures.mark("no", 20), title),
        tag("p", desk.html(reason.say), ".", cls="because"),
        balance(desk, cost, hand) if cost and hand is not None else None,
        rule_link(desk, reason.rule),
        id=f"why-{key}",
        cls="why-panel",
        popover="auto",
        role="dialog",
        aria_label=title,
    )


def balance(desk: Desk, cost: Mapping[str, int], hand: Mapping[str, int]) -> Markup:
    """Goods needed against goods held."""
    rows = []
    for good in goods_order(cost):
        held, needed = hand.get(good, 0), cost[good]
        enough = held >= needed
        verdict = desk._("enough") if enough else desk._("{count} missing", count=needed - held)
        rows.append(
            tag(
                "li",
                pictures.good(good, 20),
                tag("span", desk.words.name(good)),
                tag("b", f"{held} / {needed}"),
                tag("span", pictures.mark("check" if enough else "close", 14), verdict),
                cls=classes(enough or "short"),
            )
        )
    return tag("ul", rows, cls="balance")
