"""Actions of Thebes by name: `decode(number)` returns `Take`, `Dig`, `CardDraw` …, and `encode()` the number again.

Spaces, exhibitions and sites are counted from 0, as in the lists of a view.
"""

from dataclasses import dataclass

from digsite.core.errors import InvalidAction
from digsite.games.thebes.rules.actions import (
    CARD,
    EXCHANGE,
    EXHIBIT,
    FOUND,
    MARKER,
    OPTIONS,
    SAND,
    STOP,
    TAKE,
    dig_action,
)
from digsite.games.thebes.rules.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL, USE_ZEPPELIN
from digsite.games.thebes.rules.state import CARDS, HALLS, MOST_WEEKS, PLAYERS, SITES, SPACES, TOKENS


@dataclass(frozen=True, slots=True)
class Take:
    """Take an open card (T4)."""

    space: int
    zeppelin: bool = False

    def encode(self) -> int:
        return TAKE + 2 * self.space + self.zeppelin


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchange the open cards (T5)."""

    zeppelin: bool = False

    def encode(self) -> int:
        return EXCHANGE + self.zeppelin


@dataclass(frozen=True, slots=True)
class Exhibit:
    """Show an exhibition (T7)."""

    hall: int
    zeppelin: bool = False

    def encode(self) -> int:
        return EXHIBIT + 2 * self.hall + self.zeppelin


@dataclass(frozen=True, slots=True)
class Dig:
    """Dig at a site (T6), and what is used up for it."""

    site: int
    weeks: int
    zeppelin: bool = False
    assistant: bool = False
    rumour: bool = False
    shovel: bool = False

    @property
    def options(self) -> int:
        """What is used, as the bits of `knowledge`."""
        return (
            USE_ZEPPELIN * self.zeppelin
            | USE_ASSISTANT * self.assistant
            | USE_RUMOUR * self.rumour
            | USE_SHOVEL * self.shovel
        )

    def encode(self) -> int:
        return dig_action(self.site, self.weeks, self.options)


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop for the rest of the game (T8.4)."""

    def encode(self) -> int:
        return STOP


@dataclass(frozen=True, slots=True)
class MarkerDraw:
    """A seat's time marker goes on the stack at the start (T1.2)."""

    seat: int

    def encode(self) -> int:
        return MARKER + self.seat


@dataclass(frozen=True, slots=True)
class CardDraw:
    """A card comes from the deck (T4.3)."""

    card: int

    def encode(self) -> int:
        return CARD + self.card


@dataclass(frozen=True, slots=True)
class FindDraw:
    """A token other than sand comes from the bag (T6.10). Find 0 lies open from the start and is never drawn."""

    number: int

    def encode(self) -> int:
        return FOUND + self.number - 1


@dataclass(frozen=True, slots=True)
class SandDraw:
    """Sand comes from the bag (T6.10)."""

    def encode(self) -> int:
        return SAND


Journey = Take | Exchange | Exhibit | Dig
PlayerAction = Journey | Stop
ChanceAction = MarkerDraw | CardDraw | FindDraw | SandDraw
Action = PlayerAction | ChanceAction


def dig_with(site: int, weeks: int, options: int) -> Dig:
    """Return the dig that uses the options given as bits."""
    return Dig(
        site,
        weeks,
        zeppelin=bool(options & USE_ZEPPELIN),
        assistant=bool(options & USE_ASSISTANT),
        rumour=bool(options & USE_RUMOUR),
        shovel=bool(options & USE_SHOVEL),
    )


ALL: tuple[Action, ...] = (
    *(Take(space, zeppelin) for space in range(SPACES) for zeppelin in (False, True)),
    Exchange(),
    Exchange(zeppelin=True),
    *(Exhibit(hall, zeppelin) for hall in range(HALLS) for zeppelin in (False, True)),
    *(
        dig_with(site, weeks, options)
        for site in range(SITES)
        for options in range(OPTIONS)
        for weeks in range(1, MOST_WEEKS + 1)
    ),
    Stop(),
    *map(MarkerDraw, range(PLAYERS)),
    *map(CardDraw, range(CARDS)),
    *map(FindDraw, range(1, TOKENS)),
    SandDraw(),
)  # in the order of their numbers


def decode(number: int) -> Action:
    """Return the action of a number. Raises InvalidAction if there is none."""
    if not 0 <= number < len(ALL):
        raise InvalidAction(f"{number} is not an action in Thebes: they are numbered 0 to {len(ALL) - 1}")
    return ALL[number]


def is_draw(number: int) -> bool:
    """Return whether the action of a number is one of chance."""
    return isinstance(decode(number), ChanceAction)
