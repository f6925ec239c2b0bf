-- +goose Up

-- What the boards of somebody lie on; '' is what the operator has set.
ALTER TABLE person_settings ADD COLUMN theme TEXT COLLATE "C" NOT NULL DEFAULT '';
