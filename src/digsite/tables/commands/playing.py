"""Commands of a game: start it, act, undo. Pending chance is drawn from the table's seed."""

from collections.abc import Sequence

from digsite.core.chance import fair_draw, fair_key
from digsite.core.errors import IllegalAction, InvalidAction
from digsite.core.game import CHANCE
from digsite.core.history import History
from digsite.tables.commands.shared import BOT, check_playing, new_entry, returned_increments
from digsite.tables.entries import ActionPlayed, ActionsUndone, Entry, GameStarted, Move
from digsite.tables.refused import Refused
from digsite.tables.table import DAY, Seat, Table


def check_start(table: Table, person: str) -> None:
    """Raise Refused unless this person may start the game now."""
    if person != table.host and not table.seats_of(person):
        raise Refused(403, "forbidden", "Only the host and the players can start the game")
    if table.status != "open":
        raise Refused(409, "started", "The game has already started")
    if any(seat.kind == "open" for seat in table.seats):
        raise Refused(409, "open seats", "A seat is still open")


def start(table: Table, person: str, at: int, request: str | None = None) -> Entry[GameStarted]:
    """Start the game, and draw whatever chance brings first."""
    check_start(table, person)
    history = History.start(table.game, len(table.seats))
    draws = draw(table, history, 0)
    payload: GameStarted = {"rules": table.game.version, "words": table.words, "draws": draws}
    if table.game.data_digest:
        payload["data"] = table.game.data_digest
    return new_entry(table, "started", payload, at, person, request, history)


def draw(table: Table, history: History, ply: int) -> list[str]:
    """Play all pending chance from the table's seed and return its texts; `ply` is that of the first draw."""
    key = fair_key(table.seed, table.words) if history.to_act == CHANCE else b""
    first = history.ply
    history.settle(lambda now: fair_draw(table.game, now.state, key, ply + now.ply - first))
    return history.texts_since(first)


def act(
    table: Table, person: str, text: str, thinking: int, at: int, request: str | None = None
) -> Entry[ActionPlayed]:
    """Play an action of the player to act, and all draws it causes. Bots act as BOT."""
    check_playing(table)
    seat, actor = table.to_act, table.actor
    assert seat is not None
    assert actor is not None
    if (person == BOT) != (actor.kind == "bot") or (person != BOT and seat not in table.seats_of(person)):
        raise _not_your_turn(actor)
    left = table.time_left()
    if left is not None and thinking >= left:
        raise Refused(409, "time over", "Your time has run out")
    history = History(table.game, [table.position])
    try:
        history.play_text(text)
    except InvalidAction as error:
        raise Refused(422, "no action", "There is no such action", detail=str(error)) from None
    except IllegalAction as error:
        raise Refused(
            422, "not allowed", "That is not allowed now, by rule %(rule)s", detail=str(error), rule=error.rule
        ) from None
    draws = draw(table, history, table.ply + 1)
    payload: ActionPlayed = {"seat": seat, "action": text, "draws": draws, "thinking": _charged(table, thinking)}
    return new_entry(table, "acted", payload, at, person, request, history)


def _not_your_turn(actor: Seat) -> Refused:
    if actor.kind == "person":
        return Refused(403, "not your turn", "It is not your turn: %(name)s is to move", name=actor.name)
    detail = f"It is not your turn: {actor.name or actor.bot or 'an empty seat'} is to move"
    if actor.kind == "bot":
        return Refused(403, "not your turn", "It is not your turn: a bot is to move", detail=detail)
    return Refused(403, "not your turn", "It is not your turn: an empty seat is to move", detail=detail)


def _charged(table: Table, thinking: int) -> int:
    """Return what thinking costs: nothing without a clock, and bots nothing."""
    return 0 if table.time_left() is None else max(thinking, 0)


def undo(
    table: Table,
    person: str,
    to: int | None,
    thinking: int,
    at: int,
    request: str | None = None,
    moves: Sequence[Move] = (),
) -> Entry[ActionsUndone]:
    """Go back to before a ply: one's own last actions that revealed nothing; in practice, any of one's own.

    `moves` are all moves of the game. Whoever undoes pays for the time since, and gives back increments.
    """
    if not table.seats_of(person):
        raise Refused(403, "forbidden", "Only players can undo")
    check_playing(table)
    if not table.terms.undo and not table.terms.practice:
        raise Refused(409, "no undo", "Undo is off at this table")
    own = table.seats_of(person)
    plies = table.undoable_plies if table.undo_seat in own else ()
    if not plies:
        raise _nothing_to_undo(table, own)
    if to is not None and to not in plies:
        known = ", ".join(map(str, plies))
        raise Refused(409, "nothing to undo", "You can go back to ply %(plies)s, not to %(ply)s", plies=known, ply=to)
    to = plies[-1] if to is None else to
    thinking = max(thinking, 0) if table.timed else 0
    payload: ActionsUndone = {"to": to, "thinking": thinking}
    if returned := returned_increments(table, moves, to):
        payload["returned"] = returned
    if table.timed and _left_after(table, payload) <= 0:
        raise Refused(409, "no time", "You have too little time left to undo")
    return new_entry(table, "undone", payload, at, person, request)


def _left_after(table: Table, undone: ActionsUndone) -> int:
    """Return the time that whoever undoes has left."""
    if table.by_days:
        return table.terms.days * DAY - table.used_before(undone["to"]) - undone["thinking"]
    seat = table.undo_seat
    return table.seats[seat].bank - undone["thinking"] - undone.get("returned", [0] * len(table.seats))[seat]


def _nothing_to_undo(table: Table, own: list[int]) -> Refused:
    if table.terms.practice:
        return Refused(409, "nothing to undo", "You have not played anything yet")
    if table.undo_seat < 0:
        return Refused(409, "nothing to undo", "Nothing has been played yet")
    if table.undoable_plies and table.undo_seat not in own:
        return Refused(409, "nothing to undo", "Another player has moved since")
    return Refused(409, "nothing to undo", "What has been drawn cannot be undone")
