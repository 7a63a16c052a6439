"""What may happen at a table. Each command checks that it is allowed and makes the entry for the log, or is Refused."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from digsite.core.chance import fair_key, fair_place
from digsite.core.errors import IllegalAction, InvalidAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from digsite.games import load
from digsite.server.naming import check_bot, clean_word
from digsite.server.table import DAY, Entry, Refused, Seat, Table, Terms

PATIENCE = {"live": 5 * 60_000, "correspondence": 3 * DAY}  # without a clock: from then on a player counts as absent
BOT = ""  # who acts for a bot's seat


# Before the start


def open_table(terms: Terms, seats: Sequence[Seat], person: str, at: int) -> Entry:
    game = load(terms.game)
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
        raise Refused(422, "bad seats", "At a practice table there is one person, and bots")
    if all(seat.kind == "bot" for seat in seats) and terms.practice:
        raise Refused(422, "bad seats", "A practice table needs a person")
    return Entry(1, "opened", {"terms": asdict(terms), "seats": [asdict(seat) for seat in seats]}, at, person)


def sit(table: Table, person: str, name: str, seat: int, word: str, at: int, request: str | None = None) -> Entry:
    """Take an open seat, or until the start give one's own another word."""
    chair = _chair(table, seat)
    word = clean_word(word)
    if table.status == "over":
        raise Refused(409, "over", "The game is over")
    if chair.kind == "person" and chair.person == person and table.status == "open":
        name = chair.name
    elif chair.kind != "open":
        raise Refused(409, "taken", "That seat is taken", detail=f"Seat {seat} is taken")
    elif chair.person not in ("", person):
        told = f"Seat {seat} is kept for {chair.name}"
        raise Refused(409, "kept", "That seat is kept for %(name)s", detail=told, name=chair.name)
    elif table.terms.practice and person != table.host:
        raise Refused(403, "practice", "A practice table is for one person")
    elif table.status == "playing" and word:
        raise Refused(409, "started", "Lucky words are given before the start")
    return _entry(table, "sat", at, person, request, seat=seat, name=name, word=word)


def seat_bot(table: Table, person: str, seat: int, bot: str, at: int, request: str | None = None) -> Entry:
    """Who opened the table gives an open seat to a bot."""
    if person != table.host:
        raise Refused(403, "forbidden", "Only who opened the table seats bots")
    if _chair(table, seat).kind != "open" or table.status == "over":
        raise Refused(409, "taken", "That seat is not open", detail=f"Seat {seat} is not open")
    check_bot(bot)
    return _entry(table, "sat", at, person, request, seat=seat, bot=bot)


def leave(table: Table, person: str, seat: int, at: int, request: str | None = None) -> Entry:
    """Before the start: get up, or as the host send somebody (or a bot) away."""
    chair = _chair(table, seat)
    if person not in (table.host, chair.person if chair.kind == "person" else None):
        raise Refused(403, "forbidden", "Only one's own seat may be left")
    if table.status != "open":
        raise Refused(409, "started", "The game has begun: one may resign")
    return _entry(table, "left", at, person, request, seat=seat)


def agree(table: Table, person: str, changes: dict[str, Any], at: int, request: str | None = None) -> Entry:
    """Until the start, who opened the table changes what was agreed; the game stays, and whether it is practice."""
    _may_arrange(table, person)
    terms = replace(table.terms, **changes)
    if terms.stand_in != "open":
        check_bot(terms.stand_in)
    return _entry(table, "agreed", at, person, request, terms=asdict(terms))


def widen(table: Table, person: str, at: int, request: str | None = None) -> Entry:
    """One more open seat."""
    _may_arrange(table, person)
    if len(table.seats) + 1 not in table.game.seats or table.terms.practice:
        raise Refused(409, "bad seats", "There is no room for another seat")
    return _entry(table, "widened", at, person, request)


def narrow(table: Table, person: str, seat: int, at: int, request: str | None = None) -> Entry:
    """One open seat less."""
    _may_arrange(table, person)
    if _chair(table, seat).kind != "open":
        raise Refused(409, "taken", "That seat is taken", detail=f"Seat {seat} is taken")
    if len(table.seats) - 1 not in table.game.seats:
        raise Refused(409, "bad seats", "It takes at least two to play")
    return _entry(table, "narrowed", at, person, request, seat=seat)


