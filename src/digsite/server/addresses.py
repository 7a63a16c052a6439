"""Whose address a request comes from: the connection's, or what a stated number of trusted proxies say of it."""

from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

MOST_PROXIES = 9
UNKNOWN = "?"  # the address of a connection without one, and of what nobody asked for
_current: ContextVar[str] = ContextVar("address", default=UNKNOWN)
Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Proxies:
    """The proxies before the server: how many there are, or the networks they are in. Without any, no header counts."""

    count: int = 0
    networks: tuple[Network, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Proxies":
        """Return the proxies of a text such as `1`, or `127.0.0.1,10.0.0.0/8`. Raises ValueError."""
        if text.isascii() and text.isdigit():
            if int(text) > MOST_PROXIES:
                raise ValueError(f"{text} are too many")
            return cls(count=int(text))
        return cls(networks=tuple(ip_network(part.strip()) for part in text.split(",") if part.strip()))

    @property
    def stated(self) -> bool:
        return bool(self.count or self.networks)

    def is_proxy(self, peer: str) -> bool:
        """Return whether a connection from this address is a proxy's."""
        return self.count > 0 or self._is_inside(peer)

    def client(self, peer: str, forwarded: str) -> str:
        """Return the client's address. `forwarded` is X-Forwarded-For, to which every proxy appends whom it heard from.

        It is read from the right, and only as far as the proxies go: what is left of that, anybody can have written.
        """
        if not self.is_proxy(peer):
            return peer
        found = peer
        for number, written in enumerate(reversed(forwarded.split(","))):
            address = _read(written)
            if address is None or (self.count and number == self.count):
                break
            found = str(address)
            if not self.count and not self._is_inside(found):
                break
        return found

    def _is_inside(self, address: str) -> bool:
        found = _read(address)
        return found is not None and any(found in network for network in self.networks)


@lru_cache(maxsize=10_000)
def limit_key(address: str) -> str:
    """Return what limits are counted by: the address, or the network of 64 bits that one subscriber has in IPv6."""
    found = _read(address)
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found or address)


def current_address() -> str:
    """Return what the limits of the request that is being answered are counted by."""
    return _current.get()


def set_current_address(address: str) -> None:
    _current.set(limit_key(address))


def _read(text: str) -> IPv4Address | IPv6Address | None:
    """Return an address that may have a port: `1.2.3.4:80`, `[::1]:80`; None if it is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
