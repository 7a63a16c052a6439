"""Names people may give, and the bots they may choose."""

from unicodedata import category

from digsite.bots import entrant
from digsite.core.chance import word_fault
from digsite.core.errors import DigsiteError
from digsite.tables.refused import Refused

LONGEST_NAME = 40
MOST_THINKING = 10.0  # seconds a bot may take for one action
MOST_SIMULATIONS = 100_000
HIDDEN = ("Cf", "Co", "Cn")  # categories of Unicode: what directs other letters, has no meaning here, or none at all
BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # of other categories, and still nothing to see
JOINERS = "\u200c\u200d"  # scripts from Arabic to Mongolian need them after a letter, emoji after a picture
VARIATIONS = "\ufe0e\ufe0f"  # of a picture: drawn as text or in colour


def check_bot(name: str) -> None:
    """Raise Refused unless a bot of this name may play at a table."""
    try:
        budget = entrant(name).budget
    except DigsiteError as error:
        raise Refused(422, "no bot", "There is no such bot", detail=str(error)) from None
    if (budget.seconds or 0) > MOST_THINKING or (budget.simulations or 0) > MOST_SIMULATIONS:
        time, most = f"{MOST_THINKING:.0f}s", f"{MOST_SIMULATIONS}sims"
        raise Refused(
            422, "no bot", "At a table, a bot may think for at most %(time)s or %(most)s", time=time, most=most
        )


def clean_name(name: str) -> str:
    """Return a name without superfluous spaces. Raises Refused if it is none."""
    name = visible(name)
    if len(name) > LONGEST_NAME:
        raise Refused(422, "bad name", "The name is longer than %(most)s characters", most=LONGEST_NAME)
    if word_fault(name):
        raise Refused(422, "bad name", "The name contains a control character or line break")
    return name


def clean_label(label: str) -> str:
    """Return the label of a token without superfluous spaces. Raises Refused if it is none."""
    label = visible(label)
    if len(label) > LONGEST_NAME:
        raise Refused(422, "bad name", "The label is longer than %(most)s characters", most=LONGEST_NAME)
    if word_fault(label):
        raise Refused(422, "bad name", "The label contains a control character or line break")
    return label


def visible(text: str) -> str:
    """Return a text on one line without what cannot be seen or turns other letters round; "" where nothing is left."""
    shown = ""
    for letter in text:
        if letter in JOINERS or letter in VARIATIONS:
            shown += letter if _belongs(letter, shown[-1:]) else ""
        elif category(letter) not in HIDDEN and letter not in BLANK and not _is_variation(letter):
            shown += letter
    words = [word.rstrip(JOINERS) for word in shown.split()]
    to_see = any(category(letter)[0] in "LNPS" for word in words for letter in word)
    refused = any(category(letter) in ("Cc", "Cs") for letter in shown)  # by `word_fault`, which says why
    return " ".join(words) if to_see or refused else ""


def _belongs(letter: str, before: str) -> bool:
    """Return whether an invisible letter does something after the one before it."""
    if not before:
        return False
    if letter in VARIATIONS:
        return category(before) == "So" or before in "0123456789#*"
    return "\u0600" <= before <= "\u1cff" or category(before) in ("So", "Sk") or before in VARIATIONS


def _is_variation(letter: str) -> bool:
    return any(first <= letter <= last for first, last in ("\u180b\u180f", "\ufe00\ufe0d", "\U000e0100\U000e01ef"))
