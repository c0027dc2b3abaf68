import pathlib

import numpy as np
import pytest


def pytest_addoption(parser):
    parser.addoption("--seed", type=int, default=1, help="of the random inputs")
    parser.addoption("--fuzz-calls", type=int, default=20000, help="of the test with random arguments")
    parser.addoption("--testdata", default=None, help="the folder testdata of the sources")


@pytest.fixture
def random(request):
    return np.random.default_rng(request.config.getoption("--seed"))


@pytest.fixture
def scenes_folder(request):
    given = request.config.getoption("--testdata")
    root = pathlib.Path(given) if given else pathlib.Path(__file__).resolve().parents[2] / "testdata"
    return root / "scenes"
