"""Bodies of requests and answers, as in the OpenAPI document. All times are milliseconds, `at` since 1970."""

from typing import Annotated, Literal, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from digsite.core.registry import game_names, plugins
from digsite.server.naming import clean_name
from digsite.tables.entries import TermsChanges
from digsite.tables.table import DAY

ONCE = "An id made by the client: sent again, the request is not done twice."
Key = Annotated[str, Field(pattern=r"^[\x21-\x7e]{1,64}$", description=ONCE)]
Ply = Annotated[
    int, Field(ge=0, le=2**31 - 1, description="Go back to before this ply; without it, before the last action.")
]
Version = Annotated[int, Field(ge=1, le=2**31 - 1, description="The table's version this answers to.")]


class Sent(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, str_max_length=1000)


class NewGuest(Sent):
    name: Annotated[str, Field(max_length=100)]
    colour: Literal["crimson", "petrol", "ivory", "rose"] | None = None


class ChangedPerson(Sent):
    name: Annotated[str, Field(max_length=100)] | None = None
    colour: Literal["crimson", "petrol", "ivory", "rose"] | None = None


class NewToken(Sent):
    label: Annotated[str, Field(max_length=100)] = ""


class Link(Sent):
    secret: Annotated[str, Field(max_length=100)]


class NewSeat(Sent):
    kind: Literal["me", "open", "bot"]
    bot: Annotated[str, Field(max_length=60, description="Such as novice, scholar, master or master:2s.")] | None = None


def _known(name: str) -> str:
    if name not in game_names():
        raise ValueError(f"the games are {', '.join(game_names())}")
    return name


FEWEST_SEATS = min(own.seats[0] for own in plugins().values())
MOST_SEATS = max(own.seats[-1] for own in plugins().values())
GameName = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": list(game_names())})]


class TermsPatch(Sent):
    """Terms that the host can change before the start."""

    name: Annotated[str, Field(max_length=100)] = ""
    pace: Literal["live", "correspondence"] = "live"
    bank: Annotated[int, Field(ge=0, le=DAY, description="Live: each player's time for the game; 0: no clock.")] = 0
    increment: Annotated[int, Field(ge=0, le=3_600_000, description="Live: added for each turn.")] = 0
    days: Annotated[int, Field(ge=0, le=60, description="Correspondence: for each turn; 0: no clock.")] = 0
    visibility: Literal["public", "link"] = "link"
    undo: bool = True
    takebacks: Annotated[
        bool, Field(description="Whether players may ask the others to go back past what was revealed.")
    ] = False
    hints: Annotated[
        bool,
        Field(description="Whether players may ask a bot what it would do; by default only where one person plays."),
    ] = True
    stand_in: Annotated[
        str, Field(max_length=60, description='Who takes a seat that is given up: a bot, or "open" for anyone.')
    ] = "novice"
    on_timeout: Literal["stand in", "end"] = "stand in"
    options: Annotated[
        dict[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=60)]],
        Field(max_length=20, description="The reading of a rule by its option's name; all others keep their default."),
    ] = {}

    def changes(self) -> TermsChanges:
        """Return the terms that were sent. Raises Refused if the name is none."""
        changes = cast(TermsChanges, self.model_dump(exclude_unset=True, include=set(TermsChanges.__annotations__)))
        if "name" in changes:
            changes["name"] = clean_name(changes["name"])
        return changes


class NewTable(TermsPatch):
    game: GameName
    seats: Annotated[list[NewSeat], Field(min_length=FEWEST_SEATS, max_length=MOST_SEATS)]
    practice: Annotated[bool, Field(description="Alone with bots: undo anything; draws are not proved fair.")] = False
    seed: Annotated[str | None, Field(max_length=100, description="Practice: the same seed gives the same draws.")] = (
        None
    )
    pause: Annotated[int | None, Field(ge=0, le=10_000, description="How long bots wait before they act.")] = None
    guide: Annotated[bool, Field(description="A first game, with a guide that explains it.")] = False


class Sit(Sent):
    word: Annotated[str | None, Field(max_length=400, description="A lucky word, shown to everybody at the start.")] = (
        None
    )
    bot: Annotated[str, Field(max_length=60)] | None = None


class Versioned(Sent):
    version: Version | None = None
    id: Key | None = None


