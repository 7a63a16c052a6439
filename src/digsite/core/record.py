"""Game records, `digsite-record/1`: a game as its list of actions. Files are read strictly and written atomically."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any, TypedDict, Unpack

from digsite.core import json_checks
from digsite.core.errors import BadRecord
from digsite.core.fields import Bytes
from digsite.core.files import write_whole
from digsite.core.game import OVER, Game
from digsite.core.json_checks import short

FORMAT = "digsite-record/1"
MOST_BYTES = 8 * 2**20
REQUIRED = ("format", "game", "rules", "seats", "actions")
OPTIONAL = ("names", "scores", "winners", "end", "chance", "data", "options", "meta")
REASONS = ("resigned", "timeout", "abandoned")


@dataclass(frozen=True)
class End:
    """How a game ended other than by its rules: the reason, and the seat that resigned or ran out of time."""

    reason: str
    seat: int | None = None


@dataclass(frozen=True)
class Chance:
    """What the draws come from. The seed is there only when the game is over."""

    commitment: str
    words: list[str]
    seed: str | None = None


class RecordDetails(TypedDict, total=False):
    """What a record may hold besides the game itself."""

    names: list[str] | None
    end: End | None
    chance: Chance | None
    meta: Mapping[str, object]


@dataclass(frozen=True)
class Record:
    """A game as its list of actions, draws included, with its result if it is over.

    `Record.read(file)` reads one, `record.write(file)` writes it, `digsite.Match.from_record` replays it.

    game, rules     the game's name, and the version of its rules
    seats, names    the number of players, and their names by seat if they have any
    actions         the text of every action, draws included
    scores, winners every seat's points and the seats that have won, once the game is over
    end             why it ended early, if it did: `end.reason`, and `end.seat` for who resigned or ran out of time
    chance          what fair draws are checked with: `chance.commitment`, `chance.words` and, at the end, `chance.seed`
    data            the digest of the game's data, if they are not its own
    options         the rule options that are not the default
    meta            anything else that JSON can hold
    """

    game: str
    rules: int
    seats: int
    actions: list[str]
    names: list[str] | None = None
    scores: list[int] | None = None
    winners: list[int] | None = None
    end: End | None = None
    chance: Chance | None = None
    data: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)  # those that are not the default
    meta: Mapping[str, Any] = field(default_factory=dict)  # whatever JSON can hold

    @classmethod
    def read(cls, path: str | PathLike[str]) -> "Record":
        """Return the record in a file. Raises BadRecord saying what is wrong and where."""
        return read(path)

    def write(self, path: str | PathLike[str]) -> None:
        """Write the record to a file."""
        write(self, path)

    def as_dict(self) -> dict[str, object]:
        """Return the record as JSON has it. Absent parts are left out."""
        parts: dict[str, object] = {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "actions": self.actions,
        }
        for name in OPTIONAL:
            value = getattr(self, name)
            if isinstance(value, End | Chance):
                value = {key: part for key, part in vars(value).items() if part is not None}
            if value is not None and value != {}:
                parts[name] = value
        return parts

    def dumps(self) -> str:
        """Return the record as the text of its file."""
        return json.dumps(self.as_dict(), ensure_ascii=False) + "\n"


def finished(game: Game, state: Bytes, actions: list[str], **details: Unpack[RecordDetails]) -> Record:
    """Return the record of a game as far as it was played, with scores and winners if it is over."""
    data, options = game.data_digest, dict(game.options)
    record = Record(game.name, game.version, int(state[1]), actions, data=data, options=options, **details)
    if game.to_act(state) != OVER:
        return record
    outcome = game.outcome(state)
    return replace(record, scores=outcome.totals, winners=sorted(outcome.winners))


def write(record: Record, path: str | PathLike[str]) -> None:
    """Write a record to a file."""
    write_whole(path, record.dumps())


def read(path: str | PathLike[str]) -> Record:
    """Return the record in a file. Raises BadRecord saying what is wrong and where."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror or error}") from None
    try:
        return loads(raw)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def loads(raw: bytes) -> Record:
    """Return the record that the bytes of a file hold. Raises BadRecord."""
    if len(raw) > MOST_BYTES:
        raise BadRecord(f"larger than {MOST_BYTES // 2**20} MiB, the most a record may have")
    return from_dict(json_checks.strict_json(raw))


