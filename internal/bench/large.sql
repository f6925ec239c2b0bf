-- $MATCHES finished matches of $PLAYERS people, the last of them at $NOW (milliseconds), one every 10 s. Few people play
-- most of them: player 1 has about 14,000 of a million. A third is against the bot. Statements end with an empty line.

INSERT INTO players (key, id, name)
WITH RECURSIVE p (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM p WHERE n < $PLAYERS)
SELECT n, CAST(100000000000000000 + n AS TEXT), 'Player ' || n FROM p;

INSERT INTO players (key, id, name) VALUES ($PLAYERS + 1, '$BOT', 'Nimatron');

CREATE TEMP TABLE drawn AS
WITH RECURSIVE p (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM p WHERE n < $MATCHES),
    twice AS (SELECT n, (n + 1) / 2 AS pair, n % 2 AS odd FROM p),
    one AS (SELECT n, pair, odd, 1 + CAST($PLAYERS * pow(pair * 7919 % 1000003 / 1000003.0, 2.5) AS INTEGER) AS a,
        pow(pair * 104729 % 999983 / 999983.0, 2.5) AS u, pair % 3 = 0 AS bot, pair % 10 < 7 AS rated FROM twice)
SELECT n, pair, odd, a, CASE WHEN bot THEN $PLAYERS + 1 WHEN a % 10 = 0 THEN 10 + 10 * CAST($PLAYERS / 10 * u AS INTEGER)
        ELSE 1 + a % 997 + 997 * CAST($PLAYERS / 1000 * u AS INTEGER) END AS b,
    bot, rated, CASE WHEN a % 10 = 0 THEN 0 ELSE 1 + a % 997 END AS server FROM one;

UPDATE drawn SET b = CASE WHEN a < $PLAYERS THEN a + 1 ELSE 1 END WHERE a = b OR b > $PLAYERS + 1;

INSERT INTO matches (id, channel, server, variant, family, start, chosen, first, left_player, right_player, level, seed, rated,
    turn_time, pace, state, winner, termination, version, message, shown_version, created, updated, ended, leg, pair,
    reviewed, left_wins, left_kept, right_wins, right_kept, critical, end_number)
SELECT n, 'c' || server || '.' || (n % 5), CAST(900000000000000000 + server AS TEXT), CASE n / 2 % 3 WHEN 0 THEN 'end-nim' ELSE 'nim' END,
    CASE n / 2 % 3 WHEN 0 THEN 'end-nim' ELSE 'nim' END, '3 3 3', 0, CASE pair % 2 WHEN 0 THEN 'left' ELSE 'right' END,
    CASE odd WHEN 1 THEN a ELSE b END, CASE odd WHEN 1 THEN b ELSE a END, CASE WHEN bot THEN 'strong' ELSE '' END, n, rated,
    86400000, 'long', 'finished', CASE pair % 2 WHEN 0 THEN 'left' ELSE 'right' END, 'played', 10, '8' || n, 10,
    $NOW - 10000 * ($MATCHES - n) - 600000, $NOW - 10000 * ($MATCHES - n), $NOW - 10000 * ($MATCHES - n),
    CASE WHEN rated THEN 2 - odd ELSE 0 END, CASE WHEN rated AND odd = 0 THEN n - 1 END, 1, 3, 2, 3, 3,
    CASE WHEN n % 5000 = 0 THEN 4 ELSE 0 END, n
FROM drawn;

INSERT INTO moves (match_id, ply, actor, text, at)
WITH RECURSIVE p (ply) AS (SELECT 1 UNION ALL SELECT ply + 1 FROM p WHERE ply < 9)
SELECT m.id, ply, CASE WHEN (ply % 2 = 1) = (m.first = 'left') THEN 'left' ELSE 'right' END,
    CASE m.variant WHEN 'nim' THEN ((2 + ply) / 3) || '-1' ELSE 'L-1' END, m.created + 60000 * ply
FROM matches m CROSS JOIN p;

INSERT INTO rating_changes (match_id, player, family, before_value, before_deviation, before_volatility, value, deviation,
    volatility, result, at)
SELECT d.n, who.player, f.family, 1500 + who.player % 400, 80, 0.06, 1501 + who.player % 400, 79, 0.06,
    CASE who.won WHEN d.pair % 2 THEN 1 ELSE 0 END, m.ended
FROM drawn d JOIN matches m ON m.id = d.n
    JOIN (SELECT n, a AS player, 1 AS won FROM drawn UNION ALL SELECT n, b, 0 FROM drawn WHERE NOT bot) who ON who.n = d.n
    CROSS JOIN (SELECT 'overall' AS family UNION ALL SELECT '') f
WHERE d.rated AND d.odd = 0 AND f.family <> '' ORDER BY 1, 2;

INSERT INTO rating_changes
SELECT c.match_id, c.player, m.family, before_value, before_deviation, before_volatility, value, deviation, volatility, result, at
FROM rating_changes c JOIN matches m ON m.id = c.match_id WHERE c.family = 'overall';

INSERT INTO ratings (player, family, pace, value, deviation, volatility, games, wins, losses, draws, streak, updated)
SELECT player, family, 'long', 1500 + player % 400 + count(*) % 100, CASE WHEN count(*) < 3 THEN 150 ELSE 70 END, 0.06, count(*),
    sum(result = 1), sum(result = 0), 0, 1, max(at)
FROM rating_changes GROUP BY player, family;

INSERT INTO tallies (player, family, wins, losses, draws, unrated)
SELECT player, family, sum(won), sum(1 - won), 0, sum(1 - rated) FROM (
    SELECT left_player AS player, family, winner = 'left' AS won, rated FROM matches
    UNION ALL SELECT right_player, family, winner = 'right', rated FROM matches) GROUP BY player, family;

INSERT INTO server_players (server, player)
SELECT DISTINCT server, left_player FROM matches UNION SELECT DISTINCT server, right_player FROM matches;

INSERT INTO puzzles (player, puzzle, kind, room, tries, tried, solved, variant)
WITH RECURSIVE d (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM d WHERE n < 19)
SELECT key, date($NOW / 1000 - 86400 * n, 'unixepoch'), 'daily', CAST(900000000000000000 + CASE WHEN key % 10 = 0 THEN 0 ELSE 1 + key % 997 END AS TEXT),
    1 + (key + n) % 3, 1000 * (($NOW / 86400000 - n) * 86400 + 3600), CASE (key + n) % 4 WHEN 0 THEN NULL ELSE 1000 * (($NOW / 86400000 - n) * 86400 + 3600) END, 'nim'
FROM players CROSS JOIN d WHERE key <= $PLAYERS;

INSERT INTO puzzle_ratings (player, value, deviation, volatility, games, wins, losses, streak, updated)
SELECT key, 1500 + key % 300, 80, 0.06, 20, 15, 5, 1, $NOW FROM players WHERE key <= $PLAYERS;

INSERT INTO subjects (kind, id, server, channel, host, rated, begins, ends, status, version, shown_version, state)
SELECT 'challenge', id, server, channel, left_player, rated, created, created, 'accepted', 2, 2,
    '{"Variant":"' || variant || '","Start":"' || start || '","Chosen":false,"First":"random","Side":"","TurnTime":' || (turn_time * 1000000) || '}'
FROM matches WHERE id % 4 = 1 AND level = '';

INSERT INTO guests (kind, id, player, number) SELECT 'challenge', id, right_player, 1 FROM matches WHERE id % 4 = 1 AND level = '';
