"""Names and words people may give, and bots they may name."""

from digsite.bots import entrant
from digsite.core.chance import MOST_LETTERS, word_fault
from digsite.core.errors import DigsiteError
from digsite.server.table import Refused

LONGEST_NAME = 40
MOST_THINKING = 10.0  # seconds a bot may take for one action
MOST_SIMULATIONS = 100_000
UNSEEN = {chr(code) for code in (0x200B, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def check_bot(name: str) -> None:
    try:
        budget = entrant(name).budget
    except DigsiteError as error:
        raise Refused(422, "no bot", "There is no such bot", detail=str(error)) from None
    if (budget.seconds or 0) > MOST_THINKING or (budget.simulations or 0) > MOST_SIMULATIONS:
        time, most = f"{MOST_THINKING:.0f}s", f"{MOST_SIMULATIONS}sims"
        raise Refused(422, "no bot", "At a table a bot thinks at most %(time)s or %(most)s", time=time, most=most)


def clean_name(name: str) -> str:
    name = _tidy(name)
    if len(name) > LONGEST_NAME:
        raise Refused(422, "bad name", "The name is longer than %(most)s characters", most=LONGEST_NAME)
    if word_fault(name):
        raise Refused(422, "bad name", "The name has a control character or line break in it")
    return name


def clean_label(label: str) -> str:
    """What a token is for."""
    label = _tidy(label)
    if len(label) > LONGEST_NAME:
        raise Refused(422, "bad name", "The label is longer than %(most)s characters", most=LONGEST_NAME)
    if word_fault(label):
        raise Refused(422, "bad name", "The label has a control character or line break in it")
    return label


def clean_word(word: str) -> str:
    """A lucky word."""
    if len(word) > MOST_LETTERS:
        raise Refused(422, "bad word", "The lucky word is longer than %(most)s characters", most=MOST_LETTERS)
    if word_fault(word):
        raise Refused(422, "bad word", "The lucky word has a control character or line break in it")
    return word


def _tidy(text: str) -> str:
    return " ".join("".join(letter for letter in text if letter not in UNSEEN).split())
