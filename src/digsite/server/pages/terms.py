"""What the host of a table may still change before the start."""

from pydantic import ValidationError

from digsite.server import models as m
from digsite.server.naming import clean_name
from digsite.server.pages.page_request import PageRequest
from digsite.tables.entries import TermsChanges
from digsite.tables.refused import Refused

PLAIN = ("pace", "visibility", "on_timeout", "stand_in")
TICKED = ("undo", "takebacks", "hints")


def terms_sent(page_request: PageRequest) -> dict[str, object]:
    """Return the terms that a form contains, in the API's units."""
    form = page_request.form
    terms: dict[str, object] = {name: form[name] for name in PLAIN if name in form}
    terms |= {name: form[name] == "yes" for name in TICKED if form.get(name)}
    if "name" in form:
        terms["name"] = clean_name(form["name"])
    if "minutes" in form:
        terms["bank"] = page_request.number("minutes", 24 * 60, 0) * 60_000
    if "seconds" in form:
        terms["increment"] = page_request.number("seconds", 3600, 0) * 1000
    if "days" in form:
        terms["days"] = page_request.number("days", 60, 0)
    options = {name.removeprefix("option-"): form[name] for name in form if name.startswith("option-")}
    if options:
        terms["options"] = options
    return terms


def changes(page_request: PageRequest) -> TermsChanges:
    try:
        return m.TermsPatch.model_validate(terms_sent(page_request)).changes()
    except ValidationError as error:
        raise refused(error) from None


def refused(error: ValidationError) -> Refused:
    faults = [f"{' '.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
    return Refused(422, "invalid", "Something in the form is wrong", detail="; ".join(faults[:3]))
