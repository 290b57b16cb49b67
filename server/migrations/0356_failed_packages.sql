-- A package whose unpacking fails every time is given up.
-- Harmless to 0.1.0: its servers write no other states than before, and open a failed package as little as one that is being unpacked.
ALTER TABLE scorm_packages
  DROP CONSTRAINT scorm_packages_state_check,
  ADD CONSTRAINT scorm_packages_state_check CHECK (state IN ('unpacking', 'ready', 'failed')),
  -- How many times unpacking has begun, also when the process ended before it could fail.
  ADD COLUMN unpack_tries integer NOT NULL DEFAULT 0;
