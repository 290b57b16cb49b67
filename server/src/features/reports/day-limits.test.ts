import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { getExpiry } from "../certificates/expiry.service.ts";
import { firstValidDay, startOfDay } from "./day-limits.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("a day begins at its first moment in every time zone, also when the clocks are changed at midnight", async () => {
  // Days on which some zone changes its clocks; the days before and after are compared as well.
  const { rows } = await server.inside("demo", (db) =>
    sql<{ zone: string; day: string }>`
      WITH zones AS (SELECT DISTINCT ON (utc_offset, abbrev, is_dst) name FROM pg_timezone_names WHERE name LIKE '%/%'
        UNION SELECT unnest(ARRAY['America/Havana', 'Atlantic/Azores', 'Asia/Beirut', 'Africa/Cairo', 'America/Nuuk',
          'America/Asuncion', 'Antarctica/Troll', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'])),
      changes AS (
        SELECT z.name AS zone, (h AT TIME ZONE z.name)::date + n AS day
        FROM zones z CROSS JOIN generate_series('2024-01-01'::timestamptz, '2026-01-01', '1 day') h
        CROSS JOIN generate_series(-1, 1) n
        WHERE (h AT TIME ZONE z.name) - (h - interval '1 day') AT TIME ZONE z.name <> interval '1 day'
      )
      SELECT DISTINCT c.zone, c.day FROM changes c
      CROSS JOIN LATERAL (SELECT ${startOfDay(sql`c.day`, sql`c.zone`)} AS moment) start
      WHERE ((start.moment AT TIME ZONE c.zone)::date = c.day AND
        ((start.moment - interval '1 microsecond') AT TIME ZONE c.zone)::date < c.day) IS NOT TRUE`.execute(db),
  );
  expect(rows).toEqual([]);
});

test("the first day with a valid certificate is the one before which it has expired", async () => {
  const { rows } = await server.inside("demo", (db) =>
    sql<{ day: string; first: string }>`
      SELECT d.day::date AS day, ${firstValidDay(sql`d.day::date`)} AS first
      FROM generate_series('2023-01-01'::timestamp, '2029-12-31', '1 day') d (day)`.execute(db),
  );
  const before = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  expect(rows).toHaveLength(7 * 365 + 2);
  expect(rows.filter(({ day, first }) => getExpiry(first) < day || getExpiry(before(first)) >= day)).toEqual([]);
});
