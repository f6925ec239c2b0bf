-- +goose Up

-- The place of a player when the tournament ended, 0 where it gave none.
ALTER TABLE entrants ADD COLUMN place BIGINT NOT NULL DEFAULT 0 CHECK (place >= 0);

ALTER TABLE season_standings ADD COLUMN tournaments BIGINT NOT NULL DEFAULT 0 CHECK (tournaments >= 0);

CREATE INDEX tournaments_by_end ON tournaments (ended) WHERE state = 'over' AND rated = 1;
