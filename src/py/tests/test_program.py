"""The command `seeddb`, which the package brings: the program, in the process of Python."""

import os
import shlex
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

import seeddb

SCRIPT = str(Path(sys.executable).with_name("seeddb"))
WAYS = [[SCRIPT], [sys.executable, "-m", "seeddb"]]


@pytest.fixture(params=WAYS, ids=["script", "module"])
def command(request, tmp_path):
    """Runs the command in an empty folder, with a database of its own."""
    environment = os.environ | {"SEEDDB_DB": str(tmp_path / "own.redb")}

    def run(*arguments, **options):
        line = [*request.param, *arguments]
        return subprocess.run(line, capture_output=True, check=False, cwd=tmp_path, env=environment, timeout=120, **options)

    run.line = request.param
    run.environment = environment
    return run


def test_it_is_the_program(command, easy, command_of_session):
    told = command("--version")
    assert (told.returncode, told.stdout.decode()) == (0, f"seeddb {seeddb.__version__}\n")
    for words in (["rate", easy], ["solve", "--format", "json", easy], ["help", "draw"]):
        assert command(*words).stdout.decode() == command_of_session(*words)
    assert command("help", "serve").returncode == 0


def test_exit_codes(command):
    assert command("draw", "--bogus").returncode == 2
    wrong = command("draw", "--level", "nope", "--create")
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    assert wrong.stderr.startswith(b"error: no level named 'nope'")
    assert command("--create", "draw", "--level", "easy", "--clues", "17").returncode == 3
    assert command().returncode == 2
    # A name of a file that is no UTF-8.
    assert b"cannot read" in command("solve", b"\xff.txt").stderr


def test_a_draw_is_in_the_ledger(command, tmp_path):
    assert command("--create", "draw", "--level", "easy", "-n", "3", "-q").stdout.count(b"\n") == 3
    db = seeddb.open(tmp_path / "own.redb")
    assert db.batches().column("issued") == [3]


def test_a_closed_pipe_is_no_error(command):
    line = shlex.join(command.line)
    script = f"{line} --create --quiet draw --level easy -n 2000 | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], env=command.environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout.count(b"\n"), done.stderr) == (0, 1, b"")


@pytest.mark.parametrize(("number", "code", "words"), [(signal.SIGINT, 130, b"Ctrl-C"), (signal.SIGTERM, 143, b"SIGTERM")])
def test_signals(command, number, code, words):
    line = [*command.line, "--create", "mine", "--tier", "5", "--for", "60s"]
    run = subprocess.Popen(line, env=command.environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    database = Path(command.environment["SEEDDB_DB"])
    while not database.exists():
        time.sleep(0.05)
    time.sleep(1)
    run.send_signal(number)
    _, said = run.communicate(timeout=30)
    assert run.returncode == code
    assert b"stopped by " + words in said
    assert b"Traceback" not in said


def test_a_second_ctrl_c_ends_at_once(command):
    # It waits for puzzles on stdin.
    run = subprocess.Popen([*command.line, "solve", "-"], env=command.environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        time.sleep(1)
        run.send_signal(signal.SIGINT)
        time.sleep(0.2)
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=10) == 130
        assert run.stderr.read() == b""
    finally:
        run.kill()
        run.stdin.close()
        run.stderr.close()


def test_a_server(command):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    run = subprocess.Popen([*command.line, "--create", "serve", "--port", str(port)], env=command.environment, stdout=subprocess.PIPE)
    try:
        address = run.stdout.readline().decode().strip()
        assert urllib.request.urlopen(f"{address.removesuffix('/api/v1')}/api/v1/healthz", timeout=10).status == 200
    finally:
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=10) in (0, 130)
        run.stdout.close()
