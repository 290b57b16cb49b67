-- Reports on courses read the scaled score of attempts. xAPI and cmi5 packages had stored the same score only as raw, 0 to 100.
ALTER TABLE scorm_attempts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE scorm_scos NO FORCE ROW LEVEL SECURITY;
UPDATE scorm_attempts a SET score_scaled = a.score_raw / 100
FROM scorm_scos s
WHERE s.instance_id = a.instance_id AND s.id = a.sco_id AND s.kind IN ('activity', 'au')
  AND a.score_raw IS NOT NULL AND a.score_scaled IS NULL;
ALTER TABLE scorm_attempts FORCE ROW LEVEL SECURITY;
ALTER TABLE scorm_scos FORCE ROW LEVEL SECURITY;
