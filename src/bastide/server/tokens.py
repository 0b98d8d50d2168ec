"""Seat tokens: signed proofs that their bearer sits on one chair of one table, in one generation of that chair.

A chair's generation grows whenever it changes hands, so that an old token opens nothing. The secret is made once and
kept in the data folder, readable by its owner only, or comes from the environment.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
import tempfile
from pathlib import Path
from typing import Final

import msgspec
from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer

from bastide.server.faults import Refusal

ALPHABET: Final = "23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
"""What table ids are made of: no sign is easily taken for another."""
ID_LENGTH: Final = 17
"""17 signs of 57 hold 99 bits."""
COOKIE: Final = "bastide-"


class Token(msgspec.Struct, frozen=True):
    """What a token says once its signature is verified; without a seat it is that of a spectator with the password."""

    table: str
    seat: int | None
    generation: int


def is_id(text: str) -> bool:
    """Whether a text can be an id that `new_id` gave."""
    return len(text) == ID_LENGTH and all(sign in ALPHABET for sign in text)


def new_id() -> str:
    """An id for a table that nobody can guess; knowing it is the invitation."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def cookie_name(table: str) -> str:
    """The cookie that holds the token for a table."""
    return COOKIE + table


def kept_secret(folder: Path) -> str:
    """The secret in this folder's file `secret`, made now if there is none."""
    path = folder / "secret"
    if not path.exists():
        # Written aside and linked into place, so that no other process ever reads half a secret.
        descriptor, draft = tempfile.mkstemp(dir=folder, prefix="secret-")
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        os.unlink(draft)
    return path.read_text(encoding="ascii").strip()


class Tokens:
    """Signs and verifies seat tokens with one secret. Signatures are compared in constant time."""

    def __init__(self, secret: str, age: int) -> None:
        if len(secret) < 16:
            raise ValueError("the secret that signs seat tokens must have at least 16 characters")
        self.secret = secret
        self._signer = URLSafeTimedSerializer(
            secret, salt="bastide.seat", signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256}
        )
        self._age = age

    def issue(self, token: Token) -> str:
        """The signed text of a token."""
        return str(self._signer.dumps([token.table, token.seat, token.generation]))

    def verify(self, text: str, table: str) -> Token:
        """What a token says, if it was issued here, has not expired and is for this table.

        :raises Refusal: otherwise. The message never quotes the token, which could be somebody's good one.
        """
        try:
            found = msgspec.convert(self._signer.loads(text[:400], max_age=self._age), tuple[str, int | None, int])
        except SignatureExpired:
            raise Refusal("token", "This seat token has expired; take the seat again") from None
        except (BadSignature, msgspec.ValidationError, UnicodeError):
            raise Refusal("token", "This seat token was not issued here; take a seat at {table}", table=table) from None
        if not hmac.compare_digest(found[0].encode(), table.encode()):
            raise Refusal("token", "This seat token is for another table than {table}", table=table)
        return Token(*found)
