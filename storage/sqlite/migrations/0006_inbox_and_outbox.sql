-- +goose Up

-- Requests that something was written for, so that it is not written twice.
CREATE TABLE inbox (
    id TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX inbox_by_age ON inbox (at);

-- What the bot has to say by itself, and has not said yet. An id is never used again:
-- by it Discord knows what was sent before.
CREATE TABLE outbox (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    front     TEXT    NOT NULL CHECK (front <> ''),
    channel   TEXT    NOT NULL CHECK (channel <> ''),
    kind      TEXT    NOT NULL CHECK (kind <> ''),
    match     INTEGER          REFERENCES matches (id),
    challenge INTEGER          REFERENCES challenges (id),
    message   TEXT    NOT NULL,
    created   INTEGER NOT NULL,
    tries     INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    due       INTEGER NOT NULL DEFAULT 0 -- 0: at once
) STRICT;

CREATE INDEX outbox_due ON outbox (front, due);
CREATE UNIQUE INDEX outbox_once ON outbox (kind, coalesce(match, 0), coalesce(challenge, 0), message);

-- Which version the message shows. What there is already is taken to be shown.
ALTER TABLE matches ADD COLUMN shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0);
ALTER TABLE challenges ADD COLUMN shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0);
UPDATE matches SET shown_version = version;
UPDATE challenges SET shown_version = iif(state = 'open', 1, 2);

-- As match.FrontOf has it.
ALTER TABLE matches ADD COLUMN front TEXT
    GENERATED ALWAYS AS (iif(channel GLOB 'local:*', 'local', 'discord')) VIRTUAL;
ALTER TABLE challenges ADD COLUMN front TEXT
    GENERATED ALWAYS AS (iif(channel GLOB 'local:*', 'local', 'discord')) VIRTUAL;

CREATE INDEX matches_lagging ON matches (front, id) WHERE version <> shown_version;
CREATE INDEX challenges_lagging ON challenges (front, id)
    WHERE state IN ('declined', 'cancelled', 'expired') AND shown_version < 2;
