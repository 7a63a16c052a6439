"""What may happen at a table. Each command checks that it is allowed and returns the entry for the log, or is Refused.

`fold` says what an entry makes of the table. Bots' names are checked by a function that the server hands in.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from digsite.core.chance import fair_key, fair_place
from digsite.core.errors import BadOptions, IllegalAction, InvalidAction
from digsite.core.game import CHANCE
from digsite.core.history import History
from digsite.core.options import check_options
from digsite.core.registry import load, plugin
from digsite.tables.entries import (
    ActionPlayed,
    ActionsUndone,
    EndVoted,
    Entry,
    GameStarted,
    Kind,
    P,
    PlayerLeft,
    RematchOffered,
    SeatAdded,
    SeatLeft,
    SeatRemoved,
    SeatTaken,
    TableOpened,
    TermsChanged,
    TermsChanges,
)
from digsite.tables.refused import Refused
from digsite.tables.snapshots import seat_json, terms_json
from digsite.tables.table import DAY, Seat, Table, Terms
from digsite.tables.words import clean_word

PATIENCE = {"live": 5 * 60_000, "correspondence": 3 * DAY}  # without a clock: after so long a player counts as absent
BOT = ""  # the person who acts for a bot's seat
BotCheck = Callable[[str], None]  # raises Refused for a bot that may not play here


# Before the start


def open_table(terms: Terms, seats: Sequence[Seat], person: str, at: int, check_bot: BotCheck) -> Entry[TableOpened]:
    """Open a table: its first entry."""
    game, terms = load(terms.game), _with_known_options(terms)
    if len(seats) not in game.seats:
        least, *_, most = game.seats
        raise Refused(
            422, "bad seats", "%(game)s is played by %(least)s to %(most)s", game=game.name, least=least, most=most
        )
    for seat in seats:
        if seat.kind == "bot":
            check_bot(seat.bot)
    if terms.stand_in != "open":
        check_bot(terms.stand_in)
    if terms.practice and any(seat.kind == "open" for seat in seats):
        raise Refused(422, "bad seats", "A practice table is for one person and bots")
    if all(seat.kind == "bot" for seat in seats) and terms.practice:
        raise Refused(422, "bad seats", "A practice table needs a person")
    payload: TableOpened = {"terms": terms_json(terms), "seats": [seat_json(seat) for seat in seats]}
    return Entry(1, "opened", payload, at, person)


def _with_known_options(terms: Terms) -> Terms:
    """Return terms with those rule options that are not the default. Refused if there is one the game does not have."""
    try:
        return replace(terms, options=check_options(terms.game, plugin(terms.game).options, terms.options))
    except BadOptions as error:
        raise Refused(422, "bad options", "The game has no such rule option", detail=str(error)) from None


def sit(
    table: Table, person: str, name: str, seat: int, word: str, at: int, request: str | None = None
) -> Entry[SeatTaken]:
    """Take an open seat, or until the start change the lucky word of one's own seat."""
    wanted = _seat(table, seat)
    word = clean_word(word)
    if table.status == "over":
        raise Refused(409, "over", "The game is over")
    if wanted.kind == "person" and wanted.person == person and table.status == "open":
        name = wanted.name
    elif wanted.kind != "open":
        raise Refused(409, "taken", "That seat is taken", detail=f"Seat {seat} is taken")
    elif wanted.person not in ("", person):
        raise Refused(
            409,
            "kept",
            "That seat is reserved for %(name)s",
            detail=f"Seat {seat} is reserved for {wanted.name}",
            name=wanted.name,
        )
    elif table.terms.practice and person != table.host:
        raise Refused(403, "practice", "A practice table is for one person")
    elif table.status == "playing" and word:
        raise Refused(409, "started", "Lucky words can only be given before the start")
    payload: SeatTaken = {"seat": seat, "name": name, "word": word}
    return _entry(table, "sat", payload, at, person, request)


def check_bot_seat(table: Table, person: str, seat: int) -> None:
    """Raise Refused unless this person may give this seat to a bot."""
    if person != table.host:
        raise Refused(403, "forbidden", "Only the host can add bots")
    if _seat(table, seat).kind != "open" or table.status == "over":
        raise Refused(409, "taken", "That seat is not open", detail=f"Seat {seat} is not open")


def seat_bot(
    table: Table, person: str, seat: int, bot: str, at: int, check_bot: BotCheck, request: str | None = None
) -> Entry[SeatTaken]:
    """Give an open seat to a bot, as the host."""
    check_bot_seat(table, person, seat)
    check_bot(bot)
    payload: SeatTaken = {"seat": seat, "bot": bot}
    return _entry(table, "sat", payload, at, person, request)


def leave(table: Table, person: str, seat: int, at: int, request: str | None = None) -> Entry[SeatLeft]:
    """Leave one's seat before the start, or as the host empty any seat."""
    left = _seat(table, seat)
    if person not in (table.host, left.person if left.kind == "person" else None):
        raise Refused(403, "forbidden", "You can only leave your own seat")
    if table.status != "open":
        raise Refused(409, "started", "The game has started: you can resign instead")
    payload: SeatLeft = {"seat": seat}
    return _entry(table, "left", payload, at, person, request)


