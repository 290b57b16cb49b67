-- The Monday on or before a day; the first day of the first year was one. Charts ask it for each event, and date_trunc takes five times as long.
CREATE FUNCTION monday_of(day date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN day - (day - DATE '0001-01-01') % 7;
