-- Scheduled reports name their branches by id (request -> 'branch_ids', in the order of 'branchUrls'): an address may pass to another
-- branch. Servers of 0.1.0 ignore the ids and go on with the addresses, which stay. A schedule with an address that no branch has keeps
-- its addresses alone.
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT id FROM instances LOOP
    -- The owner of the tables is fenced as well.
    PERFORM set_config('app.instance_id', tenant::text, true);
    UPDATE report_schedules s SET request = s.request || jsonb_build_object('branch_ids', found.ids)
    FROM (
      SELECT r.id, jsonb_agg(b.id ORDER BY given.place) AS ids
      FROM report_schedules r
      CROSS JOIN jsonb_array_elements_text(
        CASE jsonb_typeof(r.request -> 'branchUrls') WHEN 'array' THEN r.request -> 'branchUrls' ELSE '[]' END
      ) WITH ORDINALITY given (url, place)
      -- The branch in use, or else the one that was deleted last: it may be restored.
      LEFT JOIN LATERAL (
        SELECT o.id FROM branches o WHERE o.instance_id = tenant AND o.url = given.url ORDER BY o.deleted_at DESC NULLS FIRST LIMIT 1
      ) b ON true
      WHERE r.instance_id = tenant
      GROUP BY r.id HAVING bool_and(b.id IS NOT NULL)
    ) found
    WHERE s.instance_id = tenant AND s.id = found.id;
  END LOOP;
  PERFORM set_config('app.instance_id', '', true);
END $$;
