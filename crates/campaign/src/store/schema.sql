CREATE TABLE campaign (
  id          INTEGER PRIMARY KEY,
  kind        TEXT NOT NULL,           -- differential, metamorphic, conformance, isolation or maps
  fingerprint TEXT NOT NULL,
  settings    TEXT NOT NULL,           -- JSON, tagged by kind
  started     INTEGER NOT NULL,        -- seconds since 1970
  seconds     REAL NOT NULL DEFAULT 0, -- time spent running
  finished    INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE prelude (
  id   INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
);
-- preludes are told apart
CREATE TABLE program (
  id       INTEGER PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign,
  name     TEXT NOT NULL,
  text     TEXT NOT NULL,
  prelude  INTEGER REFERENCES prelude, -- what runs before it
  module   INTEGER NOT NULL DEFAULT 0, -- whether it is one
  imports  TEXT NOT NULL DEFAULT '{}', -- JSON: the files that it imports, by path
  screened INTEGER NOT NULL DEFAULT 0,
  skipped  TEXT,                       -- why it takes no part
  UNIQUE (campaign, name)
);
CREATE TABLE session (
  id         INTEGER PRIMARY KEY,
  program    INTEGER NOT NULL REFERENCES program,
  part       TEXT NOT NULL,            -- survey, or seed
  seed       INTEGER NOT NULL,         -- 0 for a survey
  outcome    TEXT NOT NULL,
  detail     TEXT,                     -- JSON, for unstable and failed
  actions    INTEGER NOT NULL,
  executions INTEGER NOT NULL,
  micros     INTEGER NOT NULL,
  rounds     INTEGER NOT NULL DEFAULT 0, -- follow-ups, in metamorphic testing
  pauses     INTEGER NOT NULL DEFAULT 0, -- of all debuggers
  judged     INTEGER NOT NULL DEFAULT 0, -- those held against the truth
  seen       TEXT NOT NULL DEFAULT '[]', -- JSON: actions by syntax, counted
  UNIQUE (program, part, seed)
);
CREATE TABLE suite (                   -- what came of a suite of conformance tests
  campaign INTEGER PRIMARY KEY REFERENCES campaign,
  record   TEXT NOT NULL               -- JSON
);
CREATE TABLE compiled (                -- what came of a program and a compiler
  program  INTEGER NOT NULL REFERENCES program,
  compiler TEXT NOT NULL,
  record   TEXT NOT NULL,              -- JSON
  PRIMARY KEY (program, compiler)
);
CREATE TABLE finding (
  id       INTEGER PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign,
  kind     TEXT NOT NULL,              -- session, conformance, isolation or map
  record   TEXT NOT NULL,              -- JSON: the whole session, deviation, isolation or mistake
  label    TEXT                        -- root cause, given by a person
);
CREATE TABLE session_finding (         -- the session that a finding comes from
  finding INTEGER PRIMARY KEY REFERENCES finding,
  session INTEGER NOT NULL REFERENCES session
);
CREATE INDEX session_of_finding ON session_finding (session);
CREATE TABLE reduction (               -- a finding made smaller
  finding INTEGER PRIMARY KEY REFERENCES finding,
  record  TEXT NOT NULL                -- JSON
);
CREATE TABLE bisection (               -- what the versions of a tool show of a finding
  finding INTEGER NOT NULL REFERENCES finding,
  tool    TEXT NOT NULL,
  record  TEXT NOT NULL,               -- JSON
  PRIMARY KEY (finding, tool)
);
