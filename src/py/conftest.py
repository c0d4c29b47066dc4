import os
import subprocess

import pytest

import seeddb

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture
def easy():
    return EASY


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Each test has copies of one database, and remembers none of the others."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(scope="session")
def started(tmp_path_factory):
    """A database that has drawn nothing."""
    path = tmp_path_factory.mktemp("seeds") / "seeds.redb"
    seeddb.open(path)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path, started):
    path = tmp_path / "seeds.redb"
    path.write_bytes(started)
    return path


@pytest.fixture
def db(path):
    return seeddb.open(path)


@pytest.fixture(autouse=True)
def doctests(request):
    if isinstance(request.node, pytest.DoctestItem):
        # Where its files go.
        request.getfixturevalue("monkeypatch").chdir(request.getfixturevalue("tmp_path"))


@pytest.fixture(scope="session")
def command_of_session():
    """The program of the same source, which SEEDDB names."""
    program = os.environ.get("SEEDDB")
    if not program:
        pytest.skip("SEEDDB names no program")

    def run(*arguments, text=""):
        # As readline, which pytest loads, tells it a width of its own behind the back of
        # os.environ.
        environment = dict(os.environ)
        done = subprocess.run([program, *arguments], input=text, capture_output=True, text=True, check=False, env=environment)
        return done.stdout

    return run


@pytest.fixture(scope="session")
def starter(tmp_path_factory):
    """Seeds of all tiers."""
    db = seeddb.open(tmp_path_factory.mktemp("starter") / "seeds.redb")
    return [seed.puzzle for tier in range(7) for seed in db.seeds(tier)[:100]]
