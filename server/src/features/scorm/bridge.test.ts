import { afterAll, describe, expect, test } from "vitest";
import { packageWorld } from "../../testing/package-world.ts";
import { scormPackage } from "../../testing/packages.ts";

const { server, learner, bridge, course, launched, listAttempts, findResult, read } = await packageWorld();
afterAll(() => server.close());

describe("the bridge", () => {
  test("answers each call and returns the values that were set", async () => {
    const { ids } = await course(scormPackage());
    const { post, get } = bridge(learner);
    const initialised = await post("initialize", ids);
    expect([initialised.statusCode, initialised.body]).toEqual([200, "true"]);
    expect((await post("set-value", { ...ids, key: "cmi.core.lesson_location", value: "page 3" })).body).toBe("true");
    expect((await post("commit", ids)).body).toBe("true");
    expect((await get({ ...ids, scormId: String(ids.scormId), key: "cmi.core.lesson_location" })).json()).toEqual({
      value: "page 3",
    });
    expect((await get({ ...ids, scormId: String(ids.scormId), key: "cmi.core.lesson_status" })).json()).toEqual({
      value: "not attempted",
    });
    expect((await get({ ...ids, scormId: String(ids.scormId), key: "cmi.core.student_name" })).json().value).toMatch(
      /^\w+, \w+$/,
    );
    expect((await get({ ...ids, scormId: String(ids.scormId), key: "cmi.objectives._count" })).json()).toEqual({
      value: "0",
    });
    expect((await get({ ...ids, scormId: String(ids.scormId), key: "cmi.core.nonsense" })).statusCode).toBe(404);
    expect((await post("finish", ids)).body).toBe("true");
  });

  test.each([
    [
      "cmi.core._children",
      "student_id,student_name,lesson_location,credit,lesson_status,entry,score,total_time,lesson_mode,exit,session_time",
    ],
    ["cmi.core.score._children", "raw,min,max"],
    ["cmi.objectives._children", "id,score,status"],
    ["cmi._version", "3.4"],
  ])("reads %s as %s [SCORM 1.2 _children, _version]", async (key, value) => {
    const { ids } = await course(scormPackage());
    const answer = await bridge(learner).get({ ...ids, scormId: String(ids.scormId), key });
    expect(answer.json()).toEqual({ value });
  });

  test.each([
    ["cmi.core.student_id", "x"],
    ["cmi.core._children", "x"],
    ["cmi.core.lesson_status", "not attempted"],
    ["cmi.core.lesson_status", "done"],
    ["cmi.core.score.raw", "101"],
    ["cmi.core.session_time", "an hour"],
    ["cmi.suspend_data", "x".repeat(64_001)],
    ["cmi.objectives.5.id", "out of order"],
    ["cmi.objectives.n.id", "x"],
    ["cmi.nonsense", "x"],
    ["cmi", "x"],
    ["__proto__", "x"],
    ["cmi.location", "of the other version"],
  ])("refuses to set %s to %s and stores nothing", async (key, value) => {
    const { ids, unit } = await course(scormPackage());
    await bridge(learner).post("initialize", ids);
    const answer = await bridge(learner).post("set-value", { ...ids, key, value });
    expect([answer.statusCode, answer.json().error]).toEqual([422, expect.any(String)]);
    expect((await listAttempts(unit.id))[0]!.cmi).toEqual({});
  });

  test("stores text without the characters that PostgreSQL rejects", async () => {
    const { ids, unit } = await course(scormPackage());
    const odd = { ...ids, key: "cmi.suspend_data", value: "a\0b\ud800c" };
    expect((await bridge(learner).post("set-value", odd)).body).toBe("true");
    expect((await listAttempts(unit.id))[0]!.cmi).toEqual({ "cmi.suspend_data": "ab\ufffdc" });
  });

  test("stores the longest allowed answer of an interaction and rejects a longer one [SCORM 2004 cmi.interactions.n.learner_response]", async () => {
    const { ids, unit } = await course(scormPackage({ version: "2004" }));
    const { post } = bridge(learner);
    const answer = Array.from({ length: 250 }, () => `${"n".repeat(250)}[.]${"a".repeat(250)}`).join("[,]");
    const set = (element: string, value: string) =>
      post("set-value", { ...ids, key: `cmi.interactions.0.${element}`, value });
    await post("initialize", ids);
    await set("id", "q1");
    await set("type", "performance");
    expect((await set("learner_response", answer)).body).toBe("true");
    expect((await set("learner_response", `${answer}[,]${answer}`)).statusCode).toBe(422);
    expect((await set("timestamp", "2026-04-01T09:45:58.259Z")).body).toBe("true");
    expect((await listAttempts(unit.id))[0]!.cmi).toEqual({
      "cmi.interactions.0.id": "q1",
      "cmi.interactions.0.type": "performance",
      "cmi.interactions.0.learner_response": answer,
      "cmi.interactions.0.timestamp": "2026-04-01T09:45:58.25Z",
    });
  });

  test("stores a limited number of characters per attempt", async () => {
    const { ids, unit } = await course(scormPackage({ version: "2004" }));
    const { post } = bridge(learner);
    const values = (from: number) =>
      Array.from({ length: 14 }, (_, index) => [
        { key: `cmi.interactions.${from + index}.id`, value: "q" },
        { key: `cmi.interactions.${from + index}.learner_response`, value: "x".repeat(130_000) },
      ]).flat();
    await post("initialize", ids);
    expect((await post("commit", { ...ids, values: values(0) })).body).toBe("true");
    expect((await post("commit", { ...ids, values: values(14) })).body).toBe("true");
    const refused = await post("commit", { ...ids, values: values(28) });
    expect([refused.statusCode, refused.json().error]).toEqual([422, expect.stringContaining("full")]);
    const [attempt] = await listAttempts(unit.id);
    expect(attempt!.cmi).toHaveProperty(["cmi.interactions.27.id"], "q");
    expect(attempt!.cmi).not.toHaveProperty(["cmi.interactions.28.id"]);
    const shorter = { ...ids, key: "cmi.interactions.0.learner_response", value: "x" };
    expect((await post("set-value", shorter)).body).toBe("true");
  });

  test("refuses unknown users, other instances, users who are not enrolled, and SCOs of other packages", async () => {
    const { ids, units } = await course(scormPackage(), scormPackage());
    const call = { ...ids, key: "cmi.core.lesson_status", value: "passed" };
    expect((await bridge(server.anonymous()).post("set-value", call)).statusCode).toBe(401);
    expect((await bridge(await server.as("learner@riverside.test")).post("set-value", call)).statusCode).toBe(404);
    expect((await bridge(await server.as("manager@demo.test")).post("set-value", call)).statusCode).toBe(404);
    expect((await bridge(learner).post("set-value", { ...call, scormId: units[1]!.scorm_id })).statusCode).toBe(404);
    expect((await bridge(learner).post("set-value", { ...call, scoUuid: crypto.randomUUID() })).statusCode).toBe(404);
    expect((await bridge(learner).post("set-value", { ...call, scoUuid: "x" })).statusCode).toBe(422);
    expect((await bridge(learner).post("initialize", {})).statusCode).toBe(422);
  });

  test("rejects values beyond the limits of the run-time from a client that only sets values", async () => {
    const [plain, whole] = [await course(scormPackage()), await course(scormPackage())];
    const values: [string, string][] = [
      ["cmi.core.lesson_location", "end"],
      ["cmi.suspend_data", "state"],
      ["cmi.core.score.raw", "90"],
      ["cmi.interactions.0.id", "q1"],
      ["cmi.interactions.0.result", "correct"],
      ["cmi.core.lesson_status", "passed"],
      ["cmi.core.session_time", "00:10:00"],
    ];
    for (const [key, value] of values) await bridge(learner).post("set-value", { ...plain.ids, key, value });
    await bridge(learner).post("finish", plain.ids);

    const player = await launched(whole.courseId, whole.unit.id);
    await player.call("initialize", whole.ids);
    for (const [key, value] of values.slice(0, 3)) await player.call("set-value", { ...whole.ids, key, value });
    await player.call("commit", { ...whole.ids, values: values.slice(3, 5).map(([key, value]) => ({ key, value })) });
    await player.call("finish", { ...whole.ids, values: values.slice(5).map(([key, value]) => ({ key, value })) });

    expect(await listAttempts(plain.unit.id)).toEqual(await listAttempts(whole.unit.id));
    expect(await findResult(plain.unit.id)).toEqual(await findResult(whole.unit.id));
    expect(await findResult(whole.unit.id)).toEqual({
      completion_status: "completed",
      success_status: "passed",
      score: 90,
      seconds: 600,
    });
    expect([(await read(plain.courseId)).is_complete, (await read(whole.courseId)).is_complete]).toEqual([true, true]);
  });
});
