-- +goose Up

-- What the review of a finished match has found. Matches that ended before this was
-- kept are reviewed when somebody asks.
ALTER TABLE matches ADD COLUMN reviewed INTEGER NOT NULL DEFAULT 0
    CHECK (reviewed IN (0, 1) AND (reviewed = 0 OR state = 'finished'));
ALTER TABLE matches ADD COLUMN left_wins  INTEGER NOT NULL DEFAULT 0 CHECK (left_wins >= 0);
ALTER TABLE matches ADD COLUMN left_kept  INTEGER NOT NULL DEFAULT 0 CHECK (left_kept BETWEEN 0 AND left_wins);
ALTER TABLE matches ADD COLUMN right_wins INTEGER NOT NULL DEFAULT 0 CHECK (right_wins >= 0);
ALTER TABLE matches ADD COLUMN right_kept INTEGER NOT NULL DEFAULT 0 CHECK (right_kept BETWEEN 0 AND right_wins);

-- Who asks for the matches that go on has few of them, and perhaps thousands that ended.
CREATE INDEX matches_running_left ON matches (left_player) WHERE state = 'playing';
CREATE INDEX matches_running_right ON matches (right_player) WHERE state = 'playing';

CREATE TABLE asked_puzzles (
    player INTEGER PRIMARY KEY REFERENCES players (key),
    puzzle TEXT    NOT NULL CHECK (length(puzzle) BETWEEN 1 AND 64), -- the one asked last
    asked  INTEGER NOT NULL
) STRICT;

CREATE TABLE puzzle_ratings (
    player     INTEGER PRIMARY KEY REFERENCES players (key),
    value      REAL    NOT NULL,
    deviation  REAL    NOT NULL CHECK (deviation > 0),
    volatility REAL    NOT NULL CHECK (volatility > 0),
    games      INTEGER NOT NULL CHECK (games >= 1),
    wins       INTEGER NOT NULL CHECK (wins >= 0),
    losses     INTEGER NOT NULL CHECK (losses >= 0),
    streak     INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    CHECK (wins + losses = games)
) STRICT;
