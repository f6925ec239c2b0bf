-- +goose Up

-- Which process does what one alone should do, and until when others leave it to it.
CREATE TABLE leases (
    name    TEXT    NOT NULL PRIMARY KEY CHECK (name <> ''),
    holder  TEXT    NOT NULL CHECK (holder <> ''),
    until   INTEGER NOT NULL,
    serving INTEGER NOT NULL CHECK (serving IN (0, 1))
) STRICT, WITHOUT ROWID;
