-- +goose Up

-- A simultaneous display is a fourth format. A check can't be changed, but goes with its column.
ALTER TABLE tournaments ADD COLUMN format_next TEXT NOT NULL DEFAULT 'arena' CHECK (format_next IN ('arena', 'swiss', 'knockout', 'simul'));
UPDATE tournaments SET format_next = format;
ALTER TABLE tournaments DROP COLUMN format;
ALTER TABLE tournaments RENAME COLUMN format_next TO format;
