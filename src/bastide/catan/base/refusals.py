"""Why a decision is illegal: the rule against it, worded so that the player knows what is legal.

Sentences are keys of the translations. They reveal no more about hidden cards than the seat knows.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.building import city_spots
from bastide.catan.base.cards import bank_size
from bastide.catan.base.corners import corner_free
from bastide.catan.base.island import (
    CARD,
    CITY,
    ITEMS,
    KINDS,
    KNIGHT,
    MONOPOLY,
    PLENTY,
    ROAD,
    ROAD_LINE,
    ROADS,
    SETTLEMENT,
    WAITING,
    Island,
    cost_of,
)
from bastide.catan.base.network import can_lay_free, can_lay_line, can_lay_road, may_lay, settlement_spots
from bastide.catan.base.notation import write_action
from bastide.catan.base.trade import fewest_cards, most_cards
from bastide.catan.base.turn import BuildingPhase
from bastide.catan.base.wide import lines_at
from bastide.kernel.bits import following, has
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, CHANCE, OVER, State

BUILDING: Final = ("road", "settle", "city", "buy")
CARD_KINDS: Final[dict[str, i64]] = {"knight": KNIGHT, "roads": ROADS, "plenty": PLENTY, "monopoly": MONOPOLY}


def why_not(r: Island, s: State, seat: i64, codes: list[int]) -> IllegalAction:
    """The rule against a decision that is not legal in this position."""
    text = write_action(r, codes)
    no = Refusal(text)
    verb = r.verb_of[codes[0]]
    word, arg = r.named(codes[0])
    c = s.cells
    if c[OVER] != 0:
        return no.say("BASE-045", "the game is over")
    chance = r.chance_acts(s)
    if seat == CHANCE:
        if not chance:
            return no.say("BASE-016", "chance does not decide now")
        return no.say("BASE-048", "this cannot come up now")
    if verb.by_chance:
        return no.say("BASE-048", "only chance decides this")
    if chance:
        return no.say("BASE-048", "the dice or the deck decide first")
    if ((r.actors(s) | r.optional(s)) & BITS[seat]) == 0:
        rule, sentence = r.phase(s).waits
        if rule:
            return no.say(rule, sentence)
        if r.modular:
            found = r.seams.why_wait(s, seat, codes, no)
            if found is not None:
                return found
        phase = r.phases[c[s.top()]].name
        if phase == "discard":
            return no.say("BASE-022", "others must discard first")
        if phase == "answer":
            return no.say("HOUSE-008", "your answer is given, or the offer is not for you")
        return no.say("BASE-016", "it is not your turn")
    # While an offer is open, no module allows any decision of its own: the offer is the reason to give.
    offered = c[s.top()] == r.answer_phase and verb.owner != r.base
    if r.modular and not offered:
        found = r.seams.why_not(s, seat, codes, no)
        if found is not None:
            return found
    return _in_phase(r, s, seat, word, arg, codes, no)


def _in_phase(r: Island, s: State, seat: i64, word: str, arg: i64, codes: list[int], no: Refusal) -> IllegalAction:
    c = s.cells
    top = s.top()
    phase = r.phases[c[top]].name
    if phase == "setup":
        piece = "settlement" if c[top + 3] == 0 else "road"
        if piece == "settlement" and r.places_city[c[top + 2]]:
            piece = "city"
        line = piece == "road" and word in r.line_names and r.line_free[r.line_names.index(word)] == 1
        if not line and word != {"settlement": "settle", "city": "city", "road": "road"}[piece]:
            return no.say("BASE-013", "place your starting {piece} first", {"piece": piece})
        if line and word != "road":
            return no.say("BASE-013", "{piece:Name}: not on this path", {"piece": word})
        if piece == "road":
            return no.say("BASE-013", "your starting road must touch the building just placed")
        if corner_free(r, s, seat, arg):
            return no.say("BASE-013", "this corner leaves no free path for your starting road")
        return no.say(
            "BASE-013", "a starting {piece} needs a free corner with no building one path away", {"piece": piece}
        )
    if phase == "discard":
        owed = int(c[r.discards + seat])
        return no.say("BASE-022", "discard exactly {count} cards that you hold", {"count": owed})
    if phase == "robber":
        if word == "robber" and c[r.robber] == arg:
            return no.say("BASE-023", "the robber must move to another hex")
        if word == "robber" and r.takes_robber[arg] == 0:
            return no.say("BASE-023", "the robber cannot stand on this hex")
        return no.say("BASE-023", "move the robber first")
    if phase == "rob":
        if word == "rob" and c[top + 2] == 0:
            return no.say("BASE-024", "choose an opponent with cards and a building at the robber's hex")
        return no.say("BASE-024", "choose first whom to rob")
    if phase == "roads":
        if word == "road":
            return why_no_road(r, s, seat, arg, no)
        if word in r.line_names and r.line_free[r.line_names.index(word)] == 1:
            return why_no_line(r, s, seat, r.line_names.index(word), arg, no)
        return no.say("BASE-036", "lay your free roads first")
    if phase == "answer":
        return _answering(r, s, seat, word, arg, codes, no)
    if isinstance(r.phases[c[top]], BuildingPhase) and word not in BUILDING and word not in r.item_names:
        return no.say("BASE-016", "you can only build and buy now")
    if word in CARD_KINDS:
        return _card(r, s, seat, CARD_KINDS[word], arg, no)
    if word in r.card_names[KINDS:]:
        found = why_no_card(r, s, seat, r.card_names.index(word), no)
        return found if found is not None else no.say("BASE-034", "this card cannot be played now")
    if phase == "roll":
        rule, sentence = number_first(r, s)
        return no.say(rule, sentence)
    return _on_turn(r, s, seat, word, arg, codes, no)


def number_first(r: Island, s: State) -> tuple[str, str]:
    """The rule and the sentence that ask for the number of a turn, or for the next one of several."""
    if s.cells[s.top()] == r.roll_phase and s.cells[s.top() + 2] > 0:
        return r.config.before_next_number
    return r.config.before_number


def _on_turn(r: Island, s: State, seat: i64, word: str, arg: i64, codes: list[int], no: Refusal) -> IllegalAction:
    if word in ("road", "settle"):
        item: i64 = ROAD
        if word == "settle":
            item = SETTLEMENT
        found = why_no_item(r, s, seat, item, no)
        if found is not None and found.rule in ("BASE-010", r.item_rules[item]):
            return found
        # A module that closes all other places says nothing of this one.
        if word == "road":
            return why_no_road(r, s, seat, arg, no)
        return _settlement(r, s, seat, arg, no)
    if word == "city":
        return why_no_item(r, s, seat, CITY, no) or no.say(
            "BASE-032", "there is no settlement of yours to turn into a city"
        )
    if word == "buy":
        return why_no_item(r, s, seat, CARD, no) or no.say("BASE-033", "no card can be bought now")
    if word in r.line_names[1:]:
        kind: i64 = r.line_names.index(word)
        return why_no_item(r, s, seat, r.line_items[kind], no) or why_no_line(r, s, seat, kind, arg, no)
    if word in r.item_names[ITEMS:]:
        item = r.item_names.index(word)
        return why_no_item(r, s, seat, item, no) or no.say(r.item_rules[item], "this is not possible now")
    if word == "bank":
        return _bank(r, s, seat, arg, no)
    if word == "offer":
        return why_no_offer(r, s, seat, no) or _draft(r, s, seat, codes, no)
    if word in ("accept", "refuse", "counter", "trade", "withdraw"):
        return no.say("HOUSE-008", "there is no offer on the table")
    if word == "roll":
        return no.say("BASE-047", "you have rolled already this turn")
    if word == "rob" and not r.has_robber:
        return no.say("BASE-024", "nobody is robbed now")
    if word in ("robber", "rob"):
        return no.say("BASE-023", "the robber moves on a seven or with a knight")
    if word == "discard":
        return no.say("BASE-022", "nobody has to discard now")
    return no.say("BASE-016", "this is not possible now")


def lacking(r: Island, s: State, seat: i64, item: i64) -> dict[str, int]:
    """The goods that a seat lacks for an item."""
    missing: dict[str, int] = {}
    for g in range(r.goods):
        n = cost_of(r, item, g) - s.cells[r.hand + seat * r.goods + g]
        if n > 0:
            missing[r.good_names[g]] = int(n)
    return missing


def why_no_item(r: Island, s: State, seat: i64, item: i64, no: Refusal) -> IllegalAction | None:
    """Why a seat cannot build or buy an item: cards, pieces or places. None if it can."""
    missing = lacking(r, s, seat, item)
    name = r.item_names[item]
    if missing and item < ITEMS:
        return no.say(r.item_rules[item], "you lack cards for a {piece}", {"piece": name}, missing)
    if missing:
        return no.say(r.item_rules[item], "{piece:Name}: you cannot pay for it", {"piece": name}, missing)
    if item == CARD:
        if r.cards_for_sale(s, seat) > 0:
            return None
        return no.say("BASE-033", "the deck of development cards is empty")
    if item >= ITEMS:
        if r.left_of(s, seat, item) == 0:
            return no.say(r.item_rules[item], "you have no {piece} left in your supply", {"piece": name})
        if name in r.line_names and not can_lay_line(r, s, seat, r.line_names.index(name)):
            line = r.config.lines[r.line_names.index(name)]
            return no.say(line.place_rule, "{piece:Name}: you have no free path for it", {"piece": name})
        return None
    if s.cells[r.left + seat * 3 + item] <= 0:
        return no.say("BASE-010", "you have no {piece} left in your supply", {"piece": name})
    if item == ROAD and not can_lay_road(r, s, seat):
        edge = following(s.cells, r.open_edges + seat * r.edge_words, r.edge_words, -1)
        found = _closed(r, s, seat, "road", edge, no)
        if found is not None:
            return found
        return no.say("BASE-029", "no free path touches your roads or buildings")
    spots = Codes()
    if item == SETTLEMENT:
        settlement_spots(r, s, seat, 0, spots)
        if spots.count == 0:
            corner = following(s.cells, r.open_corners + seat * r.corner_words, r.corner_words, -1)
            found = _closed(r, s, seat, "settle", corner, no)
            if found is not None:
                return found
        if spots.count == 0 and r.lines > 1:
            return no.say(
                "BASE-031",
                "no free corner at a road or {piece} of yours is two paths away from all buildings",
                {"piece": r.line_names[1]},
            )
        if spots.count == 0:
            return no.say("BASE-031", "no free corner at your roads is two paths away from all buildings")
    if item == CITY:
        city_spots(r, s, seat, 0, spots)
        if spots.count == 0:
            found = _closed(r, s, seat, "city", _own_settlement(r, s, seat), no)
            if found is not None:
                return found
            return no.say("BASE-032", "you have no settlement to turn into a city")
    return None


def _closed(r: Island, s: State, seat: i64, word: str, place: i64, no: Refusal) -> IllegalAction | None:
    """The rule by which a module closes a place (-1: there is none) that the base leaves open; None without one."""
    if r.modular and place >= 0:
        return r.seams.why_not(s, seat, [int(r.verb_named(word).offset + place)], no)
    return None


def _own_settlement(r: Island, s: State, seat: i64) -> i64:
    """The first corner with a settlement of a seat; -1 if it has none."""
    for corner in range(r.board.corners):
        if s.cells[r.owner + corner] == seat + 1 and s.cells[r.level + corner] == 1:
            return corner
    return -1


def why_no_card(r: Island, s: State, seat: i64, kind: i64, no: Refusal) -> IllegalAction | None:
    """Why a seat cannot play a card of a kind on its turn. None if it can."""
    c = s.cells
    at = seat * r.kinds + kind
    if c[r.cards + at] == 0:
        if c[r.fresh + at] > 0:
            return no.say("BASE-034", "a card cannot be played in the turn in which it was bought")
        return no.say("BASE-034", "you hold no such card")
    if c[r.card_played] != 0:
        return no.say("BASE-034", "you have played a card this turn already")
    if kind == ROADS and not can_lay_free(r, s, seat):
        return no.say("BASE-036", "you have no road left, or no place for one")
    if kind == PLENTY and bank_size(r, s) == 0:
        return no.say("BASE-037", "the bank is empty")
    return None


def why_no_offer(r: Island, s: State, seat: i64, no: Refusal) -> IllegalAction | None:
    """Why a seat on turn cannot make an offer. None if it can."""
    if not r.trading:
        return no.say("HOUSE-011", "players do not trade with each other in this game")
    if r.offer_limit == 0:
        return no.say("HOUSE-010", "players make no offers in this game")
    if s.cells[r.offers] <= 0:
        return no.say(
            "HOUSE-010", "you have made {count} offers this turn, no more are allowed", {"count": int(r.offer_limit)}
        )
    if r.modular and not r.seams.may_offer(s, seat):
        return r.seams.why_not(s, seat, [int(r.verb_named("offer").offset)], no)
    if r.tradable(s, seat) == 0:
        return no.say("BASE-026", "you have no cards to offer")
    if most_cards(r, s, seat) == 0:
        return no.say("BASE-025", "nobody else has a card to trade")
    return None


def _card(r: Island, s: State, seat: i64, kind: i64, arg: i64, no: Refusal) -> IllegalAction:
    reason = why_no_card(r, s, seat, kind, no)
    if reason is not None:
        return reason
    if kind == MONOPOLY:
        return no.say("BASE-038", "{good:Name}: these are not cards", {"good": r.good_names[arg]})
    return no.say("BASE-037", "choose exactly {count} cards that the bank has", {"count": min(2, int(bank_size(r, s)))})


def why_no_road(r: Island, s: State, seat: i64, edge: i64, no: Refusal) -> IllegalAction:
    """Why a seat cannot lay a road on a path, cost apart."""
    c = s.cells
    if c[r.left + seat * 3 + ROAD] <= 0:
        return no.say("BASE-010", "you have no {piece} left in your supply", {"piece": "road"})
    if c[r.road + edge] != 0:
        return no.say("BASE-030", "there is already a road on this path")
    if edge >= r.board.overland:
        return no.say("BASE-029", "no road is built on a path that borders no land")
    if not has(r.line_edges, 0, edge):
        return no.say("BASE-029", "{piece:Name}: not on this path", {"piece": "road"})
    blocked = any(lines_at(r, s, seat, r.board.edge_corners[2 * edge + k]) & r.line_joins[ROAD_LINE] for k in range(2))
    if blocked and not may_lay(r, s, seat, ROAD_LINE, edge):
        return no.say("BASE-029", "a road does not go on past an opponent's building")
    return no.say("BASE-029", "a road must touch a road or building of yours")


def why_no_line(r: Island, s: State, seat: i64, kind: i64, edge: i64, no: Refusal) -> IllegalAction:
    """Why a seat cannot lay a line of another kind than the road on a path, cost apart."""
    item = r.line_items[kind]
    rule = r.config.lines[kind].place_rule
    piece: dict[str, int | str] = {"piece": r.line_names[kind]}
    if r.left_of(s, seat, item) == 0:
        return no.say(r.item_rules[item], "you have no {piece} left in your supply", piece)
    if s.cells[r.road + edge] != 0:
        return no.say(rule, "this path is taken")
    if not has(r.line_edges, kind * r.edge_words, edge) or may_lay(r, s, seat, kind, edge):
        return no.say(rule, "{piece:Name}: not on this path", piece)
    return no.say(rule, "{piece:Name}: no building or line of yours from which it could go on", piece)


def _settlement(r: Island, s: State, seat: i64, corner: i64, no: Refusal) -> IllegalAction:
    if s.cells[r.owner + corner] != 0:
        return no.say("BASE-031", "there is already a building on this corner")
    if corner >= r.board.ashore:
        return no.say("BASE-031", "buildings stand only on the corners of land hexes")
    if not corner_free(r, s, seat, corner):
        return no.say("BASE-031", "there is a building one path away: the distance rule")
    if r.lines > 1:
        return no.say("BASE-031", "a settlement must touch a road or {piece} of yours", {"piece": r.line_names[1]})
    return no.say("BASE-031", "a settlement must touch a road of yours")


def _bank(r: Island, s: State, seat: i64, arg: i64, no: Refusal) -> IllegalAction:
    pair = arg // 3
    give = pair // r.goods
    get = pair % r.goods
    if give == get:
        return no.say("BASE-026", "give and take two different goods")
    rate = r.rate(s, seat, give)
    good = r.good_names[give]
    rule = r.config.purse_rules.get(good, "BASE-027")
    if rate == 0:
        return no.say(rule, "{good:Name}: the bank does not take this now", {"good": good})
    if arg % 3 + 2 != rate:
        return no.say(rule, "your rate for {good} is {rate} to 1", {"good": good, "rate": int(rate)})
    held = s.cells[r.hand + seat * r.goods + give]
    if held < rate:
        missing = {good: int(rate - held)}
        if give >= r.held:
            return no.say(rule, "{good:Name}: you do not have that much", {"good": good}, missing)
        return no.say(rule, "you do not hold that many cards", None, missing)
    return no.say("BASE-009", "the bank has no {good} left", {"good": r.good_names[get]})


def _draft(r: Island, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction:
    """The error in the goods or the addressees of an offer or counter-offer."""
    gives = [0] * int(r.goods)
    wants = [0] * int(r.goods)
    mask: i64 = 0
    for code in codes:
        verb = r.verb_of[code]
        arg = code - verb.offset
        if verb.word == "give":
            gives[arg] += 1
        elif verb.word == "want":
            wants[arg] += 1
        elif verb.word == "send":
            mask = arg
    missing: dict[str, int] = {}
    for g in range(r.goods):
        if gives[g] > 0 and wants[g] > 0:
            return no.say("BASE-026", "the same good cannot stand on both sides")
        lacking = gives[g] - s.cells[r.hand + seat * r.goods + g]
        if lacking > 0:
            missing[r.good_names[g]] = int(lacking)
    if missing:
        rule = "HOUSE-008" if r.verb_of[codes[0]].word == "counter" else "HOUSE-007"
        return no.say(rule, "you can only offer cards that you hold", None, missing)
    if mask & BITS[seat]:
        return no.say("BASE-025", "an offer goes to others, not to yourself")
    if mask != 0:
        fewest = fewest_cards(r, s, mask)
        if fewest == 0:
            return no.say("BASE-025", "nobody you ask has a card to trade")
        if sum(wants) > fewest and mask != BITS[r.seats] - 1 - BITS[seat]:
            return no.say(
                "HOUSE-007",
                "a player whom you name holds fewer cards ({count}) than you ask for",
                {"count": int(fewest)},
            )
    if r.verb_of[codes[0]].word == "counter":
        return no.say("HOUSE-007", "the player who made the offer does not hold as many cards as you ask for")
    return no.say("HOUSE-007", "nobody holds as many cards as you ask for")


def _answering(r: Island, s: State, seat: i64, word: str, arg: i64, codes: list[int], no: Refusal) -> IllegalAction:
    c = s.cells
    if seat == c[s.top() + 1]:
        if word == "trade":
            if arg == seat or c[r.answer + arg] in (0, WAITING):
                return no.say("HOUSE-009", "this player has not agreed to anything")
            return no.say("HOUSE-009", "you do not hold what this player asks for, or the answer was no")
        return no.say("HOUSE-009", "your offer is out: take an answer or withdraw it")
    if word == "accept":
        missing: dict[str, int] = {}
        for g in range(r.goods):
            lacking = c[r.wants + g] - c[r.hand + seat * r.goods + g]
            if lacking > 0:
                missing[r.good_names[g]] = int(lacking)
        return no.say("HOUSE-008", "you do not hold the cards asked for", None, missing)
    if word == "counter":
        return _draft(r, s, seat, codes, no)
    return no.say("HOUSE-008", "answer the offer first: accept, refuse or counter")