def _may_arrange(table: Table, person: str) -> None:
    if person != table.host:
        raise Refused(403, "forbidden", "Only who opened the table arranges it")
    if table.status != "open":
        raise Refused(409, "started", "The game has begun already")


def start(table: Table, person: str, at: int, request: str | None = None) -> Entry:
    if person != table.host and not table.seats_of(person):
        raise Refused(403, "forbidden", "Only those at the table may start the game")
    if table.status != "open":
        raise Refused(409, "started", "The game has begun already")
    if any(seat.kind == "open" for seat in table.seats):
        raise Refused(409, "open seats", "A seat is still open")
    game = table.game
    draws, _ = draw(table, game.new(len(table.seats)), 0)
    return _entry(table, "started", at, person, request, rules=game.version, words=table.words, draws=draws)


def draw(table: Table, state: Bytes, ply: int) -> tuple[list[str], Bytes]:
    """All pending chance from a ply on, from the table's seed, and the position then."""
    game, texts = table.game, list[str]()
    key = fair_key(table.seed, table.words) if game.to_act(state) == CHANCE else b""
    while game.to_act(state) == CHANCE:
        ids, weights = game.chance(state)
        drawn = int(ids[fair_place(key, ply + len(texts), weights.tolist())])
        texts.append(game.text(state, drawn))
        state = game.apply(state, drawn)
    return texts, state


# Playing


def act(table: Table, person: str, text: str, thinking: int, at: int, request: str | None = None) -> Entry:
    """An action of the player to act, and all draws it causes. Bots act as BOT."""
    _while_playing(table)
    seat, actor = table.to_act, table.actor
    assert seat is not None
    assert actor is not None
    if (person == BOT) != (actor.kind == "bot") or (person != BOT and seat not in table.seats_of(person)):
        raise _turn_of(actor)
    game = table.game
    try:
        after = game.apply(table.position, game.parse(table.position, text))
    except InvalidAction as error:
        raise Refused(422, "no action", "There is no such action", detail=str(error)) from None
    except IllegalAction as error:
        raise Refused(
            422, "not allowed", "That is not allowed now, by rule %(rule)s", detail=str(error), rule=error.rule
        ) from None
    draws, _ = draw(table, after, table.ply + 1)
    return _entry(
        table, "acted", at, person, request, seat=seat, action=text, draws=draws, thinking=_charged(table, thinking)
    )


def _turn_of(actor: Seat) -> Refused:
    if actor.kind == "person":
        return Refused(403, "not your turn", "It is the turn of %(name)s", name=actor.name)
    if actor.kind == "bot":
        told = f"It is the turn of {actor.name or actor.bot}"
        return Refused(403, "not your turn", "It is the turn of a bot", detail=told)
    told = f"It is the turn of {actor.name or 'an empty seat'}"
    return Refused(403, "not your turn", "It is the turn of an empty seat", detail=told)


def _charged(table: Table, thinking: int) -> int:
    """What thinking costs: nothing without a time bank, and bots nothing."""
    return max(thinking, 0) if table.terms.bank and table.actor and table.actor.kind == "person" else 0


def undo(
    table: Table,
    person: str,
    to: int | None,
    thinking: int,
    at: int,
    request: str | None = None,
) -> Entry:
    """Back to before a ply: one's own last actions that revealed nothing; alone with bots, to any decision."""
    if not table.seats_of(person):
        raise Refused(403, "forbidden", "Only players may take something back")
    _while_playing(table)
    if not table.terms.undo and not table.terms.practice:
        raise Refused(409, "no undo", "At this table nothing is taken back")
    own = table.seats_of(person)
    plies = table.loose if table.loose_seat in own else ()
    if not plies:
        raise _nothing_to_undo(table, own)
    if to is not None and to not in plies:
        known = ", ".join(map(str, plies))
        raise Refused(409, "nothing to undo", "One may go back to ply %(plies)s; not to %(ply)s", plies=known, ply=to)
    to = plies[-1] if to is None else to
    thinking = max(thinking, 0) if table.terms.bank else 0  # whoever takes back pays for it
    return _entry(table, "undone", at, person, request, to=to, thinking=thinking)


