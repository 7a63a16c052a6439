"""What a request costs, in milliseconds of the server as measured on one core; the cheapest count as one."""

import re

DEAR = 4.0  # from here on one address has one request answered at a time
PER_KB = 0.02  # of a body
PATTERNS = [
    (re.compile(pattern), cost)
    for pattern, cost in (
        (r"/|/play|/invite|/pair|/tables", 12.0),
        (r"/lists|/me/games|/api/tables|/api/me/tables", 8.0),
        (r"/me|/rules.*|/about|/privacy", 3.0),
        (r"/t/[^/]*", 5.0),
        (r"(/api/tables|/t)/[^/]*/picture\.svg", 6.0),
        (r"(/api/tables|/t)/[^/]*/(events|live)", 5.0),
        (r"/api/tables/[^/]*/record", 3.0),
        (r"/api/guests", 2.0),
        (r"/api/(verify|records)", 6.0),
        (r"/metrics", 4.0),
    )
]
ASKED = 10.0  # an earlier position, or anything else that the address of a table's page asks for


def cost_of(path: str, query: bytes, length: int) -> float:
    """Return the cost of a request with a body of so many bytes."""
    cost = next((cost for pattern, cost in PATTERNS if pattern.fullmatch(path)), 1.0)
    if query and path.startswith("/t/"):
        cost = max(cost, ASKED)
    return cost + length / 1024 * PER_KB
