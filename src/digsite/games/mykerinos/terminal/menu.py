"""What a player of Mykerinos may do now, in few lines."""

from functools import cached_property

from rich.console import Group
from rich.text import Text

from digsite.core.english import plural
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.player_labels import MARKS
from digsite.core.terminal_ui import Choice
from digsite.games.mykerinos.rules.data import facts_of
from digsite.games.mykerinos.rules.decode import (
    Action,
    Decline,
    Extend,
    NeutralExtend,
    NeutralSkip,
    NeutralStart,
    OnField,
    Pass,
    RemoveTile,
    Start,
    TakeRoom,
    TakeTile,
    Then,
    Use,
    decode,
)
from digsite.games.mykerinos.rules.names import patron_name as plain_name
from digsite.games.mykerinos.rules.names import zone_heading, zone_name
from digsite.games.mykerinos.rules.notation import field_name
from digsite.games.mykerinos.rules.view_types import PlayerView, TileView, player_to_act, view_of
from digsite.games.mykerinos.terminal.board import desert
from digsite.games.mykerinos.terminal.words import HELPS, contest, patron_name, ranking, tile_name, zone_of

MOST_ROOMS = 4  # beside other choices; more are asked for in a second question
MOST_NAMED = 12  # fields repeated below the map
PLACINGS: dict[type[OnField], str] = {
    Start: "start", Extend: "extend", NeutralStart: "neutral start", NeutralExtend: "neutral extend",
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
    "turn": ("two: next to one of yours, then next to that (M3.3)", 2),
    "violet": ("two: next to one of yours, then next to that (M3.6)", 2),
    "lemon": ("two, just one of them on a pyramid (M3.7)", 2),
    "tangerine": ("three in a row from one of yours (M3.10)", 3),
    "follow": ("two: next to a neutral, then next to that (M7.3)", 2),
}


