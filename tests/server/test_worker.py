"""Work that keeps the event loop free: done in one thread for each kind, one job after the other."""

import asyncio
import threading
from contextvars import ContextVar

import pytest

from digsite.server.background import Worker

LANGUAGE: ContextVar[str] = ContextVar("language", default="en")


def test_jobs_of_one_kind_run_one_after_the_other_beside_the_event_loop() -> None:
    worker, threads, running = Worker("test"), set[int](), list[int]()

    def job(number: int) -> int:
        running.append(number)
        threads.add(threading.get_ident())
        assert len(running) == 1, "nobody else runs"
        running.remove(number)
        return number

    async def scenario() -> None:
        assert await asyncio.gather(*(worker.do(job, number) for number in range(20))) == list(range(20))

    asyncio.run(scenario())
    assert len(threads) == 1
    assert threading.get_ident() not in threads


def test_a_job_knows_who_asked_for_it_and_its_error_comes_back() -> None:
    worker = Worker("test")

    def fail() -> None:
        raise ValueError(LANGUAGE.get())

    async def scenario() -> None:
        LANGUAGE.set("pl")
        assert await worker.do(LANGUAGE.get) == "pl"
        with pytest.raises(ValueError, match="pl"):
            await worker.do(fail)

    asyncio.run(scenario())
