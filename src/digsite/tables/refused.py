"""The one error of tables and server that is meant for the person who asked."""

from digsite.core.errors import DigsiteError


class Refused(DigsiteError):
    """A request that is not allowed: `status` is the HTTP status, `code` names the reason for programs.

    `message` is in the message catalogue and `values` fill its placeholders, so pages show it in the reader's language.
    Programs get the same in English, or `detail` where that says more.
    """

    def __init__(self, status: int, code: str, message: str, *, detail: str = "", **values: object) -> None:
        super().__init__(detail or (message % values if values else message))
        self.status, self.code, self.message, self.values = status, code, message, values
