"""What the tests of the second eyes ask for by name."""

from __future__ import annotations

import pytest

from tests.nextstation.second_eyes.board import Boards, EngineBoard, ModelBoard


@pytest.fixture(params=[EngineBoard, ModelBoard], ids=["engine", "model"])
def boards(request: pytest.FixtureRequest) -> Boards:
    """Makes games, on the engine and on the model."""
    return Boards(request.param)
