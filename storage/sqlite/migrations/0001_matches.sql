-- +goose Up

-- Rows elsewhere point at key, not at id: smaller, and a player who wants to be
-- forgotten is renamed in this one row.
CREATE TABLE players (
    key  INTEGER PRIMARY KEY,
    id   TEXT NOT NULL UNIQUE CHECK (id <> ''),
    name TEXT NOT NULL
) STRICT;

CREATE TABLE challenges (
    id         INTEGER PRIMARY KEY,
    channel    TEXT    NOT NULL CHECK (channel <> ''),
    server     TEXT    NOT NULL,
    challenger INTEGER NOT NULL REFERENCES players (key),
    opponent   INTEGER          REFERENCES players (key), -- NULL: anyone may accept
    variant    TEXT    NOT NULL CHECK (variant <> ''),
    start      TEXT    NOT NULL CHECK (start <> ''),
    chosen     INTEGER NOT NULL CHECK (chosen IN (0, 1)),
    first      TEXT    NOT NULL CHECK (first IN ('me', 'opponent', 'random', 'choose')),
    side       TEXT    NOT NULL CHECK (side IN ('', 'left', 'right', 'random')),
    rated      INTEGER NOT NULL CHECK (rated IN (0, 1)),
    turn_time  INTEGER NOT NULL CHECK (turn_time >= 0),   -- milliseconds, 0: no limit
    created    INTEGER NOT NULL,
    expires    INTEGER,                                   -- NULL: never
    closed     INTEGER,
    state      TEXT    NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'cancelled', 'expired')),
    message    TEXT    NOT NULL,
    CHECK ((state = 'open') = (closed IS NULL))
) STRICT;

CREATE UNIQUE INDEX challenges_one_open ON challenges (channel) WHERE state = 'open';
CREATE INDEX challenges_due ON challenges (expires) WHERE state = 'open';

CREATE TABLE matches (
    id           INTEGER PRIMARY KEY,
    channel      TEXT    NOT NULL CHECK (channel <> ''),
    server       TEXT    NOT NULL,
    variant      TEXT    NOT NULL CHECK (variant <> ''),
    start        TEXT    NOT NULL CHECK (start <> ''),
    chosen       INTEGER NOT NULL CHECK (chosen IN (0, 1)),
    first        TEXT    NOT NULL CHECK (first IN ('left', 'right')),
    left_player  INTEGER NOT NULL REFERENCES players (key),
    right_player INTEGER NOT NULL REFERENCES players (key),
    level        TEXT    NOT NULL,
    seed         INTEGER NOT NULL,                        -- 64 bits, read as two's complement
    rated        INTEGER NOT NULL CHECK (rated IN (0, 1)),
    turn_time    INTEGER NOT NULL CHECK (turn_time >= 0), -- milliseconds, 0: no limit
    state        TEXT    NOT NULL CHECK (state IN ('playing', 'finished')),
    winner       TEXT    NOT NULL CHECK (winner IN ('', 'left', 'right')),
    termination  TEXT    NOT NULL CHECK (length(termination) <= 32),
    version      INTEGER NOT NULL CHECK (version >= 1),
    left_hints   INTEGER NOT NULL DEFAULT 0 CHECK (left_hints >= 0),
    right_hints  INTEGER NOT NULL DEFAULT 0 CHECK (right_hints >= 0),
    message      TEXT    NOT NULL,
    created      INTEGER NOT NULL,
    updated      INTEGER NOT NULL,
    ended        INTEGER,
    CHECK ((state = 'finished') = (ended IS NOT NULL)),
    CHECK ((state = 'finished') = (termination <> '')),
    CHECK (state = 'finished' OR winner = '')
) STRICT;

-- An index ends with the row's id without being told, so each of the last three
-- also gives its matches newest first.
CREATE UNIQUE INDEX matches_one_open ON matches (channel) WHERE state = 'playing';
CREATE INDEX matches_by_channel ON matches (channel);
CREATE INDEX matches_by_left ON matches (left_player);
CREATE INDEX matches_by_right ON matches (right_player);

-- The program asks for the version it has seen whenever it changes a match. This
-- stops a program that forgets to.
-- +goose StatementBegin
CREATE TRIGGER matches_change_in_steps
BEFORE UPDATE OF version, state, winner, termination, ended ON matches
WHEN old.state = 'finished' OR new.version <> old.version + 1
BEGIN
    SELECT RAISE(ABORT, 'a match changes only while it is played, one version at a time');
END;
-- +goose StatementEnd

-- The moves of a match lie side by side and in order, ready to be replayed.
CREATE TABLE moves (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    ply      INTEGER NOT NULL CHECK (ply >= 1),
    actor    TEXT    NOT NULL CHECK (actor IN ('left', 'right')),
    text     TEXT    NOT NULL CHECK (text <> ''),
    at       INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;
