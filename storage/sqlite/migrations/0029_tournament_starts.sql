-- +goose Up

-- Whether those who joined were reminded of the beginning, or need not be.
ALTER TABLE tournaments ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1));

ALTER TABLE person_settings ADD COLUMN no_reminders INTEGER NOT NULL DEFAULT 0 CHECK (no_reminders IN (0, 1)); -- of tournaments
ALTER TABLE server_settings ADD COLUMN no_reminders INTEGER NOT NULL DEFAULT 0 CHECK (no_reminders IN (0, 1));
ALTER TABLE server_settings ADD COLUMN leaders TEXT NOT NULL DEFAULT ''; -- the role that may make tournaments

-- Pairs of people who do not meet in a tournament, until it is over.
CREATE TABLE kept_apart (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    one        INTEGER NOT NULL REFERENCES players (key),
    other      INTEGER NOT NULL REFERENCES players (key) CHECK (one <> other),
    PRIMARY KEY (tournament, one, other)
) STRICT;

CREATE INDEX kept_apart_by_one ON kept_apart (one);
CREATE INDEX kept_apart_by_other ON kept_apart (other);