class Act(Sent):
    action: Annotated[str, Field(max_length=100)]
    version: Version
    id: Key


class Undo(Versioned):
    ply: Ply | None = None


class Resign(Versioned):
    seat: Annotated[int, Field(ge=0, le=MOST_SEATS - 1)] | None = None


class Abandon(Versioned):
    agree: bool = True


class TakeBack(Versioned):
    agree: Annotated[bool | None, Field(description="The answer to a request; without it, you ask for one.")] = None


class AddTime(Versioned):
    minutes: Literal[1, 5] = 1


class Say(Sent):
    text: Annotated[str, Field(min_length=1, max_length=500)]


class Answer(BaseModel):
    model_config = ConfigDict(extra="allow")


class Ready(BaseModel):
    """Whether the server can be used."""

    status: Literal["ready"]
    preparing: Annotated[
        dict[str, dict[str, float]],
        Field(description="By game the seconds until what is still being compiled is ready: rules, scholar, master."),
    ]


class Problem(Answer):
    """Why a request was refused; `code` is for programs, `detail` for people."""

    type: str
    title: str
    status: int
    code: str
    detail: str


class PersonModel(Answer):
    id: str
    name: str
    colour: str


class Guest(PersonModel):
    token: str


class TokenModel(Answer):
    id: str
    label: str
    created: int
    used: Annotated[int | None, Field(description="When it was used last, to the hour; null: never.")]


class NewTokenModel(Answer):
    id: str
    token: str


class LinkModel(Answer):
    secret: str
    path: str


class ReadingModel(Answer):
    value: str
    sentence: str


class OptionModel(Answer):
    name: str
    rule: str
    title: str
    readings: list[ReadingModel]


class GameModel(Answer):
    name: str
    version: int
    seats: list[int]
    options: list[OptionModel]


class SeatModel(Answer):
    kind: Literal["open", "person", "bot"]
    name: str | None
    bot: str | None
    you: bool


class ChanceModel(Answer):
    commitment: str
    words: list[str] = []
    seed: str = ""


class RowModel(Answer):
    id: str
    game: str
    name: str
    status: Literal["open", "playing", "over"]
    version: int
    seats: list[SeatModel]
    your_turn: bool


class EndModel(Answer):
    """How a game ended other than by its rules."""

    reason: str
    seat: int | None = None


class ClockModel(Answer):
    """Milliseconds each seat has left, and the seat whose clock runs."""

    left: list[int | None]
    running: int | None


class TakebackModel(Answer):
    """A request to go back to before a ply, and the seats of those who have agreed."""

    seat: int
    to: int
    agreed: list[int]


class TableModel(Answer):
    id: str
    game: str
    version: int
    ply: int
    status: Literal["open", "playing", "over"]
    to_act: int | None
    seats: list[SeatModel]
    legal: list[str]
    view: dict[str, object] | None
    score: list[dict[str, object]] | None
    winners: list[int] | None = None
    end: EndModel | None = None
    host: Annotated[bool, Field(description="Whether you are the host.")]
    undo: Annotated[list[int], Field(description="The plies you may go back to.")]
    terms: dict[str, object]
    clock: ClockModel | None = None
    rematch: str | None = None
    rules: int
    outdated: bool
    chance: ChanceModel | None = None
    takeback: TakebackModel | None = None


class EventModel(Answer):
    """What happened: `kind` says what, the other keys depend on it."""

    version: int
    ply: int
    kind: str
    status: Literal["open", "playing", "over"]
    to_act: int | None
    at: int
    seat: int | None = None
    action: str | None = None
    draws: list[str] | None = None


class Conflict(Problem):
    table: TableModel


class ChatModel(Answer):
    name: str
    text: str
    at: int


class RecordModel(Answer):
    """A game record, digsite-record/1."""

    format: Literal["digsite-record/1"]
    game: str
    rules: int
    seats: int
    actions: list[str]
    names: list[str] | None = None
    scores: list[int] | None = None
    winners: list[int] | None = None
    end: EndModel | None = None
    chance: ChanceModel | None = None
    meta: dict[str, object] | None = None


class VerdictModel(Answer):
    true: bool
    draws: int | None
    reason: str | None


class KeptModel(Answer):
    id: str
