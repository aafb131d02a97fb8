CREATE TABLE worker (                  -- a process that takes part in campaigns
  id      INTEGER PRIMARY KEY,
  host    TEXT NOT NULL,
  machine TEXT NOT NULL,               -- equal for processes that see each other
  pid     INTEGER NOT NULL,
  born    TEXT NOT NULL,               -- tells it from others of the same number
  version TEXT NOT NULL,               -- of Parallax
  jobs    INTEGER NOT NULL,            -- at the same time
  began   REAL NOT NULL,               -- seconds since 1970, as all times here
  beat    REAL NOT NULL,               -- when it was last known to live
  done    INTEGER NOT NULL DEFAULT 0,  -- sessions and screenings
  ended   INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE job (                     -- what is to be done next, and who does it
  id       INTEGER PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign,
  shard    TEXT NOT NULL,              -- and generation, or screen
  program  INTEGER NOT NULL REFERENCES program,
  part     TEXT NOT NULL,              -- screen, or seed
  seed     INTEGER NOT NULL,           -- 0 for a screening
  worker   INTEGER REFERENCES worker,
  expires  REAL NOT NULL DEFAULT 0,
  deaths   INTEGER NOT NULL DEFAULT 0, -- of workers that were at it
  UNIQUE (program, part, seed)
);
CREATE INDEX job_of_campaign ON job (campaign, shard, worker, deaths, id);
CREATE INDEX job_tried_before ON job (worker) WHERE deaths > 0;
CREATE TABLE planned (                 -- how far the jobs of a shard were made
  campaign INTEGER NOT NULL REFERENCES campaign,
  shard    TEXT NOT NULL,
  seeds    INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign, shard)
);
CREATE TABLE left_out (                -- a tool that did not come up in the middle of a campaign
  campaign INTEGER NOT NULL REFERENCES campaign,
  tool     TEXT NOT NULL,
  reason   TEXT NOT NULL,
  since    INTEGER NOT NULL,           -- sessions done before
  PRIMARY KEY (campaign, tool)
);
