-- +goose Up

-- Nothing: what storage/postgres counts in another way from here on is counted here by the
-- triggers that there are.
