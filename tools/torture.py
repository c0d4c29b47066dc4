#!/usr/bin/env python3
"""Every command that writes, killed or failed at every call of the system that writes: nothing is lost, nothing comes twice.

    tools/torture.py [SEEDDB] [--cycles 300] [--rng-seed 1] [--only WORDS] [--words FILE]
    tools/torture.py [SEEDDB] --together 100 [--rng-seed 1]

A cycle is one run of a command. It is killed at the N-th call of one kind (write, pwrite64, fsync, fdatasync, ftruncate, rename, link,
mkdir, unlink), or at a random moment; or such a call fails for want of room or with an error of the disk; or its files go to a disk of
a few pages, which takes a part of what is written. Afterwards the database opens, `db check` finds nothing, `db doctor` finds no
damaged mark, each puzzle that was ever shown is in the ledger once, and each file at a path of the user is what the command writes, or
what was there before, or not there; all of them are there if it ended with code 0. What temporary files are left goes when the same
command runs again, or the next draw. All places of all commands are listed first; CYCLES of them are taken, the same number of each
command as far as it has so many, or all if CYCLES is 0. Needs strace. `--only` takes the commands that have these words;
`--words` writes what the program said when calls failed, to be read.

`--together` runs many commands on one database at the same time instead, in so many rounds: at least three at once, so that one or more
wait, with restores, salvages and copies among them. Some are killed at a random moment or call, some are asked to stop, for some a call
fails. Each ends by itself; then the same laws hold, and what is moved aside is drawn from no more.
"""
import argparse
import collections
import csv
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

KILLED = ["write", "pwrite64", "fsync", "fdatasync", "ftruncate", "rename", "renameat2", "link", "linkat", "mkdir", "unlink"]
FAILED = ["write", "pwrite64", "fsync", "fdatasync", "ftruncate", "rename", "renameat2", "linkat", "mkdir"]
ERRORS = ["ENOSPC:when=%d+", "EIO:when=%d", "EIO:when=%d+"]

# Pages of the small disks.
PAGES = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597]

# ID is a puzzle. The random numbers are fixed, so that files are the same each time, but for what
# has moments in it.
WRITERS = [
    "draw --tier 0 --count 60 --format csv",
    "draw --tier 0 --count 30 --rng-seed 5 -o drawn.csv",
    "draw --tier 0 --count 30 --rng-seed 5 --format png -o drawn.zip",
    "draw --request request.toml --format csv",
    "import puzzles.txt",
    "import --issued printed.txt",
    "mine --tier 0 --count 2 --min-capacity 1 --rng-seed 77",
    "mine --tier 0 --count 2 --min-capacity 1 --rng-seed 78 --shard 1/2 -o shard.redb",
    "merge other.redb",
    "book --batch 1 --final -o book.pdf",
    "book --level beginner:8 --final --rng-seed 5 --profile ingram --solutions separate --cover plain --spine 4mm --report report.json "
    "--ignore-rules -o books/",
    "export --series daily --from 2027-01-04 --to 2027-01-06 --format site -o new-site/",
    "export --series daily --from 2027-01-04 --to 2027-01-08 --format site -o site/",
    "export --batch 1 --format svg -o pictures/",
    "export --batch 1 --format pdf --manifest -o sheets/",
    "export --batch 1 --format svg -o pictures.zip",
    "export --batch 1 --format xlsx -o table.xlsx",
    "export --batch 1 --format csv -o kept.csv --force",
    "series fill other 2027-01-04..2027-01-06 --batch 1 -o days.csv --again --run-twice",
    "series fill drawn 2028-01-03..2028-01-05 --draw --ramp mon..sun:beginner -o days.csv",
    "void ID --printed-too",
    "note ID some-words",
    "levels reset",
    "levels set week --allow-holes",
    "levels calibrate --levels 2 puzzles.txt -o levels.toml",
    "series withdraw daily 2027-01-05",
    "db keys export -o keys.gz",
    "db keys import others.keys",
    "db init new.redb",
    "db copy db.redb copy.redb",
    "db backup made.redb",
    "db restore backup.redb",
    "db dump -o dump.jsonl",
    "db dump -o old.jsonl --force",
    "db load old.jsonl loaded.redb",
    "db compact",
    "db salvage db.redb -o saved.redb",
]


