"""The seats of one browser in one short signed text, so that a cookie can hold many of them.

A seat takes 18 bytes: the table's id and the seat as one number, the generation of the chair, and when the token was
issued.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Iterable
from typing import Final, NamedTuple

from bastide.server.common.tokens import ALPHABET, ID_LENGTH, SeatToken, is_id

MOST: Final = 80
"""How many seats a list holds; the oldest are left out. Proxies accept 4 kB of response headers by default."""
_WATCHES: Final = 15
"""Stands for the seat of a spectator who gave the table's password."""
_ID, _SIGNATURE, _ENTRY = 13, 16, 18


class HeldSeat(NamedTuple):
    """A seat and when its token was issued, in seconds since 1970."""

    token: SeatToken
    at: int


class SeatLists:
    """Signs and verifies lists of seats with the secret of the seat tokens."""

    def __init__(self, secret: str, age: int) -> None:
        self._key = hmac.new(secret.encode(), b"bastide.seats", hashlib.sha256).digest()
        self._age = age

    def issue(self, seats: Iterable[HeldSeat]) -> str:
        """Sign a list of seats."""
        data = b"".join(map(_packed, seats))
        return base64.urlsafe_b64encode(self._signature(data) + data).decode().rstrip("=")

    def verify(self, text: str) -> list[HeldSeat]:
        """The seats of a list that have not expired; none if it was not issued here."""
        try:
            whole = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        except (binascii.Error, ValueError):
            return []
        signature, data = whole[:_SIGNATURE], whole[_SIGNATURE:]
        if len(data) % _ENTRY or not hmac.compare_digest(signature, self._signature(data)):
            return []
        seats = [_unpacked(data[start : start + _ENTRY]) for start in range(0, len(data), _ENTRY)]
        now = time.time()
        return [seat for seat in seats if now - seat.at <= self._age]

    def _signature(self, data: bytes) -> bytes:
        return hmac.new(self._key, data, hashlib.sha256).digest()[:_SIGNATURE]


def latest(seats: Iterable[HeldSeat]) -> list[HeldSeat]:
    """The seats that a list can hold: the latest ones, oldest first; of those of one second the last ones given."""
    return sorted((seat for seat in seats if fits(seat.token)), key=lambda seat: seat.at)[-MOST:]


def fits(token: SeatToken) -> bool:
    """Whether a list can hold this seat; a chair that has changed hands very often does not fit."""
    return is_id(token.table) and 0 <= token.generation < 256 and (token.seat is None or 0 <= token.seat < _WATCHES)


def _packed(held: HeldSeat) -> bytes:
    number = 0
    for sign in held.token.table:
        number = number * len(ALPHABET) + ALPHABET.index(sign)
    number = number * 16 + (_WATCHES if held.token.seat is None else held.token.seat)
    return number.to_bytes(_ID, "big") + bytes([held.token.generation]) + held.at.to_bytes(4, "big")


def _unpacked(data: bytes) -> HeldSeat:
    number, seat = divmod(int.from_bytes(data[:_ID], "big"), 16)
    signs = []
    for _ in range(ID_LENGTH):
        number, sign = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[sign])
    token = SeatToken("".join(reversed(signs)), None if seat == _WATCHES else seat, data[_ID])
    return HeldSeat(token, int.from_bytes(data[_ID + 1 :], "big"))
