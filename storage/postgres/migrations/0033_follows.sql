-- +goose Up

-- Who is told when a match has ended that is being played.
CREATE TABLE follows (
    match  BIGINT NOT NULL REFERENCES matches (id),
    player BIGINT NOT NULL REFERENCES players (key),
    PRIMARY KEY (match, player)
);

CREATE INDEX follows_by_player ON follows (player, match);

-- What is said unasked: '' everything, 'needed' or 'off'.
ALTER TABLE server_settings ADD COLUMN news TEXT NOT NULL DEFAULT '';
ALTER TABLE person_settings ADD COLUMN news TEXT NOT NULL DEFAULT '';

-- What is posted does not name them.
ALTER TABLE person_settings ADD COLUMN unnamed SMALLINT NOT NULL DEFAULT 0 CHECK (unnamed IN (0, 1));
