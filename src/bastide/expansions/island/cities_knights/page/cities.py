"""City improvements: three domains of five levels, metropolis owners, and the next building with its price."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from bastide.expansions.island.cities_knights.view import drawings as art
from bastide.expansions.island.cities_knights.view.model import KnightsView, Step
from bastide.expansions.island.cities_knights.view.words import ABILITIES, BUILDINGS, COMMODITIES, DOMAINS
from bastide.view.lines import pair
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, hidden, tag
from bastide.web.panels.module_page import SidePanel
from bastide.web.panels.why import why_panel

SUBJECTS = {"science": "alchemist", "trade": "merchant", "politics": "university"}
STAR = "★"


def panel(desk: Desk, own: KnightsView) -> SidePanel:
    """The improvement board as a panel; folded, it shows the reader's levels."""
    levels = " ".join(str(step.level) for step in own.steps)
    return SidePanel(
        "ck-improve",
        desk._("City improvements"),
        partial(improvements, desk, own),
        summary=desk._("levels {levels}", levels=levels) if own.steps else "",
        note=desk._("{count} {count:crane|cranes}: 1 less", count=own.cranes)
        if own.cranes
        else desk._("★ ability for good"),
        priority=80,
        sheet="cities",
    )


def improvements(desk: Desk, own: KnightsView) -> Markup:
    """The reader's board; for spectators, what each domain is and who has its metropolis."""
    rows = [domain_row(desk, own, domain) for domain in DOMAINS]
    return tag("div", rows, [why(desk, step) for step in own.steps if step.reason], cls="ck-improve")


def domain_row(desk: Desk, own: KnightsView, domain: str) -> Markup:
    """One domain."""
    step = next((step for step in own.steps if step.domain == domain), None)
    level = step.level if step else 0
    names = BUILDINGS[domain]
    ability = desk.text(ABILITIES[domain])
    star = tag(
        "span",
        f"{STAR} {desk.words.title(names[2])}",
        cls=classes("ck-abl", level < 3 and "soon"),
        title=ability,
        tabindex=0,
        aria_label=pair(desk.words, desk.words.title(names[2]), ability),
    )
    return tag(
        "div",
        tag("i", Markup(art.subject(SUBJECTS[domain], 17)), cls=f"dom ck-{domain}", aria_hidden="true"),
        tag("div", tag("b", desk.words.title(f"domain-{domain}")), star, cls="nm"),
        tag("div", [cell(desk, own, domain, i, level, names[i - 1]) for i in range(1, 6)], cls="ck-cells-5"),
        buy(desk, step) if step else None,
        cls="ck-imp",
    )


def cell(desk: Desk, own: KnightsView, domain: str, number: int, level: int, name: str) -> Markup:
    """One level: reached, next, the one with the ability, or the site of a metropolis."""
    holder = own.holders.get(domain)
    words = pair(desk.words, str(number), desk.words.title(name))
    inner: Markup | str = STAR if number == 3 else str(number)
    if holder is not None and number == max(4, holder.level):
        shield = desk.shield(holder.seat, 15)
        inner = tag("span", Markup(art.SPIRE), shield, cls="held")
        words += ", " + desk._("metropolis of {player}", player=desk.name(holder.seat))
    full = number <= level
    return tag(
        "span",
        inner,
        hidden(f" {words}"),
        cls=classes("ck-cell", full and f"full ck-{domain}", number == level + 1 and "next"),
        title=words,
    )


def buy(desk: Desk, step: Step) -> Markup:
    """The button that builds the next level, or says why not."""
    if step.building is None:
        return tag("span", tag("b", desk._("complete")), cls="ck-buy done")
    name = tag("b", desk.words.title(step.building))
    good = [pictures.good(step.good, 19), hidden(desk.words.name(step.good))]
    if step.notation is not None:
        price = tag("span", step.cost, good) if step.cost else tag("span", desk._("free"))
        return tag("button", name, price, type="button", cls="ck-buy ok", data_notation=step.notation)
    short = f"{step.held}/{step.cost}" if step.held < step.cost else str(step.cost)
    return tag(
        "button",
        name,
        tag("span", short, good, tag("em", "?", aria_hidden="true")),
        hidden(" " + desk._("why not?")),
        type="button",
        cls=classes("ck-buy no", step.held >= step.cost and "paid"),
        aria_disabled=True,
        data_why=f"improve {step.domain}",
        popovertarget=f"why-improve-{step.domain}",
    )


def why(desk: Desk, step: Step) -> Markup | None:
    """The popover of a level that cannot be built now."""
    if step.reason is None:
        return None
    title = desk._("{title}: why not?", title=desk.words.title(step.building or f"domain-{step.domain}"))
    cost, held = {step.good: step.cost}, {step.good: step.held}
    return why_panel(desk, f"improve-{step.domain}", title, step.reason, cost, held)


__all__ = ["COMMODITIES", "improvements"]
