-- +goose Up

-- How far a player has come in a lesson. Its exercises are drawn from the seed.
CREATE TABLE lessons (
    player    BIGINT NOT NULL REFERENCES players (key),
    lesson    TEXT COLLATE "C" NOT NULL CHECK (length(lesson) BETWEEN 1 AND 64),
    seed      BIGINT NOT NULL,
    exercises BIGINT NOT NULL DEFAULT 0 CHECK (exercises >= 0), -- solved
    opened    BIGINT NOT NULL, -- when the player last turned to it
    PRIMARY KEY (player, lesson)
);

-- Of which lesson a match is the test: the player who takes it sits left.
ALTER TABLE matches ADD COLUMN lesson TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (length(lesson) <= 64);

CREATE INDEX matches_tests ON matches (left_player, lesson) WHERE lesson <> '';
