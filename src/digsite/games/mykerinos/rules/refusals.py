"""Why an action is not allowed: the rule and a sentence. `listing` alone decides what is legal."""

from digsite.core.errors import IllegalAction
from digsite.games.mykerinos.rules.data import Facts
from digsite.games.mykerinos.rules.decode import (
    ChanceAction,
    DealDraw,
    Decline,
    Extend,
    FirstDraw,
    NeutralExtend,
    NeutralSkip,
    NeutralStart,
    Pass,
    PlayerAction,
    RemoveTile,
    Start,
    TakeRoom,
    TakeTile,
    Then,
    TurnDraw,
    Use,
    WingDraw,
    decode,
)
from digsite.games.mykerinos.rules.notation import field_name, field_number
from digsite.games.mykerinos.rules.state import COLUMNS
from digsite.games.mykerinos.rules.view_types import (
    ChainView,
    Colour,
    MykerinosView,
    ScoringView,
    player_to_act,
)

RULE_OF = {"violet": "M3.6", "lemon": "M3.7", "brown": "M3.8", "blackmore": "M3.9", "tangerine": "M3.10"}
PENDING = {
    "first": ("M1.2", "the start player is not drawn yet"),
    "wing": ("M1.2", "not every wing has its patron yet"),
    "deal": ("M2.3", "the plots of the round are still being dealt"),
    "rotate": ("M2.5", "the plot dealt last is still to be turned"),
}


def refuse(facts: Facts, view: MykerinosView, number: int) -> IllegalAction:
    """Return why the action of a number is not legal in the position of this view."""
    phase, action = view["phase"], decode(number)
    if phase == "over":
        return IllegalAction("M6.4", "the game is over")
    if isinstance(action, ChanceAction):
        return refuse_draw(facts, view, action)
    if phase in PENDING:
        return IllegalAction(*PENDING[phase])
    if view["scoring"]:
        if phase == "remove":
            return refuse_removal(view["scoring"], action)
        return refuse_claim(facts, view, view["scoring"], action)
    return _Digging(facts, view).refuse(action)


def refuse_draw(facts: Facts, view: MykerinosView, action: ChanceAction) -> IllegalAction:
    phase = view["phase"]
    if phase not in PENDING:
        return IllegalAction("M3.1", f"seat {view['to_act']} is to act, nothing is to be drawn")
    match action:
        case FirstDraw(seat) if phase == "first":
            return IllegalAction("M1.2", f"nobody sits at seat {seat}")
        case FirstDraw():
            return IllegalAction("M1.2", "the start player is drawn already")
        case WingDraw(patron) if phase == "wing":
            return IllegalAction("M1.2", f"{facts.patrons[patron].title()} has a wing already")
        case WingDraw():
            return IllegalAction("M1.2", "no wing waits for a patron now")
        case DealDraw(tile):
            return refuse_deal(phase, tile)
        case TurnDraw() if facts.random_turns:
            return IllegalAction("M2.5", "no plot waits to be turned now")
        case TurnDraw():
            return IllegalAction("M2.3", "plots lie as printed, nobody turns them")


def refuse_deal(phase: str, tile: int) -> IllegalAction:
    if phase == "deal":
        return IllegalAction("M2.3", f"plot {tile} is not among those left")
    if phase == "rotate":
        return IllegalAction(*PENDING[phase])
    return IllegalAction("M2.3", "no plot is to be dealt now")


def refuse_claim(facts: Facts, view: MykerinosView, scoring: ScoringView, action: PlayerAction) -> IllegalAction:
    if isinstance(action, TakeTile):
        return IllegalAction("M4.4", f"plot {action.place + 1} of the zone is taken")
    if isinstance(action, TakeRoom):
        if scoring["rank"] > 1:
            return IllegalAction("M4.5", "only the first two of a zone may go to the museum")
        if not player_to_act(view)["common"]:
            return IllegalAction("M4.3", "no archaeologist of that colour is left in the common pool")
        return refuse_room(view, action.room)
    if isinstance(action, Decline) and facts.may_decline:
        return IllegalAction("M4.9", "only the third and the fourth of a zone may decline")
    if isinstance(action, Decline) and scoring["rank"] > 1:
        return IllegalAction("M4.5", "the third and the fourth of a zone cannot decline")
    return IllegalAction("M4.3", "a zone is being scored: take a plot or reserve a room")


