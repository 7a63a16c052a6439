"""Parts of pages are kept for those who see the same: the same table, as the same person, in the same language."""

import asyncio
from gettext import NullTranslations

from digsite.server.page_cache import PageCache
from digsite.tables.table import Seat, Table
from digsite.web import i18n
from tests.server.tabletop import ANN, Tabletop, lay, person


class Shouting(NullTranslations):
    """A language in which every message is the English one in capitals."""

    def gettext(self, message: str) -> str:
        return message.upper() if "%" not in message else message


class Service:
    """What the cache asks of a table service: the log, and how long somebody has thought."""

    def __init__(self, top: Tabletop) -> None:
        self.top = top

    async def entries(self, id: str, since: int, until: int) -> list[object]:
        return [entry for entry in self.top.log if since < entry.version <= until]

    def thinking(self, table: Table) -> int:
        return 0


def test_each_language_has_parts_of_its_own() -> None:
    top = lay("thebes", [person(ANN), Seat("person", "bo", "Bo")])
    cache = PageCache(Service(top))  # type: ignore[arg-type]

    async def log() -> str:
        return (await cache.parts(cache.viewer(top.table, ANN)))["log"]

    async def both() -> tuple[str, str, str]:
        english = await log()
        with i18n.speaking(Shouting()):
            shouted = await log()
        return english, shouted, await log()

    english, shouted, again = asyncio.run(both())
    assert "What happened" in english
    assert "WHAT HAPPENED" in shouted
    assert again == english
