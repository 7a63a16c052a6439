"""The API keeps what its OpenAPI document promises, whatever it is sent."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.openapi import from_dict

from digsite.server.app import create_app
from digsite.server.settings import Settings
from tests.server.clients import ME, OPEN, Client, become_guest, bot
