-- What lives in a channel: races, and with later versions classes, tournaments and more.
CREATE TABLE subjects (
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 16), -- as match.SubjectKind spells it
    id INTEGER NOT NULL CHECK (id > 0), -- the newest of a kind is never deleted, so that no ID is given again
    part_of INTEGER NOT NULL DEFAULT 0, -- the ID of what it belongs to, 0 for nothing
    server TEXT NOT NULL,
    channel TEXT NOT NULL CHECK (channel <> ''),
    code TEXT NOT NULL DEFAULT '', -- finds it among those of its kind; '': nothing does
    status TEXT NOT NULL CHECK (length(status) BETWEEN 1 AND 16), -- 'open' and 'running' go on
    begins INTEGER NOT NULL,
    ends INTEGER, -- when it ends or has ended; NULL: not known
    due INTEGER, -- when something is to be done with it; NULL: nothing is
    rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)),
    host INTEGER REFERENCES players (key),
    version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    message TEXT NOT NULL DEFAULT '',
    shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0),
    state TEXT NOT NULL CHECK (state LIKE '{%}'), -- the rest in JSON
    front TEXT NOT NULL GENERATED ALWAYS AS (CASE WHEN substr(channel, 1, 6) = 'local:' THEN 'local' ELSE 'discord' END) STORED,
    room TEXT NOT NULL GENERATED ALWAYS AS
        (CASE WHEN server <> '' THEN server WHEN substr(channel, 1, 6) = 'local:' THEN 'local' ELSE '' END) STORED,
    PRIMARY KEY (kind, id)
) STRICT;

CREATE UNIQUE INDEX subjects_one_race ON subjects (channel) WHERE kind = 'race' AND status = 'open';
CREATE UNIQUE INDEX subjects_by_code ON subjects (kind, code) WHERE code <> '';
CREATE INDEX subjects_parts ON subjects (kind, part_of, id) WHERE part_of <> 0;
CREATE INDEX subjects_of_room ON subjects (kind, room, ends);
CREATE INDEX subjects_going_on ON subjects (kind, channel, id) WHERE status IN ('open', 'running');
CREATE INDEX subjects_going_on_in_room ON subjects (kind, room, id) WHERE status IN ('open', 'running');
CREATE INDEX subjects_ended ON subjects (kind, ends) WHERE status NOT IN ('open', 'running');
CREATE INDEX subjects_due ON subjects (kind, due) WHERE due IS NOT NULL;
CREATE INDEX subjects_by_host ON subjects (host, kind, id) WHERE host IS NOT NULL;
CREATE INDEX subjects_lagging ON subjects (front, kind, id) WHERE CASE version WHEN shown_version THEN 0 ELSE 1 END = 1;

-- The people in them, beside the host.
CREATE TABLE guests (
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (key),
    number INTEGER NOT NULL CHECK (number > 0), -- in the order of joining
    place INTEGER NOT NULL DEFAULT 0 CHECK (place >= 0), -- the final place, 0 for none
    state TEXT NOT NULL DEFAULT '{}' CHECK (state LIKE '{%}'), -- the rest in JSON
    PRIMARY KEY (kind, id, player),
    FOREIGN KEY (kind, id) REFERENCES subjects (kind, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX guests_by_player ON guests (player, kind, id);

ALTER TABLE racers RENAME TO old_racers;

CREATE TABLE racers (
    race INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (key),
    solved INTEGER NOT NULL DEFAULT 0 CHECK (solved >= 0),
    missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0),
    hardest INTEGER NOT NULL DEFAULT 0 CHECK (hardest BETWEEN 0 AND solved + missed), -- the last board solved
    at INTEGER NOT NULL, -- the last answer, or when the person joined
    free INTEGER NOT NULL, -- no answer counts before
    misses TEXT NOT NULL DEFAULT '', -- the numbers of the missed boards, each after a space
    kind TEXT NOT NULL DEFAULT 'race' CHECK (kind = 'race'),
    PRIMARY KEY (race, player),
    FOREIGN KEY (kind, race) REFERENCES subjects (kind, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
