-- The level of the log that an operator chose for all servers; at most one row. Without a row, and once the time is over, each
-- server uses its own LOG_LEVEL.
CREATE TABLE log_level (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  level text NOT NULL CHECK (level IN ('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')),
  until timestamptz
);
