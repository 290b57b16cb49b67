import { afterAll, describe, expect, test } from "vitest";
import { packageWorld } from "../../testing/package-world.ts";
import { scormPackage } from "../../testing/packages.ts";
import { CREATE_SCORM, openPlayer } from "../../testing/scorm.ts";

const { server, author, learner, bridge, course, launched, listAttempts, findResult, read } = await packageWorld();
afterAll(() => server.close());

describe("SCORM session", () => {
  test("starts with all stored values in one request [SCORM 1.2 cmi.suspend_data, cmi.core.entry]", async () => {
    const { courseId, unit, ids } = await course(
      scormPackage({
        items: [
          {
            id: "one",
            inside: "<adlcp:datafromlms>from the LMS</adlcp:datafromlms><adlcp:masteryscore>70</adlcp:masteryscore>",
          },
        ],
      }),
    );
    const first = await launched(courseId, unit.id);
    const seed = async (player: Awaited<ReturnType<typeof launched>>) =>
      (await player.get(`sco/${ids.scoUuid}`)).json().cmi;
    expect(await seed(first)).toMatchObject({
      "cmi.core.entry": "ab-initio",
      "cmi.core.total_time": "0000:00:00.00",
      "cmi.launch_data": "from the LMS",
      "cmi.student_data.mastery_score": "70",
      "cmi.core.credit": "credit",
      "cmi.core.lesson_mode": "normal",
    });
    await first.call("initialize", ids);
    await first.call("set-value", { ...ids, key: "cmi.suspend_data", value: "half" });
    await first.call("set-value", { ...ids, key: "cmi.core.exit", value: "suspend" });
    await first.call("set-value", { ...ids, key: "cmi.core.session_time", value: "00:05:30.5" });
    await first.call("finish", ids);
    const second = await launched(courseId, unit.id);
    expect(await seed(second)).toMatchObject({
      "cmi.core.entry": "resume",
      "cmi.core.total_time": "0000:05:30.50",
      "cmi.suspend_data": "half",
      "cmi.core.lesson_status": "incomplete",
    });
    expect((await seed(second))["cmi.core.exit"]).toBeUndefined();
  });

  test("ends when it is opened elsewhere, and its page is notified", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const first = await launched(courseId, unit.id);
    await first.call("initialize", ids);
    const second = await launched(courseId, unit.id);
    const late = await first.call("set-value", { ...ids, key: "cmi.core.lesson_status", value: "passed" });
    expect([late.statusCode, late.json().error]).toEqual([
      409,
      "This unit was opened again in another window and continues there.",
    ]);
    expect((await second.call("initialize", ids)).statusCode).toBe(200);
    expect((await findResult(unit.id))!.completion_status).not.toBe("completed");
  });

  test.each(["abandon", "abandonAll"])(
    "completes nothing that its content did not report when it ends by %s, and a new attempt follows [SCORM 2004 SN TB.2.3]",
    async (request) => {
      const { courseId, unit, ids } = await course(scormPackage({ version: "2004" }));
      const first = await launched(courseId, unit.id);
      await first.call("initialize", ids);
      await first.call("set-value", { ...ids, key: "cmi.location", value: "page 2" });
      await first.call("set-value", { ...ids, key: "adl.nav.request", value: request });
      await first.call("finish", ids);
      expect(await listAttempts(unit.id)).toMatchObject([{ completion_status: "unknown", entry: "" }]);
      expect(await findResult(unit.id)).toMatchObject({ completion_status: "incomplete" });
      const second = await launched(courseId, unit.id);
      await second.call("initialize", ids);
      await second.call("finish", ids);
      expect(await findResult(unit.id)).toMatchObject({ completion_status: "completed" });
    },
  );

  test("adds calls that arrive after it was opened again to the log of their own attempt [SCORM 2004 cmi.exit]", async () => {
    const { courseId, unit, ids } = await course(scormPackage({ version: "2004" }));
    const first = await launched(courseId, unit.id);
    await first.call("initialize", ids);
    await first.call("finish", ids);
    const second = await launched(courseId, unit.id);
    await second.call("initialize", ids);
    const called = { called_at: new Date().toISOString(), element: null, value: "", result: "true", error_code: 0 };
    const late = await first.call("calls", { ...ids, calls: [{ ...called, call: "Terminate" }] });
    await second.call("calls", { ...ids, calls: [{ ...called, call: "Initialize" }] });
    expect(late.body).toBe("true");
    const user = (await learner.data("{ viewer { id } }")).viewer.id;
    const ATTEMPTS = `query ($unit: Int!, $user: Int!) { packageAttempts(unit_id: $unit, user_id: $user) { attempt calls { call } } }`;
    expect((await author.data(ATTEMPTS, { unit: unit.id, user })).packageAttempts).toEqual([
      { attempt: 2, calls: [{ call: "Initialize" }] },
      { attempt: 1, calls: [{ call: "Terminate" }] },
    ]);
  });

  test("carries out each message once, however often it is repeated", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(courseId, unit.id);
    await player.call("initialize", ids, { number: 1 });
    const set = (value: string, number: number) =>
      player.call("set-value", { ...ids, key: "cmi.core.lesson_location", value }, { number });
    await set("first", 2);
    await set("second", 3);
    expect((await set("first", 2)).body).toBe("true");
    // As a closing page does: values it is not sure of, with the numbers they had.
    const values = [
      { key: "cmi.core.lesson_location", value: "first", sequence: 2 },
      { key: "cmi.suspend_data", value: "last", sequence: 4 },
    ];
    await player.call("commit", { ...ids, values }, { number: 5 });
    expect((await listAttempts(unit.id))[0]!.cmi).toEqual({
      "cmi.core.lesson_location": "second",
      "cmi.suspend_data": "last",
    });
  });

  test("accepts later what the final request could not include", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(courseId, unit.id);
    await player.call("initialize", ids, { number: 1 });
    // The newest values that fit have no number; the others arrive on their own.
    const here = { key: "cmi.core.lesson_location", value: "here", sequence: 3 };
    await player.call("commit", { ...ids, values: [here] }, { number: 0 });
    await player.call("set-value", { ...ids, key: "cmi.suspend_data", value: "long" }, { number: 2 });
    expect((await listAttempts(unit.id))[0]!.cmi).toEqual({
      "cmi.core.lesson_location": "here",
      "cmi.suspend_data": "long",
    });
  });

  test("ends as suspended at the next launch, without losing anything, when its page closed without a request [SCORM 1.2 cmi.core.total_time, cmi.core.session_time]", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(courseId, unit.id);
    await player.call("initialize", ids);
    await player.call("set-value", { ...ids, key: "cmi.suspend_data", value: "middle" });
    await player.call("set-value", { ...ids, key: "cmi.core.session_time", value: "00:01:00" });
    const next = await launched(courseId, unit.id);
    expect((await next.get(`sco/${ids.scoUuid}`)).json().cmi).toMatchObject({
      "cmi.core.entry": "resume",
      "cmi.suspend_data": "middle",
      "cmi.core.total_time": "0000:01:00.00",
    });
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
  });

  test("accepts unsent values later by its own token and in the person's own name", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(courseId, unit.id);
    await player.call("initialize", ids, { number: 1 });
    const late = { ...ids, key: "cmi.core.lesson_status", value: "passed" };
    const headers = { "x-scorm-launch": player.token, "x-scorm-sequence": "2" };
    expect((await bridge(await server.as("manager@demo.test")).post("set-value", late, headers)).statusCode).toBe(404);
    expect((await bridge(learner).post("set-value", late, headers)).body).toBe("true");
    expect((await bridge(learner).post("finish", ids, { ...headers, "x-scorm-sequence": "3" })).body).toBe("true");
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
  });

  test("is not opened for users who are not enrolled, of another instance, or not signed in", async () => {
    const { courseId, unit } = await course(scormPackage());
    const LAUNCH = `mutation { launchScorm(course_id: ${courseId}, unit_id: ${unit.id}) { url } }`;
    expect(await (await server.as("manager@demo.test")).refusal(LAUNCH)).toBe("NOT_FOUND");
    expect(await (await server.as("learner@riverside.test")).refusal(LAUNCH)).toBe("NOT_FOUND");
    expect(await server.anonymous().refusal(LAUNCH)).toBe("UNAUTHENTICATED");
  });

  test("shows everything and stores nothing in an author's preview", async () => {
    const { unit, ids } = await course(scormPackage());
    const { previewScorm } = await author.data("mutation ($id: Int!) { previewScorm(scorm_id: $id) { url } }", {
      id: unit.scorm_id,
    });
    const player = openPlayer(server, previewScorm.url);
    expect(await player.state()).toMatchObject({ isPreview: true, kind: "scorm_1_2" });
    expect((await player.call("initialize", ids)).body).toBe("true");
    expect((await player.call("set-value", { ...ids, key: "cmi.core.lesson_status", value: "passed" })).body).toBe(
      "true",
    );
    expect((await player.call("finish", ids)).body).toBe("true");
    expect(await listAttempts(unit.id)).toEqual([]);
  });
});

