"""Seat tokens: signed proof that the bearer holds one chair of one table, in one generation of that chair.

A chair's generation grows whenever it changes hands, so old tokens grant nothing. The secret comes from the
environment, or is generated once and kept in the data folder, readable by its owner only.
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

from bastide.server.common.faults import RequestRefused

ALPHABET: Final = "23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
"""The characters of table ids: no two of them look alike."""
ID_LENGTH: Final = 17
"""17 characters out of 57 are 99 bits."""
CODE_LENGTH: Final = 6
"""The length of the short code by which a table is found: about a thousand million codes."""
COOKIE: Final = "bastide-"


class SeatToken(msgspec.Struct, frozen=True):
    """The content of a verified token; `seat` is None for a spectator who gave the table's password."""

    table: str
    seat: int | None
    generation: int


def code_of(table_id: str) -> str:
    """The short code of a table, in capitals, so that it can be read out and typed."""
    return table_id[:CODE_LENGTH].upper()


def typed_code(text: str) -> str | None:
    """The short code that somebody typed, in any case and with spaces or hyphens; None if the text is none."""
    code = text.replace(" ", "").replace("-", "").upper().replace("0", "O").replace("1", "I")
    return code if len(code) == CODE_LENGTH and code.isascii() and code.isalnum() else None


def is_id(text: str) -> bool:
    """Whether a text has the form of an id that `new_id` returns."""
    return len(text) == ID_LENGTH and all(sign in ALPHABET for sign in text)


def new_id() -> str:
    """An unguessable id for a table; knowing it is the invitation."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def cookie_name(table: str) -> str:
    """The name of the cookie that holds the token for a table."""
    return COOKIE + table


def secret_file(folder: Path) -> Path:
    """The file of the secret in a data folder."""
    return folder / "secret"


def kept_secret(folder: Path) -> str:
    """The secret in the file `secret` of this folder, generated if there is none."""
    path = secret_file(folder)
    if not path.exists():
        # Written to a temporary file and linked, so that no other process reads a partial secret.
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
        self.mark = hmac.digest(secret.encode(), b"bastide.mark", "sha256").hex()[:6]
        """Tells the cookies of this server from those of another one on the same host: cookies know no port."""
        self._signer = URLSafeTimedSerializer(
            secret, salt="bastide.seat", signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256}
        )
        self._age = age

    def issue(self, token: SeatToken) -> str:
        """Sign a token."""
        return str(self._signer.dumps([token.table, token.seat, token.generation]))

    def issued(self, text: str) -> bool:
        """Whether a token was issued here, for whatever table, and however long ago."""
        return bool(self._signer.loads_unsafe(text[:400])[0])

    def verify(self, text: str, table: str) -> SeatToken:
        """Verify a token: issued here, not expired, and for this table.

        :raises RequestRefused: it is not. The message never quotes the token, which might be another person's valid
            one.
        """
        return self.dated(text, table)[0]

    def dated(self, text: str, table: str) -> tuple[SeatToken, int]:
        """Like `verify`, with the time at which the token was issued, in seconds since 1970.

        :raises RequestRefused: see `verify`.
        """
        try:
            content, issued = self._signer.loads(text[:400], max_age=self._age, return_timestamp=True)
            found = msgspec.convert(content, tuple[str, int | None, int])
        except SignatureExpired:
            raise RequestRefused("token", "This seat token has expired; take the seat again") from None
        except (BadSignature, msgspec.ValidationError, UnicodeError):
            raise RequestRefused(
                "token", "This seat token was not issued here; take a seat at {table}", table=table
            ) from None
        if not hmac.compare_digest(found[0].encode(), table.encode()):
            raise RequestRefused("token", "This seat token is for another table than {table}", table=table)
        return SeatToken(*found), int(issued.timestamp())
