"""Settings that cannot be meant are told in one line."""

import os
import signal
from pathlib import Path

import pytest

from digsite.server.cookie_key import BadKey, cookie_key
from digsite.server.settings import BadSetting, Settings, from_environment, misspelt_variables
from digsite.server.store import Store
from tests.programs import DIGSITE, Running, eventually, refusal_of
from tests.server.test_processes import address_in, wait_until_ready


def test_a_file_address_with_two_slashes_is_told_in_one_line() -> None:
    line = refusal_of("serve", "--db", "sqlite://x.db", "--port", "0")
    assert "'sqlite://x.db' is not a database: write sqlite:///file" in line


@pytest.mark.parametrize("hosts", ["https://digsite.example.org/", "digsite.example.org:8443", "*.example.org", "a b"])
def test_hosts_are_names_alone(hosts: str) -> None:
    with pytest.raises(BadSetting, match=r"DIGSITE_HOSTS: .* is no host name: give names alone"):
        from_environment({"DIGSITE_HOSTS": f"other.example.org,{hosts}"})


def test_the_option_for_hosts_is_checked_too() -> None:
    line = refusal_of("serve", "--hosts", "https://digsite.example.org/", "--port", "0")
    assert "--hosts: 'https://digsite.example.org/' is no host name" in line


@pytest.mark.parametrize("hosts", ["Digsite.example.org", "a.example, b_2.example", "10.0.0.1,", "a.example,[::1],::1"])
def test_names_and_addresses_are_hosts(hosts: str) -> None:
    assert from_environment({"DIGSITE_HOSTS": hosts}).hosts == hosts


@pytest.mark.parametrize("number", ["-3", "many", "1.5", "²"])
def test_a_number_is_whole_and_from_0_on(number: str) -> None:
    with pytest.raises(BadSetting, match=f"DIGSITE_FREE_MB: '{number}' is not a whole number from 0 on"):
        from_environment({"DIGSITE_FREE_MB": number})


@pytest.mark.parametrize("secret", ["a", "123456789012345", " " * 16])
def test_a_short_secret_is_refused_as_in_a_file(tmp_path: Path, secret: str) -> None:
    store = Store(f"sqlite:///{tmp_path / 'digsite.db'}")
    with pytest.raises(BadKey, match="DIGSITE_SECRET: a key that signs cookies has at least 16 letters"):
        cookie_key(Settings(secret=secret), store)


def test_a_variable_that_is_almost_a_setting_is_told_with_its_name() -> None:
    known = ("DIGSITE_OPEN_TABLES", "DIGSITE_DATA_DIR", "DIGSITE_CACHE_DIR", "DIGSITE_GAMES", "OPEN_TABLE")
    foreign = ("DIGSITE_PORT", "DIGSITE_PORT_8000_TCP", "DIGSITE_SERVICE_HOST")  # Kubernetes sets them
    assert misspelt_variables(dict.fromkeys(known + foreign, "1")) == []
    assert misspelt_variables({"DIGSITE_OPEN_TABLE": "1", "DIGSITE_HOST": "1"}) == [
        "DIGSITE_HOST is no setting, and is ignored; did you mean DIGSITE_HOSTS?",
        "DIGSITE_OPEN_TABLE is no setting, and is ignored; did you mean DIGSITE_OPEN_TABLES?",
    ]


def test_a_server_warns_of_a_variable_that_is_no_setting(tmp_path: Path) -> None:
    command = [*DIGSITE, "serve", "--port", "0", "--log", "quiet", "--db", f"sqlite:///{tmp_path / 'digsite.db'}"]
    with Running(command, env=os.environ | {"DIGSITE_OPEN_TABLE": "3"}) as running:
        wait_until_ready(eventually(lambda: address_in(running), "a server"))
        assert running.printed()[1].count("DIGSITE_OPEN_TABLE is no setting") == 1
        running.process.send_signal(signal.SIGTERM)
        assert running.finish().returncode == 0
