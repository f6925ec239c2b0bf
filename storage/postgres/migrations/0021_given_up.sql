-- +goose Up

-- When the player asked for the solution. NULL: never.
ALTER TABLE puzzles ADD COLUMN gave_up BIGINT CHECK (gave_up IS NULL OR solved IS NULL);