def refuse_removal(scoring: ScoringView, action: PlayerAction) -> IllegalAction:
    rule = "M7.6" if scoring["rank"] == 1 else "M7.5"
    if isinstance(action, RemoveTile):
        return IllegalAction(rule, f"plot {action.place + 1} of the zone is taken")
    return IllegalAction(rule, "first the plot that leaves the game must be named")


def refuse_room(view: MykerinosView, room: int) -> IllegalAction:
    if view["museum"]["rooms"][room]["holder"] is not None:
        return IllegalAction("M5.1", f"room {room} is taken")
    return IllegalAction("M5.2", f"room {room} is closed: a room next to it must be yours")


class _Digging:
    """The player whose turn it is in the desert, and why an action of theirs is not legal."""

    def __init__(self, facts: Facts, view: MykerinosView) -> None:
        assert view["turn"] is not None, "nobody digs"
        self.facts = facts
        self.view = view
        self.phase = view["phase"]
        self.player = view["players"][view["turn"]]
        self.fields = view["fields"]

    def refuse(self, action: PlayerAction) -> IllegalAction:
        match action:
            case Start(field):
                return self.refuse_start(field)
            case Extend(field):
                return self.refuse_extend(field)
            case Then(field):
                return self.refuse_then(field)
            case Pass():
                return self.unfinished() or IllegalAction("M3.4", "passing is not possible now")
            case Use(patron):
                return self.refuse_use(self.facts.patrons[patron])
            case NeutralStart() | NeutralExtend() | NeutralSkip():
                return self.refuse_neutral(action)
            case TakeRoom(room):
                return self.refuse_brown(room)
            case TakeTile() | RemoveTile() | Decline():
                return IllegalAction("M4.1", "no zone is being scored")

    def refuse_brown(self, room: int) -> IllegalAction:
        if self.phase == "brown":
            return refuse_room(self.view, room)
        return IllegalAction("M3.8", "before zones are scored, only Sir Brown reserves a room")

    def unfinished(self) -> IllegalAction | None:
        """Return the refusal when an action has begun that must be finished first."""
        if self.phase in RULE_OF:
            return IllegalAction(RULE_OF[self.phase], f"{self.phase.title()}'s action must be finished first")
        if self.phase in ("then", "neutral-then"):
            return IllegalAction("M3.3", "the next archaeologist of this action must be placed first")
        if self.phase == "follow":
            return IllegalAction("M7.3", "only neutral archaeologists may be placed now")
        return None

    def refuse_field(self, field: int, pyramid: bool = False) -> IllegalAction | None:
        """Return why nobody may go to a field (M3.2)."""
        name = field_name(field)
        if field >= len(self.fields):
            return IllegalAction("M2.3", f"the desert has no field {name} this round")
        if self.fields[field]["archaeologist"] is not None:
            return IllegalAction("M3.2", f"{name} is occupied")
        if self.fields[field]["pyramid"] and not pyramid:
            return IllegalAction("M3.2", f"{name} has a pyramid")
        return None

    def neighbours(self, field: int) -> list[int]:
        row, column = divmod(field, COLUMNS)
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        near = [r * COLUMNS + c for r, c in around if r >= 0 and 0 <= c < COLUMNS]
        return [other for other in near if other < len(self.fields)]

    def at_hand(self, needed: int) -> IllegalAction | None:
        if self.player["pool"] < needed:
            rule = "M3.4" if self.phase == "turn" and not self.player["pool"] else RULE_OF.get(self.phase, "M3.3")
            return IllegalAction(rule, f"{needed} archaeologists are needed, the pool has {self.player['pool']}")
        return None

    def refuse_start(self, field: int) -> IllegalAction:
        if self.phase in ("brown", "tangerine"):
            return IllegalAction(RULE_OF[self.phase], f"{self.phase.title()} does not start a dig")
        if self.phase in ("then", "neutral-then", "follow"):
            return self.unfinished() or IllegalAction("M3.2", "no start now")
        refusal = self.refuse_field(field, self.phase == "lemon") or self.at_hand(2 if self.phase == "blackmore" else 1)
        if refusal:
            return refusal
        if self.phase == "lemon":
            return IllegalAction("M3.7", f"{field_name(field)} has no pyramid")
        return IllegalAction("M3.9", f"no free field is next to {field_name(field)}")

    def refuse_extend(self, field: int) -> IllegalAction:
        if self.phase in ("brown", "blackmore"):
            return IllegalAction(RULE_OF[self.phase], f"{self.phase.title()} does not extend a dig")
        if self.phase in ("then", "neutral-then", "follow"):
            return self.unfinished() or IllegalAction("M3.3", "no extension now")
        return (
            self.refuse_field(field, self.phase == "lemon")
            or self.at_hand(3 if self.phase == "tangerine" else 2)
            or self.refuse_distance(field, self.player["seat"])
            or IllegalAction(RULE_OF.get(self.phase, "M3.3"), f"from {field_name(field)} there is no way to go on")
        )

    def refuse_distance(self, field: int, colour: Colour) -> IllegalAction | None:
        if any(self.fields[other]["archaeologist"] == colour for other in self.neighbours(field)):
            return None
        whose = "a neutral archaeologist" if colour == "neutral" else "one of the player's archaeologists"
        return IllegalAction("M3.3", f"{field_name(field)} is not next to {whose}")

    def refuse_then(self, field: int) -> IllegalAction:
        chain = self.view["chain"]
        if chain is None:
            return self.unfinished() or IllegalAction("M3.3", "no archaeologist of this action is placed yet")
        return self.refuse_field(field, chain["pyramid"]) or self.refuse_step(chain, field)

    def refuse_step(self, chain: ChainView, field: int) -> IllegalAction:
        if field not in self.neighbours(field_number(chain["last"])):
            return IllegalAction("M3.3", f"{field_name(field)} is not next to {chain['last']}")
        if chain["pyramid"]:
            return IllegalAction("M3.7", f"{field_name(field)} has no pyramid")
        return IllegalAction("M3.10", f"from {field_name(field)} there is no way to go on")

    def refuse_use(self, patron: str) -> IllegalAction:
        unfinished = self.unfinished()
        if unfinished:
            return unfinished
        if not self.player["pool"]:
            return IllegalAction("M3.4", "with no archaeologist in the pool, a player can only pass")
        own = self.player["patrons"][patron]
        if own["tiles"] <= own["turned"]:
            return IllegalAction("M3.5", f"the player has no unturned plot of {patron.title()}")
        if patron == "violet" and not self.player["common"]:
            return IllegalAction("M3.6", "no archaeologist of that colour is left in the common pool")
        return IllegalAction(RULE_OF[patron], f"{patron.title()}'s action cannot be done in full")

    def refuse_neutral(self, action: NeutralStart | NeutralExtend | NeutralSkip) -> IllegalAction:
        if self.view["seats"] != 2:
            return IllegalAction("M7.1", "only with two players there are neutral archaeologists")
        if self.phase != "follow" or isinstance(action, NeutralSkip):
            return IllegalAction("M7.3", "neutral archaeologists are placed after the player's own action")
        return self.refuse_neutral_field(action.field, 1 if isinstance(action, NeutralStart) else 2)

    def refuse_neutral_field(self, field: int, needed: int) -> IllegalAction:
        refusal = self.refuse_field(field)
        if refusal:
            return refusal
        if self.player["neutral"] < needed:
            has = f"the pool has {self.player['neutral']}"
            return IllegalAction("M7.3", f"{needed} neutral archaeologists are needed, {has}")
        return self.refuse_distance(field, "neutral") or IllegalAction(
            "M3.3", f"from {field_name(field)} there is no way to go on"
        )
