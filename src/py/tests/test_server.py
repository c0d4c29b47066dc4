"""A database on a PostgreSQL server, which the test starts."""

import getpass
import glob
import os
import pwd
import shutil
import socket
import subprocess
import tempfile

import pytest

import seeddb


@pytest.fixture(scope="module")
def address():
    initdb = shutil.which("initdb") or next(iter(glob.glob("/usr/lib/postgresql/*/bin/initdb")), None)
    if initdb is None:
        pytest.skip("PostgreSQL is not there")
    # The server refuses to be root.
    user = "postgres" if os.getuid() == 0 else getpass.getuser()
    try:
        own = pwd.getpwnam(user)
    except KeyError:
        pytest.skip("there is no user for the server")
    folder = tempfile.mkdtemp(prefix="seeddb-server-")
    if os.getuid() == 0:
        os.chown(folder, own.pw_uid, own.pw_gid)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(program, *arguments):
        program = os.path.join(os.path.dirname(initdb), program)
        as_user = {"user": user} if os.getuid() == 0 else {}
        subprocess.run([program, *arguments], check=True, cwd=folder, stdout=subprocess.DEVNULL, **as_user)

    try:
        run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "seeddb", "-E", "UTF8")
        run("pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log", "-o", f"-p {port} -k {folder} -h 127.0.0.1", "start")
        try:
            yield f"postgres://seeddb@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def has_servers():
    """A wheel has databases on servers only where it was built with them."""
    try:
        seeddb.open("postgres://nobody@127.0.0.1:1/none", create=False, wait=0)
    except seeddb.Error as error:
        return error.code != "no-servers"


@pytest.mark.skipif(has_servers(), reason="it was built with servers")
def test_a_wheel_without_servers_says_so():
    with pytest.raises(seeddb.Error, match="built without"):
        seeddb.open("postgres://nobody@127.0.0.1:1/none")


@pytest.mark.skipif(not has_servers(), reason="it was built without servers")
def test_a_server_draws(address):
    # There is a server, but no database on it yet.
    with pytest.raises(seeddb.Error) as told:
        seeddb.open(address, create=False)
    assert told.value.code == "no-database"
    with seeddb.open(address) as db:
        assert "127.0.0.1" in db.name
        drawn = db.draw(level="hard", count=20, symmetry="rot180")
        assert len(drawn) == 20 and set(drawn["level"]) == {"hard"}
        assert seeddb.open(address, create=False).puzzles("last") == drawn
        assert len({*drawn["id"], *db.draw(level="hard", count=20)["id"]}) == 40
        assert len(db.verify()) == 0


@pytest.mark.skipif(not has_servers(), reason="it was built without servers")
def test_no_server():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        with pytest.raises(seeddb.Error) as told:
            seeddb.open(f"postgres://seeddb@127.0.0.1:{port}/postgres", wait=0)
        assert told.value.code
