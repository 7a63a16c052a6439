"""What pages say about games that are still being compiled after a first start."""

from fastapi import APIRouter, Response

from digsite.analysis.warmup import MASTER, RULES
from digsite.server.pages.page_request import PageRequest, ThisRequest
from digsite.server.service import Service
from digsite.tables.table import Table
from digsite.web.preparing import bot_sentence, hint_sentence, sentence, start_sentence
from digsite.web.viewer import Viewer

router = APIRouter()


@router.get("/preparing")
async def see_notes(page_request: ThisRequest, table: str = "") -> Response:
    """The notes of the first page or of a table's page, for the script that renews them; empty when all is ready."""
    service = page_request.service
    notes = home_notes(service) if not table else table_notes(service, await service.table_service.table(table))
    return page_request.html("preparing_notes.html", notes=notes)


def home_notes(service: Service) -> list[str]:
    """Return a sentence about each game that is not ready."""
    return [sentence(progress) for progress in service.preparation.progress()]


def table_notes(service: Service, table: Table) -> list[str]:
    """Return what is not ready of a table's game, and what that means at the table."""
    preparation, game, notes = service.preparation, table.terms.game, list[str]()
    if service.starts_by_itself(table.id):
        notes.append(start_sentence(preparation.seconds(game, RULES)))
    if table.actor and table.actor.kind == "bot" and not preparation.ready_for(game, table.actor.bot):
        notes.append(bot_sentence(table.actor.bot, preparation.seconds_for(game, table.actor.bot)))
    return notes + [sentence(progress) for progress in preparation.progress() if progress.game == game]


def missing_hint(page_request: PageRequest, viewer: Viewer) -> str:
    """Return why there can be no hint yet; "" where there can."""
    left = page_request.service.preparation.seconds(viewer.game.name, MASTER)
    return hint_sentence(left) if left else ""
