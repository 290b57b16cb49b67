import { afterAll, describe, expect, test } from "vitest";
import { packageWorld } from "../../testing/package-world.ts";
import { scormPackage } from "../../testing/packages.ts";

const { server, learner, bridge, course, launched, attemptsOf, read } = await packageWorld();
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

function callsOf(unitId: number) {
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

describe("the last message of a page", () => {
  test("loses the wrong value alone, and tells the flight recorder and, once, the learner", async () => {
    const { courseId, unit, ids, player, relaunch } = await begun(scormPackage());
    const values = [
      { key: "cmi.suspend_data", value: "page 3", sequence: 2 },
      { key: "cmi.core.score.raw", value: "a hundred", sequence: 3 },
      { key: "x".repeat(2_000), value: "x".repeat(200_000), sequence: 4 },
      { key: "cmi.core.lesson_status", value: "passed", sequence: 5 },
    ];
    const answer = await player.call("finish", { ...ids, ...LEAVING, values, finish: 6 }, { number: 7 });
    expect(answer.body).toBe("true");
    expect((await attemptsOf(unit.id))[0]).toMatchObject({
      is_open: false,
      cmi: { "cmi.suspend_data": "page 3", "cmi.core.lesson_status": "passed" },
    });
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
    expect(await callsOf(unit.id)).toEqual([
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
  ])("keeps everything where SCORM 1.2 content sets %s to %s", async (key, value) => {
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
  ])("keeps everything where SCORM 2004 content sets %s to %s", async (key, value) => {
    const { unit, ids, player, relaunch } = await begun(scormPackage({ version: "2004" }));
    const values = [
      { key: "cmi.objectives.0.id", value: "o", sequence: 2 },
      { key, value, sequence: 3 },
      { key: "cmi.suspend_data", value: "page 3", sequence: 4 },
    ];
    await player.call("finish", { ...ids, ...LEAVING, values, finish: 5 }, { number: 6 });
    expect((await attemptsOf(unit.id))[0]).toMatchObject({ is_open: false, cmi: { "cmi.suspend_data": "page 3" } });
    expect(await relaunch()).toBe(false);
  });

  test("begins, ends and stores where the learner is, all at once and each once [SCORM 2004 SN UP.4]", async () => {
    const { courseId, unit, ids } = await course(scormPackage({ version: "2004" }));
    const player = await launched(courseId, unit.id);
    const sequencing = { state: "kept", completion: "completed", success: "passed", measure: 0.5, sequence: 4 };
    const values = [{ key: "cmi.completion_status", value: "completed", sequence: 2 }];
    const farewell = { ...ids, ...LEAVING, initialize: 1, values, finish: 3, sequencing };
    expect((await player.call("finish", farewell, { number: 5 })).body).toBe("true");
    // What content says after it, and what was on its way already.
    const later = { ...farewell, sequencing: { ...sequencing, state: "newer", sequence: 6 } };
    expect((await player.call("finish", later, { number: 7 })).body).toBe("true");
    expect((await player.call("initialize", ids, { number: 1 })).body).toBe("true");
    expect(await attemptsOf(unit.id)).toMatchObject([{ attempt: 1, is_open: false, completion_status: "completed" }]);
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
    const next = await launched(courseId, unit.id);
    expect((await next.state()).sequencing).toBe("newer");
  });

  test("that does not hold everything begins the session, and the rest comes in its turn", async () => {
    const { courseId, unit, ids } = await course(scormPackage({ version: "2004" }));
    const player = await launched(courseId, unit.id);
    const values = [{ key: "cmi.location", value: "here", sequence: 3 }];
    await player.call("commit", { ...ids, ...LEAVING, initialize: 1, values }, { number: 0 });
    await player.call("initialize", ids, { number: 1 });
    await player.call("set-value", { ...ids, key: "cmi.suspend_data", value: "long" }, { number: 2 });
    expect(await attemptsOf(unit.id)).toMatchObject([
      { is_open: true, entry: "ab-initio", cmi: { "cmi.location": "here", "cmi.suspend_data": "long" } },
    ]);
  });
});

test("comments of SCORM 1.2 are added to those before them, and set as a whole by the player [SCORM 1.2 cmi.comments]", async () => {
  const { unit, ids, player } = await begun(scormPackage());
  let number = 1;
  const set = (value: string, more: object = {}) =>
    player.call("set-value", { ...ids, key: "cmi.comments", value, ...more }, { number: ++number });
  await set("first\n");
  await set("second");
  expect((await attemptsOf(unit.id))[0]!.cmi).toEqual({ "cmi.comments": "first\nsecond" });
  await set("first\nsecond and third", { isWhole: true });
  expect((await attemptsOf(unit.id))[0]!.cmi).toEqual({ "cmi.comments": "first\nsecond and third" });
  expect((await set("x".repeat(64_000))).statusCode).toBe(422);
});

test("work that comes after the unit was opened on another device does not count, and can be read in the flight recorder", async () => {
  const { courseId, unit, ids, player } = await begun(scormPackage());
  const other = await launched(courseId, unit.id);
  await other.call("initialize", ids, { number: 1 });
  const value = "x".repeat(20_000);
  const values = [{ key: "cmi.suspend_data", value, called_at: "2026-04-01T09:45:58.259Z" }];
  expect((await player.call("commit", { ...ids, values: [] }, { number: 2 })).statusCode).toBe(409);
  expect((await player.call("untaken", { ...ids, values })).body).toBe("true");
  expect((await attemptsOf(unit.id))[0]!.cmi).not.toHaveProperty(["cmi.suspend_data"]);
  expect(await callsOf(unit.id)).toEqual([
    { call: "LMSSetValue", element: "cmi.suspend_data", value, result: "false", error_code: 405 },
  ]);
});

test("work of another person, another instance or nobody is added to no flight recorder", async () => {
  const { unit, ids, player } = await begun(scormPackage());
  const values = [{ key: "cmi.suspend_data", value: "x", called_at: "2026-04-01T09:45:58.259Z" }];
  const headers = { "x-scorm-launch": player.token };
  const statusFor = async (client: Parameters<typeof bridge>[0]) =>
    (await bridge(client).post("untaken", { ...ids, values }, headers)).statusCode;
  expect([
    await statusFor(await server.as("manager@demo.test")),
    await statusFor(await server.as("learner@riverside.test")),
    await statusFor(server.anonymous()),
    await statusFor(learner),
  ]).toEqual([404, 404, 401, 200]);
  expect(await callsOf(unit.id)).toHaveLength(1);
});

test("an activity that the sequencing resumes goes on with the attempt that ended, and any other begins a new one [SCORM 2004 cmi.entry]", async () => {
  const { courseId, unit, ids, player } = await begun(scormPackage({ version: "2004" }));
  await player.call("set-value", { ...ids, key: "cmi.suspend_data", value: "page 3" }, { number: 2 });
  await player.call("finish", ids, { number: 3 });
  const next = await launched(courseId, unit.id);
  const found = async (query: string) => (await next.get(`sco/${ids.scoUuid}${query}`)).json().cmi;
  expect(await found("?resumes=true")).toMatchObject({ "cmi.entry": "resume", "cmi.suspend_data": "page 3" });
  expect(await found("")).not.toHaveProperty(["cmi.suspend_data"]);
  await next.call("initialize", { ...ids, resumes: true }, { number: 1 });
  expect(await attemptsOf(unit.id)).toMatchObject([{ attempt: 1, is_open: true, entry: "resume" }]);
  await next.call("finish", ids, { number: 2 });
  await next.call("initialize", ids, { number: 3 });
  expect(await attemptsOf(unit.id)).toMatchObject([{ attempt: 1 }, { attempt: 2, entry: "ab-initio" }]);
});
