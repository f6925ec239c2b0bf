-- +goose Up

-- How many hints were given in the position that stands on the board: each goes one step
-- further than the one before.
ALTER TABLE matches ADD COLUMN hints_here BIGINT NOT NULL DEFAULT 0 CHECK (hints_here >= 0);
