import { afterAll, describe, expect, test } from "vitest";
import { packageWorld } from "../../testing/package-world.ts";
import { scormPackage } from "../../testing/packages.ts";

const { server, learner, bridge, course, launched, listAttempts, read } = await packageWorld();
afterAll(() => server.close());

const LAUNCH = `mutation ($course: Int!, $unit: Int!) {
  launchScorm(course_id: $course, unit_id: $unit) { has_lost_values }
}`;
const LEAVING = { isLeaving: true };

async function begun(packed: Buffer) {
  const { courseId, unit, ids } = await course(packed);
  const player = await launched(courseId, unit.id);
  await player.call("initialize", ids, { number: 1 });
  const relaunch = async () =>
    (await learner.data(LAUNCH, { course: courseId, unit: unit.id })).launchScorm.has_lost_values as boolean;
  return { courseId, unit, ids, player, relaunch };
}

function listCalls(unitId: number) {
  return server.inside("demo", (db, id) =>
    db
      .selectFrom("scorm_calls as c")
      .innerJoin("scorm_attempts as a", (join) =>
        join.onRef("a.instance_id", "=", "c.instance_id").onRef("a.id", "=", "c.attempt_id"),
      )
      .where("c.instance_id", "=", id)
      .where("a.unit_id", "=", unitId)
      .select(["c.call", "c.element", "c.value", "c.result", "c.error_code"])
      .orderBy("c.id")
      .execute(),
  );
}

describe("final request of a page", () => {
  test("loses only the invalid value, records it in the call log, and informs the learner once", async () => {
    const { courseId, unit, ids, player, relaunch } = await begun(scormPackage());
    const values = [
      { key: "cmi.suspend_data", value: "page 3", sequence: 2 },
      { key: "cmi.core.score.raw", value: "a hundred", sequence: 3 },
      { key: "x".repeat(2_000), value: "x".repeat(200_000), sequence: 4 },
      { key: "cmi.core.lesson_status", value: "passed", sequence: 5 },
    ];
    const answer = await player.call("finish", { ...ids, ...LEAVING, values, finish: 6 }, { number: 7 });
    expect(answer.body).toBe("true");
    expect((await listAttempts(unit.id))[0]).toMatchObject({
      is_open: false,
      cmi: { "cmi.suspend_data": "page 3", "cmi.core.lesson_status": "passed" },
    });
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
    expect(await listCalls(unit.id)).toEqual([
      { call: "LMSSetValue", element: "cmi.core.score.raw", value: "a hundred", result: "false", error_code: 405 },
      { call: "LMSSetValue", element: "x".repeat(1_000), value: "x".repeat(64_000), result: "false", error_code: 405 },
    ]);
    expect([await relaunch(), await relaunch()]).toEqual([true, false]);
  });

  test.each([
    ["cmi.core.exit", "normal"],
    ["cmi.core.session_time", "0:00:12"],
    ["cmi.interactions.0.result", "incorrect"],
    ["cmi.interactions.0.student_response", "x".repeat(5_000)],
    ["cmi.core.score.raw", "99.99999999999"],
  ])("stores everything when SCORM 1.2 content sets %s to %s", async (key, value) => {
    const { courseId, ids, player, relaunch } = await begun(scormPackage());
    const values = [
      { key, value, sequence: 2 },
      { key: "cmi.core.lesson_status", value: "passed", sequence: 3 },
    ];
    await player.call("finish", { ...ids, ...LEAVING, values, finish: 4 }, { number: 5 });
    expect([(await read(courseId)).scorms[0].is_complete, await relaunch()]).toEqual([true, false]);
  });

  test.each([
    ["cmi.objectives.0.description", "x".repeat(600)],
    ["cmi.learner_preference.audio_captioning", "00"],
    ["cmi.score.raw", "1e300"],
    ["cmi.session_time", "P99999999999Y"],
  ])("stores everything when SCORM 2004 content sets %s to %s", async (key, value) => {
    const { unit, ids, player, relaunch } = await begun(scormPackage({ version: "2004" }));
    const values = [
      { key: "cmi.objectives.0.id", value: "o", sequence: 2 },
      { key, value, sequence: 3 },
      { key: "cmi.suspend_data", value: "page 3", sequence: 4 },
    ];
    await player.call("finish", { ...ids, ...LEAVING, values, finish: 5 }, { number: 6 });
    expect((await listAttempts(unit.id))[0]).toMatchObject({ is_open: false, cmi: { "cmi.suspend_data": "page 3" } });
    expect(await relaunch()).toBe(false);
  });

  test("initialises, ends and stores the sequencing state in one final request, each once [SCORM 2004 SN UP.4]", async () => {
    const { courseId, unit, ids } = await course(scormPackage({ version: "2004" }));
    const player = await launched(courseId, unit.id);
    const sequencing = { state: "kept", completion: "completed", success: "passed", measure: 0.5, sequence: 4 };
    const values = [{ key: "cmi.completion_status", value: "completed", sequence: 2 }];
    const finalRequest = { ...ids, ...LEAVING, initialize: 1, values, finish: 3, sequencing };
    expect((await player.call("finish", finalRequest, { number: 5 })).body).toBe("true");
    // A later message, and one that was already on its way.
    const later = { ...finalRequest, sequencing: { ...sequencing, state: "newer", sequence: 6 } };
    expect((await player.call("finish", later, { number: 7 })).body).toBe("true");
    expect((await player.call("initialize", ids, { number: 1 })).body).toBe("true");
    expect(await listAttempts(unit.id)).toMatchObject([{ attempt: 1, is_open: false, completion_status: "completed" }]);
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
    const next = await launched(courseId, unit.id);
    expect((await next.state()).sequencing).toBe("newer");
  });

  test("starts the session when the final request is incomplete, and accepts the rest later", async () => {
    const { courseId, unit, ids } = await course(scormPackage({ version: "2004" }));
    const player = await launched(courseId, unit.id);
    const values = [{ key: "cmi.location", value: "here", sequence: 3 }];
    await player.call("commit", { ...ids, ...LEAVING, initialize: 1, values }, { number: 0 });
    await player.call("initialize", ids, { number: 1 });
    await player.call("set-value", { ...ids, key: "cmi.suspend_data", value: "long" }, { number: 2 });
    expect(await listAttempts(unit.id)).toMatchObject([
      { is_open: true, entry: "ab-initio", cmi: { "cmi.location": "here", "cmi.suspend_data": "long" } },
    ]);
  });
});

