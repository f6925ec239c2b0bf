-- +goose Up

-- A simultaneous display is a fourth format.
ALTER TABLE tournaments DROP CONSTRAINT tournaments_format_check;
ALTER TABLE tournaments ADD CHECK (format IN ('arena', 'swiss', 'knockout', 'simul'));
