-- Without a lock on the values. An index that an interrupted start has left unfinished is built again.
DROP INDEX CONCURRENTLY IF EXISTS user_field_values_trigrams;
CREATE INDEX CONCURRENTLY user_field_values_trigrams ON user_field_values USING gin (list_field_trigrams(field_id, search));
DROP INDEX CONCURRENTLY IF EXISTS user_field_values_search;
