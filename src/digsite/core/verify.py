"""Is a record true? Replays it and compares scores, winners and, where the seed is told, every draw."""

from digsite.core.chance import commitment, fair_key, fair_place
from digsite.core.errors import UntrueRecord
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.record import End, Record, replay


def winners_by_end(end: End, totals: list[int]) -> list[int]:
    """Who wins a game that ended other than by its rules."""
    if end.seat is None:
        return []
    others = [seat for seat in range(len(totals)) if seat != end.seat]
    best = max(totals[seat] for seat in others)
    return others if len(others) == 1 else [seat for seat in others if totals[seat] == best]


def verify(game: Game, record: Record) -> int | None:
    """Raises UntrueRecord at the first thing that is not so. How many draws were checked, None without a seed."""
    seed = record.chance.seed if record.chance else None
    if record.chance and seed is not None and commitment(bytes.fromhex(seed)) != record.chance.commitment:
        raise UntrueRecord("chance.seed: is not the seed that was committed to")
    key = fair_key(bytes.fromhex(seed), record.chance.words) if record.chance and seed is not None else None
    draws = 0
    for ply, (state, action) in enumerate(replay(game, record)):
        if action < 0:
            _verify_result(game, record, state)
        elif key is not None and game.to_act(state) == CHANCE:
            ids, weights = game.chance(state)
            fair = int(ids[fair_place(key, ply, weights.tolist())])
            if fair != action:
                raise UntrueRecord(
                    f"actions[{ply}]: the seed draws {game.text(state, fair)!r}, not {record.actions[ply]!r}"
                )
            draws += 1
    return None if key is None else draws


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
