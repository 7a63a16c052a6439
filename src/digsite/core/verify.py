"""Check whether a record is true: replay it and compare scores, winners and, if it has the seed, every draw."""

from digsite.core.chance import commitment, fair_draw, fair_key
from digsite.core.errors import UntrueRecord
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.history import History
from digsite.core.record import End, Record, check_fits


def winners_by_end(end: End, totals: list[int]) -> list[int]:
    """Return the winners of a game that ended other than by its rules."""
    if end.seat is None:
        return []
    others = [seat for seat in range(len(totals)) if seat != end.seat]
    best = max(totals[seat] for seat in others)
    return others if len(others) == 1 else [seat for seat in others if totals[seat] == best]


def verify(game: Game, record: Record) -> int | None:
    """Return how many draws were checked against the seed, None without a seed. Raises UntrueRecord at the first fault.

    Raises BadRecord if the record does not fit the game.
    """
    check_fits(game, record)
    key = _key(record)
    history = History.start(game, record.seats)
    draws = 0
    for ply, text in enumerate(record.actions):
        fair = None if key is None or history.to_act != CHANCE else fair_draw(game, history.state, key, ply)
        history.play_texts([text])
        if fair is not None:
            if fair != history.actions[ply]:
                drawn = game.text(history.states[ply], fair)
                raise UntrueRecord(f"actions[{ply}]: the seed draws {drawn!r}, not {text!r}")
            draws += 1
    _verify_result(game, record, history.state)
    return None if key is None else draws


def _key(record: Record) -> bytes | None:
    """Return the key of all draws, None if the record has no seed. Raises UntrueRecord for a wrong one."""
    if record.chance is None or record.chance.seed is None:
        return None
    seed = bytes.fromhex(record.chance.seed)
    if commitment(seed) != record.chance.commitment:
        raise UntrueRecord("chance.seed: is not the seed that was committed to")
    return fair_key(seed, record.chance.words)


def _verify_result(game: Game, record: Record, state: Bytes) -> None:
    over = game.to_act(state) == OVER
    if record.end and over:
        raise UntrueRecord("end: the game had already ended by its rules")
    if record.scores is None:
        if over:
            raise UntrueRecord("scores: missing, though the game is over")
        return
    if not over and not record.end:
        raise UntrueRecord("scores: the game is not over after the last action")
    outcome = game.outcome(state)
    if record.scores != outcome.totals:
        raise UntrueRecord(f"scores: {outcome.totals} after the last action, not {record.scores}")
    winners = winners_by_end(record.end, outcome.totals) if record.end else sorted(outcome.winners)
    if record.winners != winners:
        raise UntrueRecord(f"winners: {winners}, not {record.winners}")
