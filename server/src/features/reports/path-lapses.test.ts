import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import "../../testing/properties.ts";
import { openRows } from "../../testing/report-rows.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { getExpiry } from "../certificates/expiry.service.ts";
import { addDays, dayIn } from "./weeks.ts";

const COMPLIANCE = `query ($path_id: Int!) { compliance(path_id: $path_id) { totals { assigned compliant expired }
  people(limit: 50) { rows { id state expires } } } }`;
const PEOPLE = 3;

/** What one person has done in a course. */
interface Attempt {
  /** Days since it was completed; null for never. */
  completed: number | null;
  /** Whether the course is being taken again since. */
  isTakenAgain: boolean;
  /** Days since its certificate was revoked; null for never. */
  revoked: number | null;
}

interface Section {
  needed: number | null;
  courses: { isDeleted: boolean; attempts: Attempt[] }[];
}

const attempt = fc.record<Attempt>({
  completed: fc.option(fc.integer({ min: 1, max: 500 })),
  isTakenAgain: fc.boolean(),
  revoked: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 4 }),
});
const course = fc.record({
  isDeleted: fc.integer({ max: 4, min: 0 }).map((n) => n === 0),
  attempts: fc.array(attempt, { minLength: PEOPLE, maxLength: PEOPLE }),
});
const section = fc.record<Section>({
  needed: fc.option(fc.integer({ min: 1, max: 4 })),
  courses: fc.array(course, { minLength: 1, maxLength: 4 }),
});

let server: TestServer;
let manager: Client;
let today: string;
let people: number[];
beforeAll(async () => {
  server = await startServer();
  manager = await server.as("manager@demo.test");
  const rows = openRows(server);
  people = [await rows.person("One Lapse"), await rows.person("Two Lapse"), await rows.person("Three Lapse")];
  const { time_zone } = await server.inside("demo", (db, id) =>
    db.selectFrom("instances").where("id", "=", id).select("time_zone").executeTakeFirstOrThrow(),
  );
  today = dayIn(time_zone);
});
afterAll(() => server.close());

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** Stores a path that everybody has completed. @returns its id */
async function store(sections: Section[]): Promise<number> {
  const rows = openRows(server);
  const path_id = await rows.one("learning_paths", { title: "Lapses", status: "published" });
  for (const [position, { needed, courses }] of sections.entries()) {
    const section_id = await rows.one("learning_path_sections", { path_id, position, needed });
    for (const [nth, { isDeleted, attempts }] of courses.entries()) {
      const course_id = await rows.course("Lapses", { deleted_at: isDeleted ? new Date() : null });
      await rows.insert("learning_path_courses", { path_id, section_id, course_id, position: nth });
      for (const [index, { completed, isTakenAgain, revoked }] of attempts.entries()) {
        const user_id = people[index]!;
        const completed_on = completed === null ? null : addDays(today, -completed);
        const moment = completed_on && noon(completed_on);
        await rows.insert("enrolments", {
          user_id,
          course_id,
          completed_at: isTakenAgain ? null : moment,
          completed_before: isTakenAgain ? moment : null,
        });
        if (completed_on && revoked !== null)
          await rows.insert("certificates", {
            user_id,
            course_id,
            code: `certificate-${course_id}-${index}`.padEnd(24, "x"),
            certificate_type: "Default",
            user_name: "x",
            course_title: "x",
            completed_on,
            expires_on: getExpiry(completed_on),
            revoked_at: noon(addDays(today, -revoked)),
          });
      }
    }
  }
  const assigned = people.map((user_id) => ({ path_id, user_id, completed_at: noon(addDays(today, -1)) }));
  await rows.insert("learning_path_people", ...assigned);
  return path_id;
}

/** Works out the day on which a path lapses for a person; null for never. */
function findLapse(sections: Section[], person: number): string | null {
  const days = sections.flatMap(({ needed, courses }) => {
    const present = courses.filter(({ isDeleted }) => !isDeleted);
    const lapses = present.flatMap(({ attempts }) => {
      const { completed, revoked } = attempts[person]!;
      if (completed === null) return [];
      const expired = addDays(getExpiry(addDays(today, -completed)), 1);
      return [revoked === null ? expired : [expired, addDays(today, -revoked)].toSorted()[0]!];
    });
    const needs = Math.min(needed ?? present.length, present.length, lapses.length);
    return needs === 0 ? [] : [lapses.toSorted().at(-needs)!];
  });
  return days.toSorted()[0] ?? null;
}

test("a completed path lapses on the first day on which a section has fewer valid certificates than it needs", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(section, { minLength: 1, maxLength: 3 }), async (sections) => {
      const path_id = await store(sections);
      const expected = people.map((id, person) => {
        const lapse = findLapse(sections, person);
        const state = lapse === null || lapse > today ? "compliant" : "expired";
        return { id, state, expires: lapse && addDays(lapse, -1) };
      });
      const { compliance } = await manager.data(COMPLIANCE, { path_id });
      expect(compliance.people.rows.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)).toEqual(expected);
      const compliant = expected.filter(({ state }) => state === "compliant").length;
      expect(compliance.totals).toEqual({ assigned: PEOPLE, compliant, expired: PEOPLE - compliant });
    }),
    { numRuns: 25 },
  );
});
