#!/usr/bin/env python3
"""Every command that writes, killed or failed at every call of the system that writes: nothing is lost, nothing comes twice.

    tools/torture.py [SEEDDB [CYCLES [RNG_SEED]]]      (target/debug/seeddb, 300, 1)

A cycle is one run of a command. It is killed at the N-th call of one kind (write, pwrite64, fsync, fdatasync, ftruncate, rename, link,
mkdir, unlink), or at a random moment, or such a call fails for want of room or with an error of the disk. Afterwards the database
opens, `db check` finds nothing, each puzzle that was ever shown is in the ledger once, each file at a path of the user is whole or not
there, or as it was, and what temporary files are left goes with the next command that writes there. All places of all commands are
listed first; CYCLES of them are taken, evenly, or all of them if CYCLES is 0. Needs strace.
"""
import collections
import csv
import io
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SEEDDB = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "target/debug/seeddb")
CYCLES = int(sys.argv[2]) if len(sys.argv) > 2 else 300
RNG_SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1

KILLED = ["write", "pwrite64", "fsync", "fdatasync", "ftruncate", "rename", "renameat2", "link", "linkat", "mkdir", "unlink"]
FAILED = ["write", "pwrite64", "fsync", "fdatasync", "ftruncate", "rename", "renameat2", "linkat", "mkdir"]
ERRORS = ["ENOSPC:when=%d+", "EIO:when=%d", "EIO:when=%d+"]

# RUN is the number of the run, ID that of a puzzle. A command that needs a salvaged file has its own.
WRITERS = [
    "draw --tier 0 --count 60 --format csv",
    "draw --request request.toml --format csv",
    "import puzzles.txt",
    "import --issued printed.txt",
    "mine --tier 0 --count 2 --min-capacity 1 --rng-seed RUN",
    "merge other.redb",
    "book --batch 1 --final -o RUN.pdf",
    "export --calendar 2027-01-04 --days 3 --series daily --format site --until 2027-01-06 -o site-RUN/",
    "export --batch 1 --format svg -o RUN/",
    "export --batch 1 --format csv -o kept.csv --force",
    "export --batch 1 --calendar 2027-01-04 --days 3 --series sRUN -o RUN.csv --again",
    "export --calendar 2028-01-03 --days 3 --draw --ramp mon..sun:beginner --series dRUN -o RUN.csv",
    "void ID --printed-too",
    "note ID words-of-run-RUN",
    "levels reset",
    "levels set week --allow-holes",
    "series withdraw daily 2027-01-05",
    "db init new-RUN.redb",
    "db copy db.redb copy-RUN.redb",
    "db compact",
    "db salvage db.redb -o saved-RUN.redb",
]


def seeddb(home, *words, code=0):
    """Runs to its end; what it prints."""
    done = subprocess.run([SEEDDB, "--db", "db.redb", *words], cwd=home, env=environment(home), capture_output=True, text=True)
    if code is not None and done.returncode != code:
        raise Wrong(f"{' '.join(words)}: exit code {done.returncode}, not {code}: {done.stderr.strip()}")
    return done.stdout


def environment(home):
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG")}
    return {**kept, "HOME": home, "XDG_DATA_HOME": f"{home}/data", "XDG_STATE_HOME": f"{home}/state", "SOURCE_DATE_EPOCH": "1798761600"}


class Wrong(Exception):
    """A law does not hold."""


def ids(text):
    """The ids of the whole lines of csv."""
    whole = text[: text.rfind("\n") + 1]
    return [row["id"] for row in csv.DictReader(io.StringIO(whole)) if row.get("id")]


def made(folder):
    """A home with all that the commands need."""
    home = os.path.join(folder, "first")
    os.mkdir(home)
    mine = ["mine", "--tier", "0", "--min-capacity", "1", "--shard", "1/1"]
    seeddb(home, *mine, "--count", "6", "--rng-seed", "1", "-o", "db.redb")
    seeddb(home, *mine, "--count", "5", "--rng-seed", "2", "-o", "other.redb")
    seeddb(home, "draw", "--tier", "0", "--count", "40", "--rng-seed", "3")
    seeddb(home, "export", "--batch", "1", "--calendar", "2027-01-04", "--days", "5", "--series", "daily", "-o", "daily.csv")
    shutil.copy(f"{home}/db.redb", f"{home}/elsewhere.redb")
    own = ["--db", "elsewhere.redb"]
    printed = subprocess.run([SEEDDB, *own, "draw", "--tier", "0", "--count", "30", "--rng-seed", "9"], cwd=home, env=environment(home), capture_output=True, text=True, check=True).stdout
    open(f"{home}/printed.txt", "w").write(printed)
    open(f"{home}/puzzles.txt", "w").write("\n".join(line[:81] for line in printed.splitlines()[:3]) + "\n")
    open(f"{home}/request.toml", "w").write("[[part]]\ntier = 0\ncount = 20\n\n[[part]]\ntier = 0\ncount = 5\n")
    seeddb(home, "export", "--batch", "1", "--format", "csv", "-o", "kept.csv")
    os.remove(f"{home}/elsewhere.redb")
    return home


def files(home):
    found = {}
    for folder, _, names in os.walk(home):
        for name in names:
            path = os.path.join(folder, name)
            found[os.path.relpath(path, home)] = path
    return found


