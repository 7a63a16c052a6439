"""Names people may give, and the bots they may choose."""

from digsite.bots import entrant
from digsite.core.chance import word_fault
from digsite.core.errors import DigsiteError
from digsite.tables.refused import Refused

LONGEST_NAME = 40
MOST_THINKING = 10.0  # seconds a bot may take for one action
MOST_SIMULATIONS = 100_000
UNSEEN = {chr(code) for code in (0x200B, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}


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
    name = _tidy(name)
    if len(name) > LONGEST_NAME:
        raise Refused(422, "bad name", "The name is longer than %(most)s characters", most=LONGEST_NAME)
    if word_fault(name):
        raise Refused(422, "bad name", "The name contains a control character or line break")
    return name


def clean_label(label: str) -> str:
    """Return the label of a token without superfluous spaces. Raises Refused if it is none."""
    label = _tidy(label)
    if len(label) > LONGEST_NAME:
        raise Refused(422, "bad name", "The label is longer than %(most)s characters", most=LONGEST_NAME)
    if word_fault(label):
        raise Refused(422, "bad name", "The label contains a control character or line break")
    return label


def _tidy(text: str) -> str:
    return " ".join("".join(letter for letter in text if letter not in UNSEEN).split())
