"""Whose address limits count: the connection's, or as far to the left as trusted proxies go."""

import pytest
from fastapi.testclient import TestClient

from digsite.server.addresses import Proxies, limit_key
from digsite.server.settings import BadSetting, from_environment
from tests.server.module_server import served
from tests.server.test_limits import is_too_fast

PEER = "9.9.9.9"


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "expected"),
    [
        ("", PEER, "1.1.1.1", PEER),
        ("0", PEER, "1.1.1.1", PEER),
        ("1", PEER, "", PEER),
        ("1", PEER, "1.1.1.1", "1.1.1.1"),
        ("1", PEER, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        ("2", PEER, "6.6.6.6, 1.1.1.1, 8.8.8.8", "1.1.1.1"),
        ("2", PEER, "1.1.1.1", "1.1.1.1"),
        ("1", PEER, "1.1.1.1:4711", "1.1.1.1"),
        ("1", PEER, "[2001:db8::1]:80", "2001:db8::1"),
        ("1", PEER, "1.1.1.1, unknown", PEER),
        ("10.0.0.0/8", PEER, "1.1.1.1", PEER),
        ("10.0.0.0/8", "10.0.0.1", "1.1.1.1", "1.1.1.1"),
        ("10.0.0.0/8", "::ffff:10.0.0.1", "1.1.1.1", "1.1.1.1"),
        ("10.0.0.0/8, 8.8.8.8", "10.0.0.1", "6.6.6.6, 1.1.1.1, 8.8.8.8", "1.1.1.1"),
        ("10.0.0.0/8", "10.0.0.1", "10.0.0.7, 10.0.0.2", "10.0.0.7"),
    ],
)
def test_the_header_is_read_from_the_right_as_far_as_proxies_go(
    proxies: str, peer: str, forwarded: str, expected: str
) -> None:
    assert Proxies.parse(proxies).client(peer, forwarded) == expected


@pytest.mark.parametrize("text", ["-1", "10", "one", "10.0.0.0/40", "10.0.0.1/8"])
def test_what_names_no_proxies_is_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="proxies"):
        from_environment({"DIGSITE_PROXIES": text})


def test_a_subscriber_of_ipv6_counts_once() -> None:
    assert limit_key("2001:db8:0:1::7") == limit_key("2001:db8:0:1:ffff::8") != limit_key("2001:db8:0:2::7")
    assert limit_key("::ffff:1.2.3.4") == limit_key("1.2.3.4") != limit_key("1.2.3.5")


def guests_from(http: TestClient, *forwarded: str) -> list[int]:
    answers = [http.post("/api/guests", json={"name": "Ann"}, headers={"X-Forwarded-For": each}) for each in forwarded]
    assert all(answer.status_code == 201 or is_too_fast(answer) for answer in answers)
    return [answer.status_code for answer in answers]


def test_without_stated_proxies_nobody_claims_an_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    with served(tmp_path_factory.mktemp("https"), guests_per_minute=2, https=True) as http:
        assert guests_from(http, "1.1.1.1", "2.2.2.2", "3.3.3.3") == [201, 201, 429]


def test_behind_a_proxy_each_has_limits_of_their_own_and_claims_no_other(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with served(tmp_path_factory.mktemp("proxy"), guests_per_minute=2, proxies="1") as http:
        assert guests_from(http, "1.1.1.1", "7.7.7.7, 1.1.1.1", "8.8.8.8, 1.1.1.1") == [201, 201, 429]
        assert guests_from(http, "2.2.2.2") == [201]
