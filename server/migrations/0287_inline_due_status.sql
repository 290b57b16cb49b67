-- The same status as before, with `today` once: PostgreSQL writes a function into a query only if no subselect would be
-- repeated by it, and calling it for each row took half the time of an export.
CREATE OR REPLACE FUNCTION due_status(due_on date, completed_at timestamptz, today date) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN due_on IS NULL OR completed_at IS NOT NULL THEN NULL
    -- 0 before today, 1 from today until the day in a week, 2 later
    ELSE (ARRAY['overdue', 'due_soon', 'due'])[1 + width_bucket(due_on - today, ARRAY[0, 8])]
  END
$$;
