-- +goose Up

-- The session of Discord's gateway that a lease is for: whoever takes the lease goes on with it.
ALTER TABLE leases
    ADD COLUMN session    TEXT   NOT NULL DEFAULT '',
    ADD COLUMN resume_url TEXT   NOT NULL DEFAULT '',
    ADD COLUMN seq        BIGINT NOT NULL DEFAULT 0 CHECK (seq >= 0);
