"""What the host of a table may still change before the start."""

from typing import Any

from pydantic import ValidationError

from digsite.server import models as m
from digsite.server.naming import clean_name
from digsite.server.pages.visit import Visit
from digsite.server.table import Refused

PLAIN = ("pace", "visibility", "on_timeout", "stand_in")
TICKED = ("undo", "hints")


def told_terms(visit: Visit) -> dict[str, Any]:
    """The terms a form tells of, in the API's units."""
    form = visit.form
    told: dict[str, Any] = {name: form[name] for name in PLAIN if name in form}
    told |= {name: form[name] == "yes" for name in TICKED if name in form}
    if "name" in form:
        told["name"] = clean_name(form["name"])
    if "minutes" in form:
        told["bank"] = visit.number("minutes", 24 * 60, 0) * 60_000
    if "seconds" in form:
        told["increment"] = visit.number("seconds", 3600, 0) * 1000
    if "days" in form:
        told["days"] = visit.number("days", 60, 0)
    return told


def changes(visit: Visit) -> dict[str, Any]:
    try:
        return m.Agreed.model_validate(told_terms(visit)).model_dump(exclude_unset=True)
    except ValidationError as error:
        raise refused(error) from None


def refused(error: ValidationError) -> Refused:
    faults = [f"{' '.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
    return Refused(422, "invalid", "Something in the form is not as it should be", detail="; ".join(faults[:3]))
