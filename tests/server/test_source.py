"""The page About says where the source code of what runs here is."""

from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

from digsite.server.app import create_app
from digsite.server.pages import about
from digsite.server.settings import BadSetting, Settings, checked_source, from_environment

URL = "https://code.example.org/digsite"


def about_page(settings: Settings) -> str:
    with TestClient(create_app(settings), base_url="http://localhost") as http:
        return str(http.get("/about").text)


def test_the_page_about_links_to_the_source_that_the_host_names(settings: Settings) -> None:
    page = about_page(replace(settings, source=URL))
    assert f'<a href="{URL}">{URL}</a>' in page
    assert '<a href="/about#source">Source code</a>' in page


def test_without_an_address_it_says_that_every_copy_contains_the_source(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(about, "package_source", lambda: "")
    assert "every installed copy contains the source code" in about_page(settings)


def test_only_a_web_address_is_a_source() -> None:
    assert from_environment({"DIGSITE_SOURCE": URL}).source == URL
    for bad in ("javascript:alert(1)", "code.example.org"):
        with pytest.raises(BadSetting, match="DIGSITE_SOURCE"):
            from_environment({"DIGSITE_SOURCE": bad})
        with pytest.raises(BadSetting, match="--source"):
            checked_source(bad, "--source")
