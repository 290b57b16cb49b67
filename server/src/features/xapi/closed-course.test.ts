import { afterAll, describe, expect, test } from "vitest";
import { cmi5World } from "../../testing/cmi5-world.ts";
import { tincanPackage } from "../../testing/packages.ts";

const { server, learner, course, withMoveOn, launch, begun, listVerbs, isComplete, resultIn } = await cmi5World();
afterAll(() => server.close());

/** Sets the last day of a course, by default long ago. */
const close = (courseId: number, end_date: string | null = "2020-01-01") =>
  server.inside("demo", (db, id) =>
    db.updateTable("courses").set({ end_date }).where("instance_id", "=", id).where("id", "=", courseId).execute(),
  );
/** Lists the results of the calls in the call log of a unit that were refused. */
const listRefused = ({ unitId }: { unitId: number }) =>
  server.inside("demo", async (db, id) => {
    const rows = await db
      .selectFrom("scorm_calls as c")
      .innerJoin("scorm_attempts as a", (join) =>
        join.onRef("a.instance_id", "=", "c.instance_id").onRef("a.id", "=", "c.attempt_id"),
      )
      .where("c.instance_id", "=", id)
      .where("a.unit_id", "=", unitId)
      .where("c.error_code", "=", 403)
      .select("c.result")
      .execute();
    return rows.map(({ result }) => result);
  });

describe("open cmi5 session", () => {
  test("completes nothing after the last day of the course, and says so in the call log", async () => {
    const made = await withMoveOn("Completed");
    const au = await begun(await launch(made));
    await close(made.courseId);
    const { statusCode, body } = await au.say("completed");
    expect([statusCode, body]).toEqual([403, expect.stringContaining("closed on 1 January 2020")]);
    expect(await listRefused(made)).toEqual([expect.stringContaining("closed on 1 January 2020")]);
    expect(await listVerbs(au.registration)).toEqual(["launched", "initialized"]);
    await close(made.courseId, null);
    expect(await isComplete(made)).toBe(false);
    expect((await au.say("completed")).statusCode).toBe(200);
    expect(await isComplete(made)).toBe(true);
  });

  test("accepts a statement again that was stored before the last day of the course", async () => {
    const made = await withMoveOn("Completed");
    const au = await begun(await launch(made));
    const completed = await au.statement("completed");
    expect((await au.ask("POST", "statements", completed)).statusCode).toBe(200);
    await close(made.courseId);
    expect((await au.ask("POST", "statements", completed)).statusCode).toBe(200);
  });
});

test("completes nothing by statements of an open xAPI session after the last day of the course", async () => {
  const made = await course(tincanPackage());
  const { launchScorm } = await learner.data(
    "mutation ($course: Int!, $unit: Int!) { launchScorm(course_id: $course, unit_id: $unit) { url } }",
    { course: made.courseId, unit: made.unitId },
  );
  const given = Object.fromEntries(new URL(launchScorm.url).searchParams);
  const say = (verb: string) =>
    server.app.inject({
      method: "POST",
      url: `${new URL(given["endpoint"]!).pathname}statements`,
      headers: {
        host: "demo.localhost",
        authorization: given["auth"]!,
        "x-experience-api-version": "1.0.3",
        "content-type": "application/json",
      },
      payload: JSON.stringify({
        actor: JSON.parse(given["actor"]!),
        verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` },
        object: { id: given["activity_id"] },
      }),
    });
  expect((await say("initialized")).statusCode).toBe(200);
  await close(made.courseId);
  const { statusCode, body } = await say("completed");
  expect([statusCode, body]).toEqual([403, expect.stringContaining("closed on 1 January 2020")]);
  expect(await resultIn(made)).toBeUndefined();
});
