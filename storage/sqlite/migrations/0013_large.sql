-- +goose Up

-- Nothing: what storage/postgres needs for a million matches is here already.