def change_terms(
    table: Table, person: str, changes: TermsChanges, at: int, check_bot: BotCheck, request: str | None = None
) -> Entry[TermsChanged]:
    """Change terms before the start, as the host; the game and whether it is practice stay."""
    _check_host_before_start(table, person)
    terms = _with_known_options(replace(table.terms, **changes))
    if terms.stand_in != "open":
        check_bot(terms.stand_in)
    payload: TermsChanged = {"terms": terms_json(terms)}
    return _entry(table, "agreed", payload, at, person, request)


def add_seat(table: Table, person: str, at: int, request: str | None = None) -> Entry[SeatAdded]:
    """Add an open seat before the start, as the host."""
    _check_host_before_start(table, person)
    if len(table.seats) + 1 not in table.game.seats or table.terms.practice:
        raise Refused(409, "bad seats", "No more seats can be added")
    payload: SeatAdded = {}
    return _entry(table, "widened", payload, at, person, request)


def remove_seat(table: Table, person: str, seat: int, at: int, request: str | None = None) -> Entry[SeatRemoved]:
    """Remove an open seat before the start, as the host."""
    _check_host_before_start(table, person)
    if _seat(table, seat).kind != "open":
        raise Refused(409, "taken", "That seat is taken", detail=f"Seat {seat} is taken")
    if len(table.seats) - 1 not in table.game.seats:
        raise Refused(409, "bad seats", "At least two players are needed")
    payload: SeatRemoved = {"seat": seat}
    return _entry(table, "narrowed", payload, at, person, request)


def _check_host_before_start(table: Table, person: str) -> None:
    if person != table.host:
        raise Refused(403, "forbidden", "Only the host can change the table")
    if table.status != "open":
        raise Refused(409, "started", "The game has already started")


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
    return _entry(table, "started", payload, at, person, request, history)


def draw(table: Table, history: History, ply: int) -> list[str]:
    """Play all pending chance from the table's seed and return its texts; `ply` is that of the first draw."""
    game, texts = table.game, list[str]()
    key = fair_key(table.seed, table.words) if history.to_act == CHANCE else b""
    while history.to_act == CHANCE:
        ids, weights = game.chance(history.state)
        drawn = int(ids[fair_place(key, ply + len(texts), weights.tolist())])
        texts.append(game.text(history.state, drawn))
        history.play(drawn)
    return texts


# Playing


def act(
    table: Table, person: str, text: str, thinking: int, at: int, request: str | None = None
) -> Entry[ActionPlayed]:
    """Play an action of the player to act, and all draws it causes. Bots act as BOT."""
    _check_playing(table)
    seat, actor = table.to_act, table.actor
    assert seat is not None
    assert actor is not None
    if (person == BOT) != (actor.kind == "bot") or (person != BOT and seat not in table.seats_of(person)):
        raise _not_your_turn(actor)
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
    return _entry(table, "acted", payload, at, person, request, history)


def _not_your_turn(actor: Seat) -> Refused:
    if actor.kind == "person":
        return Refused(403, "not your turn", "It is the turn of %(name)s", name=actor.name)
    detail = f"It is the turn of {actor.name or actor.bot or 'an empty seat'}"
    if actor.kind == "bot":
        return Refused(403, "not your turn", "It is the turn of a bot", detail=detail)
    return Refused(403, "not your turn", "It is the turn of an empty seat", detail=detail)


def _charged(table: Table, thinking: int) -> int:
    """Return what thinking costs: nothing without a time bank, and bots nothing."""
    return max(thinking, 0) if table.terms.bank and table.actor and table.actor.kind == "person" else 0


def undo(
    table: Table, person: str, to: int | None, thinking: int, at: int, request: str | None = None
) -> Entry[ActionsUndone]:
    """Go back to before a ply: one's own last actions that revealed nothing; in practice, any of one's own."""
    if not table.seats_of(person):
        raise Refused(403, "forbidden", "Only players can undo")
    _check_playing(table)
    if not table.terms.undo and not table.terms.practice:
        raise Refused(409, "no undo", "Undo is off at this table")
    own = table.seats_of(person)
    plies = table.undoable_plies if table.undo_seat in own else ()
    if not plies:
        raise _nothing_to_undo(table, own)
    if to is not None and to not in plies:
        known = ", ".join(map(str, plies))
        raise Refused(409, "nothing to undo", "You can go back to ply %(plies)s, not to %(ply)s", plies=known, ply=to)
    thinking = max(thinking, 0) if table.terms.bank else 0  # whoever undoes pays for the time
    payload: ActionsUndone = {"to": plies[-1] if to is None else to, "thinking": thinking}
    return _entry(table, "undone", payload, at, person, request)


