"""Prepares the games of a server: loads their compiled code, which processes of their own compile where it is missing.

The cache is all that these processes share. Whoever holds a game's lock compiles; other servers wait for the cache.
"""

import asyncio
import fcntl
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from threading import BoundedSemaphore, Event, Lock, Thread
from typing import TextIO

from digsite.analysis.warmup import MASTER, RULES, STAGE_OF_BOT, STAGES, warm
from digsite.core.compile_cache import NotCompiled, cache_root, let_compile
from digsite.core.registry import game_names, load
from digsite.web.preparing import Progress

log = logging.getLogger("digsite.preparation")
COMPILER = "from digsite.analysis.warmup import compile_stages; compile_stages({game!r})"
ATTEMPTS = 2
SHARES = (0.4, 0.7, 1.0)  # of the time for a whole game, that it takes until a stage is ready
USUAL = 30.0  # seconds for a whole game, as long as nothing has been measured
SOONEST = 2.0  # seconds, the least that is promised
LOOK_AGAIN = 0.5  # seconds between two looks into the cache while another server compiles


class Preparation:
    """Which stages of which games are ready. `begin` must be called once; without it `finish_here` compiles all."""

    def __init__(self, games: Sequence[str] | None = None) -> None:
        self.games = list(game_names() if games is None else games)
        self.begun = False
        self._ready = dict.fromkeys(self.games, 0)  # how many stages
        self._times = {game: (time.monotonic(), 0.0) for game in self.games}  # the start, and until the last stage
        self._compilers: dict[str, subprocess.Popen[str]] = {}
        self._slots = BoundedSemaphore(os.cpu_count() or 1)
        self._loading = Lock()
        self._stopping = Event()
        self._environment: dict[str, str] = {}

    @property
    def done(self) -> bool:
        """Whether everything is ready."""
        return all(self.ready(game, MASTER) for game in self.games)

    @property
    def playable(self) -> bool:
        """Whether every game can be played, if only by people and gentle bots."""
        return all(self.ready(game, RULES) for game in self.games)

    def ready(self, game: str, stage: int) -> bool:
        return self._ready.get(game, len(STAGES)) > stage

    def check_rules(self, game: str) -> None:
        """Raise NotCompiled unless a game can be played."""
        if not self.ready(game, RULES):
            raise NotCompiled(f"the rules of {game} are not compiled yet")

    def ready_for(self, game: str, bot: str) -> bool:
        """Return whether a bot can play a game."""
        return self.ready(game, _stage_of(bot))

    def seconds_for(self, game: str, bot: str) -> float:
        """Return how long it probably takes until a bot can play a game."""
        return self.seconds(game, _stage_of(bot))

    def seconds(self, game: str, stage: int) -> float:
        """Return how long it probably takes until a stage is ready; 0 if it is."""
        if self.ready(game, stage):
            return 0.0
        (start, taken), done = self._times[game], self._ready[game]
        whole = taken / SHARES[done - 1] if done else USUAL
        return max(start + whole * SHARES[stage] - time.monotonic(), SOONEST * (stage - done + 1))

    def progress(self) -> list[Progress]:
        """Return how far each game is that is not ready yet."""
        waiting = [game for game in self.games if not self.ready(game, MASTER)]
        return [Progress(game, *(self.seconds(game, stage) for stage in range(len(STAGES)))) for game in waiting]

    def waiting(self) -> dict[str, dict[str, float]]:
        """Return for each game that is not ready the seconds until those stages are ready that are not yet."""
        found: dict[str, dict[str, float]] = {}
        for game in self.games:
            for stage, name in enumerate(STAGES):
                if left := self.seconds(game, stage):
                    found.setdefault(game, {})[name] = round(left, 1)
        return found

    @property
    def retry_after(self) -> int:
        """The whole seconds after which a program may ask again: when the rules of all games are probably ready."""
        return max([1, *(ceil(self.seconds(game, RULES)) for game in self.games)])

    async def wait(self, game: str, stage: int) -> None:
        """Wait until a stage is ready."""
        while not self.ready(game, stage):
            await asyncio.sleep(LOOK_AGAIN / 5)

    # How it gets there

    def finish_here(self) -> None:
        """Compile or load everything in this process."""
        self.begun = True
        for game in self.games:
            self._load(game)

    def begin(self) -> None:
        """Load what the cache has, and have the rest compiled. Until it is there, this process compiles nothing."""
        self.begun = True
        let_compile(False)
        missing = [game for game in self.games if not self._load(game)]
        self._environment = dict(os.environ)  # now, as changing it while another thread starts a process is not safe
        for game in missing:
            Thread(target=self._prepare, args=[game], name=f"prepare {game}", daemon=True).start()
        if not missing:
            let_compile(True)

    def stop(self) -> None:
        """End the processes that compile."""
        self._stopping.set()
        for compiler in list(self._compilers.values()):
            compiler.terminate()

    def _load(self, game: str) -> bool:
        """Load what the cache has of a game. Return whether that is everything."""
        with self._loading:
            for stage in range(self._ready[game], len(STAGES)):
                try:
                    warm(load(game), stage)
                except NotCompiled:
                    return False
                taken = time.monotonic() - self._times[game][0]
                self._times[game] = self._times[game][0], taken
                self._ready[game] = stage + 1
                if self._compilers:
                    log.info("compiled", extra={"game": game, "stage": STAGES[stage], "seconds": round(taken, 1)})
        return True

    def _prepare(self, game: str) -> None:
        """Have a game compiled and load it; where no other process can compile it, this one does."""
        with self._slots:
            self._times[game] = time.monotonic(), 0.0
            try:
                compiled = any(self._compile(game) for _ in range(ATTEMPTS))
            except Exception:  # no process could be started, or the game itself fails
                log.exception("a game cannot be prepared", extra={"game": game})
                compiled = False
            if not compiled:
                log.error("the server compiles a game itself, and answers late meanwhile", extra={"game": game})
                let_compile(True)
                self._load_or_give_up(game)
        if self.done:
            let_compile(True)

    def _load_or_give_up(self, game: str) -> None:
        """Compile a game here. If it cannot be, it counts as ready: whoever wants to play it is shown the error."""
        try:
            self._load(game)
        except Exception:
            log.exception("a game fails", extra={"game": game})
            self._ready[game] = len(STAGES)

    def _compile(self, game: str) -> bool:
        """Compile a game in a process of its own, and load what is ready; or wait for another server that does.

        Return whether all is loaded, or this server stops.
        """
        with (cache_root() / f"{game}.lock").open("a") as file:
            while not _is_locked(file):
                if self._load(game) or self._stopping.wait(LOOK_AGAIN):
                    return True
            with self._compiler(game) as compiler:
                assert compiler.stdout
                for _stage in compiler.stdout:
                    self._load(game)
        return self._load(game) or self._stopping.is_set()

    @contextmanager
    def _compiler(self, game: str) -> Iterator[subprocess.Popen[str]]:
        command = [sys.executable, "-c", COMPILER.format(game=game)]
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=self._environment
        ) as compiler:
            self._compilers[game] = compiler
            if self._stopping.is_set():
                compiler.terminate()
            yield compiler
        del self._compilers[game]


def _stage_of(bot: str) -> int:
    """Return the stage that a bot needs; one of another package may need anything."""
    return STAGE_OF_BOT.get(bot.partition(":")[0], MASTER)


def _is_locked(file: TextIO) -> bool:
    """Return whether this process has the lock of a file now."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
