"""A player's turn of Thebes, as the page sees it."""

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from digsite.core.rng import below, stream
from digsite.games.thebes.page import dig_sheet, ticket
from digsite.games.thebes.page.choice import choice_of
from digsite.games.thebes.page.turn import Turn, turn_of
from digsite.web.viewer import Viewer
from tests.thebes.position import GAME, Position
from tests.web.tables import LookAt

NAMES = ("Ada", "Noor", "Belzoni", "Zoe")
SITES = ("greece", "crete", "egypt", "palestine", "mesopotamia")


viewer = LookAt(GAME, NAMES)


def turn_at(viewer: Viewer) -> Turn:
    turn = turn_of(viewer)
    assert turn
    return turn


def ticket_of(viewer: Viewer) -> ticket.Ticket | None:
    chosen = choice_of(viewer)
    return ticket.ticket(chosen) if chosen else None


def sheet_of(viewer: Viewer) -> dig_sheet.DigContext | None:
    chosen = choice_of(viewer)
    return dig_sheet.context(chosen) if chosen and chosen.is_dig else None


def expedition() -> Position:
    """Ada in Rome, week 11 of 1902, with a little of everything; the others are three weeks ahead, Belzoni on top."""
    return (
        Position(3)
        .at(0, "rome")
        .week(0, 1902, 11)
        .week(1, 1902, 14)
        .week(2, 1902, 14)
        .top(2, 1)
        .show("book egypt moscow 3", "rumour crete", "shovel rome", "congress london")
        .exhibitions("small london", "small berlin")
        .give(0, "book greece 3", "book crete 1", "book egypt 1", "book egypt 1", "book palestine 2")
        .give(0, "rumour egypt", "general 2", "assistant", "shovel", "zeppelin")
        .found(0, "greece", 0, 1, 7, 8)
        .used(0, "greece")
    )


def late(week: int) -> Position:
    """Ada in Rome in a week of the last year."""
    return Position(2).at(0, "rome").week(0, 1903, week).week(1, 1903, 52).show("congress moscow", "shovel rome")


def walked(state: Bytes, steps: int, seed: int) -> Bytes:
    """A position after so many random actions."""
    rng = stream(seed)
    state = GAME.settle(state, rng)
    for _ in range(steps):
        legal = GAME.legal(state)
        after = GAME.settle(GAME.apply(state, int(legal[below(rng, len(legal))])), rng)
        if GAME.to_act(after) >= CHANCE:
            return state
        state = after
    return state
