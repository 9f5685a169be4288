"""How far a campaign is, in a SQLite file: a transaction for each shard, one writer, any number of readers.

If the power fails, the results of the last moments may be missing, but none is there twice or in part. A file belongs
to one campaign: with other settings, or another version of the rules, it is refused.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import time
from typing import Any, Final, cast

from attrs import frozen

from shinkansen.campaign.campaigns import Campaign, CampaignError, Done, Epoch, Outcome
from shinkansen.core.json_difference import JsonDifference, all_apart
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, canonical, shown
from shinkansen.core.text import printable

APPLICATION: Final = 0x5348494E
"""What marks a SQLite file as ours: SHIN in letters."""
FORM: Final = 1
"""The version of the tables."""
TABLES: Final = """
CREATE TABLE campaign (text TEXT NOT NULL);
CREATE TABLE epochs (number INTEGER PRIMARY KEY, shards INTEGER NOT NULL, settings TEXT NOT NULL);
CREATE TABLE results (
    epoch INTEGER NOT NULL, shard INTEGER NOT NULL, result TEXT NOT NULL, PRIMARY KEY (epoch, shard)
) WITHOUT ROWID;
CREATE TABLE failures (
    epoch INTEGER NOT NULL, shard INTEGER NOT NULL, why TEXT NOT NULL, PRIMARY KEY (epoch, shard)
) WITHOUT ROWID;
CREATE TABLE sessions (began REAL NOT NULL, last REAL NOT NULL, shards INTEGER NOT NULL);
"""


@frozen
class Failure:
    """A shard that is left out."""

    epoch: int
    shard: int
    why: str


@frozen
class Session:
    """A time during which the campaign ran: when it began and when its last shard was done, in seconds since 1970."""

    began: float
    last: float
    shards: int

    @property
    def rate(self) -> float:
        """Shards a second; 0 if that is not known yet."""
        return self.shards / (self.last - self.began) if self.last > self.began else 0.0


class Progress:
    """The progress of one campaign, from the inside of its file."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base
        self._session: int | None = None

    # -- writing

    def begin(self, number: int, epoch: Epoch) -> None:
        """Note an epoch; it must be the same as the last time."""
        settings = canonical(epoch.settings)
        row = self._one("SELECT shards, settings FROM epochs WHERE number = ?", number)
        if row is None:
            with self._base:
                self._base.execute("INSERT INTO epochs VALUES (?, ?, ?)", (number, epoch.shards, settings))
        elif row != (epoch.shards, settings):
            raise CampaignError(
                f"epoch {number} has {epoch.shards} shards with {settings}, expected {row[0]} with {row[1]} as before: "
                "the epochs of a campaign must follow from its results alone"
            )

    def keep(self, epoch: int, outcome: Outcome) -> None:
        """Keep the result of a shard, in a transaction of its own."""
        with self._base:
            if isinstance(outcome, Done):
                row = (epoch, outcome.shard, outcome.result)
                self._base.execute("INSERT INTO results VALUES (?, ?, ?)", row)
                self._base.execute("DELETE FROM failures WHERE epoch = ? AND shard = ?", row[:2])
            else:
                row = (epoch, outcome.shard, outcome.why)
                self._base.execute("INSERT OR REPLACE INTO failures VALUES (?, ?, ?)", row)
            self._count()

    def _count(self) -> None:
        now = time()
        if self._session is None:
            found = self._base.execute("INSERT INTO sessions VALUES (?, ?, 1)", (self._began, now))
            self._session = found.lastrowid
        else:
            change = "UPDATE sessions SET last = ?, shards = shards + 1 WHERE rowid = ?"
            self._base.execute(change, (now, self._session))

    def session(self) -> None:
        """Begin to count: what is kept from now on was done in this session."""
        self._session, self._began = None, time()

    # -- reading

    def campaign(self) -> Part:
        """What it is the progress of."""
        row = self._one("SELECT text FROM campaign")
        told = _parsed(row[0]) if row is not None else None
        if not isinstance(told, dict) or not isinstance(told.get("settings"), dict):
            raise CampaignError("it does not say which campaign it is the progress of")
        return told

    def epochs(self) -> list[Epoch]:
        """The epochs that have begun."""
        rows = self._base.execute("SELECT shards, settings FROM epochs ORDER BY number")
        return [Epoch(_number(shards), cast("Part", _parsed(settings))) for shards, settings in rows]

    def missing(self, number: int, shards: int) -> Iterator[int]:
        """The shards of an epoch that were not worked out when it was asked, in order; failures are tried again."""
        done = bytearray(-(-shards // 8))
        for (shard,) in self._base.execute("SELECT shard FROM results WHERE epoch = ?", (number,)):
            if _number(shard) >= shards:
                raise CampaignError(f"it has shard {shard} of epoch {number}, expected {shards} shards")
            done[shard >> 3] |= 1 << (shard & 7)
        return (shard for shard in range(shards) if not done[shard >> 3] >> (shard & 7) & 1)

    def results(self, epoch: int, first: int = 0) -> Generator[tuple[int, Json], None, None]:
        """The results of the shards of an epoch, in order, beginning with one of them."""
        rows = self._base.execute(
            "SELECT shard, result FROM results WHERE epoch = ? AND shard >= ? ORDER BY shard", (epoch, first)
        )
        with closing(rows):
            for shard, result in rows:
                yield _number(shard), _parsed(result)

    def is_settled(self, epoch: int) -> bool:
        """Whether a later epoch has begun, whose settings follow from the results of this one."""
        return self._one("SELECT 1 FROM epochs WHERE number > ?", epoch) is not None

    def forget(self, epoch: int, shards: int) -> None:
        """Forget the results of the first shards of an epoch: those in memory are not needed once they are folded."""
        self._base.execute("DELETE FROM results WHERE epoch = ? AND shard < ?", (epoch, shards))

    def done(self, epoch: int) -> int:
        """How many shards of an epoch were worked out."""
        row = self._one("SELECT count(*) FROM results WHERE epoch = ?", epoch)
        return int(row[0]) if row is not None else 0

    def failures(self) -> list[Failure]:
        """The shards that could not be worked out."""
        rows = self._base.execute("SELECT epoch, shard, why FROM failures ORDER BY epoch, shard")
        return [Failure(_number(epoch), _number(shard), str(why)) for epoch, shard, why in rows]

    def sessions(self) -> list[Session]:
        """When it ran."""
        rows = self._base.execute("SELECT began, last, shards FROM sessions ORDER BY rowid")
        return [Session(_time(began), _time(last), _number(shards)) for began, last, shards in rows]

    def _one(self, sql: str, *values: object) -> Any:
        return self._base.execute(sql, values).fetchone()


# -- a file may come from anybody


def _parsed(text: object) -> Json:
    try:
        return cast("Json", json.loads(cast("str", text)))
    except (ValueError, TypeError, RecursionError):
        raise CampaignError("it is damaged: found something that is no JSON") from None


def _number(value: object) -> int:
    if type(value) is not int or value < 0:
        raise CampaignError(f"it is damaged: found {shown(value)}, expected a number")
    return value


def _time(value: object) -> float:
    if not isinstance(value, float | int):
        raise CampaignError(f"it is damaged: found {shown(value)}, expected a time")
    return float(value)


@contextmanager
def progress_of(campaign: Campaign, path: Path | None = None) -> Generator[Progress, None, None]:
    """The progress of a campaign in a file, which is made if there is none; without a file, in memory."""
    with _told(path), _writing(path), closing(_connected(":memory:" if path is None else str(path))) as base:
        if path is not None:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA synchronous = NORMAL")
        _begin(base, campaign)
        yield Progress(base)


@contextmanager
def progress_in(path: Path) -> Generator[Progress, None, None]:
    """The progress in a file that exists, for looking at it, also while somebody is writing."""
    if not path.is_file():
        what = "is a folder, expected the file" if path.is_dir() else "there is no such file, expected the one"
        raise CampaignError(f"{printable(path)}: {what} that was given as --progress")
    with _told(path), closing(_connected(str(path))) as base:
        base.execute("PRAGMA query_only = TRUE")
        _check_form(base)
        yield Progress(base)


def _connected(name: str) -> sqlite3.Connection:
    return sqlite3.connect(name, timeout=30)


def is_running(path: Path) -> bool:
    """Whether somebody is running the campaign of a file now."""
    beside = _lock_of(path)
    if not beside.exists():
        return False
    with closing(sqlite3.connect(beside, timeout=0, isolation_level=None)) as lock:
        return not _locked(lock)


def _lock_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def _locked(lock: sqlite3.Connection) -> bool:
    """Take the lock, unless somebody has it; it is given back when the connection is closed."""
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        return False
    return True


@contextmanager
def _writing(path: Path | None) -> Generator[None, None, None]:
    """Be the only one who writes; the lock is gone with its process, however that ends."""
    if path is None:
        yield
        return
    beside = _lock_of(path)
    try:
        beside.touch()
        file = beside.stat().st_ino
    except OSError as problem:
        raise CampaignError(f"{printable(path)}: cannot be written ({problem.strerror})") from None
    with closing(sqlite3.connect(beside, timeout=0, isolation_level=None)) as lock:
        # It may be the file of somebody who has just finished and removed it.
        if not (_locked(lock) and beside.exists() and beside.stat().st_ino == file):
            raise CampaignError(f"{printable(path)}: somebody else is running this campaign")
        try:
            yield
        finally:
            beside.unlink(missing_ok=True)


def _begin(base: sqlite3.Connection, campaign: Campaign) -> None:
    if base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
        base.executescript(
            f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORM}; {TABLES} COMMIT;"
        )
    _check_form(base)
    row = base.execute("SELECT text FROM campaign").fetchone()
    if row is None:
        with base:
            base.execute("INSERT INTO campaign VALUES (?)", (campaign.text,))
    elif row[0] != campaign.text:
        place, theirs, ours = _apart(_parsed(row[0]), _parsed(campaign.text))
        was, expected = ("nothing" if value is None else shown(value) for value in (theirs, ours))
        what = f"{place.lstrip('.')} is {was} there, expected {expected}"
        raise CampaignError(f"it is the progress of another campaign: {what}")


def _apart(theirs: Json, ours: Json) -> JsonDifference:
    """Where two campaigns differ, as people would say it: by a name if one differs, by a digest only if nothing else
    does."""

    def order(each: JsonDifference) -> tuple[bool, bool, int]:
        return not each.path.endswith(".name"), _is_digest(each.expected), each.path.count(".")

    return min(all_apart(theirs, ours), key=order)


def _is_digest(value: Json) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{16,}", value) is not None


def _check_form(base: sqlite3.Connection) -> None:
    marks = tuple(base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if marks[0] != APPLICATION:
        raise CampaignError("it is not the progress of a campaign")
    if marks[1] != FORM:
        raise CampaignError(f"it has tables of version {marks[1]}, expected {FORM}")


@contextmanager
def _told(path: Path | None) -> Generator[None, None, None]:
    """Turn what SQLite says into one sentence about the file."""
    name = printable(path) if path is not None else "progress in memory"
    try:
        yield
    except sqlite3.Error as problem:
        raise CampaignError(f"{name}: cannot be used as the progress of a campaign ({problem})") from None
    except CampaignError as problem:
        begun = str(problem)
        raise CampaignError(begun if begun.startswith(name) or path is None else f"{name}: {begun}") from None
