"""Logs: one JSON object a line, or plain text, with the request they are about. Nothing secret is ever logged."""

import json
import logging
import sys
from datetime import UTC, datetime

from digsite.server import request_ids

USUAL = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        fields |= _extra(record)
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields, default=str)


class Plain(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        more = [f"{key}={value}" for key, value in _extra(record).items()]
        return " ".join([super().format(record), *more])


def _extra(record: logging.LogRecord) -> dict[str, object]:
    """Return what a line has besides its message, with the id of the request in which it is logged."""
    id = request_ids.current.get()
    return ({"request": id} if id else {}) | {key: value for key, value in vars(record).items() if key not in USUAL}


def set_up(kind: str) -> None:
    """Set up logging: `json` and `text` log everything, `quiet` only warnings and errors."""
    # What no line shows is not looked up: there is a line for every request
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if kind == "json" else Plain("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    for name in ("digsite", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.WARNING if kind == "quiet" else logging.INFO)
    logging.getLogger("uvicorn.error").handlers = []
    logging.getLogger("uvicorn.error").propagate = True
