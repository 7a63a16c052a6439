"""What is sent and answered, as OpenAPI tells it. All times are milliseconds, `at` since 1970."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from digsite.games import GAMES

DAY = 86_400_000
ONCE = "Made by the client; repeated, it does nothing twice."
Key = Annotated[str, Field(pattern=r"^[\x21-\x7e]{1,64}$", description=ONCE)]
Ply = Annotated[int, Field(ge=0, le=2**31 - 1, description="Before which ply; without it, the last action.")]
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
    if name not in GAMES:
        raise ValueError(f"there is {', '.join(GAMES)}")
    return name


GameName = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": list(GAMES)})]


class Agreed(Sent):
    """What may still be changed before the start."""

    name: Annotated[str, Field(max_length=100)] = ""
    pace: Literal["live", "correspondence"] = "live"
    bank: Annotated[int, Field(ge=0, le=DAY, description="Live: each player's time for the game; 0: no clock.")] = 0
    increment: Annotated[int, Field(ge=0, le=3_600_000, description="Live: what each turn adds.")] = 0
    days: Annotated[int, Field(ge=0, le=60, description="Correspondence: for each turn; 0: no clock.")] = 0
    visibility: Literal["public", "link"] = "link"
    undo: bool = True
    hints: Annotated[bool, Field(description="Whether a bot may be asked what it would do.")] = True
    stand_in: Annotated[str, Field(max_length=60, description="Who takes a seat that is given up: a bot, or open.")] = (
        "novice"
    )
    on_timeout: Literal["stand in", "end"] = "stand in"


class NewTable(Agreed):
    game: GameName
    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=4)]
    practice: Annotated[bool, Field(description="Alone with bots: go back freely; nothing is proved.")] = False
    seed: Annotated[str | None, Field(max_length=100, description="Practice: the same words, the same draws.")] = None
    pause: Annotated[int | None, Field(ge=0, le=10_000, description="How long bots wait before they act.")] = None
    guide: Annotated[bool, Field(description="A first game, with somebody who explains.")] = False


class Sit(Sent):
    word: Annotated[str | None, Field(max_length=400, description="A lucky word, told to all at the start.")] = None
    bot: Annotated[str, Field(max_length=60)] | None = None


class Do(Sent):
    version: Version | None = None
    id: Key | None = None


class Act(Sent):
    action: Annotated[str, Field(max_length=100)]
    version: Version
    id: Key


class Undo(Do):
    ply: Ply | None = None


class Resign(Do):
    seat: Annotated[int, Field(ge=0, le=3)] | None = None


class Abandon(Do):
    agree: bool = True


class Say(Sent):
    text: Annotated[str, Field(min_length=1, max_length=500)]


class Answer(BaseModel):
    model_config = ConfigDict(extra="allow")


class Problem(Answer):
    """Why something was refused; `code` is for programs, `detail` for people."""

    type: str
    title: str
    status: int
    code: str
    detail: str


class PersonTold(Answer):
    id: str
    name: str
    colour: str


class Guest(PersonTold):
    token: str


class TokenTold(Answer):
    id: str
    label: str
    created: int


class NewTokenTold(Answer):
    id: str
    token: str


class LinkTold(Answer):
    secret: str
    path: str


class GameTold(Answer):
    name: str
    version: int
    seats: list[int]


class SeatTold(Answer):
    kind: Literal["open", "person", "bot"]
    name: str | None
    bot: str | None
    you: bool


class ChanceTold(Answer):
    commitment: str
    words: list[str] = []
    seed: str = ""


class Row(Answer):
    id: str
    game: str
    name: str
    status: Literal["open", "playing", "over"]
    version: int
    seats: list[SeatTold]
    your_turn: bool


class End(Answer):
    """How a game ended other than by its rules."""

    reason: str
    seat: int | None = None


class ClockTold(Answer):
    """Milliseconds each seat has left, and the seat whose clock runs."""

    left: list[int | None]
    running: int | None


class TableTold(Answer):
    id: str
    game: str
    version: int
    ply: int
    status: Literal["open", "playing", "over"]
    to_act: int | None
    seats: list[SeatTold]
    legal: list[str]
    view: dict[str, Any] | None
    score: list[dict[str, Any]] | None
    winners: list[int] | None = None
    end: End | None = None
    host: Annotated[bool, Field(description="Whether you opened it.")]
    undo: Annotated[list[int], Field(description="The plies you may go back to.")]
    terms: dict[str, Any]
    clock: ClockTold | None = None
    rematch: str | None = None
    rules: int
    outdated: bool
    chance: ChanceTold | None = None


class Happened(Answer):
    """What happened: `kind` says what, the rest tells it."""

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
    table: TableTold


class Said(Answer):
    name: str
    text: str
    at: int


class RecordTold(Answer):
    """A game as it is kept, digsite-record/1."""

    format: Literal["digsite-record/1"]
    game: str
    rules: int
    seats: int
    actions: list[str]
    names: list[str] | None = None
    scores: list[int] | None = None
    winners: list[int] | None = None
    end: End | None = None
    chance: ChanceTold | None = None
    meta: dict[str, Any] | None = None


class Verdict(Answer):
    true: bool
    draws: int | None
    reason: str | None


class Kept(Answer):
    id: str