test("appends SCORM 1.2 comments to earlier ones, and replaces the whole value from the player [SCORM 1.2 cmi.comments]", async () => {
  const { unit, ids, player } = await begun(scormPackage());
  let number = 1;
  const set = (value: string, more: object = {}) =>
    player.call("set-value", { ...ids, key: "cmi.comments", value, ...more }, { number: ++number });
  await set("first\n");
  await set("second");
  expect((await listAttempts(unit.id))[0]!.cmi).toEqual({ "cmi.comments": "first\nsecond" });
  await set("first\nsecond and third", { isWhole: true });
  expect((await listAttempts(unit.id))[0]!.cmi).toEqual({ "cmi.comments": "first\nsecond and third" });
  expect((await set("x".repeat(64_000))).statusCode).toBe(422);
});

test("ignores work that arrives after the unit was opened on another device, and records it in the call log", async () => {
  const { courseId, unit, ids, player } = await begun(scormPackage());
  const other = await launched(courseId, unit.id);
  await other.call("initialize", ids, { number: 1 });
  const value = "x".repeat(20_000);
  const values = [{ key: "cmi.suspend_data", value, called_at: "2026-04-01T09:45:58.259Z" }];
  expect((await player.call("commit", { ...ids, values: [] }, { number: 2 })).statusCode).toBe(409);
  expect((await player.call("rejected", { ...ids, values })).body).toBe("true");
  expect((await listAttempts(unit.id))[0]!.cmi).not.toHaveProperty(["cmi.suspend_data"]);
  expect(await listCalls(unit.id)).toEqual([
    { call: "LMSSetValue", element: "cmi.suspend_data", value, result: "false", error_code: 405 },
  ]);
});

test("records no work of another user, another instance or an unknown user in the call log", async () => {
  const { unit, ids, player } = await begun(scormPackage());
  const values = [{ key: "cmi.suspend_data", value: "x", called_at: "2026-04-01T09:45:58.259Z" }];
  const headers = { "x-scorm-launch": player.token };
  const statusFor = async (client: Parameters<typeof bridge>[0]) =>
    (await bridge(client).post("rejected", { ...ids, values }, headers)).statusCode;
  expect([
    await statusFor(await server.as("manager@demo.test")),
    await statusFor(await server.as("learner@riverside.test")),
    await statusFor(server.anonymous()),
    await statusFor(learner),
  ]).toEqual([404, 404, 401, 200]);
  expect(await listCalls(unit.id)).toHaveLength(1);
});

test("continues the ended attempt when the sequencing resumes an activity, and starts a new one otherwise [SCORM 2004 cmi.entry]", async () => {
  const { courseId, unit, ids, player } = await begun(scormPackage({ version: "2004" }));
  await player.call("set-value", { ...ids, key: "cmi.suspend_data", value: "page 3" }, { number: 2 });
  await player.call("finish", ids, { number: 3 });
  const next = await launched(courseId, unit.id);
  const found = async (query: string) => (await next.get(`sco/${ids.scoUuid}${query}`)).json().cmi;
  expect(await found("?resumes=true")).toMatchObject({ "cmi.entry": "resume", "cmi.suspend_data": "page 3" });
  expect(await found("")).not.toHaveProperty(["cmi.suspend_data"]);
  await next.call("initialize", { ...ids, resumes: true }, { number: 1 });
  expect(await listAttempts(unit.id)).toMatchObject([{ attempt: 1, is_open: true, entry: "resume" }]);
  await next.call("finish", ids, { number: 2 });
  await next.call("initialize", ids, { number: 3 });
  expect(await listAttempts(unit.id)).toMatchObject([{ attempt: 1 }, { attempt: 2, entry: "ab-initio" }]);
});
