"""Lucky words: what players may give, so that nobody chooses the draws alone."""

from digsite.core.chance import MOST_LETTERS, word_fault
from digsite.tables.refused import Refused


def clean_word(word: str) -> str:
    """Return a lucky word as it was given. Raises Refused if it cannot be one."""
    if len(word) > MOST_LETTERS:
        raise Refused(422, "bad word", "The lucky word is longer than %(most)s characters", most=MOST_LETTERS)
    if word_fault(word):
        raise Refused(422, "bad word", "The lucky word contains a control character or line break")
    return word
