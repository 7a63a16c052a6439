"""The exceptions of Digsite. Their messages are sentences a player or programmer can act on."""


class DigsiteError(Exception):
    """The text of every one of these is one line that can be shown as it is."""


class InvalidAction(DigsiteError, ValueError):
    """This is no action of the game at all."""


class IllegalAction(DigsiteError, ValueError):
    """An action of the game that may not be done now; `rule` is the number of the rule that forbids it."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason


class InvalidState(DigsiteError, ValueError):
    """These bytes are no position of the game."""


class UnknownGame(DigsiteError, LookupError):
    """No game of this name is known."""


class BadSeats(DigsiteError, ValueError):
    """The game is not played by that many."""


class BadRecord(DigsiteError, ValueError):
    """A file that is no readable record: malformed, of another version, or of another game."""


class UntrueRecord(DigsiteError, ValueError):
    """A well-formed record that tells something impossible: an action, a score, a winner or a draw."""


class BadData(DigsiteError, ValueError):
    """A file of facts the game cannot be played with."""


class BadOptions(DigsiteError, ValueError):
    """Rule options that the game does not have."""
