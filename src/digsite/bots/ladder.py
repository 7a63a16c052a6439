"""The ladder: every level against the next, for each game and two to four players, and strength by thinking time.

Games are saved as records, a file of JSON lines for each pairing, and are never played twice. So the ladder can be
stopped at any time, and continues from there when it is started again.
"""

import hashlib
import inspect
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from digsite.bots import entrant
from digsite.bots.arena import arena
from digsite.bots.arena_stats import ArenaResult
from digsite.bots.workers import GameResult, InProcessPool, Lineup, WorkerPool
from digsite.core.errors import BadRecord, DigsiteError
from digsite.core.files import write_whole
from digsite.core.record import loads
from digsite.core.registry import plugin
from digsite.core.source_digest import OWN, digest

RESULTS = "results.json"
CURVE = ("master:10ms", "master:30ms", "master:100ms")
SMALL = [("novice", "random", 300), ("scholar", "novice", 300), ("master:100ms", "scholar", 100)]
STEPS = {
    2: [
        ("novice", "random", 400),
        ("scholar", "novice", 400),
        ("master:200ms", "scholar", 200),
        ("master:1s", "master:100ms", 100),
        ("plain:30ms", "master:30ms", 60),
        *((bot, "scholar", 100) for bot in CURVE),
    ],
    3: SMALL,
    4: SMALL,
}
SURE = 0.99  # a pairing may end early once it is so sure who is better …
ENOUGH = 0.4  # … this part of its games is played …
CHEAP = 0.1  # … and a game takes more thinking than so many seconds
QUICK = 10  # how many times fewer games a quick ladder plays


class BadLadder(DigsiteError, ValueError):
    """A folder that this ladder cannot go on with."""


@dataclass(frozen=True)
class Pairing:
    """One bot against another that holds all other seats."""

    game: str
    seats: int
    bot: str
    rival: str
    games: int

    @property
    def lineup(self) -> Lineup:
        return Lineup(self.game, (self.bot, *[self.rival] * (self.seats - 1)))

    @property
    def name(self) -> str:
        return self.lineup.name

    @property
    def cost(self) -> float:
        """Roughly how many seconds of thinking a game takes."""
        seconds = [entrant(bot).budget.seconds or 0.0005 for bot in self.lineup.bots]
        return plugin(self.game).moves_per_player * sum(seconds)

    def __str__(self) -> str:
        return f"{self.game}, {self.seats} players: {self.bot} v {self.rival}"


