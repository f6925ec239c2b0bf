-- +goose Up

-- What was rated before there were two paces is long, however fast it was.
ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT 'long' CHECK (pace IN ('live', 'long'));

-- Who has ended the match before it began.
ALTER TABLE matches ADD COLUMN called_off TEXT NOT NULL DEFAULT ''
    CHECK (called_off IN ('', 'left', 'right') AND (state = 'finished' OR called_off = ''));
CREATE INDEX matches_called_off_left ON matches (left_player, ended) WHERE called_off = 'left' AND rated = 1;
CREATE INDEX matches_called_off_right ON matches (right_player, ended) WHERE called_off = 'right' AND rated = 1;

-- How many of the winner's decisions had a losing option: counted when a match ends
-- that may be for the wall of honour, else 0.
ALTER TABLE matches ADD COLUMN critical INTEGER NOT NULL DEFAULT 0
    CHECK (critical >= 0 AND (state = 'finished' OR critical = 0));
DROP INDEX matches_honour;
ALTER TABLE matches DROP COLUMN loser;
CREATE INDEX matches_honour ON matches (id) WHERE critical >= 3;

-- Somebody who plays a rated match gets no advice meanwhile.
CREATE INDEX matches_rated_left ON matches (left_player) WHERE state = 'playing' AND rated = 1;
CREATE INDEX matches_rated_right ON matches (right_player) WHERE state = 'playing' AND rated = 1;

-- In rated matches the clock decides by itself; nobody asks for the deadlines of others.
DROP INDEX matches_overdue;
CREATE INDEX matches_overdue ON matches (deadline) WHERE state = 'playing' AND rated = 1 AND deadline IS NOT NULL;

-- A rated match has a clock and can't be abandoned: those that are being played without
-- one get a day a turn from now on, and so do the challenges that wait.
UPDATE matches SET version = version + 1, turn_time = 86400000,
    deadline = CAST(unixepoch('subsec') * 1000 AS INTEGER) + 86400000,
    remind = CAST(unixepoch('subsec') * 1000 AS INTEGER) + 64800000, reminded = 0
WHERE state = 'playing' AND rated = 1 AND deadline IS NULL;
UPDATE matches SET version = version + 1, abandon_at = NULL
WHERE state = 'playing' AND rated = 1 AND abandon_at IS NOT NULL;
UPDATE challenges SET turn_time = iif(turn_time = 0, 86400000, min(turn_time, 259200000))
WHERE state = 'open' AND rated = 1;

DROP TRIGGER matches_change_in_steps;
-- +goose StatementBegin
CREATE TRIGGER matches_change_in_steps
BEFORE UPDATE OF version, state, winner, termination, ended, called_off, critical,
    deadline, remind, abandon_at, offer, left_takebacks, right_takebacks ON matches
WHEN old.state = 'finished' OR new.version <> old.version + 1
BEGIN
    SELECT RAISE(ABORT, 'a match changes only while it is played, one version at a time');
END;
-- +goose StatementEnd

-- Ratings are by family and pace. A column can't be put into a primary key later, so
-- the tables are made anew.
DROP TRIGGER ratings_begin;
DROP TRIGGER ratings_change;
DROP TRIGGER ratings_end;
DROP INDEX ratings_by_score;
DROP TABLE rating_counts;
ALTER TABLE ratings RENAME TO ratings_before;

CREATE TABLE ratings (
    player      INTEGER NOT NULL REFERENCES players (key),
    family      TEXT    NOT NULL CHECK (family <> ''),
    pace        TEXT    NOT NULL CHECK (pace IN ('live', 'long')),
    value       REAL    NOT NULL,
    deviation   REAL    NOT NULL CHECK (deviation > 0),
    volatility  REAL    NOT NULL CHECK (volatility > 0),
    games       INTEGER NOT NULL CHECK (games >= 1),
    wins        INTEGER NOT NULL CHECK (wins >= 0),
    losses      INTEGER NOT NULL CHECK (losses >= 0),
    draws       INTEGER NOT NULL CHECK (draws >= 0),
    streak      INTEGER NOT NULL, -- wins in a row, negative: losses in a row
    updated     INTEGER NOT NULL,
    score       REAL    NOT NULL GENERATED ALWAYS AS (value - 2 * deviation) STORED,
    provisional INTEGER NOT NULL GENERATED ALWAYS AS (deviation > 110) STORED,
    -- Tens of points; the index sorts by it only because the counts below do.
    bucket      INTEGER NOT NULL GENERATED ALWAYS AS (CAST(score / 10 AS INTEGER)) STORED,
    PRIMARY KEY (player, family, pace),
    CHECK (wins + losses + draws <= games)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_score ON ratings (family, pace, provisional, bucket DESC, score DESC, player);

-- How many players are in each bucket, so that to find a page or a rank far down
-- nobody has to count all who stand above. The triggers write it, nothing else.
CREATE TABLE rating_counts (
    family      TEXT    NOT NULL,
    pace        TEXT    NOT NULL,
    provisional INTEGER NOT NULL,
    bucket      INTEGER NOT NULL,
    players     INTEGER NOT NULL CHECK (players >= 0),
    PRIMARY KEY (family, pace, provisional, bucket)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER ratings_begin AFTER INSERT ON ratings
BEGIN
    INSERT INTO rating_counts VALUES (new.family, new.pace, new.provisional, new.bucket, 1)
    ON CONFLICT DO UPDATE SET players = players + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER ratings_change AFTER UPDATE OF family, pace, value, deviation ON ratings
WHEN (old.family, old.pace, old.provisional, old.bucket) <> (new.family, new.pace, new.provisional, new.bucket)
BEGIN
    UPDATE rating_counts SET players = players - 1
    WHERE family = old.family AND pace = old.pace AND provisional = old.provisional AND bucket = old.bucket;
    INSERT INTO rating_counts VALUES (new.family, new.pace, new.provisional, new.bucket, 1)
    ON CONFLICT DO UPDATE SET players = players + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER ratings_end AFTER DELETE ON ratings
BEGIN
    UPDATE rating_counts SET players = players - 1
    WHERE family = old.family AND pace = old.pace AND provisional = old.provisional AND bucket = old.bucket;
END;
-- +goose StatementEnd

INSERT INTO ratings (player, family, pace, value, deviation, volatility, games, wins, losses, draws, streak, updated)
SELECT player, family, 'long', value, deviation, volatility, games, wins, losses, draws, streak, updated FROM ratings_before;
DROP TABLE ratings_before;