def _nothing_to_undo(table: Table, own: list[int]) -> Refused:
    if table.terms.practice:
        return Refused(409, "nothing to undo", "You have not played anything yet")
    if table.undo_seat < 0:
        return Refused(409, "nothing to undo", "Nothing has been played yet")
    if table.undoable_plies and table.undo_seat not in own:
        return Refused(409, "nothing to undo", "Somebody else has decided since")
    return Refused(409, "nothing to undo", "What has been drawn cannot be undone")


# Leaving and ending


def resign(table: Table, person: str, seat: int | None, at: int, request: str | None = None) -> Entry[PlayerLeft]:
    """Give up a seat: by default the one to act, else one's first."""
    own = table.seats_of(person)
    if not own or (seat is not None and seat not in own):
        raise Refused(403, "forbidden", "You can only give up your own seat")
    _check_playing(table)
    if seat is None:
        seat = table.to_act if table.to_act in own else own[0]
    then = "end" if len(table.seats) == 2 else table.terms.stand_in
    return _player_left(table, {"seat": seat, "why": "resigned", "then": then}, at, person, request)


def kick(table: Table, person: str, seat: int, thinking: int, at: int, request: str | None = None) -> Entry[PlayerLeft]:
    """Give another player's seat to the stand-in, once that player has kept the others waiting too long."""
    if not table.seats_of(person):
        raise Refused(403, "forbidden", "Only players can do that")
    _check_playing(table)
    if _seat(table, seat).kind != "person" or seat in table.seats_of(person):
        raise Refused(
            409, "not absent", "That is not another player's seat", detail=f"Seat {seat} is not another player's"
        )
    patience = PATIENCE[table.terms.pace]
    if seat != table.to_act or thinking < patience or table.time_left() is not None:
        raise Refused(
            409,
            "not absent",
            "Without a clock, a player is absent after %(minutes)s minutes of waiting",
            minutes=patience // 60_000,
        )
    return _player_left(table, {"seat": seat, "why": "timeout", "then": table.terms.stand_in}, at, person, request)


def run_out(table: Table, at: int) -> Entry[PlayerLeft]:
    """Take the seat of the player to act, whose time has run out."""
    assert table.to_act is not None
    then = "end" if table.terms.on_timeout == "end" else table.terms.stand_in
    return _player_left(table, {"seat": table.to_act, "why": "timeout", "then": then}, at, BOT, None)


def bot_failed(table: Table, at: int) -> Entry[PlayerLeft]:
    """Give the seat of a bot that cannot play to one that can."""
    assert table.to_act is not None
    failing = table.seats[table.to_act].bot
    others = (table.terms.stand_in, "novice", "random")
    then = next(bot for bot in others if bot not in ("open", failing))
    return _player_left(table, {"seat": table.to_act, "why": "failed", "then": then}, at, BOT, None)


def _player_left(table: Table, payload: PlayerLeft, at: int, person: str, request: str | None) -> Entry[PlayerLeft]:
    return _entry(table, "gone", payload, at, person, request)


def abandon(table: Table, person: str, agree: bool, at: int, request: str | None = None) -> Entry[EndVoted]:
    """Offer or accept to end the game without a winner, or withdraw that."""
    own = table.seats_of(person)
    if not own:
        raise Refused(403, "forbidden", "Only players can do that")
    if table.status != "playing":
        _check_playing(table)
    if all(table.seats[seat].wants_end == agree for seat in own):
        raise Refused(409, "said already", "You have already said so")
    payload: EndVoted = {"seats": own, "agree": agree}
    return _entry(table, "abandon", payload, at, person, request)


def check_rematch(table: Table, person: str) -> None:
    """Raise Refused unless this person may ask for another game."""
    if not table.seats_of(person) and person != table.host:
        raise Refused(403, "forbidden", "Only the host and the players can ask for a rematch")
    if table.status != "over":
        raise Refused(409, "not over", "The game is not over yet")


def offer_rematch(table: Table, person: str, other: str, at: int) -> Entry[RematchOffered]:
    """Name the table of the next game."""
    check_rematch(table, person)
    payload: RematchOffered = {"other": other}
    return _entry(table, "rematch", payload, at, person, None)


# Shared


def _entry(
    table: Table, kind: Kind, payload: P, at: int, person: str, request: str | None, played: History | None = None
) -> Entry[P]:
    return Entry(table.version + 1, kind, payload, at, person, request, played)


def _seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Refused(
            404, "no seat", "There is no such seat", detail=f"This table has seats 0 to {len(table.seats) - 1}"
        )
    return table.seats[seat]


def _check_playing(table: Table) -> None:
    if table.status == "open":
        raise Refused(409, "not started", "The game has not started yet")
    if table.status == "over":
        raise Refused(409, "over", "The game is over")
    if table.other_data:
        raise Refused(
            409,
            "other data",
            "This game was started with other data than the server plays with now: you can abandon it and keep its "
            "record",
        )
    if table.outdated:
        raise Refused(
            409,
            "other rules",
            "This game was started with version %(begun)s of the rules, and the server now plays version "
            "%(now)s: you can abandon it and keep its record",
            begun=table.rules,
            now=table.game.version,
        )
