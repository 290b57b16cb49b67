-- A part of a value is found by its trigrams, each with the field in front: an index then holds those of each field apart. In an
-- index of the trigrams alone, the matches of all fields are compared (ADR 217). In PL/pgSQL, because a query in SQL takes seven
-- times as long for each value.
CREATE FUNCTION list_field_trigrams(field_id integer, value text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  trigrams text[] := '{}';
BEGIN
  FOR at IN 1 .. length(value) - 2
  LOOP
    trigrams[at] := field_id || ':' || substr(value, at, 3);
  END LOOP;
  RETURN trigrams;
END $$;

-- As in 0008_people.sql: behind row-level security an index needs functions that tell nothing of the rows they see. These have
-- no error that a value could cause. Only a superuser may say so; without it searches compare all values of a field.
DO $$
BEGIN
  ALTER FUNCTION list_field_trigrams(integer, text) LEAKPROOF;
  ALTER FUNCTION pg_catalog.arraycontains(anyarray, anyarray) LEAKPROOF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'Searches in user fields will be slow: have a superuser run the commands of docs/operations/install.md in this database.';
END $$;
