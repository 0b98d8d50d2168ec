"""The error that ends a command early, shown as one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from bastide.view.model import Arg


class Failure(Exception):
    """The command cannot do what was asked.

    `text` is an English sentence with fields, which is also its translation key; it quotes the input and says what
    would be valid. `code` is the exit status.
    """

    def __init__(self, text: str, code: int = 2, **args: Arg) -> None:
        super().__init__(text)
        self.text = text
        self.code = code
        self.args_: dict[str, Arg] = args


def cannot_read(path: object, error: Exception) -> NoReturn:
    """A file cannot be read.

    :raises Failure: always.
    """
    raise Failure("{path} cannot be read: {reason}", path=str(path), reason=reason(error)) from None


def cannot_write(path: object, error: Exception) -> NoReturn:
    """A file cannot be written.

    :raises Failure: always.
    """
    raise Failure("{path} cannot be written: {reason}", path=str(path), reason=reason(error)) from None


def reason(error: Exception) -> str:
    """An error's text, without its number and path."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
