import fc from "fast-check";
import pg from "pg";
import { expect, test } from "vitest";
import { readUtcMoment } from "./moments.ts";

// The server replaces the parser of moments with a zone; the one of moments without a zone is the same function.
const readByLibrary = (text: string) => pg.types.getTypeParser(pg.types.builtins.TIMESTAMP)(text) as Date;

const two = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((value) => String(value).padStart(2, "0"));

test("a moment in UTC is read as the library reads it", () => {
  const written = fc.tuple(
    fc.integer({ min: 100, max: 9_999 }).map((year) => String(year).padStart(4, "0")),
    two(1, 12),
    two(1, 28),
    two(0, 24),
    two(0, 59),
    two(0, 59),
    fc.option(fc.stringMatching(/^\d{1,6}$/), { nil: undefined }),
  );
  fc.assert(
    fc.property(written, ([year, month, day, hour, minute, second, decimals]) => {
      const fraction = decimals === undefined ? "" : `.${decimals}`;
      const text = `${year}-${month}-${day} ${hour}:${minute}:${second}${fraction}+00`;
      expect(readUtcMoment(text)).toEqual(readByLibrary(text));
    }),
  );
});

test.each([
  "infinity",
  "-infinity",
  "0044-03-15 12:00:00+00 BC",
  "0044-03-15 12:00:00+00",
  "12026-01-31 23:59:59+00",
  "2026-01-31 23:59:59+01",
  "2026-01-31 23:59:59-00:30",
  "2026-01-31 23:59:59+05:30",
  "2026-01-31 23:59:59",
  "2026-01-31 23:59:59.+00",
  "2026-01-31 23:59:59.1234567+00",
  "2026-01-31T23:59:59+00",
  "2026-01-31",
  "",
])("'%s' is left to the library", (text) => {
  expect(readUtcMoment(text)).toBeNull();
});

test.each(["2026-01-31 23:59:59+00", "2026-01-31 23:59:59.123456+00"])(
  "'%s' with any character replaced by one that does not belong there is left to the library",
  (text) => {
    for (let at = 0; at < text.length; at++)
      for (const other of ["x", "-", "/", ":"].filter((each) => each !== text[at])) {
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        expect([changed, readUtcMoment(changed)]).toEqual([changed, null]);
      }
  },
);