test("records the content's calls in the call log, truncated to a sensible length", async () => {
  const { courseId, unit, ids } = await course(scormPackage());
  const player = await launched(courseId, unit.id);
  await player.call("initialize", ids);
  const calls = [
    {
      called_at: new Date().toISOString(),
      call: "LMSSetValue",
      element: "cmi.nonsense",
      value: "x".repeat(5000),
      result: "false",
      error_code: 401,
    },
  ];
  expect((await player.call("calls", { ...ids, calls })).body).toBe("true");
  const kept = await server.inside("demo", (db, id) =>
    db
      .selectFrom("scorm_calls as c")
      .innerJoin("scorm_attempts as a", (join) =>
        join.onRef("a.instance_id", "=", "c.instance_id").onRef("a.id", "=", "c.attempt_id"),
      )
      .where("c.instance_id", "=", id)
      .where("a.unit_id", "=", unit.id)
      .select(["c.call", "c.element", "c.value", "c.error_code"])
      .execute(),
  );
  expect(kept).toEqual([{ call: "LMSSetValue", element: "cmi.nonsense", value: "x".repeat(1000), error_code: 401 }]);
});

test("reports a package that is not unpacked yet", async () => {
  const { createCourse } = await author.data(CREATE_SCORM, { title: "None", scorm: [] });
  expect(createCourse.id).toBeGreaterThan(0);
  const { courseId, unit } = await course(scormPackage());
  await server.inside("demo", (db, id) =>
    db
      .updateTable("scorm_packages")
      .set({ state: "unpacking" })
      .where("instance_id", "=", id)
      .where("id", "=", unit.scorm_id)
      .execute(),
  );
  const LAUNCH = `mutation { launchScorm(course_id: ${courseId}, unit_id: ${unit.id}) { url } }`;
  expect((await learner.query(LAUNCH)).errors![0]).toMatchObject({
    message: expect.stringContaining("still being prepared"),
    extensions: { code: "CONFLICT" },
  });
});
