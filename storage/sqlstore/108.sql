-- Classes, their assignments and puzzle sets become subjects. The next number of each goes to an empty row, so that none
-- is given twice: buttons and answers have numbers of deleted ones.
INSERT INTO classes (server, channel, name, teacher, created, ended) SELECT '', '-', '-', key, 0, 0 FROM players ORDER BY key LIMIT 1;
INSERT INTO assignments (class, given, until, closed) SELECT id, 0, 0, 1 FROM classes ORDER BY id DESC LIMIT 1;
INSERT INTO puzzle_sets (class, name, made) SELECT id, '-', 0 FROM classes ORDER BY id DESC LIMIT 1;