class Menu:
    """The actions of one position."""

    def __init__(self, game: Game, state: Bytes) -> None:
        self.game = game
        self.facts = facts_of(game)
        self.state = state
        self.view = view_of(game, state)
        self.phase = self.view["phase"]
        self.player = player_to_act(self.view)
        self.seat = self.player["seat"]
        self.legal: list[Action] = [decode(number) for number in game.legal(state).tolist()]
        self.total = self.player["score"]["total"]

    @cached_property
    def placings(self) -> list[str]:
        """The verbs that a field now follows."""
        verbs: dict[type[OnField], str] = PLACINGS | {Then: "then"}
        return [verb for kind, verb in verbs.items() if self.placed_by(kind)]

    def choices(self) -> list[Choice]:
        placings = [self.placing(kind) for kind in PLACINGS if self.placed_by(kind)]
        steps = [self.step(action) for action in self.legal if isinstance(action, Then)]
        helps = [self.help(action) for action in self.legal if isinstance(action, Use)]
        tiles = [self.tile(action) for action in self.legal if isinstance(action, TakeTile)]
        removals = [self.removal(action) for action in self.legal if isinstance(action, RemoveTile)]
        return [*placings, *steps, *helps, *tiles, *self.rooms(bool(tiles)), *removals, *self.rest()]

    def placed_by(self, kind: type[OnField]) -> list[OnField]:
        """Return the legal actions of one kind that place an archaeologist."""
        return [action for action in self.legal if isinstance(action, OnField) and type(action) is kind]

    def text(self, action: Action) -> str:
        return self.game.text(self.state, action.encode())

    def gain(self, action: Action) -> str:
        """Return the points an action brings at once."""
        after = self.game.score(self.game.apply(self.state, action.encode()))[self.seat]["total"]
        return f"+{after - self.total}"

    def placing(self, kind: type[OnField]) -> Choice:
        """Return the line of a first archaeologist, which asks for the field."""
        typed = PLACINGS[kind]
        words, needed = (EXTENSIONS if "extend" in typed else STARTS)[self.phase]
        at_hand = self.player["neutral"] if "neutral" in typed else self.player["pool"]
        lone = len(self.placings) == 1  # the field alone says it all
        answers = {
            (field := field_name(action.field)): Choice(
                field if lone else self.text(action), Text(), action=action.encode()
            )
            for action in self.placed_by(kind)
        }
        named = ", ".join(answers) if len(answers) <= MOST_NAMED else "the named fields"
        return Choice(
            typed, Text(words), f"{needed} of {at_hand}", self.placing_heading(), "of pool",
            question="Which field?", answers=answers,
            shown=Group(desert(self.view, answers), Text(f"Possible: {named}.")),
        )  # fmt: skip

    def placing_heading(self) -> str:
        if self.phase in HELPS:
            return plain_name(self.phase)
        return "Neutral" if self.phase == "follow" else "Dig"

    def step(self, action: Then) -> Choice:
        """Return the line of the next archaeologist of a chain."""
        field, chain = field_name(action.field), self.view["chain"]
        assert chain is not None, "a chain has begun"
        zone = zone_of(self.view, field)
        ranks = contest(self.view, ranking(self.view, zone, chain["colour"]))
        words = Text.assemble(f"{zone_name(zone)} would be ", ranks)
        if chain["pyramid"]:
            words.append(", on the pyramid (M3.7)")
        left = f"{chain['steps']} to place"
        return Choice(field, words, "", f"On from {chain['last']}", left, action.encode())

    def help(self, action: Use) -> Choice:
        patron = self.facts.patrons[action.patron]
        own = self.player["patrons"][patron]
        unturned = f"{own['tiles'] - own['turned']} of {own['tiles']}"
        return Choice(self.text(action), Text(HELPS[patron]), unturned, "Patrons", "unturned", action.encode())

    @property
    def scored_zone(self) -> int:
        assert self.view["scoring"] is not None, "a zone is being scored"
        return self.view["scoring"]["zone"]

    def tile(self, action: TakeTile) -> Choice:
        heading, worth = zone_heading(self.scored_zone), self.worth(self.tile_at(action.place))
        return Choice(self.text(action), worth, self.gain(action), heading, "points now", action.encode())

    def tile_at(self, place: int) -> TileView:
        tile = self.view["zones"][self.scored_zone]["tiles"][place]
        assert tile is not None, "a legal action names a tile that is there"
        return tile

    def worth(self, tile: TileView) -> Text:
        """Return a tile's points, its patron, and what the patron counts by the museum now."""
        if not tile["patron"]:
            return Text(f"no patron: {plural(tile['points'], 'point')}")
        own = self.player["patrons"][tile["patron"]]
        words = f": {plural(tile['points'], 'point')}, {own['worth']} more in its wing; you have {own['tiles']}"
        return Text.assemble(patron_name(tile["patron"]), words)

    def rooms(self, beside_tiles: bool) -> list[Choice]:
        rooms = [self.room(action) for action in self.legal if isinstance(action, TakeRoom)]
        if not beside_tiles or len(rooms) <= MOST_ROOMS:
            return rooms
        best = max((choice.cost for choice in rooms), key=int)
        answers = {choice.typed.split()[1]: choice for choice in rooms}
        words = Text(f"reserve one of {len(rooms)}, from the common pool (M4.3)")
        return [
            Choice(
                "room",
                words,
                f"up to {best}" if int(best) else best,
                rooms[0].heading,
                "points now",
                question="Which room?",
                answers=answers,
            )
        ]

    def room(self, action: TakeRoom) -> Choice:
        value, wings = self.facts.rooms[action.room]
        patrons = [self.view["museum"]["wings"][wing] for wing in wings]
        tiles = [Text.assemble(f"{self.player['patrons'][one]['tiles']} ", patron_name(one)) for one in patrons]
        words = Text.assemble(f"{value} for your ", Text(" and ").join(tiles))
        return Choice(self.text(action), words, self.gain(action), "Museum", "points now", action.encode())

    def removal(self, action: RemoveTile) -> Choice:
        """Return the line of a tile named for the neutral player (M7.5, M7.6)."""
        tile = self.tile_at(action.place)
        worth = [
            f"{MARKS[player['seat']]} {tile['points'] + self.counts(player, tile)}" for player in self.view["players"]
        ]
        words = Text.assemble(tile_name(tile), " leaves the game for the neutral player")
        heading = zone_heading(self.scored_zone)
        return Choice(self.text(action), words, "  ".join(worth), heading, "worth", action.encode())

    def counts(self, player: PlayerView, tile: TileView) -> int:
        return player["patrons"][tile["patron"]]["worth"] if tile["patron"] else 0

    def rest(self) -> list[Choice]:
        for action in self.legal:
            if isinstance(action, NeutralSkip):
                words = Text(f"place none, keep {self.player['neutral']}")
                return [Choice(self.text(action), words, "", self.placing_heading(), action=action.encode())]
            if isinstance(action, Decline):
                words = Text("take no plot (M4.9)")
                return [Choice(self.text(action), words, "+0", "Or", "points now", action=action.encode())]
            if isinstance(action, Pass):
                words = Text(f"take space {self.space()} of the pass track (M3.4)")
                return [Choice(self.text(action), words, "", "Or", action=action.encode())]
        return []

    def space(self) -> int:
        """Return the lowest free space of the pass track (M3.4, M7.2)."""
        taken = {player["space"] for player in self.view["players"]}
        if self.view["neutral"]:
            taken.add(self.view["neutral"]["space"])
        return next(space for space in range(1, 9) if space not in taken)
