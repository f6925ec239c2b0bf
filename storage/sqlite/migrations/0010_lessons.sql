-- +goose Up

-- How far a player has come in a lesson. Its exercises are drawn from the seed.
CREATE TABLE lessons (
    player    INTEGER NOT NULL REFERENCES players (key),
    lesson    TEXT    NOT NULL CHECK (length(lesson) BETWEEN 1 AND 64),
    seed      INTEGER NOT NULL,
    exercises INTEGER NOT NULL DEFAULT 0 CHECK (exercises >= 0), -- solved
    opened    INTEGER NOT NULL, -- when the player last turned to it
    PRIMARY KEY (player, lesson)
) STRICT, WITHOUT ROWID;

-- Of which lesson a match is the test: the player who takes it sits left.
ALTER TABLE matches ADD COLUMN lesson TEXT NOT NULL DEFAULT '' CHECK (length(lesson) <= 64);

CREATE INDEX matches_tests ON matches (left_player, lesson) WHERE lesson <> '';
