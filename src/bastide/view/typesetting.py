"""How sentences are set: French spaces and elisions, the English article, singular and plural."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

NARROW: Final = "\u202f"
FIELD: Final = re.compile(r"\{(\w+)(?::([^{}|]*)(\|[^{}]*)?)?\}")
ELIDABLE: Final = re.compile(r"(?<![\w’])([djlmnst]|(?:jus|lors|puis|quoi)?qu)e $|(?<![\w’])(l)a $", re.IGNORECASE)
"""The end of a text whose last word loses its vowel before another."""
ARTICLE: Final = re.compile(r"(?<![\w’'])(a) $", re.IGNORECASE)
VOWEL_SOUND: Final = re.compile(r"[aeio]|u(?!ni)", re.IGNORECASE)
"""The start of an English word that "an" stands before."""
WORD: Final = re.compile(r"[^\W\d_]{2}")
COLON: Final = re.compile(r"(?<!\s):(?=\s)")
TAGS: Final = re.compile(r"(?:<[^<>]*>\s*)+")
VOWEL: Final = re.compile(r"(?!onz|oui\b)[aeiouœæ]|y[^aeiouy\W\d_]|h[eiouyœ]")
"""The start of a word, in lower case without accents, before which French elides."""


def typeset(text: str, language: str) -> str:
    """French as it is printed: curly apostrophes and a narrow unbreakable space before ; : ! ? and inside « ».

    >>> typeset("C'est l'heure !", "fr")
    'C’est l’heure\u202f!'
    """
    if language != "fr":
        return text
    text = re.sub(r"[ \u00a0\u202f]+([;:!?»])", rf"{NARROW}\1", text.replace("'", "’"))
    return re.sub(r"«[ \u00a0\u202f]*", f"«{NARROW}", text)


@lru_cache(maxsize=256)
def wordless(message: str) -> str:
    """A message that has no French: one of fields and signs alone gets its colons as French sets them.

    >>> wordless("{player} +{count}: {source}")
    '{player} +{count}\u202f: {source}'
    >>> wordless("Only English: {source}")
    'Only English: {source}'
    """
    return message if WORD.search(FIELD.sub("", message)) else COLON.sub(f"{NARROW}:", message)


def elided(before: str, value: str) -> str:
    """The French text before a value, whose last word loses its vowel if the value begins with one.

    Tags before the value are passed over. A y elides before a consonant (Yves, not Yann). An h elides unless an a
    follows: the names of most players that begin with "ha" come from other languages (Hans, Harry, Hassan), and those
    with another vowel mostly do not (Hélène, Henri, Hugo). Figures and signs never elide.

    >>> elided("la route de ", "Odile"), elided("la route de ", "Maud")
    ('la route d’', 'la route de ')
    >>> elided("avant que ", '<b class="who">Élise</b>'), elided("de ", "Yves"), elided("de ", "Hans")
    ('avant qu’', 'd’', 'de ')
    """
    if not before.endswith(("e ", "a ", "E ", "A ")):
        return before
    if value.startswith("<"):
        value = TAGS.sub("", value)
    plain = "".join(c for c in unicodedata.normalize("NFD", value[:8].lower()) if not unicodedata.combining(c))
    return ELIDABLE.sub(r"\1\2’", before) if VOWEL.match(plain) else before


def with_article(before: str, value: str) -> str:
    """The English text before a value; its article is "an" if the value begins with a vowel.

    >>> with_article("drives away a ", "intrepid"), with_article("A ", "unicorn"), with_article("extra ", "ore")
    ('drives away an ', 'A ', 'extra ')
    """
    return ARTICLE.sub(r"\1n ", before) if before.endswith(("a ", "A ")) and VOWEL_SOUND.match(value) else before


def one(number: int, language: str) -> bool:
    """Whether a number takes the singular: one in English, one and zero in French."""
    return number == 1 or (language == "fr" and number == 0)