def pairings(games: Sequence[str], quick: bool = False) -> list[Pairing]:
    """Return all pairings, the most important first. A quick ladder plays a tenth of the games, in whole deals."""
    found = [Pairing(game, seats, *step) for seats in STEPS for step in STEPS[seats] for game in games]
    if not quick:
        return found
    return [replace(pair, games=-(-pair.games // (QUICK * pair.seats)) * pair.seats) for pair in found]


def made_by(pairing: Pairing) -> str:
    """Return a digest of the rules and bots as they are now: games of other versions are not mixed."""
    hashed = hashlib.sha256(digest(OWN).encode())
    for bot in (pairing.bot, pairing.rival):
        file = inspect.getsourcefile(inspect.unwrap(entrant(bot).maker))
        hashed.update(Path(file).read_bytes() if file else b"")
    return hashed.hexdigest()[:16]


class PairingFile:
    """The file with the games of one pairing, one record on each line."""

    def __init__(self, folder: Path, pairing: Pairing, mixed: bool = False) -> None:
        self.path = folder / f"{pairing.name}.jsonl"
        self.pairing = pairing
        self.made_by = made_by(pairing)
        self.kept = self._read(mixed) if self.path.exists() else []

    def _read(self, mixed: bool) -> list[GameResult]:
        *lines, cut = self.path.read_bytes().split(b"\n")
        kept = []
        for number, line in enumerate(lines):
            try:
                record = loads(line)
                played = GameResult.of(record)
            except (BadRecord, KeyError) as error:
                raise BadLadder(f"{self.path}: line {number + 1}: {error}") from None
            if played.number != number or played.bots != self.pairing.lineup.seating(number):
                raise BadLadder(f"{self.path}: line {number + 1}: is not game {number} of {self.pairing}")
            if record.meta.get("made_by") != self.made_by and not mixed:
                raise BadLadder(f"{self.path}: played by other versions of rules or bots; move it away or add --mixed")
            kept.append(played)
        if cut:  # the last game was not written to its end
            write_whole(self.path, b"".join(line + b"\n" for line in lines).decode())
        return kept

    def keep(self, played: GameResult) -> None:
        lineup = self.pairing.lineup
        with self.path.open("a", encoding="utf-8") as file:
            file.write(played.record(lineup, lineup.load(), made_by=self.made_by).dumps())


class Ladder:
    """The pairings to be played, and the games already played, which are read when it is made."""

    def __init__(self, folder: Path, todo: Sequence[Pairing], mixed: bool = False) -> None:
        self.folder = folder
        self.files = [PairingFile(folder, pairing, mixed) for pairing in todo]
        self.results: dict[str, Any] = {"cores": os.cpu_count(), "pairings": []}
        if (folder / RESULTS).exists():
            self.results["pairings"] = read_results(folder)["pairings"]

    @property
    def seconds_left(self) -> float:
        """Roughly how much thinking is still to be done."""
        return sum(max(file.pairing.games - len(file.kept), 0) * file.pairing.cost for file in self.files)

    def play(
        self,
        pool: WorkerPool | InProcessPool,
        hours: float | None = None,
        advance: Callable[[float, str], None] = lambda seconds, text: None,
    ) -> Iterator[Pairing]:
        """Play the games that are left. Yield each pairing once it is in the results."""
        until = None if hours is None else time.monotonic() + 3600 * hours
        for file in self.files:
            pairing, kept = file.pairing, file.kept[: file.pairing.games]
            try:
                for result in arena(pairing.lineup, pairing.games, pool, kept=kept, keep=file.keep):
                    if result.games > len(kept):
                        advance(pairing.cost, f"{pairing}: {result.line()}")
                    if is_enough(pairing, result):
                        break
                    if until is not None and time.monotonic() > until:
                        return
            finally:
                if result.games:
                    self._note(pairing_result(pairing, result))
            yield pairing

    def _note(self, result: dict[str, Any]) -> None:
        def key(one: dict[str, Any]) -> tuple[Any, ...]:
            return tuple(one[name] for name in ("game", "seats", "bot", "rival"))

        others = [one for one in self.results["pairings"] if key(one) != key(result)]
        self.results["pairings"] = [*others, result]
        write_whole(self.folder / RESULTS, json.dumps(self.results, indent=1) + "\n")


def is_enough(pairing: Pairing, result: ArenaResult) -> bool:
    """Return whether the result of a pairing that takes long is sure enough to stop."""
    whole_deals = result.games % pairing.seats == 0
    return pairing.cost > CHEAP and whole_deals and result.games >= ENOUGH * pairing.games and result.is_sure(SURE)


def pairing_result(pairing: Pairing, result: ArenaResult) -> dict[str, Any]:
    """Return the result of a pairing as results.json has it."""
    bots = {bot["name"]: bot for bot in result.to_json(pairing.games)["bots"]}
    bot, rival = bots[pairing.bot], bots[pairing.rival]
    return {
        "game": pairing.game,
        "seats": pairing.seats,
        "bot": pairing.bot,
        "rival": pairing.rival,
        "asked": pairing.games,
        "games": result.games,
        "share": bot["win_share"],
        "low": bot["low"],
        "high": bot["high"],
        "mean_scores": [bot["mean_score"], rival["mean_score"]],
        "seconds_per_move": [bot["seconds_per_move"], rival["seconds_per_move"]],
        "longest_move_seconds": [bot["longest_move_seconds"], rival["longest_move_seconds"]],
    }


def read_results(folder: Path) -> dict[str, Any]:
    """Return the results of a ladder in a folder. Raises BadLadder."""
    try:
        results: dict[str, Any] = json.loads((folder / RESULTS).read_text(encoding="utf-8"))
        results["cores"], results["pairings"][0]["share"]
    except FileNotFoundError:
        raise BadLadder(f"{folder}: no results there yet; `digsite ladder --out {folder}` measures them") from None
    except OSError as error:
        raise BadLadder(f"{folder / RESULTS}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, IndexError):
        raise BadLadder(f"{folder / RESULTS}: not the results of a ladder") from None
    return results
