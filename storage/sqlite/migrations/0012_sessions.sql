-- +goose Up

-- The session of Discord's gateway that a lease is for: whoever takes the lease goes on with it.
ALTER TABLE leases ADD COLUMN session TEXT NOT NULL DEFAULT '';
ALTER TABLE leases ADD COLUMN resume_url TEXT NOT NULL DEFAULT '';
ALTER TABLE leases ADD COLUMN seq INTEGER NOT NULL DEFAULT 0 CHECK (seq >= 0);
