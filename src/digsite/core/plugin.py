"""A game's plug-in: one object that says what the game has and where to find it.

A plug-in is cheap to import. Its parts are named as "module:attribute" and are imported when somebody needs them, so
that listing the games, or running one command, never loads rules, pictures or pages that are not used.
"""

from dataclasses import dataclass
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Any

from digsite.core.options import RuleOption

MOST_SEATS = 8  # for so many there are colours and marks


@dataclass(frozen=True)
class GamePlugin:
    """One game: facts that are known without loading it, and the places of its parts.

    Only `rules` is required. Without a part of its own a game gets a generic one, or does without.
    """

    name: str  # in records, addresses and on the command line
    title: str
    seats: range  # how many can play, from 1 to MOST_SEATS
    rules: str  # a function without arguments that returns the game
    terminal: str = ""  # makes a `TerminalUI` of the game
    page: str = ""  # makes its `GamePage`
    reasons: str = ""  # why an action may be good, in a sentence: `reason(game, state, action)`
    odds: str = ""  # its exact odds, ready for JSON: `odds_data(game, state)`
    odds_text: str = ""  # the same for a terminal: `odds_text(game, state, labels, width, every)`
    description: str = ""  # a position in words: `description(view, names)`
    picture: str = ""  # a picture of a view, which may be drawn for a phone: `picture(view, phone=…)`
    rulebook: str = ""  # its numbered rules in Markdown, as "package:file"
    first_game_seed: str = ""  # the seed of the guided first game; "" where there is no guide
    order: int = 100  # its place in lists: lower comes first
    moves_per_player: int = 40  # decisions of one player in one game, roughly: for estimates of time
    about: str = ""  # the game in a sentence
    minutes: int = 0  # of a game among people, as its box says; 0 if unknown
    options: tuple[RuleOption, ...] = ()  # rules with several readings

    def __post_init__(self) -> None:
        """Raise ValueError where so many cannot be shown."""
        if not self.seats or self.seats.step != 1 or self.seats[0] < 1 or self.seats[-1] > MOST_SEATS:
            raise ValueError(f"seats: {self.seats} is no range of numbers from 1 to at most {MOST_SEATS}")


def package_files(reference: str) -> Traversable:
    """Return the folder of the module that a reference names: templates, styles and texts are beside it."""
    return resources.files(reference.partition(":")[0].rpartition(".")[0])


def load_part(reference: str) -> Any:
    """Return what a reference such as "package.module:attribute" names; without an attribute, the module."""
    module, _, attribute = reference.partition(":")
    loaded = import_module(module)
    return getattr(loaded, attribute) if attribute else loaded
