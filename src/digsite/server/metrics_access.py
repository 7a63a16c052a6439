"""Who may read /metrics."""

import hmac
from ipaddress import ip_address

from starlette.requests import Request

from digsite.server.settings import Settings

PASSED_ON = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # a proxy on this machine speaks for somebody else


def may_read(request: Request, settings: Settings) -> bool:
    """Return whether a request may read the figures: from this machine itself, by the token, or anybody's."""
    return settings.metrics == "open" or _has_token(request, settings.metrics_token) or _is_local(request)


def _has_token(request: Request, token: str) -> bool:
    sent = request.headers.get("authorization", "")
    return bool(token) and hmac.compare_digest(sent.encode(), f"Bearer {token}".encode())


def _is_local(request: Request) -> bool:
    if request.client is None or any(header in request.headers for header in PASSED_ON):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False