# What runs at the same time as others; RUN is another number each time.
TOGETHER = [
    "draw --tier 0 --count 5 --format csv",
    "draw --tier 0 --count 40 --format csv",
    "draw --tier 0 --count 20 --format csv --once key",
    "db restore backup.redb",
    "db restore backup.redb",
    "import --issued printed.txt",
    "db keys import others.keys",
    "mine --tier 0 --count 1 --min-capacity 1",
    "merge other.redb",
    "merge --all other.redb",
    "book --batch 1 --final -o book-RUN.pdf",
    "series fill own-RUN 2027-02-01..2027-02-03 --batch 1 -o days-RUN.csv --again --run-twice",
    "export --batch 1 --format csv -o kept-RUN.csv",
    "levels reset",
    "db compact",
    "db check",
    "db backup made-RUN.redb",
    "db copy db.redb copy-RUN.redb",
    "db dump -o dump-RUN.jsonl",
    "stats",
]
# What is refused as others did something before or meanwhile.
REFUSED = ["another process changed", "replaced by another while it was in use", "something at"]


class Wrong(Exception):
    """A law does not hold."""


def environment(home):
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG")}
    own = {"HOME": home, "XDG_DATA_HOME": f"{home}/data", "XDG_STATE_HOME": f"{home}/state", "TMPDIR": f"{home}/tmp"}
    return {**kept, **own, "SOURCE_DATE_EPOCH": "1798761600"}


