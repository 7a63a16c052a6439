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
    close,
    leave,
    open_table,
    remove_seat,
    rename,
    seat_bot,
    sit,
)
from digsite.tables.commands.playing import act, check_start, draw, start, undo
from digsite.tables.commands.shared import BOT
from digsite.tables.commands.together import MINUTES, add_time, come_back, take_back

__all__ = [
    "BOT",
    "MINUTES",
    "PATIENCE",
    "BotCheck",
    "abandon",
    "act",
    "add_seat",
    "add_time",
    "bot_failed",
    "change_terms",
    "check_bot_seat",
    "check_rematch",
    "check_start",
    "close",
    "come_back",
    "draw",
    "kick",
    "leave",
    "offer_rematch",
    "open_table",
    "remove_seat",
    "rename",
    "resign",
    "run_out",
    "seat_bot",
    "sit",
    "start",
    "take_back",
    "undo",
]
