"""The exceptions of Digsite. Their messages are sentences that a player or programmer can act on."""


class DigsiteError(Exception):
    """What every error of Digsite is. The message is always one line that can be shown as it is."""


class InvalidAction(DigsiteError, ValueError):
    """This is not an action of the game at all."""


class IllegalAction(DigsiteError, ValueError):
    """An action of the game that is not allowed now. `rule` is the number of the rule that forbids it."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason


class InvalidState(DigsiteError, ValueError):
    """These bytes are not a position of the game."""


class UnknownGame(DigsiteError, LookupError):
    """There is no game of this name."""


class BadGame(DigsiteError, TypeError):
    """A game that lacks something it must have, or has it in another form."""


class BadSeats(DigsiteError, ValueError):
    """The game is not for that many players."""


class BadRecord(DigsiteError, ValueError):
    """Not a readable record: malformed, of another version, or of another game."""


class UntrueRecord(DigsiteError, ValueError):
    """A well-formed record with an impossible action, score, winner or draw."""


class BadData(DigsiteError, ValueError):
    """Data that the game cannot be played with."""


class BadOptions(DigsiteError, ValueError):
    """Rule options that the game does not have."""