def started(home, command, **more):
    own = {"cwd": home, "env": environment(home), "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, **{**own, **more})


def ended(child):
    """Its exit code, and what it printed."""
    try:
        out, err = child.communicate(timeout=300)
    except subprocess.TimeoutExpired as error:
        child.kill()
        raise Wrong("it did not end within 300 s") from error
    return child.returncode, out.decode(errors="replace"), err.decode(errors="replace")


def seeddb(home, *words, db="db.redb", codes=(0,)):
    """Runs to its end; what it prints."""
    code, out, err = ended(started(home, [SEEDDB, "--db", db, *words]))
    if code not in codes or "panicked" in err:
        raise Wrong(f"{' '.join(words)}: exit code {code}: {err.strip()}")
    return out


def ids(text):
    """The ids of the whole lines of csv."""
    whole = text[: text.rfind("\n") + 1]
    return [row["id"] for row in csv.DictReader(io.StringIO(whole)) if row.get("id")]


def made(folder):
    """A home with all that the commands need."""
    home = os.path.join(folder, "first")
    os.makedirs(f"{home}/tmp")
    mine = ["mine", "--tier", "0", "--min-capacity", "1", "--shard", "1/1"]
    seeddb(home, *mine, "--count", "6", "--rng-seed", "1", "-o", "db.redb")
    seeddb(home, *mine, "--count", "5", "--rng-seed", "2", "-o", "other.redb")
    seeddb(home, "draw", "--tier", "0", "--count", "40", "--rng-seed", "3")
    seeddb(home, "series", "fill", "daily", "2027-01-04..2027-01-08", "--batch", "1", "-o", "daily.csv")
    seeddb(home, "export", "--series", "daily", "--format", "site", "--to", "2027-01-06", "-o", "site/")
    shutil.copy(f"{home}/db.redb", f"{home}/elsewhere.redb")
    printed = seeddb(home, "draw", "--tier", "0", "--count", "30", "--rng-seed", "9", db="other.redb")
    seeddb(home, "db", "keys", "export", "-o", "others.keys", db="other.redb")
    open(f"{home}/printed.txt", "w").write(printed)
    open(f"{home}/puzzles.txt", "w").write("\n".join(line[:81] for line in printed.splitlines()[:3]) + "\n")
    open(f"{home}/request.toml", "w").write("[[part]]\ntier = 0\ncount = 20\n\n[[part]]\ntier = 0\ncount = 5\n")
    seeddb(home, "export", "--batch", "1", "--format", "csv", "-o", "kept.csv")
    seeddb(home, "db", "dump", "-o", "old.jsonl")
    seeddb(home, "db", "backup", "backup.redb")
    os.remove(f"{home}/elsewhere.redb")
    # What a backup that is put back has to bring in.
    seeddb(home, "draw", "--tier", "0", "--count", "10", "--rng-seed", "4")
    return home


def paths(home):
    found = {}
    for folder, _, names in os.walk(home):
        for name in names:
            path = os.path.join(folder, name)
            found[os.path.relpath(path, home)] = path
    return found


def contents(home):
    return {name: open(path, "rb").read() for name, path in paths(home).items()}


def left(home):
    """The temporary files and folders that are there."""
    found = []
    for folder, folders, names in os.walk(home):
        found += [os.path.relpath(os.path.join(folder, name), home) for name in folders + names if name.startswith(".") or ".seeddb-" in name]
    return found + [f"tmp/{name}" for name in os.listdir(f"{home}/tmp")]


def held(home, name):
    """How much a database holds."""
    rows = json.loads(seeddb(home, "db", "doctor", "--format", "json", db=name, codes=(0, 1)))
    return {row["name"]: row["what"] for row in rows if row["name"] in ("seeds", "batches", "puzzles issued")}


class Command:
    """A command that writes, and what it writes when nobody harms it."""

    def __init__(self, writer, first, folder):
        # A puzzle that is on no day, so that making it void takes nothing else away.
        own = ids(open(f"{first}/kept.csv").read())[10]
        self.words = [own if word == "ID" else word for word in writer.split()]
        self.name, self.first = writer, first
        home = copied(first, folder)
        begin = time.monotonic()
        seeddb(home, *self.words)
        self.seconds = time.monotonic() - begin
        self.code, once = 0, contents(home)
        home = copied(first, folder)
        code, _, err, self.log = traced(home, self.words, "-e", "trace=" + ",".join(KILLED))
        if code != 0:
            raise Wrong(f"{writer}: exit code {code}: {err}")
        again = contents(home)
        # Files that are the same each time; others have moments in them.
        self.writes = {name: data for name, data in again.items() if once.get(name) == data}
        self.holds = {name: held(home, name) for name in again if name.endswith(".redb") and name not in contents(first)}
        self.held = held(first, "db.redb")
        self.names = {re.sub(r"before-\w+", "before", name) for name in again}
        if left(home):
            raise Wrong(f"{writer}: {left(home)[0]} is left, though it was not harmed")

    def places(self):
        """All that can be done to it: (what, how)."""
        every = []
        # strace counts the calls of each thread by itself.
        calls = collections.Counter(re.findall(r"^(\d+) +(\w+)\(", self.log, re.M))
        most = collections.Counter()
        for (_, call), count in calls.items():
            most[call] = max(most[call], count)
        for call, count in sorted(most.items()):
            for at in range(1, count + 1):
                every.append((f"killed at {call} {at} of {count}", ["-e", f"inject={call}:signal=KILL:when={at}"]))
                for error in ERRORS if call in FAILED else []:
                    failing = error % at
                    every.append((f"{call} of {count}: {failing}", ["-e", f"inject={call}:error={failing}"]))
        every += [("killed", None)] * 20
        every += [(f"a disk with room for {pages} pages", pages) for pages in PAGES if has_small_disks()]
        return every

    def looked_at(self, home, shown, code):
        """Fails unless all is well where it was killed, or failed."""
        before = contents(self.first)
        seeddb(home, "db", "check")
        for row in json.loads(seeddb(home, "db", "doctor", "--format", "json")):
            if "does not read" in row["what"]:
                raise Wrong(f"{row['name']}: {row['what']}")
        now = held(home, "db.redb")
        fewer = [name for name, count in self.held.items() if int(now[name]) < int(count)]
        if fewer:
            raise Wrong(f"there are {now[fewer[0]]} {fewer[0]}, {self.held[fewer[0]]} were there")
        for name, path in paths(home).items():
            # Who has a database is written beside it, and counts while its process lives. A mark
            # has random numbers; whether it reads is told above.
            if ".seeddb-" in name or name.endswith((".seeddb/holder", ".seeddb/mark", ".mark")) or open(path, "rb").read() == before.get(name) or name == "db.redb":
                continue
            data, plain = open(path, "rb").read(), re.sub(r"before-\w+", "before", name)
            if plain not in self.names and not (name.startswith("seeddb-mined-") and code == 1):
                raise Wrong(f"nobody knows what {name} is")
            if name.endswith(".redb") or ".redb.before" in name:
                seeddb(home, "db", "check", db=name)
                if name in self.holds and held(home, name) != self.holds[name]:
                    raise Wrong(f"{name} holds {held(home, name)}, not {self.holds[name]}")
            elif name in self.writes:
                if data != self.writes[name]:
                    raise Wrong(f"{name} is neither what was there nor what is written: {len(data)} of {len(self.writes[name])} bytes")
        gone = [name for name in {**before, **(self.writes if code == 0 else {})} if not os.path.exists(os.path.join(home, name))]
        if gone:
            raise Wrong(f"{gone[0]} is not there")
        # The next command reads the whole ledger.
        seeddb(home, "export", "--batch", "all", "--format", "csv", "-o", "ledger.csv")
        listed = ids(open(f"{home}/ledger.csv").read())
        ledger = set(listed)
        if len(ledger) < len(listed):
            raise Wrong("a puzzle is in the ledger twice")
        void = self.words[1] if self.words[0] == "void" else None
        lost = [one for one in SHOWN + shown if one not in ledger and one != void]
        if lost:
            raise Wrong(f"{lost[0]} was shown and is not in the ledger")
        if left(home):
            # What is there already is refused, or a change is none by now.
            seeddb(home, *self.words, codes=(0, 1, 2, 3))
        if left(home):
            seeddb(home, "draw", "--tier", "0", "--count", "1")
        if left(home):
            raise Wrong(f"{left(home)[0]} is left")

    def cycle(self, how, folder, rng):
        """Runs it once, harmed: what kind of harm it was, and what it said if it failed."""
        home, said = copied(self.first, folder), None
        if how is None:
            child = started(home, [SEEDDB, "--db", "db.redb", *self.words])
            time.sleep(rng.uniform(0, self.seconds))
            child.send_signal(signal.SIGKILL)
            kind, (code, out, _) = "killed at a moment", ended(child)
        elif isinstance(how, int):
            kind, (code, out, said) = "on a full disk", on_small_disk(home, self.words, how)
        else:
            code, out, said, _ = traced(home, self.words, *how)
            kind = "killed at a call" if "signal" in how[1] else "failed at a call"
        if "killed" not in kind:
            if code not in (0, 1, 3) or "panicked" in said:
                raise Wrong(f"exit code {code}: {said}")
            # Words cannot be written either where every later write fails.
            is_mute = isinstance(how, list) and "=write:" in how[1] and how[1].endswith("+")
            if code == 1 and "error" not in said and not is_mute:
                raise Wrong(f"it failed without a word: {said}")
        self.looked_at(home, ids(out) if "--format csv" in self.name and "-o" not in self.words else [], code)
        return kind, said if code == 1 else None


class Round:
    """Many commands on one database, at least three at once."""

    def __init__(self, first, folder, rng):
        self.home, self.rng, self.number, self.running = copied(first, folder), rng, 0, []
        self.shown, self.done, self.harms, self.codes = [], [], collections.Counter(), collections.Counter()

    def begin(self):
        self.number += 1
        line = self.rng.choice(TOGETHER).replace("RUN", str(self.number))
        if self.running and not any("restore" in line for line, *_ in self.running) and self.rng.random() < 0.3:
            line = "db restore backup.redb"
        harm = self.rng.choice(["none", "none", "killed", "stopped", "killed at a call", "failed at a call"])
        flags = []
        if "call" in harm:
            call = self.rng.choice(FAILED)
            at = self.rng.randint(1, 12)
            how = "signal=KILL:when=%d" % at if "killed" in harm else "error=" + self.rng.choice(ERRORS) % at
            log = os.path.join(os.path.dirname(self.home), "strace-together")
            flags = ["strace", "-f", "-qq", "-o", log, "-e", f"trace={call}", "-e", f"inject={call}:{how}"]
        # Files, as a pipe that nobody reads would hold its writer up.
        out, err = (open(os.path.join(os.path.dirname(self.home), f"{name}-{self.number}"), "w+b") for name in ("out", "err"))
        command = [*flags, SEEDDB, "--db", "db.redb", "--wait", "300", *line.split()]
        child = started(self.home, command, stdout=out, stderr=err, start_new_session=True)
        self.running.append((line, harm, child, time.monotonic() + self.rng.uniform(0, 2), out, err))

    def look(self):
        """Harms those whose time has come, and takes those that have ended."""
        for one in list(self.running):
            line, harm, child, when, out, err = one
            if child.poll() is None:
                if time.monotonic() > when + 240:
                    child.kill()
                    raise Wrong(f"{line} ({harm}) did not end")
                if time.monotonic() > when and harm in ("killed", "stopped"):
                    child.send_signal(signal.SIGKILL if harm == "killed" else signal.SIGTERM)
                    self.running[self.running.index(one)] = (line, f"{harm} now", child, when, out, err)
                continue
            self.running.remove(one)
            said = [file.seek(0) or file.read().decode(errors="replace") for file in (out, err)]
            out.close(), err.close()
            self.ended(line, harm, child.returncode, *said)

    def ended(self, line, harm, code, out, err):
        self.harms[harm.removesuffix(" now")] += 1
        self.codes[code] += 1
        self.done.append(f"{line} ({harm}): {code}")
        allowed = [0, 3] if harm in ("none", "killed", "stopped") else [0, 1, 2, 3, 143, -9, 137]
        # What is refused as somebody else was faster, or did it before, is no failure.
        if code == 1 and any(words in err for words in REFUSED):
            return
        if harm in ("killed now", "stopped now"):
            # A signal may come before it is heard.
            allowed += [-9, 143, -15]
        if "panicked" in err or code not in allowed:
            raise Wrong(f"{line} ({harm}): exit code {code}: {err.strip()}")
        if "not brought" in err:
            raise Wrong(f"{line} ({harm}): {err.strip()}")
        if "csv" in line and line.startswith("draw"):
            self.shown += ids(out)

    def run(self, commands):
        while self.number < commands or self.running:
            while self.number < commands and len(self.running) < 4:
                self.begin()
            self.look()
            time.sleep(0.005)
        home = self.home
        seeddb(home, "db", "check")
        listed = ids(seeddb(home, "export", "--batch", "all", "--format", "csv"))
        lost = set(SHOWN + self.shown) - set(listed)
        if lost:
            raise Wrong(f"{lost.pop()} was shown and is not in the ledger ({len(lost) + 1} of {len(set(self.shown))})")
        if len(set(listed)) < len(listed):
            raise Wrong("a puzzle is in the ledger twice")
        # A disk that fails just then keeps nothing in the old file; marks know of it all the same.
        is_told = not any("restore" in line and "failed" in line for line in self.done)
        for name in sorted(os.listdir(home)) if is_told else []:
            if ".redb.before-" in name and not os.path.samefile(f"{home}/{name}", f"{home}/db.redb"):
                code, _, err = ended(started(home, [SEEDDB, "--db", name, "draw", "--tier", "0"]))
                if code != 1:
                    raise Wrong(f"{name} is drawn from: {err}")
        seeddb(home, "draw", "--tier", "0", "--count", "3")


def together(first, folder, rng, rounds, rng_seed):
    harms, codes, wrong, begin = collections.Counter(), collections.Counter(), 0, time.monotonic()
    for number in range(1, rounds + 1):
        one = Round(first, folder, rng)
        try:
            one.run(16)
        except Wrong as error:
            wrong += 1
            print(f"WRONG round {number}, RNG seed {rng_seed}: {error}\n  after:", *one.done, sep="\n    ", flush=True)
        for _, _, child, *_ in one.running:
            # With what strace runs.
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        harms.update(one.harms)
        codes.update(one.codes)
        if number % 10 == 0:
            print(f"{number} rounds in {time.monotonic() - begin:.0f} s, {wrong} wrong", flush=True)
    told = ", ".join(f"{count} {harm}" for harm, count in sorted(harms.items()))
    print(f"{rounds} rounds: {told}; exit codes {dict(codes)}; {wrong} wrong, RNG seed {rng_seed}")
    return wrong


def traced(home, words, *flags):
    log = os.path.join(os.path.dirname(home), "strace")
    command = ["strace", "-f", "-qq", "-o", log, *flags, SEEDDB, "--db", "db.redb", *words]
    return *ended(started(home, command)), open(log, errors="replace").read()


def has_small_disks():
    return subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0


def on_small_disk(home, words, pages):
    """Runs in a copy of the home on a disk with room for so many pages, which is the home afterwards."""
    room = pages + sum(-(-os.path.getsize(path) // 4096) for path in paths(home).values())
    then = f"{home}-then"
    shutil.rmtree(then, ignore_errors=True)
    os.rename(home, then)
    os.mkdir(home)
    script = (
        'mount -t tmpfs -o size=$(($1 * 4096)) none "$2" && cp -a "$3/." "$2" && cd "$2" || exit 99; then=$3; shift 3; '
        '"$@"; code=$?; rm -rf "$then"; cp -a . "$then"; exit $code'
    )
    command = ["unshare", "-m", "sh", "-c", script, "sh", str(room), home, then, SEEDDB, "--db", "db.redb", *words]
    done = ended(started(home, command))
    os.rmdir(home)
    os.rename(then, home)
    return done


def copied(first, folder):
    home = os.path.join(folder, "home")
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(first, home)
    return home


def told_alike(said):
    """The words without what differs each time."""
    return re.sub(r"/\S*/home/", "", re.sub(r"\d+", "N", said.strip()))


def main():
    global SEEDDB, SHOWN
    parser = argparse.ArgumentParser()
    parser.add_argument("seeddb", nargs="?", default="target/debug/seeddb")
    parser.add_argument("--cycles", type=int, default=300)
    parser.add_argument("--rng-seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--together", type=int, default=0)
    parser.add_argument("--words")
    own = parser.parse_args()
    SEEDDB, rng = os.path.abspath(own.seeddb), random.Random(own.rng_seed)
    if not has_small_disks():
        print("left out: small disks, as nothing may be mounted here")
    with tempfile.TemporaryDirectory() as folder:
        first = made(folder)
        SHOWN = ids(seeddb(first, "export", "--batch", "all", "--format", "csv"))
        if own.together:
            sys.exit(1 if together(first, folder, rng, own.together, own.rng_seed) else 0)
        commands = [Command(writer, first, folder) for writer in WRITERS if own.only in writer]
        every = []
        for command in commands:
            all_of_it = command.places()
            rng.shuffle(all_of_it)
            every += [(turn, rng.random(), command, place) for turn, place in enumerate(all_of_it)]
        every.sort(key=lambda one: one[:2])
        chosen = every[: own.cycles or None]
        print(f"{len(chosen)} of {len(every)} places in {len(commands)} commands", flush=True)
        cycles, wrong, words = collections.Counter(), 0, {}
        begin = time.monotonic()
        for run, (_, _, command, (what, how)) in enumerate(chosen, 1):
            told = f"{command.name}, {what}, run {run}, RNG seed {own.rng_seed}"
            try:
                kind, said = command.cycle(how, folder, rng)
                cycles[kind] += 1
                if said:
                    words.setdefault(told_alike(said), []).append(told)
            except Wrong as error:
                wrong += 1
                print(f"WRONG {told}: {error}", flush=True)
            if run % 100 == 0:
                print(f"{run} cycles in {time.monotonic() - begin:.0f} s, {wrong} wrong", flush=True)
        print(", ".join(f"{count} {kind}" for kind, count in sorted(cycles.items())) + f", {wrong} wrong, RNG seed {own.rng_seed}")
        if own.words:
            with open(own.words, "w") as file:
                for said, all_told in sorted(words.items()):
                    file.write(f"{len(all_told)} times, as in {all_told[0]}:\n{said}\n\n")
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
