import { afterAll, describe, expect, test } from "vitest";
import { packageWorld } from "../../testing/package-world.ts";
import { scormPackage } from "../../testing/packages.ts";
import { storedPackage } from "../../testing/scorm.ts";

const { server, author, learner, bridge, course, launched, listAttempts, findResult, read } = await packageWorld();
afterAll(() => server.close());

/** Uploads a new version of the package and puts it into the unit. */
async function replace(id: number, unitId: number, of: Parameters<typeof scormPackage>[0] = {}) {
  const next = await storedPackage(server, author, scormPackage({ ...of, files: [{ name: "new.html", data: "x" }] }));
  const scorms = [{ id: unitId, unit_order: 1, title: "Do", scorm_path: next.url }];
  await author.data("mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }", {
    input: { id, title: "New", description: "x", scorms },
  });
  return next;
}

describe("SCORM attempts", () => {
  test("keeps attempts when a new version of the package replaces the old one", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    await bridge(learner).post("set-value", { ...ids, key: "cmi.suspend_data", value: "of version one" });
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.exit", value: "suspend" });
    await bridge(learner).post("finish", ids);
    const next = await replace(courseId, unit.id);
    const player = await launched(courseId, unit.id);
    const { scos, scormId } = await player.state();
    const now = { scoUuid: scos[0].uuid, scormId };
    expect(scormId).toBe(next.id);
    expect((await player.get(`sco/${now.scoUuid}`)).json().cmi).toMatchObject({
      "cmi.suspend_data": "of version one",
      "cmi.core.entry": "resume",
    });
    await player.call("initialize", now);
    await player.call("set-value", { ...now, key: "cmi.core.lesson_status", value: "passed" });
    await player.call("finish", now);
    expect(await listAttempts(unit.id)).toHaveLength(2);
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
  });

  test("starts a new attempt without former values when a new version replaced one of SCORM 2004 that had ended", async () => {
    const { courseId, unit, ids } = await course(scormPackage({ version: "2004" }));
    await bridge(learner).post("initialize", ids);
    await bridge(learner).post("set-value", { ...ids, key: "cmi.location", value: "the end" });
    await bridge(learner).post("finish", ids);
    await replace(courseId, unit.id, { version: "2004" });
    const player = await launched(courseId, unit.id);
    const { scos, scormId } = await player.state();
    const now = { scoUuid: scos[0].uuid, scormId };
    const { cmi } = (await player.get(`sco/${now.scoUuid}`)).json();
    expect([cmi["cmi.entry"], cmi["cmi.location"]]).toEqual(["ab-initio", undefined]);
    await player.call("initialize", now);
    await player.call("set-value", { ...now, key: "cmi.suspend_data", value: "page 1" });
    expect((await listAttempts(unit.id)).map((attempt) => attempt.cmi)).toEqual([
      { "cmi.location": "the end", "cmi.completion_status": "completed" },
      { "cmi.suspend_data": "page 1" },
    ]);
  });

  test("resumes where the learner was when a new version replaced the package during an open session", async () => {
    const { courseId, unit } = await course(scormPackage());
    const before = await launched(courseId, unit.id);
    const { scos, scormId } = await before.state();
    const ids = { scoUuid: scos[0].uuid, scormId };
    await before.call("initialize", ids);
    await before.call("set-value", { ...ids, key: "cmi.suspend_data", value: "page 7" });
    await before.call("set-value", { ...ids, key: "cmi.core.session_time", value: "00:10:00" });
    await replace(courseId, unit.id);
    const player = await launched(courseId, unit.id);
    const { scos: next } = await player.state();
    expect((await player.get(`sco/${next[0].uuid}`)).json().cmi).toMatchObject({
      "cmi.suspend_data": "page 7",
      "cmi.core.entry": "resume",
    });
    expect(await listAttempts(unit.id)).toMatchObject([{ is_open: false, entry: "resume" }]);
    expect(await findResult(unit.id)).toMatchObject({ seconds: 600 });
  });

  test("archives attempts with their attempt at the course and starts the next one empty", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.lesson_status", value: "passed" });
    await bridge(learner).post("finish", ids);
    expect((await read(courseId)).is_complete).toBe(true);
    const admin = await server.as("admin@demo.test");
    await admin.data(
      "mutation ($id: Int!, $user: Int!) { retakeCourse(course_id: $id, user_id: $user) { __typename } }",
      {
        id: courseId,
        user: await server.userId("learner@demo.test"),
      },
    );
    expect([await listAttempts(unit.id), await findResult(unit.id)]).toEqual([[], undefined]);
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
    const player = await launched(courseId, unit.id);
    expect((await player.get(`sco/${ids.scoUuid}`)).json().cmi).toMatchObject({ "cmi.core.entry": "ab-initio" });
  });

  test("removes and restores attempts with the enrolment", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.lesson_status", value: "passed" });
    await bridge(learner).post("finish", ids);
    const admin = await server.as("admin@demo.test");
    const user_id = await server.userId("learner@demo.test");
    await admin.data(
      "mutation ($u: Int!, $c: Int!) { courseUnenrollment(user_id: $u, course_id: $c) { __typename } }",
      { u: user_id, c: courseId },
    );
    expect([await listAttempts(unit.id), await findResult(unit.id)]).toEqual([[], undefined]);
    const { id } = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("ended_enrolments")
        .select("id")
        .where("instance_id", "=", instance)
        .where("course_id", "=", courseId)
        .executeTakeFirstOrThrow(),
    );
    await admin.data("mutation ($id: Int!) { restoreEnrolment(id: $id) { __typename } }", { id });
    expect(await listAttempts(unit.id)).toMatchObject([{ success_status: "passed" }]);
    expect(await findResult(unit.id)).toMatchObject({ completion_status: "completed" });
  });
});
