-- The tables and indexes of both databases, in the dialect of SQLite. Flags are 0 and 1, times are
-- milliseconds since 1970. Triggers differ: each database has its own file.

-- Other tables refer to key, not to id. Forgetting a player only renames this row.
CREATE TABLE players (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE CHECK (id <> ''),
    name TEXT NOT NULL
) STRICT;

CREATE TABLE challenges (
    id INTEGER PRIMARY KEY,
    channel TEXT NOT NULL CHECK (channel <> ''),
    server TEXT NOT NULL,
    challenger INTEGER NOT NULL REFERENCES players (key),
    opponent INTEGER REFERENCES players (key), -- NULL: anyone may accept
    variant TEXT NOT NULL CHECK (variant <> ''),
    start TEXT NOT NULL CHECK (start <> ''),
    chosen INTEGER NOT NULL CHECK (chosen IN (0, 1)),
    first TEXT NOT NULL CHECK (first IN ('me', 'opponent', 'random', 'choose')),
    side TEXT NOT NULL CHECK (side IN ('', 'left', 'right', 'random')),
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    turn_time INTEGER NOT NULL CHECK (turn_time >= 0), -- milliseconds, 0: no limit
    created INTEGER NOT NULL,
    expires INTEGER, -- NULL: never
    closed INTEGER,
    state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'cancelled', 'expired')),
    message TEXT NOT NULL,
    shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0),
    front TEXT NOT NULL GENERATED ALWAYS AS (CASE WHEN substr(channel, 1, 6) = 'local:' THEN 'local' ELSE 'discord' END) STORED,
    CHECK ((state = 'open') = (closed IS NULL))
) STRICT;

CREATE UNIQUE INDEX challenges_one_open ON challenges (channel) WHERE state = 'open';
CREATE INDEX challenges_due ON challenges (expires) WHERE state = 'open';
CREATE INDEX challenges_lagging ON challenges (front, id)
    WHERE state IN ('declined', 'cancelled', 'expired') AND shown_version < 2;
