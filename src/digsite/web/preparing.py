"""What is still being compiled after a first start, in sentences: for pages, and for the terminal."""

from dataclasses import dataclass
from math import ceil

from digsite.core.registry import plugin
from digsite.web.bot_levels import persona
from digsite.web.i18n import _

STEP = 5  # seconds: an estimate need not be finer


@dataclass(frozen=True)
class Progress:
    """How far a game is: the seconds until its rules, keen bots, and masters and hints are ready; 0 if they are."""

    game: str
    rules: float
    keen: float
    hints: float


def rounded(seconds: float) -> int:
    """Return an estimate in whole steps."""
    return max(ceil(seconds / STEP), 1) * STEP


def sentence(progress: Progress) -> str:
    """Return what is ready of a game and when the rest will be."""
    values = {"game": plugin(progress.game).title, "hints": rounded(progress.hints)}
    if progress.rules:
        values["rules"] = rounded(progress.rules)
        return _("Preparing %(game)s: rules in about %(rules)s s, hints in about %(hints)s s.", **values)
    if progress.keen:
        values["keen"] = rounded(progress.keen)
        return _(
            "Preparing %(game)s: rules ready, keen bots in about %(keen)s s, hints in about %(hints)s s.", **values
        )
    return _("Preparing %(game)s: rules and bots ready, masters and hints in about %(hints)s s.", **values)


def start_sentence(seconds: float) -> str:
    return _("Your game starts by itself in about %(seconds)s s.", seconds=rounded(seconds))


def bot_sentence(bot: str, seconds: float) -> str:
    return _("%(bot)s is being prepared and plays in about %(seconds)s s.", bot=persona(bot), seconds=rounded(seconds))


def hint_sentence(seconds: float) -> str:
    return _("Hints are being prepared. Ask again in about %(seconds)s s.", seconds=rounded(seconds))
