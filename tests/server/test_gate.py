"""So many at a time, in the order in which they came, for each key alone."""

import asyncio

import pytest

from digsite.server.gate import Crowded, Gate


def test_the_others_wait_their_turn_and_other_keys_do_not() -> None:
    async def scenario() -> None:
        gate, inside, done = Gate(2, 10), list[str](), asyncio.Event()

        async def come(name: str, key: str) -> None:
            async with gate.through(key):
                inside.append(name)
                await done.wait()

        tasks = [asyncio.create_task(come(name, name[0])) for name in ("a1", "a2", "a3", "a4", "b1")]
        await asyncio.sleep(0.01)
        assert inside == ["a1", "a2", "b1"]
        done.set()
        await asyncio.gather(*tasks)
        assert inside == ["a1", "a2", "b1", "a3", "a4"]
        assert not gate._count  # nothing is kept of those who have gone
        assert not gate._locks

    asyncio.run(scenario())


def test_not_any_number_waits() -> None:
    async def scenario() -> None:
        gate, done = Gate(1, 1), asyncio.Event()

        async def come() -> None:
            async with gate.through():
                await done.wait()

        tasks = [asyncio.create_task(come()) for _ in range(2)]
        await asyncio.sleep(0.01)
        with pytest.raises(Crowded):
            await come()
        tasks[1].cancel()  # whoever goes away makes room
        done.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        await come()

    asyncio.run(scenario())
