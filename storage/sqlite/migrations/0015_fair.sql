-- +goose Up

-- A player was told how to play such boards while the match went on.
ALTER TABLE matches ADD COLUMN advised INTEGER NOT NULL DEFAULT 0 CHECK (advised IN (0, 1));

-- The pair that the match completes came after those of a day that count.
ALTER TABLE matches ADD COLUMN uncounted INTEGER NOT NULL DEFAULT 0
    CHECK (uncounted IN (0, 1) AND (uncounted = 0 OR state = 'finished'));

-- For a short time it is known whose the matches of a deleted player were, to whoever names
-- the id: by its hash.
CREATE TABLE former_players (
    player INTEGER PRIMARY KEY REFERENCES players (key),
    hash   TEXT    NOT NULL CHECK (length(hash) = 64),
    until  INTEGER NOT NULL
) STRICT;

CREATE INDEX former_players_by_hash ON former_players (hash, player);
CREATE INDEX former_players_due ON former_players (until);

CREATE INDEX challenges_unanswered ON challenges (opponent, created) WHERE state <> 'accepted';
CREATE INDEX challenges_open_by ON challenges (challenger) WHERE state = 'open';
