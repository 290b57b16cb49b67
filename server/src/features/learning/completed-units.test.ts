import { afterAll, describe, expect, test } from "vitest";
import { withActor } from "../../access/with-actor.ts";
import { type Client, startClass, VISIT } from "../../testing/server.ts";
import { COURSE, CREATE, smallCourse } from "../courses/course.testdata.ts";
import { reopenReviewed } from "./learning.service.ts";

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { progress is_complete } }`;
const RESPOND = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`;

const readUnit = (unit_order: number) => ({ ...smallCourse("").content[0]!, unit_order });

/** Creates a course of four units. */
async function createCourse(title: string, ...learners: Client[]): Promise<number> {
  const { id } = (await author.data(CREATE, smallCourse(title, { content: [1, 4].map(readUnit) }))).createCourse;
  for (const client of learners) await client.data(ENROL, { id });
  return id;
}

const read = async (client: Client, id: number) => (await client.data(COURSE, { id })).course;
const complete = (course_id: number, unit_id: number, unit_type: string) =>
  learner.query(COMPLETE, { input: { course_id, unit_id, unit_type } });

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute));

/** Lists the units of a course, and one that was deleted. */
const listUnits = (course: number) =>
  server.inside("demo", async (db, instance) => {
    const units = db.selectFrom("units").where("instance_id", "=", instance).where("course_id", "=", course);
    const [deleted, ...kept] = (await units.select("id").orderBy("unit_order").execute()).map(({ id }) => id);
    const change = db.updateTable("units").where("instance_id", "=", instance).where("id", "=", deleted!);
    await change.set({ deleted_at: new Date() }).execute();
    await db
      .updateTable("courses")
      .set({ unit_count: kept.length })
      .where("instance_id", "=", instance)
      .where("id", "=", course)
      .execute();
    return { units: kept, deleted: deleted! };
  });

/** Makes units complete, each a minute after the one before. */
const setComplete = (email: string, course_id: number, units: number[], completed_at: Date | null = null) =>
  server.inside("demo", async (db, instance_id) => {
    const user_id = await server.userId(email);
    const place = { instance_id, user_id, course_id };
    const rows = units.map((unit_id, index) => ({ ...place, unit_id, completed_at: at(index + 1) }));
    await db.insertInto("unit_progress").values(rows).execute();
    await db
      .updateTable("enrolments")
      .set({ units_completed: units.length, completed_at })
      .where("instance_id", "=", instance_id)
      .where("course_id", "=", course_id)
      .where("user_id", "=", user_id)
      .execute();
  });

const reopen = async (course: number, unit: number) => {
  const user = await server.userId("learner@demo.test");
  await withActor(server.platform, VISIT, author.token, async (actor) =>
    reopenReviewed(await actor.reach("submission.review"), user, course, unit),
  );
};

const completedAt = (course: number) =>
  server.inside("demo", async (db, instance) => {
    const enrolments = db.selectFrom("enrolments").where("instance_id", "=", instance).where("course_id", "=", course);
    const user = await server.userId("learner@demo.test");
    return (await enrolments.where("user_id", "=", user).select("completed_at").executeTakeFirstOrThrow()).completed_at;
  });

describe("a completed unit", () => {
  test("counts for its learner in its course, and for nobody and nothing else", async () => {
    const other = await server.as("amara.diallo@demo.test");
    const id = await createCourse("Counted for one", learner, other);
    const another = await createCourse("Counted in another", learner);
    const { videos } = await read(learner, id);
    expect((await complete(id, videos[0].id, "Video")).data["markUnitComplete"].progress).toBe(25);
    expect((await read(learner, id)).progress).toBe(25);
    expect((await read(other, id)).progress).toBe(0);
    expect((await read(learner, another)).progress).toBe(0);
  });

  test("is opened once, and one that is not complete stays as it is, though others are and other people's", async () => {
    const other = await server.as("amara.diallo@demo.test");
    const id = await createCourse("Opened once", learner, other);
    const { units } = await listUnits(id);
    for (const email of ["learner@demo.test", "amara.diallo@demo.test"])
      await setComplete(email, id, units.slice(0, 2));
    for (const _ of ["opens it", "finds it open"]) {
      await reopen(id, units[0]!);
      expect((await read(learner, id)).progress).toBe(33);
      expect((await read(other, id)).progress).toBe(67);
    }
  });

  test("leaves a course complete that was marked as complete afterwards", async () => {
    const id = await createCourse("Marked afterwards", learner);
    const { units } = await listUnits(id);
    await setComplete("learner@demo.test", id, units.slice(0, 1), at(9));
    await reopen(id, units[0]!);
    expect((await read(learner, id)).progress).toBe(0);
    expect(await completedAt(id)).toEqual(at(9));
  });

  test.each([
    { needed: 1, percentage: 33, was: 1, becomes: 2 },
    { needed: 2, percentage: 34, was: 2, becomes: 3 },
  ])(
    "that is opened leaves a course that needs $needed of three complete from when the others are enough",
    async (each) => {
      const other = await server.as("amara.diallo@demo.test");
      const id = await createCourse(`Share of ${each.needed}`, learner, other);
      const { units, deleted } = await listUnits(id);
      await server.inside("demo", (db, instance) =>
        db
          .updateTable("courses")
          .set({ completion_rules: "percentage", completion_percentage: each.percentage })
          .where("instance_id", "=", instance)
          .where("id", "=", id)
          .execute(),
      );
      await setComplete("amara.diallo@demo.test", id, units);
      await setComplete("learner@demo.test", id, units, at(each.was));
      await server.inside("demo", async (db, instance_id) => {
        const user_id = await server.userId("learner@demo.test");
        const progress = { instance_id, user_id, course_id: id, unit_id: deleted, completed_at: at(0) };
        await db.insertInto("unit_progress").values(progress).execute();
      });
      await reopen(id, units[0]!);
      expect(await completedAt(id)).toEqual(at(each.becomes));
    },
  );

  test("needs its time to the second", async () => {
    const id = await createCourse("To the second", learner);
    const [{ id: unit, time_limit }] = (await read(learner, id)).contents as [{ id: number; time_limit: number }];
    /** Sends the time spent, as if the page had been open for so many seconds since the last time. */
    const spend = async (seconds: number, timeSpent: number) => {
      await server.inside("demo", (db, instance) =>
        db
          .updateTable("unit_progress")
          .set({ last_contact_at: new Date(Date.now() - seconds * 1000) })
          .where("instance_id", "=", instance)
          .where("unit_id", "=", unit)
          .execute(),
      );
      await learner.data(RESPOND, {
        input: {
          course_id: id,
          unit_id: unit,
          unit_type: "Content",
          input_type: "time",
          input_key: "timeSpent",
          response: JSON.stringify({ timeSpent }),
        },
      });
    };
    await spend(0, 0);
    await spend(time_limit - 1, time_limit - 1);
    expect((await complete(id, unit, "Content")).errors?.[0]?.extensions.code).toBe("CONFLICT");
    await spend(1, time_limit);
    expect((await read(learner, id)).contents[0].time_spent).toBe(time_limit);
    expect((await complete(id, unit, "Content")).data["markUnitComplete"].is_complete).toBe(true);
  });
});