def looked_at(home, told, before, shown, finished):
    """Fails unless all is well in a home where a command was killed, or failed."""
    if os.path.exists(f"{home}/db.redb"):
        seeddb(home, "db", "check")
    # The next command that writes there, and reads the whole ledger.
    ledger = ids(seeddb(home, "export", "--batch", "all", "--format", "csv", "-o", "ledger.csv") or open(f"{home}/ledger.csv").read())
    if len(set(ledger)) < len(ledger):
        raise Wrong(f"{told}: a puzzle is in the ledger twice")
    void = told.split()[1] if told.startswith("void") else None
    lost = [one for one in before["ids"] + shown if one not in set(ledger) and one != void]
    if lost:
        raise Wrong(f"{told}: {lost[0]} was shown and is not in the ledger")
    for name, path in files(home).items():
        if name in ("db.redb", "ledger.csv"):
            continue
        if "/." in f"/{name}" or ".seeddb-" in name:
            raise Wrong(f"{told}: {name} is left")
        data = open(path, "rb").read()
        if name in before["files"] and before["files"][name] == data:
            continue
        ends = {"pdf": b"%%EOF", "svg": b"</svg>", "csv": b"\n", "html": b"</html>"}
        ending = name.rsplit(".", 1)[-1]
        if ending == "redb":
            check = subprocess.run([SEEDDB, "--db", name, "db", "check"], cwd=home, env=environment(home), capture_output=True, text=True)
            if check.returncode != 0:
                raise Wrong(f"{told}: {name}: {check.stdout}{check.stderr}")
        elif ending in ends and not data.rstrip(b" \r" if ending == "csv" else b" \r\n").endswith(ends[ending]) and not data.endswith(b"\n"):
            raise Wrong(f"{told}: {name} has {len(data)} bytes and no end")
    gone = [name for name in before["files"] if not os.path.exists(os.path.join(home, name))]
    if gone:
        raise Wrong(f"{told}: {gone[0]} is gone")
    if finished is not None and "panicked" in finished:
        raise Wrong(f"{told}: {finished}")


def strace(home, words, *flags):
    log = os.path.join(os.path.dirname(home), "strace")
    command = ["strace", "-f", "-qq", "-o", log, *flags, SEEDDB, "--db", "db.redb", *words]
    done = subprocess.run(command, cwd=home, env=environment(home), stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"), open(log, errors="replace").read()


def places(first, folder):
    """All that can be done to each command: (command, what, flags of strace)."""
    every = []
    for writer in WRITERS:
        home = copied(first, folder)
        words = spelled(writer, 0, first)
        begin = time.monotonic()
        code, _, err, log = strace(home, words, "-e", "trace=" + ",".join(KILLED))
        took = time.monotonic() - begin
        if code != 0:
            raise Wrong(f"{' '.join(words)}: exit code {code}: {err}")
        shutil.rmtree(home)
        # strace counts the calls of each thread by itself.
        calls = collections.Counter(re.findall(r"^(\d+) +(\w+)\(", log, re.M))
        most = collections.Counter()
        for (_, call), count in calls.items():
            most[call] = max(most[call], count)
        for call, count in sorted(most.items()):
            for at in range(1, count + 1):
                every.append((writer, f"killed at {call} {at} of {count}", ["-e", f"inject={call}:signal=KILL:when={at}"]))
                for error in ERRORS if call in FAILED else []:
                    failing = error % at
                    every.append((writer, f"{call} of {count}: {failing}", ["-e", f"inject={call}:error={failing}"]))
        for _ in range(20):
            every.append((writer, "killed", took))
    return every


def copied(first, folder):
    home = os.path.join(folder, "home")
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(first, home)
    return home


def spelled(writer, run, first):
    # A puzzle that is on no day, so that making it void takes nothing else away.
    own = ids(open(f"{first}/kept.csv").read())[10 + run % 20]
    return [word.replace("RUN", str(run)).replace("ID", own) for word in writer.split()]


def main():
    rng = random.Random(RNG_SEED)
    with tempfile.TemporaryDirectory() as folder:
        first = made(folder)
        every = places(first, folder)
        print(f"{len(every)} places in {len(WRITERS)} commands", flush=True)
        rng.shuffle(every)
        before = {"ids": ids(open(f"{first}/kept.csv").read()), "files": {name: open(path, "rb").read() for name, path in files(first).items() if name not in ("db.redb",)}}
        cycles, wrong = collections.Counter(), []
        for run, (writer, what, how) in enumerate(every[: CYCLES or None], 1):
            home = copied(first, folder)
            words = spelled(writer, run, first)
            told = f"{' '.join(words)}, {what}, run {run}, RNG seed {RNG_SEED}"
            if isinstance(how, list):
                code, out, err, _ = strace(home, words, *how)
                kind = "killed at a call" if "signal" in how[1] else "failed at a call"
                if kind == "failed at a call" and code not in (0, 1, 3):
                    wrong.append(f"{told}: exit code {code}: {err}")
            else:
                child = subprocess.Popen([SEEDDB, "--db", "db.redb", *words], cwd=home, env=environment(home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                time.sleep(rng.uniform(0, how))
                child.send_signal(signal.SIGKILL)
                out, err, kind = child.communicate()[0].decode(errors="replace"), None, "killed at a moment"
            cycles[kind] += 1
            shown = ids(out) if "--format csv" in writer and "-o" not in writer else []
            try:
                looked_at(home, told, before, shown, err)
            except Wrong as error:
                wrong.append(str(error))
                print(f"WRONG {error}", flush=True)
            if run % 100 == 0:
                print(f"{run} cycles, {len(wrong)} wrong", flush=True)
        print(", ".join(f"{count} {kind}" for kind, count in sorted(cycles.items())) + f", {len(wrong)} wrong, RNG seed {RNG_SEED}")
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
