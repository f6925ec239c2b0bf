-- +goose Up

-- What is set for everybody on a server or, under 'local', in the terminal. What is empty
-- is not set.
CREATE TABLE server_settings (
    room           TEXT    NOT NULL PRIMARY KEY CHECK (room <> ''),
    version        INTEGER NOT NULL CHECK (version > 0),
    channels       TEXT    NOT NULL, -- apart by spaces
    variant        TEXT    NOT NULL,
    level          TEXT    NOT NULL,
    threads        INTEGER NOT NULL CHECK (threads IN (0, 1)),
    pings          TEXT    NOT NULL,
    channels_end   INTEGER NOT NULL CHECK (channels_end IN (0, 1)), -- who may manage a channel ends matches there
    puzzle_channel TEXT    NOT NULL,
    puzzle_day     TEXT    NOT NULL DEFAULT '' -- the last that was announced, such as '2025-03-14'
) STRICT, WITHOUT ROWID;

CREATE INDEX server_settings_by_puzzle_day ON server_settings (puzzle_day) WHERE puzzle_channel <> '';

CREATE TABLE person_settings (
    player       INTEGER NOT NULL PRIMARY KEY REFERENCES players (key),
    version      INTEGER NOT NULL CHECK (version > 0),
    pings        TEXT    NOT NULL,
    text_only    INTEGER NOT NULL CHECK (text_only IN (0, 1)),
    large_text   INTEGER NOT NULL CHECK (large_text IN (0, 1)),
    light_boards INTEGER NOT NULL CHECK (light_boards IN (0, 1))
) STRICT;

-- A notice that is about nothing but a channel is one of its kind there.
DROP INDEX outbox_once;
CREATE UNIQUE INDEX outbox_once ON outbox (kind, coalesce(match, 0), coalesce(challenge, 0), message,
    iif(match IS NULL AND challenge IS NULL AND message = '', channel, ''));
