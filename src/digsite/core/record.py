"""Game records, `digsite-record/1`: a game as its list of actions, read strictly, written whole or not at all."""

import json
import math
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from digsite.core.chance import word_fault
from digsite.core.errors import BadRecord, IllegalAction, InvalidAction, UntrueRecord
from digsite.core.fields import Bytes
from digsite.core.game import OVER, Game

FORMAT = "digsite-record/1"
MOST_BYTES = 8 * 2**20
HEX = re.compile(r"[0-9a-f]{64}")
REQUIRED = ("format", "game", "rules", "seats", "actions")
OPTIONAL = ("names", "scores", "winners", "end", "chance", "data", "meta")


@dataclass(frozen=True)
class End:
    """How a game ended other than by its rules."""

    reason: str
    seat: int | None = None


@dataclass(frozen=True)
class Chance:
    """What a game was drawn from; the seed stands only when the game is over."""

    commitment: str
    words: list[str]
    seed: str | None = None


@dataclass(frozen=True)
class Record:
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
    meta: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        told: dict[str, Any] = {
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
                told[name] = value
        return told

    def dumps(self) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False) + "\n"


def finished(game: Game, state: Bytes, actions: list[str], **more: Any) -> Record:
    """The record of a game as far as it was played, with scores and winners if it is over."""
    told: dict[str, Any] = {"data": game.data_digest, **more}
    if game.to_act(state) == OVER:
        outcome = game.outcome(state)
        told |= {"scores": outcome.totals, "winners": sorted(outcome.winners)}
    return Record(game.name, game.version, int(state[1]), actions, **told)


def write(record: Record, path: Path) -> None:
    write_whole(path, record.dumps())


def write_whole(path: Path, text: str) -> None:
    """Write to a temporary file beside it, then rename, so that nothing half-written is ever left behind.

    Links are followed, and what is no ordinary file (a device, a pipe) is written to as it is.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).chmod(_usual_mode())
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


@cache
def _usual_mode() -> int:
    """What a new file may be used for; asking means setting, so it is asked once."""
    mask = os.umask(0o022)
    os.umask(mask)
    return 0o666 & ~mask


def read(path: Path) -> Record:
    """The record in a file. Raises BadRecord saying what is wrong and where."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror or error}") from None
    try:
        return loads(raw)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def loads(raw: bytes) -> Record:
    if len(raw) > MOST_BYTES:
        raise BadRecord(f"larger than {MOST_BYTES // 2**20} MiB, no record is")
    try:
        told = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_without_doubles,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise BadRecord(f"not UTF-8: byte {error.start} is 0x{raw[error.start]:02x}") from None
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise BadRecord("not a record: nested too deeply") from None
    except BadRecord:
        raise
    except ValueError as error:
        raise BadRecord(f"not JSON: {error}") from None
    return from_dict(told)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for key, value in pairs:
        if key in told:
            raise BadRecord(f"{_short(key)} stands twice")
        told[key] = value
    return told


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadRecord(f"not JSON: {_short(text)} is no number")
    return number


def _no_constant(name: str) -> NoReturn:
    raise BadRecord(f"not JSON: {name} is no number")


def from_dict(told: Any) -> Record:
    """Check every part of a record that can be checked without playing it."""
    _keys("the record", told, REQUIRED, OPTIONAL)
    if told["format"] != FORMAT:
        raise BadRecord(f"format: {_short(told['format'])} is not {FORMAT!r}")
    game = _string("game", told["game"])
    rules, seats = _number("rules", told["rules"], 1), _number("seats", told["seats"], 1)
    actions = [_string(f"actions[{i}]", text) for i, text in enumerate(_list("actions", told["actions"]))]
    parts: dict[str, Any] = {}
    if "names" in told:
        parts["names"] = [_word(f"names[{i}]", name) for i, name in enumerate(_list("names", told["names"], seats))]
    if ("scores" in told) != ("winners" in told):
        raise BadRecord("scores and winners stand together or not at all")
    if "scores" in told:
        parts["scores"] = [_number(f"scores[{i}]", n) for i, n in enumerate(_list("scores", told["scores"], seats))]
        winners = [_seat(f"winners[{i}]", n, seats) for i, n in enumerate(_list("winners", told["winners"]))]
        if winners != sorted(set(winners)):
            raise BadRecord("winners: must be different seats in ascending order")
        parts["winners"] = winners
    if "end" in told:
        parts["end"] = _end(told["end"], seats)
        if "scores" not in told:
            raise BadRecord("end: a game that has ended has scores and winners")
    if "chance" in told:
        parts["chance"] = _chance(told["chance"], seats)
        if parts["chance"].seed is not None and "scores" not in told:
            raise BadRecord("chance.seed: stands only when the game is over")
    if "data" in told:
        parts["data"] = _hex("data", told["data"])
    if "meta" in told:
        if not isinstance(told["meta"], dict):
            raise BadRecord(f"meta: {_short(told['meta'])} is no object")
        parts["meta"] = told["meta"]
    return Record(game, rules, seats, actions, **parts)