def _nothing_to_undo(table: Table, own: list[int]) -> Refused:
    if table.terms.practice:
        return Refused(409, "nothing to undo", "Nothing of yours has been played yet")
    if table.loose_seat < 0:
        return Refused(409, "nothing to undo", "Nothing has been played yet")
    if table.loose and table.loose_seat not in own:
        return Refused(409, "nothing to undo", "Somebody else has decided since")
    return Refused(409, "nothing to undo", "What has been drawn is known and cannot be taken back")


def resign(table: Table, person: str, seat: int | None, at: int, request: str | None = None) -> Entry:
    own = table.seats_of(person)
    if not own or (seat is not None and seat not in own):
        raise Refused(403, "forbidden", "Only one's own seat may be given up")
    _while_playing(table)
    if seat is None:
        seat = table.to_act if table.to_act in own else own[0]
    return _gone(table, "resigned", seat, at, person, request)


def kick(table: Table, person: str, seat: int, thinking: int, at: int, request: str | None = None) -> Entry:
    """Another player's seat, once that player has let the others wait too long."""
    if not table.seats_of(person):
        raise Refused(403, "forbidden", "Only players may do that")
    _while_playing(table)
    if _chair(table, seat).kind != "person" or seat in table.seats_of(person):
        raise Refused(409, "not absent", "That seat is no other person's", detail=f"Seat {seat} is no other person's")
    patience = PATIENCE[table.terms.pace]
    if seat != table.to_act or thinking < patience or table.time_left() is not None:
        raise Refused(
            409,
            "not absent",
            "Without a clock, a player is absent who lets others wait %(minutes)s minutes",
            minutes=patience // 60_000,
        )
    return _gone(table, "timeout", seat, at, person, request)


def run_out(table: Table, at: int) -> Entry:
    """The time of the player to act is over."""
    assert table.to_act is not None
    return _gone(table, "timeout", table.to_act, at, BOT, None, ends=table.terms.on_timeout == "end")


def bot_failed(table: Table, at: int) -> Entry:
    """A bot that cannot play gives its seat to one that can."""
    assert table.to_act is not None
    failing = table.seats[table.to_act].bot
    others = (table.terms.stand_in, "novice", "random")
    then = next(bot for bot in others if bot not in ("open", failing))
    return _entry(table, "gone", at, BOT, None, seat=table.to_act, why="failed", then=then)


def _gone(table: Table, why: str, seat: int, at: int, person: str, request: str | None, ends: bool = False) -> Entry:
    then = "end" if ends or (why == "resigned" and len(table.seats) == 2) else table.terms.stand_in
    return _entry(table, "gone", at, person, request, seat=seat, why=why, then=then)


def abandon(table: Table, person: str, agree: bool, at: int, request: str | None = None) -> Entry:
    """Offer or accept to end the game without a winner, or take that back."""
    own = table.seats_of(person)
    if not own:
        raise Refused(403, "forbidden", "Only players may do that")
    if table.status != "playing":
        _while_playing(table)
    if all(table.seats[seat].wants_end == agree for seat in own):
        raise Refused(409, "said already", "You have said so already")
    return _entry(table, "abandon", at, person, request, seats=own, agree=agree)


def offer_rematch(table: Table, person: str, other: str, at: int) -> Entry:
    if not table.seats_of(person) and person != table.host:
        raise Refused(403, "forbidden", "Only those who played may ask for another game")
    if table.status != "over":
        raise Refused(409, "not over", "The game is not over yet")
    return _entry(table, "rematch", at, person, None, other=other)


# Shared


def _entry(table: Table, kind: str, at: int, person: str, request: str | None, **told: Any) -> Entry:
    return Entry(table.version + 1, kind, told, at, person, request)


def _chair(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Refused(
            404, "no seat", "There is no such seat", detail=f"This table has seats 0 to {len(table.seats) - 1}"
        )
    return table.seats[seat]


def _while_playing(table: Table) -> None:
    if table.status == "open":
        raise Refused(409, "not started", "The game has not begun")
    if table.status == "over":
        raise Refused(409, "over", "The game is over")
    if table.outdated:
        raise Refused(
            409,
            "other rules",
            "This game was begun with version %(begun)s of the rules, the server plays version "
            "%(now)s: it may be abandoned, and its record kept",
            begun=table.rules,
            now=table.game.version,
        )