CREATE INDEX challenges_by_challenger ON challenges (challenger);
CREATE INDEX challenges_by_opponent ON challenges (opponent);
CREATE INDEX challenges_unanswered ON challenges (opponent, created) WHERE state <> 'accepted';
CREATE INDEX challenges_open_by ON challenges (challenger) WHERE state = 'open';

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    channel TEXT NOT NULL CHECK (channel <> ''),
    server TEXT NOT NULL,
    variant TEXT NOT NULL CHECK (variant <> ''),
    family TEXT NOT NULL CHECK (family <> ''),
    start TEXT NOT NULL CHECK (start <> ''),
    chosen INTEGER NOT NULL CHECK (chosen IN (0, 1)),
    first TEXT NOT NULL CHECK (first IN ('left', 'right')),
    left_player INTEGER NOT NULL REFERENCES players (key),
    right_player INTEGER NOT NULL REFERENCES players (key),
    level TEXT NOT NULL,
    seed INTEGER NOT NULL, -- 64 bits, read as two's complement
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    turn_time INTEGER NOT NULL CHECK (turn_time >= 0), -- milliseconds, 0: no limit
    pace TEXT NOT NULL DEFAULT 'long' CHECK (pace IN ('live', 'long')),
    state TEXT NOT NULL CHECK (state IN ('playing', 'finished')),
    winner TEXT NOT NULL CHECK (winner IN ('', 'left', 'right')),
    termination TEXT NOT NULL CHECK (length(termination) <= 32),
    version INTEGER NOT NULL CHECK (version >= 1),
    left_hints INTEGER NOT NULL DEFAULT 0 CHECK (left_hints >= 0),
    right_hints INTEGER NOT NULL DEFAULT 0 CHECK (right_hints >= 0),
    message TEXT NOT NULL,
    shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0),
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    ended INTEGER,
    -- The second match of a rated pair points at the first.
    leg INTEGER NOT NULL DEFAULT 0 CHECK (leg IN (0, 1, 2)),
    pair INTEGER REFERENCES matches (id),
    left_takebacks INTEGER NOT NULL DEFAULT 0 CHECK (left_takebacks >= 0),
    right_takebacks INTEGER NOT NULL DEFAULT 0 CHECK (right_takebacks >= 0),
    -- The side that ended the match before it really started.
    called_off TEXT NOT NULL DEFAULT ''
        CHECK (called_off IN ('', 'left', 'right') AND (state = 'finished' OR called_off = '')),
    -- How many of the winner's decisions had a losing option, in a match for the wall of honour.
    critical INTEGER NOT NULL DEFAULT 0 CHECK (critical >= 0 AND (state = 'finished' OR critical = 0)),
    -- The results of a finished match's review.
    reviewed INTEGER NOT NULL DEFAULT 0 CHECK (reviewed IN (0, 1) AND (reviewed = 0 OR state = 'finished')),
    left_wins INTEGER NOT NULL DEFAULT 0 CHECK (left_wins >= 0),
    left_kept INTEGER NOT NULL DEFAULT 0 CHECK (left_kept BETWEEN 0 AND left_wins),
    right_wins INTEGER NOT NULL DEFAULT 0 CHECK (right_wins >= 0),
    right_kept INTEGER NOT NULL DEFAULT 0 CHECK (right_kept BETWEEN 0 AND right_wins),
    -- These are NULL or '' in a finished match.
    deadline INTEGER CHECK (state = 'playing' OR deadline IS NULL),
    remind INTEGER CHECK (state = 'playing' OR remind IS NULL),
    abandon_at INTEGER CHECK (state = 'playing' OR abandon_at IS NULL),
    reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1) AND (reminded = 0 OR remind IS NOT NULL)),
    offer TEXT NOT NULL DEFAULT ''
        CHECK (offer IN ('', 'left', 'right') AND (state = 'playing' OR offer = '')),
    declined TEXT NOT NULL DEFAULT ''
        CHECK (declined IN ('', 'left', 'right') AND (state = 'playing' OR declined = '')),
    front TEXT NOT NULL GENERATED ALWAYS AS (CASE WHEN substr(channel, 1, 6) = 'local:' THEN 'local' ELSE 'discord' END) STORED,
    -- The number of hints in the current position. Each goes one step further.
    hints_here INTEGER NOT NULL DEFAULT 0 CHECK (hints_here >= 0),
    -- The lesson that this match tests. The player who takes the test sits left.
    lesson TEXT NOT NULL DEFAULT '' CHECK (length(lesson) <= 64),
    -- The order in which matches ended. A clock may be set back; this number only grows. Of two
    -- matches that change one rating, the later one has the higher number.
    end_number INTEGER CHECK (end_number IS NULL OR state = 'finished'),
    -- A player got advice on such boards outside the match during it.
    advised INTEGER NOT NULL DEFAULT 0 CHECK (advised IN (0, 1)),
    -- The pair that the match completes exceeds the number of pairs a day that count.
    uncounted INTEGER NOT NULL DEFAULT 0
        CHECK (uncounted IN (0, 1) AND (uncounted = 0 OR state = 'finished')),
    -- The tournament that a match belongs to, 0 for none.
    tournament INTEGER NOT NULL DEFAULT 0 CHECK (tournament >= 0),
    CHECK ((state = 'finished') = (ended IS NOT NULL)),
    CHECK ((state = 'finished') = (termination <> '')),
    CHECK (state = 'finished' OR winner = ''),
    CHECK ((leg = 2) = (pair IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX matches_one_open ON matches (channel) WHERE state = 'playing';
-- These end with the id, so that each also returns its matches newest first.
CREATE INDEX matches_by_channel ON matches (channel, id);
CREATE INDEX matches_by_left ON matches (left_player, id);
CREATE INDEX matches_by_right ON matches (right_player, id);
CREATE INDEX matches_between ON matches (left_player, right_player, winner) WHERE state = 'finished';
CREATE UNIQUE INDEX matches_second_leg ON matches (pair) WHERE pair IS NOT NULL;
CREATE INDEX matches_rated_pairs ON matches (left_player, right_player, ended)
    WHERE leg = 2 AND rated = 1 AND state = 'finished' AND winner <> '';
-- For a server's standings of a month.
CREATE INDEX matches_rated_on_server ON matches (server, ended) WHERE leg = 2 AND rated = 1 AND server <> '';
CREATE INDEX matches_called_off_left ON matches (left_player, ended) WHERE called_off = 'left' AND rated = 1;
CREATE INDEX matches_called_off_right ON matches (right_player, ended) WHERE called_off = 'right' AND rated = 1;
CREATE INDEX matches_honour ON matches (id) WHERE critical >= 3;
CREATE INDEX matches_running_left ON matches (left_player) WHERE state = 'playing';
CREATE INDEX matches_running_right ON matches (right_player) WHERE state = 'playing';
-- For deadlines. Each has only the few matches that wait for one.
CREATE INDEX matches_overdue ON matches (deadline) WHERE state = 'playing' AND rated = 1 AND deadline IS NOT NULL;
CREATE INDEX matches_to_remind ON matches (remind) WHERE state = 'playing' AND remind IS NOT NULL AND reminded = 0;
CREATE INDEX matches_to_abandon ON matches (abandon_at) WHERE state = 'playing' AND abandon_at IS NOT NULL;
CREATE INDEX matches_tests ON matches (left_player, lesson) WHERE lesson <> '';
CREATE INDEX matches_lagging ON matches (front, id) WHERE CASE version WHEN shown_version THEN 0 ELSE 1 END = 1;
CREATE UNIQUE INDEX matches_by_end ON matches (end_number) WHERE end_number IS NOT NULL;

CREATE TABLE moves (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    ply INTEGER NOT NULL CHECK (ply >= 1),
    actor TEXT NOT NULL CHECK (actor IN ('left', 'right')),
    text TEXT NOT NULL CHECK (text <> ''),
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;

-- Counts of the finished matches. Only triggers write them.
CREATE TABLE tallies (
    player INTEGER NOT NULL REFERENCES players (key),
    family TEXT NOT NULL CHECK (family <> ''),
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    draws INTEGER NOT NULL, -- nobody won
    unrated INTEGER NOT NULL, -- of all these
    PRIMARY KEY (player, family)
) STRICT, WITHOUT ROWID;

CREATE TABLE server_players (
    server TEXT NOT NULL CHECK (server <> ''),
    player INTEGER NOT NULL REFERENCES players (key),
    PRIMARY KEY (server, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX server_players_by_player ON server_players (player);

CREATE TABLE ratings (
    player INTEGER NOT NULL REFERENCES players (key),
    family TEXT NOT NULL CHECK (family <> ''),
    pace TEXT NOT NULL CHECK (pace IN ('live', 'long')),
    value REAL NOT NULL,
    deviation REAL NOT NULL CHECK (deviation > 0),
    volatility REAL NOT NULL CHECK (volatility > 0),
    games INTEGER NOT NULL CHECK (games >= 1),
    wins INTEGER NOT NULL CHECK (wins >= 0),
    losses INTEGER NOT NULL CHECK (losses >= 0),
    draws INTEGER NOT NULL CHECK (draws >= 0),
    streak INTEGER NOT NULL, -- wins in a row, negative: losses in a row
    updated INTEGER NOT NULL,
    score REAL NOT NULL GENERATED ALWAYS AS (value - 2 * deviation) STORED,
    provisional INTEGER NOT NULL GENERATED ALWAYS AS (CASE WHEN deviation > 110 THEN 1 ELSE 0 END) STORED,
    PRIMARY KEY (player, family, pace),
    CHECK (wins + losses + draws <= games)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_score ON ratings (family, pace, provisional, score DESC, player);

CREATE TABLE rating_changes (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    player INTEGER NOT NULL REFERENCES players (key),
    family TEXT NOT NULL CHECK (family <> ''),
    before_value REAL NOT NULL,
    before_deviation REAL NOT NULL,
    before_volatility REAL NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    result REAL NOT NULL CHECK (result IN (0, 0.5, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, player, family)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_by_player ON rating_changes (player, family, result);
-- For the standings of a month.
CREATE INDEX rating_changes_by_time ON rating_changes (at, match_id, player, result) WHERE family = 'overall';

-- The people who get a notice when a match ends.
CREATE TABLE follows (
    match INTEGER NOT NULL REFERENCES matches (id),
    player INTEGER NOT NULL REFERENCES players (key),
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX follows_by_player ON follows (player, match);

-- The people whom a player wants to hear nothing from.
CREATE TABLE blocks (
    player INTEGER NOT NULL REFERENCES players (key),
    blocked INTEGER NOT NULL REFERENCES players (key) CHECK (blocked <> player),
    since INTEGER NOT NULL,
    PRIMARY KEY (player, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- People who are refused service in a room, and people and servers whom the operator refuses it.
CREATE TABLE shut_out (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    scope TEXT NOT NULL CHECK (scope <> ''), -- the room, or 'operator'
    subject TEXT NOT NULL CHECK (subject <> ''), -- the ID of the person or server
    author TEXT NOT NULL,
    why TEXT NOT NULL CHECK (length(why) <= 200),
    since INTEGER NOT NULL,
    until INTEGER, -- NULL: for good
    let_in_by TEXT NOT NULL DEFAULT '',
    settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)) -- the subject holds nothing more
) STRICT;

CREATE INDEX shut_out_by_subject ON shut_out (subject, scope, until);
CREATE INDEX shut_out_of ON shut_out (scope, id);
CREATE INDEX shut_out_unsettled ON shut_out (id) WHERE settled = 0;

-- A deleted player is remembered by the hash of the id for a short time, so that limits still
-- apply.
CREATE TABLE former_players (
    player INTEGER NOT NULL PRIMARY KEY REFERENCES players (key),
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    until INTEGER NOT NULL
) STRICT;

CREATE INDEX former_players_by_hash ON former_players (hash, player);
CREATE INDEX former_players_due ON former_players (until);

-- The requests that were answered. None is carried out twice.
CREATE TABLE inbox (
    id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
    at INTEGER NOT NULL,
    answer TEXT NOT NULL DEFAULT 'done' CHECK (answer IN ('done', 'refused', 'failed', 'shown')),
    delivery INTEGER NOT NULL DEFAULT 0 -- whose write recorded it; 0 for an answer that wrote nothing
) STRICT, WITHOUT ROWID;

CREATE INDEX inbox_by_age ON inbox (at);

-- Work that only one process does at a time, and how long it keeps it.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
    holder TEXT NOT NULL CHECK (holder <> ''),
    until INTEGER NOT NULL,
    serving INTEGER NOT NULL CHECK (serving IN (0, 1)),
    -- The gateway session. The next holder resumes it.
    session TEXT NOT NULL DEFAULT '',
    resume_url TEXT NOT NULL DEFAULT '',
    seq INTEGER NOT NULL DEFAULT 0 CHECK (seq >= 0)
) STRICT, WITHOUT ROWID;

-- Seats at live boards.
CREATE TABLE live_sessions (
    link TEXT NOT NULL PRIMARY KEY CHECK (length(link) BETWEEN 1 AND 64), -- the link that started it
    browser TEXT NOT NULL CHECK (length(browser) = 64), -- a hash of the secret in the cookie
    board TEXT NOT NULL CHECK (length(board) BETWEEN 1 AND 64), -- names the channel and the players
    server TEXT NOT NULL, -- of the channel
    until INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (key),
    seen INTEGER -- when the board was last open
) STRICT, WITHOUT ROWID;

CREATE INDEX live_sessions_by_browser ON live_sessions (browser);
CREATE INDEX live_sessions_by_board ON live_sessions (board);
CREATE INDEX live_sessions_by_player ON live_sessions (player, until);
CREATE INDEX live_sessions_due ON live_sessions (until);

-- The settings of a server or, under 'local', of the terminal.
CREATE TABLE server_settings (
    room TEXT NOT NULL PRIMARY KEY CHECK (room <> ''),
    version INTEGER NOT NULL CHECK (version > 0),
    puzzle_channel TEXT NOT NULL,
    puzzle_day TEXT NOT NULL DEFAULT '', -- the last announced one, such as '2025-03-14'
    settings TEXT NOT NULL CHECK (settings LIKE '{%}') -- the other settings in JSON: match.ServerSettings
) STRICT, WITHOUT ROWID;

CREATE INDEX server_settings_by_puzzle_day ON server_settings (puzzle_day) WHERE puzzle_channel <> '';
CREATE INDEX server_settings_by_puzzle_channel ON server_settings (puzzle_channel) WHERE puzzle_channel <> '';

-- The servers that the bot has left, and when. Their settings are deleted after a while.
CREATE TABLE left_servers (
    server TEXT NOT NULL PRIMARY KEY CHECK (server <> ''),
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX left_servers_due ON left_servers (since);

CREATE TABLE person_settings (
    player INTEGER NOT NULL PRIMARY KEY REFERENCES players (key),
    version INTEGER NOT NULL CHECK (version > 0),
    settings TEXT NOT NULL CHECK (settings LIKE '{%}') -- in JSON: match.PersonSettings
) STRICT;

-- How far a player has come in a lesson. Its exercises are drawn from the seed.
CREATE TABLE lessons (
    player INTEGER NOT NULL REFERENCES players (key),
    lesson TEXT NOT NULL CHECK (length(lesson) BETWEEN 1 AND 64),
    seed INTEGER NOT NULL,
    exercises INTEGER NOT NULL DEFAULT 0 CHECK (exercises >= 0), -- solved
    opened INTEGER NOT NULL, -- when the player last opened it
    channel TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (player, lesson)
) STRICT, WITHOUT ROWID;

-- How often a player broke a rule of a lesson.
CREATE TABLE broken_rules (
    player INTEGER NOT NULL REFERENCES players (key),
    lesson TEXT NOT NULL CHECK (length(lesson) BETWEEN 1 AND 64),
    rule INTEGER NOT NULL CHECK (rule > 0),
    times INTEGER NOT NULL CHECK (times > 0),
    PRIMARY KEY (player, lesson, rule)
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzles (
    player INTEGER NOT NULL REFERENCES players (key),
    puzzle TEXT NOT NULL CHECK (length(puzzle) BETWEEN 1 AND 64), -- the day of a daily puzzle: 2025-03-14
    tries INTEGER NOT NULL CHECK (tries >= 1),
    tried INTEGER NOT NULL, -- the last time
    solved INTEGER, -- NULL: not yet
    -- daily: of a day. match: from a match (7.12). drawn: for the player (end-nim.easy.0000002a).
    -- set: of a class.
    kind TEXT NOT NULL DEFAULT 'daily' CHECK (kind IN ('daily', 'match', 'drawn', 'set')),
    -- When the player asked for the solution. NULL: never.
    gave_up INTEGER CHECK (gave_up IS NULL OR solved IS NULL),
    -- The server on which it was first answered, or the terminal. '': in direct messages only.
    room TEXT NOT NULL DEFAULT '',
    variant TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (player, puzzle)
) STRICT, WITHOUT ROWID;

-- SQLite answers from these alone only if they have the kind too.
CREATE INDEX puzzles_of_rooms ON puzzles (room, puzzle, solved, player, tries, kind) WHERE room <> '' AND kind = 'daily';
CREATE INDEX puzzles_solved_by_day ON puzzles (puzzle, player, solved, tries, kind) WHERE kind = 'daily' AND solved IS NOT NULL;

CREATE TABLE asked_puzzles (
    player INTEGER NOT NULL PRIMARY KEY REFERENCES players (key),
    puzzle TEXT NOT NULL CHECK (length(puzzle) BETWEEN 1 AND 64), -- the latest one
    asked INTEGER NOT NULL,
    posed INTEGER NOT NULL, -- the first time
    -- The channel in which it was last shown: a message by its player there answers it.
    channel TEXT NOT NULL DEFAULT ''
) STRICT;

-- When the player last got an answer about a position that somebody chose.
CREATE TABLE advice (
    player INTEGER NOT NULL PRIMARY KEY REFERENCES players (key),
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE puzzle_ratings (
    player INTEGER NOT NULL PRIMARY KEY REFERENCES players (key),
    value REAL NOT NULL,
    deviation REAL NOT NULL CHECK (deviation > 0),
    volatility REAL NOT NULL CHECK (volatility > 0),
    games INTEGER NOT NULL CHECK (games >= 1),
    wins INTEGER NOT NULL CHECK (wins >= 0),
    losses INTEGER NOT NULL CHECK (losses >= 0),
    streak INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    CHECK (wins + losses = games)
) STRICT;

-- The messages that announce the puzzle of a day.
CREATE TABLE puzzle_posts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    room TEXT NOT NULL CHECK (room <> ''),
    day TEXT NOT NULL CHECK (length(day) = 10), -- 2025-03-14
    channel TEXT NOT NULL CHECK (channel <> ''),
    front TEXT NOT NULL GENERATED ALWAYS AS (CASE WHEN substr(channel, 1, 6) = 'local:' THEN 'local' ELSE 'discord' END) STORED,
    message TEXT NOT NULL DEFAULT '',
    version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1), -- rises with the counts and at the end of the day
    shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0),
    UNIQUE (room, day)
) STRICT;

CREATE INDEX puzzle_posts_by_channel ON puzzle_posts (channel, day);
CREATE INDEX puzzle_posts_lagging ON puzzle_posts (front, id) WHERE CASE version WHEN shown_version THEN 0 ELSE 1 END = 1 AND message <> '';

-- Races, in which many people solve the same boards.
CREATE TABLE races (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    room TEXT NOT NULL CHECK (room <> ''),
    server TEXT NOT NULL,
    channel TEXT NOT NULL CHECK (channel <> ''),
    variant TEXT NOT NULL, -- '': several games
    level TEXT NOT NULL CHECK (level IN ('', 'easy', 'medium', 'hard')),
    seed INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    ends INTEGER NOT NULL CHECK (ends > starts),
    is_over INTEGER NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1)),
    stepped INTEGER NOT NULL DEFAULT 0, -- when version was last raised
    version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    message TEXT NOT NULL DEFAULT '',
    shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0),
    front TEXT NOT NULL GENERATED ALWAYS AS (CASE WHEN substr(channel, 1, 6) = 'local:' THEN 'local' ELSE 'discord' END) STORED
) STRICT;

CREATE UNIQUE INDEX races_one_open ON races (channel) WHERE is_over = 0;
CREATE INDEX races_of_room ON races (room, ends);
CREATE INDEX races_by_end ON races (ends);
CREATE INDEX races_lagging ON races (front, id) WHERE CASE version WHEN shown_version THEN 0 ELSE 1 END = 1 AND message <> '';

CREATE TABLE racers (
    race INTEGER NOT NULL REFERENCES races (id) ON DELETE CASCADE,
    player INTEGER NOT NULL REFERENCES players (key),
    solved INTEGER NOT NULL DEFAULT 0 CHECK (solved >= 0),
    missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0),
    hardest INTEGER NOT NULL DEFAULT 0 CHECK (hardest BETWEEN 0 AND solved + missed), -- the last board solved
    at INTEGER NOT NULL, -- the last answer, or when the person joined
    free INTEGER NOT NULL, -- no answer counts before
    PRIMARY KEY (race, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX racers_by_place ON racers (race, solved DESC, missed, at, player);
CREATE INDEX racers_by_player ON racers (player, race);

-- How many people missed a board of an open race.
CREATE TABLE race_misses (
    race INTEGER NOT NULL REFERENCES races (id) ON DELETE CASCADE,
    board INTEGER NOT NULL CHECK (board > 0),
    times INTEGER NOT NULL CHECK (times > 0),
    PRIMARY KEY (race, board)
) STRICT, WITHOUT ROWID;

-- Matches that a room plays by votes.
CREATE TABLE crowds (
    match INTEGER NOT NULL PRIMARY KEY REFERENCES matches (id),
    leader INTEGER REFERENCES players (key), -- NULL: unknown
    ply INTEGER NOT NULL DEFAULT -1, -- moves before the turn of the last vote
    bell INTEGER, -- when its votes are counted; NULL: they were
    closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)), -- it takes no more votes
    counted INTEGER NOT NULL DEFAULT 0, -- votes that the board shows
    stepped INTEGER NOT NULL DEFAULT 0, -- when it was last drawn for them
    veto TEXT NOT NULL DEFAULT '', -- the move that was struck out
    veto_ply INTEGER NOT NULL DEFAULT -1
) STRICT;

CREATE INDEX crowds_bell ON crowds (bell) WHERE bell IS NOT NULL;
CREATE INDEX crowds_by_leader ON crowds (leader);

CREATE TABLE votes (
    match INTEGER NOT NULL REFERENCES matches (id),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    player INTEGER NOT NULL REFERENCES players (key),
    move TEXT NOT NULL CHECK (move <> ''),
    at INTEGER NOT NULL,
    PRIMARY KEY (match, ply, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX votes_by_player ON votes (player, match);
CREATE INDEX votes_by_time ON votes (at);

-- The months whose standings are closed, such as '2026-11'.
CREATE TABLE seasons (
    season TEXT NOT NULL PRIMARY KEY CHECK (length(season) = 7),
    closed INTEGER, -- NULL while the standings are being stored
    reached TEXT NOT NULL DEFAULT '' -- the last server whose standings are stored, '' for the overall ones
) STRICT, WITHOUT ROWID;

-- Their standings, kept forever: each server's and, under '', the overall ones.
CREATE TABLE season_standings (
    season TEXT NOT NULL REFERENCES seasons (season),
    server TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (key),
    place INTEGER NOT NULL CHECK (place >= 1), -- players with equal points share a place
    people INTEGER NOT NULL CHECK (people >= 0),
    bot INTEGER NOT NULL CHECK (bot >= 0),
    puzzles INTEGER NOT NULL CHECK (puzzles >= 0),
    tournaments INTEGER NOT NULL DEFAULT 0 CHECK (tournaments >= 0),
    PRIMARY KEY (season, server, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX season_standings_by_place ON season_standings (season, server, place, player);
CREATE INDEX season_standings_by_player ON season_standings (player, season, server);

-- The achievements that a player was notified of.
CREATE TABLE told_marks (
    player INTEGER NOT NULL REFERENCES players (key),
    mark TEXT NOT NULL CHECK (length(mark) BETWEEN 1 AND 32),
    told INTEGER NOT NULL,
    PRIMARY KEY (player, mark)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server TEXT NOT NULL,
    channel TEXT NOT NULL CHECK (channel <> ''),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    leader INTEGER NOT NULL REFERENCES players (key),
    format TEXT NOT NULL CHECK (length(format) BETWEEN 1 AND 16),
    variant TEXT NOT NULL,
    size TEXT NOT NULL,
    turn_time INTEGER NOT NULL CHECK (turn_time > 0),
    rounds INTEGER NOT NULL CHECK (rounds >= 0),
    length INTEGER NOT NULL CHECK (length >= 0),
    places INTEGER NOT NULL CHECK (places BETWEEN 2 AND 128),
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    seed INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'over', 'cancelled')),
    round INTEGER NOT NULL CHECK (round >= 0),
    created INTEGER NOT NULL,
    starts INTEGER,
    started INTEGER,
    ended INTEGER,
    version INTEGER NOT NULL CHECK (version > 0),
    message TEXT NOT NULL,
    shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0),
    taken_until INTEGER NOT NULL DEFAULT 0, -- a process is starting its pairings until then
    stuck INTEGER, -- since when a pairing could not get a thread
    front TEXT NOT NULL GENERATED ALWAYS AS (CASE WHEN substr(channel, 1, 6) = 'local:' THEN 'local' ELSE 'discord' END) STORED,
    -- The entrants were reminded of the start, or don't need a reminder.
    reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1))
) STRICT;

CREATE INDEX tournaments_of_server ON tournaments (server, channel, id);
CREATE INDEX tournaments_by_leader ON tournaments (leader, id);
CREATE INDEX tournaments_open ON tournaments (id) WHERE state IN ('open', 'running');
CREATE INDEX tournaments_lagging ON tournaments (front, id) WHERE CASE version WHEN shown_version THEN 0 ELSE 1 END = 1;
CREATE INDEX tournaments_by_end ON tournaments (ended) WHERE state = 'over' AND rated = 1;

CREATE TABLE entrants (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    player INTEGER NOT NULL REFERENCES players (key),
    number INTEGER NOT NULL CHECK (number > 0), -- in the order of joining
    rating REAL NOT NULL,
    joined INTEGER NOT NULL CHECK (joined > 0),
    left_after INTEGER NOT NULL, -- 0: still in
    paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
    missed INTEGER NOT NULL CHECK (missed >= 0),
    at INTEGER NOT NULL,
    -- The final place, 0 for none.
    place INTEGER NOT NULL DEFAULT 0 CHECK (place >= 0),
    PRIMARY KEY (tournament, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX entrants_by_player ON entrants (player, tournament);

CREATE TABLE pairings (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    round INTEGER NOT NULL CHECK (round > 0),
    board INTEGER NOT NULL CHECK (board > 0),
    game INTEGER NOT NULL CHECK (game > 0),
    first INTEGER NOT NULL REFERENCES players (key),
    second INTEGER REFERENCES players (key), -- NULL: a bye
    channel TEXT NOT NULL,
    match INTEGER REFERENCES matches (id),
    first_won INTEGER NOT NULL CHECK (first_won >= 0),
    second_won INTEGER NOT NULL CHECK (second_won >= 0),
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    forfeit INTEGER NOT NULL CHECK (forfeit IN (0, 1)),
    ended INTEGER,
    -- How many wins each player had to find in their games on the board so far, and how many they
    -- found.
    first_chances INTEGER NOT NULL CHECK (first_chances >= 0),
    first_found INTEGER NOT NULL CHECK (first_found BETWEEN 0 AND first_chances),
    second_chances INTEGER NOT NULL CHECK (second_chances >= 0),
    second_found INTEGER NOT NULL CHECK (second_found BETWEEN 0 AND second_chances),
    PRIMARY KEY (tournament, round, board, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX pairings_by_match ON pairings (match) WHERE match IS NOT NULL;
CREATE INDEX pairings_open ON pairings (tournament) WHERE is_over = 0;

-- Pairs of people who are kept apart in a tournament.
CREATE TABLE kept_apart (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    one INTEGER NOT NULL REFERENCES players (key),
    other INTEGER NOT NULL REFERENCES players (key) CHECK (one <> other),
    PRIMARY KEY (tournament, one, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX kept_apart_by_one ON kept_apart (one);
CREATE INDEX kept_apart_by_other ON kept_apart (other);

CREATE TABLE classes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server TEXT NOT NULL,
    channel TEXT NOT NULL CHECK (channel <> ''),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    teacher INTEGER NOT NULL REFERENCES players (key),
    code TEXT UNIQUE CHECK ((code IS NULL) = (ended IS NOT NULL)),
    created INTEGER NOT NULL,
    ended INTEGER,
    version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    message TEXT NOT NULL DEFAULT '',
    shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0),
    front TEXT NOT NULL GENERATED ALWAYS AS (CASE WHEN substr(channel, 1, 6) = 'local:' THEN 'local' ELSE 'discord' END) STORED
) STRICT;

CREATE INDEX classes_by_teacher ON classes (teacher, id);
CREATE INDEX classes_of_server ON classes (server, front) WHERE ended IS NULL;
CREATE INDEX classes_by_channel ON classes (channel, id) WHERE ended IS NULL;
CREATE INDEX classes_ended ON classes (ended) WHERE ended IS NOT NULL;
CREATE INDEX classes_lagging ON classes (front, id) WHERE CASE version WHEN shown_version THEN 0 ELSE 1 END = 1;

CREATE TABLE class_members (
    class INTEGER NOT NULL REFERENCES classes (id),
    player INTEGER NOT NULL REFERENCES players (key),
    joined INTEGER NOT NULL,
    PRIMARY KEY (class, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX class_members_by_player ON class_members (player, class);

CREATE TABLE assignments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    class INTEGER NOT NULL REFERENCES classes (id),
    given INTEGER NOT NULL,
    until INTEGER NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)), -- the message says that its time is over
    reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1))
) STRICT;

CREATE INDEX assignments_of_class ON assignments (class, id);
CREATE INDEX assignments_open ON assignments (until) WHERE closed = 0;

CREATE TABLE assignment_tasks (
    assignment INTEGER NOT NULL REFERENCES assignments (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 16),
    lesson TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    variant TEXT NOT NULL,
    level TEXT NOT NULL,
    -- The set that the task is about, 0 for none.
    puzzle_set INTEGER NOT NULL DEFAULT 0,
    set_name TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (assignment, number)
) STRICT, WITHOUT ROWID;

-- Positions that a teacher chose for a class.
CREATE TABLE puzzle_sets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    class INTEGER NOT NULL REFERENCES classes (id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    made INTEGER NOT NULL
) STRICT;

CREATE INDEX puzzle_sets_of_class ON puzzle_sets (class, id);

CREATE TABLE set_puzzles (
    puzzle_set INTEGER NOT NULL REFERENCES puzzle_sets (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    variant TEXT NOT NULL,
    position TEXT NOT NULL,
    text TEXT NOT NULL CHECK (length(text) <= 200),
    PRIMARY KEY (puzzle_set, number)
) STRICT, WITHOUT ROWID;

-- Unsent notices. An id is never reused, because Discord recognizes a repeated notice by it.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    front TEXT NOT NULL CHECK (front <> ''),
    channel TEXT NOT NULL CHECK (channel <> ''),
    kind TEXT NOT NULL CHECK (kind <> ''),
    -- What the notice is about, as match.SubjectKind spells it. '' and 0: none.
    subject TEXT NOT NULL DEFAULT '' CHECK (length(subject) <= 16),
    subject_id INTEGER NOT NULL DEFAULT 0 CHECK ((subject_id = 0) = (subject = '')),
    message TEXT NOT NULL,
    created INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    due INTEGER NOT NULL DEFAULT 0, -- 0: at once
    taken_until INTEGER NOT NULL DEFAULT 0 -- a process is sending it; until then no other sends to the channel
) STRICT;

CREATE INDEX outbox_due ON outbox (front, due);
CREATE INDEX outbox_taken ON outbox (channel, taken_until);
CREATE UNIQUE INDEX outbox_once ON outbox (kind, subject, subject_id, message,
    (CASE WHEN subject = '' AND message = '' THEN channel ELSE '' END));
