CREATE TABLE campaign (
  id          INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  plan        TEXT NOT NULL,           -- JSON
  started     INTEGER NOT NULL,        -- seconds since 1970
  seconds     REAL NOT NULL DEFAULT 0, -- time spent running
  finished    INTEGER NOT NULL DEFAULT 0,
  suite       TEXT                     -- JSON, for a suite of conformance tests
);
CREATE TABLE prelude (
  id   INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
);
CREATE TABLE program (
  id       INTEGER PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign,
  name     TEXT NOT NULL,
  text     TEXT NOT NULL,
  prelude  INTEGER REFERENCES prelude, -- what runs before it
  module   INTEGER NOT NULL DEFAULT 0, -- whether it is one
  screened INTEGER NOT NULL DEFAULT 0,
  skipped  TEXT,                       -- why it takes no part
  UNIQUE (campaign, name)
);
CREATE TABLE session (
  id         INTEGER PRIMARY KEY,
  program    INTEGER NOT NULL REFERENCES program,
  seed       INTEGER NOT NULL,
  outcome    TEXT NOT NULL,
  detail     TEXT,                     -- JSON, for unstable and failed
  actions    INTEGER NOT NULL,
  executions INTEGER NOT NULL,
  micros     INTEGER NOT NULL,
  rounds     INTEGER NOT NULL DEFAULT 0, -- follow-ups, in metamorphic testing
  UNIQUE (program, seed)
);
CREATE TABLE finding (
  id       INTEGER PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign,
  session  INTEGER UNIQUE REFERENCES session, -- none for a deviation of engines from the text
  record   TEXT NOT NULL,              -- JSON: the whole session, or the deviation
  label    TEXT                        -- root cause, given by a person
);
