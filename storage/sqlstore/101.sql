-- Leaders no longer keep people apart: those who have blocked each other never meet.
DROP TABLE kept_apart;