def from_dict(raw: object) -> Record:
    """Return a record from its JSON; all that can be checked without playing it is. Raises BadRecord."""
    parts = json_checks.entries("the record", raw, REQUIRED, OPTIONAL)
    if parts["format"] != FORMAT:
        raise BadRecord(f"format: {short(parts['format'])} is not {FORMAT!r}")
    game = json_checks.string("game", parts["game"])
    rules, seats = json_checks.number("rules", parts["rules"], 1), json_checks.number("seats", parts["seats"], 1)
    actions = [json_checks.string(where, text) for where, text in json_checks.items("actions", parts["actions"])]
    names = _names("names", parts["names"], seats) if "names" in parts else None
    scores, winners = _result(parts, seats)
    end = _end(parts["end"], seats) if "end" in parts else None
    if end and scores is None:
        raise BadRecord("end: a game that has ended has scores and winners")
    chance = _chance(parts["chance"], seats) if "chance" in parts else None
    if chance and chance.seed is not None and scores is None:
        raise BadRecord("chance.seed: allowed only when the game is over")
    data = json_checks.digest("data", parts["data"]) if "data" in parts else None
    options = _options(parts["options"]) if "options" in parts else {}
    meta = json_checks.mapping("meta", parts.get("meta", {}))
    return Record(game, rules, seats, actions, names, scores, winners, end, chance, data, options, meta)


def _names(where: str, value: object, seats: int) -> list[str]:
    return [json_checks.word(place, name) for place, name in json_checks.items(where, value, seats)]


def _result(parts: Mapping[str, object], seats: int) -> tuple[list[int], list[int]] | tuple[None, None]:
    """Return scores and winners."""
    if ("scores" in parts) != ("winners" in parts):
        raise BadRecord("scores and winners come together or not at all")
    if "scores" not in parts:
        return None, None
    scores = [json_checks.number(where, n) for where, n in json_checks.items("scores", parts["scores"], seats)]
    winners = [json_checks.seat(where, n, seats) for where, n in json_checks.items("winners", parts["winners"])]
    if winners != sorted(set(winners)):
        raise BadRecord("winners: must be different seats in ascending order")
    return scores, winners


def _end(value: object, seats: int) -> End:
    parts = json_checks.entries("end", value, ("reason",), ("seat",))
    reason = parts["reason"]
    if not isinstance(reason, str) or reason not in REASONS:
        raise BadRecord(f"end.reason: {short(reason)} is none of {', '.join(REASONS)}")
    if (reason == "abandoned") == ("seat" in parts):
        raise BadRecord("end.seat: needed for resigned and timeout, not allowed for abandoned")
    return End(reason, json_checks.seat("end.seat", parts["seat"], seats) if "seat" in parts else None)


def _chance(value: object, seats: int) -> Chance:
    parts = json_checks.entries("chance", value, ("commitment", "words"), ("seed",))
    words = _names("chance.words", parts["words"], seats)
    seed = json_checks.digest("chance.seed", parts["seed"]) if "seed" in parts else None
    return Chance(json_checks.digest("chance.commitment", parts["commitment"]), words, seed)


def _options(value: object) -> dict[str, str]:
    options = json_checks.mapping("options", value)
    if not options:
        raise BadRecord("options: allowed only where some are not the default")
    return {name: json_checks.string(f"options.{name}", reading) for name, reading in options.items()}


def check_fits(game: Game, record: Record) -> None:
    """Check that a record is one of this game, of these rules, with these options and data. Raises BadRecord."""
    if record.rules != game.version:
        raise BadRecord(f"rules: made with version {record.rules} of {game.name}, this is version {game.version}")
    if record.seats not in game.seats:
        raise BadRecord(f"seats: {game.name} is played by {game.seats[0]} to {game.seats[-1]}, not by {record.seats}")
    if record.options != game.options:
        raise BadRecord(
            f"options: the record was made with {_listed(record.options)}, not with {_listed(game.options)}"
        )
    if record.data != game.data_digest:
        if record.data is None:
            raise BadRecord("data: the record was made with the game's own data; leave --data out")
        raise BadRecord(
            f"data: the record was made with other data, with the digest {record.data}; give them with --data"
        )


def _listed(options: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "the default options"
