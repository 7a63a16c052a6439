"""What may happen at a table. Each command checks that it is allowed and returns the entry for the log, or is Refused.

`fold` says what an entry makes of the table. Bots' names are checked by a function that the server hands in.
"""

from digsite.tables.commands.ending import (
    PATIENCE,
    abandon,
    bot_failed,
    check_rematch,
    kick,
    offer_rematch,
    resign,
    run_out,
)
from digsite.tables.commands.lobby import (
    BotCheck,
    add_seat,
    change_terms,
    check_bot_seat,
    leave,
    open_table,
    remove_seat,
    seat_bot,
    sit,
)
from digsite.tables.commands.playing import act, check_start, draw, start, undo
from digsite.tables.commands.shared import BOT

__all__ = [
    "BOT",
    "PATIENCE",
    "BotCheck",
    "abandon",
    "act",
    "add_seat",
    "bot_failed",
    "change_terms",
    "check_bot_seat",
    "check_rematch",
    "check_start",
    "draw",
    "kick",
    "leave",
    "offer_rematch",
    "open_table",
    "remove_seat",
    "resign",
    "run_out",
    "seat_bot",
    "sit",
    "start",
    "undo",
]
