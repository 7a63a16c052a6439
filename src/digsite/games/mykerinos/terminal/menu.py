"""What a player of Mykerinos may do now, in few lines."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group
from rich.text import Text

from digsite.core.company import MARKS
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.room import Choice
from digsite.games.mykerinos.actions import (
    EXTEND,
    NEUTRAL_EXTEND,
    NEUTRAL_START,
    PASS,
    REMOVE_TILE,
    ROOM,
    SKIP,
    START,
    THEN_ON,
    TILE,
    USE,
    field_name,
)
from digsite.games.mykerinos.data import Facts
from digsite.games.mykerinos.state import FIELDS, PATRONS, ROOMS
from digsite.games.mykerinos.terminal.board import desert
from digsite.games.mykerinos.terminal.words import (
    HELPS,
    contest,
    patron_name,
    plural,
    ranking,
    tile_name,
    zone_of,
)
from digsite.games.mykerinos.view import Colour

MOST_ROOMS = 4  # beside other choices; more are asked for in a second question
MOST_NAMED = 12  # fields repeated below the map
PLACINGS = {
    START: "start", EXTEND: "extend", NEUTRAL_START: "neutral start", NEUTRAL_EXTEND: "neutral extend",
}  # fmt: skip
# What a start and an extension are in each phase, and how many archaeologists they need
STARTS = {
    "turn": ("one on any free field (M3.2)", 1),
    "violet": ("one on any free field (M3.6)", 1),
    "lemon": ("one on a pyramid (M3.7)", 1),
    "blackmore": ("two: any free field, then one next to it (M3.9)", 2),
    "follow": ("one on any free field (M7.3)", 1),
}
EXTENSIONS = {
    "turn": ("two: next to an own one, then next to that (M3.3)", 2),
    "violet": ("two: next to an own one, then next to that (M3.6)", 2),
    "lemon": ("two, just one of them on a pyramid (M3.7)", 2),
    "tangerine": ("three in a chain from an own one (M3.10)", 3),
    "follow": ("two: next to a neutral one, and on (M7.3)", 2),
}


class Menu:
    """The actions of one position."""

    def __init__(self, game: CompiledGame[Facts], state: Bytes) -> None:
        self.game = game
        self.facts = game.facts
        self.state = state
        self.view = game.view(state)
        self.phase: str = self.view["phase"]
        self.seat = game.to_act(state)
        self.player = self.view["players"][self.seat]
        self.legal = game.legal(state).tolist()
        self.total = self.player["score"]["total"]

    @property
    def placings(self) -> list[str]:
        """The verbs that a field now follows."""
        return [verb for base, verb in (PLACINGS | {THEN_ON: "then"}).items() if self.within(base, FIELDS)]

    def choices(self) -> list[Choice]:
        placings = [self.placing(base) for base in PLACINGS if self.within(base, FIELDS)]
        steps = [self.step(action) for action in self.within(THEN_ON, FIELDS)]
        helps = [self.help(action) for action in self.within(USE, PATRONS)]
        tiles = [self.tile(action) for action in self.within(TILE, 2)]
        removals = [self.removal(action) for action in self.within(REMOVE_TILE, 2)]
        return [*placings, *steps, *helps, *tiles, *self.rooms(bool(tiles)), *removals, *self.rest()]

    def within(self, base: int, count: int) -> list[int]:
        return [action for action in self.legal if base <= action < base + count]

    def text(self, action: int) -> str:
        return self.game.text(self.state, action)

    def gain(self, action: int) -> str:
        """Points as they would stand at once."""
        after = self.game.score(self.game.apply(self.state, action))[self.seat]["total"]
        return f"+{after - self.total}"

    def placing(self, base: int) -> Choice:
        """A first archaeologist: the field is asked for."""
        typed = PLACINGS[base]
        told, needed = (EXTENSIONS if "extend" in typed else STARTS)[self.phase]
        at_hand = self.player["neutral" if "neutral" in typed else "pool"]
        fields = {field_name(action - base): action for action in self.within(base, FIELDS)}
        lone = len(self.placings) == 1  # the field alone says it all
        answers = {
            field: Choice(field if lone else self.text(action), Text(), action=action)
            for field, action in fields.items()
        }
        named = ", ".join(answers) if len(answers) <= MOST_NAMED else "the named fields"
        return Choice(
            typed, Text(told), f"{needed} of {at_hand}", self.placing_heading(), "at hand",
            question="Which field?", answers=answers,
            shown=Group(desert(self.view, answers), Text(f"Possible: {named}.")),
        )  # fmt: skip

    def placing_heading(self) -> str:
        if self.phase in HELPS:
            return self.phase.title()
        return "Neutral" if self.phase == "follow" else "Dig"

    def step(self, action: int) -> Choice:
        """The next archaeologist of a chain."""
        field = field_name(action - THEN_ON)
        chain = self.view["chain"]
        colour: Colour = chain["colour"]
        zone = zone_of(self.view, field)
        told = Text.assemble(f"zone {zone + 1} would be ", contest(self.view, ranking(self.view, zone, colour)))
        if chain["pyramid"]:
            told.append(", on the pyramid (M3.7)")
        left = f"{chain['steps']} to place"
        return Choice(field, told, "", f"On from {chain['last']}", left, action)

    def help(self, action: int) -> Choice:
        patron = self.facts.patrons[action - USE]
        own = self.player["patrons"][patron]
        unturned = f"{own['tiles'] - own['turned']} of {own['tiles']}"
        return Choice(self.text(action), Text(HELPS[patron]), unturned, "Patrons", "unturned", action)

    def tile(self, action: int) -> Choice:
        heading = f"Zone {self.view['scoring']['zone'] + 1}"
        return Choice(
            self.text(action), self.worth(self.side(action - TILE)), self.gain(action), heading, "points now", action
        )

    def side(self, side: int) -> Mapping[str, Any]:
        tile: Mapping[str, Any] = self.view["zones"][self.view["scoring"]["zone"]]["tiles"][side]
        return tile

    def worth(self, tile: Mapping[str, Any]) -> Text:
        """A tile's points, its patron, and what the patron counts by the museum now."""
        if not tile["patron"]:
            return Text(f"no patron: {plural(tile['points'], 'point')}")
        own = self.player["patrons"][tile["patron"]]
        told = f": {plural(tile['points'], 'point')}, {own['worth']} more in its wing; you have {own['tiles']}"
        return Text.assemble(patron_name(tile["patron"]), told)

    def rooms(self, beside_tiles: bool) -> list[Choice]:
        rooms = [self.room(action) for action in self.within(ROOM, ROOMS)]
        if not beside_tiles or len(rooms) <= MOST_ROOMS:
            return rooms
        best = max((choice.cost for choice in rooms), key=int)
        answers = {choice.typed.split()[1]: choice for choice in rooms}
        told = Text(f"reserve one of {len(rooms)}, from the common pool (M4.3)")
        return [
            Choice(
                "room",
                told,
                f"up to {best}" if int(best) else best,
                rooms[0].heading,
                "points now",
                question="Which room?",
                answers=answers,
            )
        ]

    def room(self, action: int) -> Choice:
        value, wings = self.facts.rooms[action - ROOM]
        patrons = [self.view["museum"]["wings"][wing] for wing in wings]
        tiles = [Text.assemble(f"{self.player['patrons'][one]['tiles']} ", patron_name(one)) for one in patrons]
        told = Text.assemble(f"{value} for your ", Text(" and ").join(tiles))
        return Choice(self.text(action), told, self.gain(action), "Museum", "points now", action)

    def removal(self, action: int) -> Choice:
        """M7.5, M7.6."""
        tile = self.side(action - REMOVE_TILE)
        worth = [
            f"{MARKS[player['seat']]} {tile['points'] + self.counts(player, tile)}" for player in self.view["players"]
        ]
        told = Text.assemble(tile_name(tile), " leaves the game for the neutral player")
        heading = f"Zone {self.view['scoring']['zone'] + 1}"
        return Choice(self.text(action), told, "  ".join(worth), heading, "worth", action)

    def counts(self, player: Mapping[str, Any], tile: Mapping[str, Any]) -> int:
        return int(player["patrons"][tile["patron"]]["worth"]) if tile["patron"] else 0

    def rest(self) -> list[Choice]:
        if SKIP in self.legal:
            told = Text(f"place none, keep {self.player['neutral']}")
            return [Choice(self.text(SKIP), told, "", self.placing_heading(), action=SKIP)]
        if PASS not in self.legal:
            return []
        told = Text(f"take space {self.space()} of the pass track (M3.4)")
        return [Choice(self.text(PASS), told, "", "Or", action=PASS)]

    def space(self) -> int:
        """M3.4, M7.2: the lowest free space."""
        taken = {player["space"] for player in self.view["players"]}
        if self.view["neutral"]:
            taken.add(self.view["neutral"]["space"])
        return next(space for space in range(1, 9) if space not in taken)