def _short(value: Any) -> str:
    told = repr(value)
    return told if len(told) <= 40 else told[:39] + "…"


def _keys(where: str, value: Any, required: tuple[str, ...], optional: tuple[str, ...]) -> None:
    if not isinstance(value, Mapping):
        raise BadRecord(f"{where}: {_short(value)} is no object")
    for key in required:
        if key not in value:
            raise BadRecord(f"{where}: {key!r} is missing")
    for key in value:
        if key not in required and key not in optional:
            raise BadRecord(f"{where}: {_short(key)} is no known key")


def _string(where: str, value: Any) -> str:
    if not isinstance(value, str):
        raise BadRecord(f"{where}: {_short(value)} is no text")
    return value


def _word(where: str, value: Any) -> str:
    fault = word_fault(_string(where, value))
    if fault:
        raise BadRecord(f"{where}: {_short(value)} {fault}")
    return str(value)


def _number(where: str, value: Any, least: int | None = None) -> int:
    if type(value) is not int or (least is not None and value < least):
        raise BadRecord(f"{where}: {_short(value)} is no whole number" + ("" if least is None else f" from {least} on"))
    return value


def _seat(where: str, value: Any, seats: int) -> int:
    if type(value) is not int or not 0 <= value < seats:
        raise BadRecord(f"{where}: {_short(value)} is no seat from 0 to {seats - 1}")
    return value


def _list(where: str, value: Any, length: int | None = None) -> list[Any]:
    if not isinstance(value, list):
        raise BadRecord(f"{where}: {_short(value)} is no list")
    if length is not None and len(value) != length:
        raise BadRecord(f"{where}: has {len(value)} entries for {length} seats")
    return value


def _hex(where: str, value: Any) -> str:
    if not isinstance(value, str) or not HEX.fullmatch(value):
        raise BadRecord(f"{where}: {_short(value)} is not 64 hexadecimal digits in lower case")
    return value


def _end(value: Any, seats: int) -> End:
    _keys("end", value, ("reason",), ("seat",))
    reason = value["reason"]
    if reason not in ("resigned", "timeout", "abandoned"):
        raise BadRecord(f"end.reason: {_short(reason)} is none of resigned, timeout, abandoned")
    if (reason == "abandoned") == ("seat" in value):
        raise BadRecord("end.seat: stands for resigned and timeout, not for abandoned")
    return End(reason, _seat("end.seat", value["seat"], seats) if "seat" in value else None)


def _chance(value: Any, seats: int) -> Chance:
    _keys("chance", value, ("commitment", "words"), ("seed",))
    words = [_word(f"chance.words[{i}]", word) for i, word in enumerate(_list("chance.words", value["words"], seats))]
    seed = _hex("chance.seed", value["seed"]) if "seed" in value else None
    return Chance(_hex("chance.commitment", value["commitment"]), words, seed)


def check_fits(game: Game, record: Record) -> None:
    """The record is one of this game, of these rules and with these data."""
    if record.rules != game.version:
        raise BadRecord(f"rules: made with version {record.rules} of {game.name}, this is version {game.version}")
    if record.seats not in game.seats:
        raise BadRecord(f"seats: {game.name} is played by {game.seats[0]} to {game.seats[-1]}, not by {record.seats}")
    if record.data != game.data_digest:
        if record.data is None:
            raise BadRecord("data: the record was made with the game's own data; leave --data out")
        raise BadRecord(
            f"data: the record was made with other data, with the digest {record.data}; give them with --data"
        )


def replay(game: Game, record: Record) -> Iterator[tuple[Bytes, int]]:
    """Each position of a recorded game with the action that follows it; then the last one with -1.

    Raises UntrueRecord at an action that is impossible where it stands.
    """
    check_fits(game, record)
    state = game.new(record.seats)
    for ply, text in enumerate(record.actions):
        try:
            action = game.parse(state, text)
            after = game.apply(state, action)
        except (InvalidAction, IllegalAction) as error:
            raise UntrueRecord(f"actions[{ply}]: {_short(text)}: {error}") from None
        yield state, action
        state = after
    yield state, -1
