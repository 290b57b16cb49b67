import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import "../../testing/properties.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { insertCourses } from "../../testing/learning-paths.ts";
import { countDone, countNeeded, isSectionMet, mapStations, type SectionRule } from "./path-rules.ts";

const MOST = 8;

let server: TestServer;
let courses: number[];
beforeAll(async () => {
  server = await startServer();
  courses = await insertCourses(
    server,
    Array.from({ length: MOST }, (_, n) => `Property ${n}`),
  );
});
afterAll(() => server.close());

/** Sections with at most eight courses in all, some of which are complete. */
const paths = fc
  .array(
    fc.record({
      needed: fc.option(fc.integer({ min: 1, max: 4 })),
      in_order: fc.boolean(),
      done: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .filter((sections) => sections.flatMap(({ done }) => done).length <= MOST);

const toSections = (given: { needed: number | null; in_order: boolean; done: boolean[] }[]): SectionRule[] => {
  let id = 0;
  return given.map(({ done, ...rule }) => ({
    ...rule,
    courses: done.map((is_complete) => ({ id: id++, is_complete })),
  }));
};

test("the database counts as the rules do, for any sections and any completed courses", async () => {
  const user = await server.userId("learner@demo.test");
  await fc.assert(
    fc.asyncProperty(paths, async (given) => {
      const sections = toSections(given);
      const found = await server.inside("demo", async (db, instance_id) => {
        const { id: path_id } = await db
          .insertInto("learning_paths")
          .values({ instance_id, title: "Property", status: "published" })
          .returning("id")
          .executeTakeFirstOrThrow();
        for (const [position, section] of sections.entries()) {
          const { id: section_id } = await db
            .insertInto("learning_path_sections")
            .values({ instance_id, path_id, position, needed: section.needed, in_order: section.in_order })
            .returning("id")
            .executeTakeFirstOrThrow();
          for (const [nth, course] of section.courses.entries()) {
            const course_id = courses[course.id]!;
            await db
              .insertInto("learning_path_courses")
              .values({ instance_id, path_id, section_id, course_id, position: nth })
              .execute();
            const completed_at = course.is_complete ? new Date() : null;
            await db
              .insertInto("enrolments")
              .values({ instance_id, user_id: user, course_id, completed_at })
              .onConflict((conflict) =>
                conflict.columns(["instance_id", "user_id", "course_id"]).doUpdateSet({ completed_at }),
              )
              .execute();
          }
        }
        await db.insertInto("learning_path_people").values({ instance_id, path_id, user_id: user }).execute();
        await sql`SELECT complete_learning_paths(${instance_id}, ARRAY[${path_id}::integer], NULL)`.execute(db);
        return db
          .selectFrom("learning_path_progress")
          .selectAll()
          .where("instance_id", "=", instance_id)
          .where("path_id", "=", path_id)
          .executeTakeFirstOrThrow();
      });
      const isMet = sections.every(isSectionMet);
      expect(found).toMatchObject({
        courses_needed: sections.reduce((sum, section) => sum + countNeeded(section), 0),
        courses_done: sections.reduce((sum, section) => sum + countDone(section), 0),
        is_met: isMet,
      });
      expect(found.completed_at !== null).toBe(isMet);
      expect(found.progress === 100).toBe(isMet);
    }),
    { numRuns: 40 },
  );
});

test("who takes any open course after another completes the path, and every needed course opens in time", () => {
  fc.assert(
    fc.property(paths, fc.boolean(), fc.infiniteStream(fc.nat()), (given, isSequential, picks) => {
      let sections = toSections(given);
      for (let steps = 0; !sections.every(isSectionMet); steps++) {
        const states = mapStations(sections, isSequential);
        const open = sections.flatMap(({ courses: list }, index) =>
          list.filter((_, nth) => states[index]![nth] === "open"),
        );
        expect(open.length).toBeGreaterThan(0);
        expect(steps).toBeLessThan(MOST);
        const { id } = open[picks.next().value! % open.length]!;
        sections = sections.map((section) => ({
          ...section,
          courses: section.courses.map((course) => (course.id === id ? { id, is_complete: true } : course)),
        }));
      }
    }),
  );
});

test("a completed course is done wherever it is, and nothing is open behind a locked course in order", () => {
  fc.assert(
    fc.property(paths, fc.boolean(), (given, isSequential) => {
      const sections = toSections(given);
      mapStations(sections, isSequential).forEach((states, index) => {
        const section = sections[index]!;
        states.forEach((state, nth) => {
          expect(state === "done").toBe(section.courses[nth]!.is_complete);
          const before = section.courses.slice(0, nth);
          if (section.in_order && before.some((course) => !course.is_complete) && state !== "done")
            expect(state).toBe("locked");
          const earlier = sections.slice(0, index);
          if (isSequential && earlier.some((each) => !isSectionMet(each)) && state !== "done")
            expect(state).toBe("locked");
        });
      });
    }),
  );
});
