import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scormPackage } from "../../testing/packages.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { sweepLaunches } from "./launches.service.ts";
import { CREATE_SCORM, launched, playerOf, SCORM_UNITS, scormCourse, storedPackage } from "../../testing/scorm.ts";

let server: TestServer;
let author: Client;
let learner: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
  learner = await server.as("learner@demo.test");
});
afterAll(() => server.close());

/** The bridge as the specification has it: whoever is signed in, at the instance's own address. */
const bridge = (client: Client) => ({
  post: (path: string, payload: object, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: "POST",
      url: `/api/scorm/${path}`,
      headers: { host: client.host, ...(client.token ? { authorization: `Bearer ${client.token}` } : {}), ...headers },
      payload,
    }),
  get: (query: Record<string, string>) =>
    server.app.inject({
      method: "GET",
      url: "/api/scorm/get-value",
      query,
      headers: { host: client.host, ...(client.token ? { authorization: `Bearer ${client.token}` } : {}) },
    }),
});

async function course(...packages: Buffer[]) {
  const made = await scormCourse(server, author, learner, ...packages);
  const unit = made.units[0]!;
  const ids = { scoUuid: unit.scorm.scos[0]!.uuid, scormId: unit.scorm_id };
  return { ...made, unit, ids };
}

const attemptsOf = (unitId: number) =>
  server.inside("demo", (db, id) =>
    db
      .selectFrom("scorm_attempts")
      .select([
        "attempt",
        "cmi",
        "entry",
        "completion_status",
        "success_status",
        "score_raw",
        "score_scaled",
        "is_open",
      ])
      .where("instance_id", "=", id)
      .where("unit_id", "=", unitId)
      .orderBy("id")
      .execute(),
  );
const resultOf = (unitId: number) =>
  server.inside("demo", (db, id) =>
    db
      .selectFrom("scorm_results")
      .select(["completion_status", "success_status", "score", "seconds"])
      .where("instance_id", "=", id)
      .where("unit_id", "=", unitId)
      .executeTakeFirst(),
  );
const read = async (courseId: number) => (await learner.data(SCORM_UNITS, { id: courseId })).course;
const MARK =
  "mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { is_complete course_complete } }";

describe("the bridge", () => {
  test("answers each call at once, and gives back what was set", async () => {
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
  ])("refuses to set %s to %s, and keeps nothing of it", async (key, value) => {
    const { ids, unit } = await course(scormPackage());
    await bridge(learner).post("initialize", ids);
    const answer = await bridge(learner).post("set-value", { ...ids, key, value });
    expect([answer.statusCode, answer.json().error]).toEqual([422, expect.any(String)]);
    expect((await attemptsOf(unit.id))[0]!.cmi).toEqual({});
  });

  test("keeps what content says also where a database could not keep it as it is", async () => {
    const { ids, unit } = await course(scormPackage());
    const odd = { ...ids, key: "cmi.suspend_data", value: "a\0b\ud800c" };
    expect((await bridge(learner).post("set-value", odd)).body).toBe("true");
    expect((await attemptsOf(unit.id))[0]!.cmi).toEqual({ "cmi.suspend_data": "ab\ufffdc" });
  });

  test("is nobody else's: strangers, other instances, people who are not enrolled, and other packages' SCOs", async () => {
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

  test("of a client that only sets values ends where the whole run-time does", async () => {
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

    const player = await launched(server, learner, whole.courseId, whole.unit.id);
    await player.call("initialize", whole.ids);
    for (const [key, value] of values.slice(0, 3)) await player.call("set-value", { ...whole.ids, key, value });
    await player.call("commit", { ...whole.ids, values: values.slice(3, 5).map(([key, value]) => ({ key, value })) });
    await player.call("finish", { ...whole.ids, values: values.slice(5).map(([key, value]) => ({ key, value })) });

    expect(await attemptsOf(plain.unit.id)).toEqual(await attemptsOf(whole.unit.id));
    expect(await resultOf(plain.unit.id)).toEqual(await resultOf(whole.unit.id));
    expect(await resultOf(whole.unit.id)).toEqual({
      completion_status: "completed",
      success_status: "passed",
      score: 90,
      seconds: 600,
    });
    expect([(await read(plain.courseId)).is_complete, (await read(whole.courseId)).is_complete]).toEqual([true, true]);
  });
});

describe("a session", () => {
  test("begins with all that was kept, in one request [SCORM 1.2 cmi.suspend_data, cmi.core.entry]", async () => {
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
    const first = await launched(server, learner, courseId, unit.id);
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
    const second = await launched(server, learner, courseId, unit.id);
    expect(await seed(second)).toMatchObject({
      "cmi.core.entry": "resume",
      "cmi.core.total_time": "0000:05:30.50",
      "cmi.suspend_data": "half",
      "cmi.core.lesson_status": "incomplete",
    });
    expect((await seed(second))["cmi.core.exit"]).toBeUndefined();
  });

  test("that is opened again elsewhere ends here, and is told", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const first = await launched(server, learner, courseId, unit.id);
    await first.call("initialize", ids);
    const second = await launched(server, learner, courseId, unit.id);
    const late = await first.call("set-value", { ...ids, key: "cmi.core.lesson_status", value: "passed" });
    expect([late.statusCode, late.json().error]).toEqual([
      409,
      "This unit was opened again in another window, which goes on from here.",
    ]);
    expect((await second.call("initialize", ids)).statusCode).toBe(200);
    expect((await resultOf(unit.id))!.completion_status).not.toBe("completed");
  });

  test("carries out each message once, in whatever way it comes again", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(server, learner, courseId, unit.id);
    await player.call("initialize", ids, { number: 1 });
    const set = (value: string, number: number) =>
      player.call("set-value", { ...ids, key: "cmi.core.lesson_location", value }, { number });
    await set("first", 2);
    await set("second", 3);
    expect((await set("first", 2)).body).toBe("true");
    // As a page does that goes away: what it could not be sure of, with the numbers those had.
    const values = [
      { key: "cmi.core.lesson_location", value: "first", sequence: 2 },
      { key: "cmi.suspend_data", value: "last", sequence: 4 },
    ];
    await player.call("commit", { ...ids, values }, { number: 5 });
    expect((await attemptsOf(unit.id))[0]!.cmi).toEqual({
      "cmi.core.lesson_location": "second",
      "cmi.suspend_data": "last",
    });
  });

  test("whose page went without a word is ended at the next launch, as put aside, and nothing of it is lost [SCORM 1.2 cmi.core.total_time, cmi.core.session_time]", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(server, learner, courseId, unit.id);
    await player.call("initialize", ids);
    await player.call("set-value", { ...ids, key: "cmi.suspend_data", value: "middle" });
    await player.call("set-value", { ...ids, key: "cmi.core.session_time", value: "00:01:00" });
    const next = await launched(server, learner, courseId, unit.id);
    expect((await next.get(`sco/${ids.scoUuid}`)).json().cmi).toMatchObject({
      "cmi.core.entry": "resume",
      "cmi.suspend_data": "middle",
      "cmi.core.total_time": "0000:01:00.00",
    });
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
  });

  test("that could not send everything sends it later, by its own token and in the person's own name", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(server, learner, courseId, unit.id);
    await player.call("initialize", ids, { number: 1 });
    const late = { ...ids, key: "cmi.core.lesson_status", value: "passed" };
    const headers = { "x-scorm-launch": player.token, "x-scorm-sequence": "2" };
    expect((await bridge(await server.as("manager@demo.test")).post("set-value", late, headers)).statusCode).toBe(404);
    expect((await bridge(learner).post("set-value", late, headers)).body).toBe("true");
    expect((await bridge(learner).post("finish", ids, { ...headers, "x-scorm-sequence": "3" })).body).toBe("true");
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
  });

  test("is not opened by somebody who is not enrolled, of another instance, or nobody", async () => {
    const { courseId, unit } = await course(scormPackage());
    const LAUNCH = `mutation { launchScorm(course_id: ${courseId}, unit_id: ${unit.id}) { url } }`;
    expect(await (await server.as("manager@demo.test")).refusal(LAUNCH)).toBe("NOT_FOUND");
    expect(await (await server.as("learner@riverside.test")).refusal(LAUNCH)).toBe("NOT_FOUND");
    expect(await server.anonymous().refusal(LAUNCH)).toBe("UNAUTHENTICATED");
  });

  test("of an author's preview shows everything and keeps nothing", async () => {
    const { unit, ids } = await course(scormPackage());
    const { previewScorm } = await author.data("mutation ($id: Int!) { previewScorm(scorm_id: $id) { url } }", {
      id: unit.scorm_id,
    });
    const player = playerOf(server, previewScorm.url);
    expect(await player.state()).toMatchObject({ isPreview: true, kind: "scorm_1_2" });
    expect((await player.call("initialize", ids)).body).toBe("true");
    expect((await player.call("set-value", { ...ids, key: "cmi.core.lesson_status", value: "passed" })).body).toBe(
      "true",
    );
    expect((await player.call("finish", ids)).body).toBe("true");
    expect(await attemptsOf(unit.id)).toEqual([]);
  });
});

describe("what a package reports", () => {
  test("completes the unit, the course, and brings the certificate [SCORM 1.2 cmi.core.lesson_status]", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.lesson_status", value: "completed" });
    await bridge(learner).post("finish", ids);
    expect(await read(courseId)).toMatchObject({
      progress: 100,
      is_complete: true,
      scorms: [{ id: unit.id, is_complete: true }],
    });
    const { generateCertificate } = await learner.data(
      "mutation ($id: Int!) { generateCertificate(input: { course_id: $id }) { __typename } }",
      { id: courseId },
    );
    expect(generateCertificate).toBeTruthy();
  });

  test("is asked for every SCO, and failing one is not completing it", async () => {
    const { courseId, unit } = await course(scormPackage({ items: [{ id: "a" }, { id: "b" }] }));
    const [a, b] = unit.scorm.scos.map(({ uuid }) => ({ scoUuid: uuid, scormId: unit.scorm_id }));
    const say = (ids: object, status: string, raw: string) =>
      bridge(learner)
        .post("set-value", { ...ids, key: "cmi.core.score.raw", value: raw })
        .then(() => bridge(learner).post("set-value", { ...ids, key: "cmi.core.lesson_status", value: status }))
        .then(() => bridge(learner).post("finish", ids));
    await say(a!, "passed", "100");
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
    await say(b!, "failed", "40");
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
    expect(await resultOf(unit.id)).toMatchObject({
      completion_status: "incomplete",
      success_status: "failed",
      score: 70,
    });
    await say(b!, "passed", "80");
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
    expect(await resultOf(unit.id)).toMatchObject({
      completion_status: "completed",
      success_status: "passed",
      score: 90,
    });
  });

  test("is decided by the mastery score, over the content's own word [SCORM 1.2 cmi.student_data.mastery_score, cmi.core.score.raw]", async () => {
    const inside = "<adlcp:masteryscore>80</adlcp:masteryscore>";
    const { courseId, unit, ids } = await course(scormPackage({ items: [{ id: "one", inside }] }));
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.score.raw", value: "79" });
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.lesson_status", value: "passed" });
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
    await bridge(learner).post("finish", ids);
    expect((await attemptsOf(unit.id))[0]!.cmi).toMatchObject({ "cmi.core.lesson_status": "failed" });
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.score.raw", value: "80" });
    await bridge(learner).post("finish", ids);
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
  });

  test("is 'completed' when the content ends without a word of its status [SCORM 1.2 cmi.core.lesson_status]", async () => {
    const { courseId, ids } = await course(scormPackage());
    await bridge(learner).post("initialize", ids);
    await bridge(learner).post("finish", ids);
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
  });

  test("in SCORM 2004 follows the thresholds, and a new attempt begins after an ordinary end [SCORM 2004 cmi.completion_threshold, cmi.scaled_passing_score, cmi.entry, cmi.exit]", async () => {
    const inside = `<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="p" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing>
      <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.9"/>`;
    const { courseId, unit, ids } = await course(scormPackage({ version: "2004", items: [{ id: "one", inside }] }));
    const set = (key: string, value: string) => bridge(learner).post("set-value", { ...ids, key, value });
    await bridge(learner).post("initialize", ids);
    await set("cmi.progress_measure", "0.5");
    await set("cmi.completion_status", "completed");
    await set("cmi.score.scaled", "0.5");
    await set("cmi.success_status", "passed");
    await set("cmi.session_time", "PT1M30S");
    await bridge(learner).post("finish", ids);
    expect(await attemptsOf(unit.id)).toMatchObject([
      { completion_status: "incomplete", success_status: "failed", score_scaled: 0.5, entry: "" },
    ]);
    await bridge(learner).post("initialize", ids);
    expect(await attemptsOf(unit.id)).toMatchObject([{ attempt: 1 }, { attempt: 2, cmi: {}, is_open: true }]);
    await set("cmi.progress_measure", "1");
    await set("cmi.score.scaled", "0.8");
    await bridge(learner).post("finish", ids);
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
    expect(await resultOf(unit.id)).toMatchObject({
      completion_status: "completed",
      success_status: "passed",
      score: 80,
    });
  });

  test("by its sequencing completes the unit, and where one stands is kept [SCORM 2004 sequencing: roll-up, suspend all]", async () => {
    const { courseId, unit, ids } = await course(scormPackage({ version: "2004", items: [{ id: "a" }, { id: "b" }] }));
    const player = await launched(server, learner, courseId, unit.id);
    await player.call("initialize", ids);
    const report = { ...ids, state: '{"tree":"…"}', completion: "incomplete", success: "unknown", measure: null };
    expect((await player.call("sequencing", report)).body).toBe("true");
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
    const next = await launched(server, learner, courseId, unit.id);
    expect((await next.state()).sequencing).toBe('{"tree":"…"}');
    await next.call("sequencing", { ...report, completion: "completed", success: "passed", measure: 0.75 });
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
    expect(await resultOf(unit.id)).toMatchObject({ success_status: "passed", score: 75 });
  });
});

describe("'Next' on a unit of a package", () => {
  const mark = (courseId: number, unitId: number) =>
    learner.query(MARK, { input: { course_id: courseId, unit_id: unitId, unit_type: "Scorm" } });

  test("goes on only once the package says so, when it says anything", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    expect((await mark(courseId, unit.id)).errors![0]).toMatchObject({
      message: "Please start this unit before proceeding.",
    });
    await bridge(learner).post("initialize", ids);
    expect((await mark(courseId, unit.id)).errors![0]).toMatchObject({
      message: "Please finish this unit before proceeding.",
      extensions: { code: "CONFLICT" },
    });
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.lesson_status", value: "completed" });
    expect((await mark(courseId, unit.id)).data.markUnitComplete.is_complete).toBe(true);
  });

  test("goes on from a package that was opened and never says anything", async () => {
    const { courseId, unit } = await course(scormPackage());
    await launched(server, learner, courseId, unit.id);
    expect((await mark(courseId, unit.id)).data.markUnitComplete).toEqual({ is_complete: true, course_complete: true });
  });
});

describe("history", () => {
  test("is kept when a new version of the package takes the old one's place", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    await bridge(learner).post("set-value", { ...ids, key: "cmi.suspend_data", value: "of version one" });
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.exit", value: "suspend" });
    await bridge(learner).post("finish", ids);
    const next = await storedPackage(server, author, scormPackage({ files: [{ name: "new.html", data: "x" }] }));
    await author.data("mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }", {
      input: {
        id: courseId,
        title: "New",
        description: "x",
        scorms: [{ id: unit.id, unit_order: 1, title: "Do", scorm_path: next.url }],
      },
    });
    const player = await launched(server, learner, courseId, unit.id);
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
    expect(await attemptsOf(unit.id)).toHaveLength(2);
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
  });

  test("of one attempt at a course is put away with it, and the next begins at the beginning", async () => {
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
    expect([await attemptsOf(unit.id), await resultOf(unit.id)]).toEqual([[], undefined]);
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
    const player = await launched(server, learner, courseId, unit.id);
    expect((await player.get(`sco/${ids.scoUuid}`)).json().cmi).toMatchObject({ "cmi.core.entry": "ab-initio" });
  });

  test("goes with the enrolment, and comes back with it", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.lesson_status", value: "passed" });
    await bridge(learner).post("finish", ids);
    const admin = await server.as("admin@demo.test");
    const user_id = await server.userId("learner@demo.test");
    await admin.data(
      "mutation ($u: Int!, $c: Int!) { courseUnenrollment(user_id: $u, course_id: $c) { __typename } }",
      { u: user_id, c: courseId },
    );
    expect([await attemptsOf(unit.id), await resultOf(unit.id)]).toEqual([[], undefined]);
    const { id } = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("ended_enrolments")
        .select("id")
        .where("instance_id", "=", instance)
        .where("course_id", "=", courseId)
        .executeTakeFirstOrThrow(),
    );
    await admin.data("mutation ($id: Int!) { restoreEnrolment(id: $id) { __typename } }", { id });
    expect(await attemptsOf(unit.id)).toMatchObject([{ success_status: "passed" }]);
    expect(await resultOf(unit.id)).toMatchObject({ completion_status: "completed" });
  });
});

describe("the content origin", () => {
  test("serves a package's files with their types, by ranges, and never guessed", async () => {
    const files = [
      { name: "media/film.mp4", data: "0123456789" },
      { name: "style.css", data: "body {}" },
      { name: "odd.xyz", data: "<script>" },
    ];
    const { courseId, unit } = await course(scormPackage({ files }));
    const player = await launched(server, learner, courseId, unit.id);
    const page = await player.get("files/one.html");
    expect(page.headers).toMatchObject({
      "content-type": "text/html",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    expect(page.headers["content-security-policy"]).toMatch(
      /^sandbox allow-scripts allow-same-origin (?!.*top-navigation).*frame-ancestors 'self' demo\.localhost/,
    );
    expect((await player.get("files/STYLE.css")).headers["content-type"]).toBe("text/css; charset=utf-8");
    expect((await player.get("files/odd.xyz")).headers["content-type"]).toBe("application/octet-stream");
    const part = await player.get("files/media/film.mp4", { range: "bytes=2-5" });
    expect([part.statusCode, part.body, part.headers["content-range"]]).toEqual([206, "2345", "bytes 2-5/10"]);
    for (const path of [
      "files/missing.html",
      "files/..%2fstate",
      "files/..%2f..%2fpackage.json",
      "files/imsmanifest.xml%00",
    ])
      expect((await player.get(path)).statusCode).toBe(404);
  });

  test("opens nothing without the token of this very launch, at the host of this very instance", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(server, learner, courseId, unit.id);
    const at = (token: string, host = player.host) =>
      server.content.inject({ method: "GET", url: `/scorm/${token}/files/one.html`, headers: { host } });
    expect((await at(player.token)).statusCode).toBe(200);
    expect((await at(player.token, "content.riverside.localhost")).statusCode).toBe(404);
    expect((await at(player.token.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).statusCode).toBe(404);
    expect((await at(learner.token!)).statusCode).toBe(404);
    expect((await at("x")).statusCode).toBe(404);
    await server.inside("demo", (db, id) =>
      db
        .updateTable("scorm_sessions")
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where("instance_id", "=", id)
        .where("unit_id", "=", unit.id)
        .execute(),
    );
    expect((await at(player.token)).statusCode).toBe(404);
    expect((await player.get("state")).statusCode).toBe(401);
    expect((await player.call("initialize", ids)).statusCode).toBe(401);
  });

  test("takes no session of the application, and the application no token of a launch", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(server, learner, courseId, unit.id);
    expect((await player.call("initialize", ids, { bearer: learner.token! })).statusCode).toBe(401);
    const asPerson = server.withToken(player.token);
    expect(await asPerson.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
    expect((await bridge(asPerson).post("initialize", ids)).statusCode).toBe(401);
    expect(
      (
        await server.content.inject({
          method: "POST",
          url: "/graphql",
          headers: { host: player.host },
          payload: { query: "{ viewer { id } }" },
        })
      ).statusCode,
    ).toBe(404);
  });

  test("does not let one launch write into another package", async () => {
    const { courseId, units } = await course(scormPackage(), scormPackage());
    const [mine, other] = units.map(({ scorm, scorm_id }) => ({ scoUuid: scorm.scos[0]!.uuid, scormId: scorm_id }));
    const player = await launched(server, learner, courseId, units[0]!.id);
    await player.call("initialize", mine!);
    expect(
      (await player.call("set-value", { ...other!, key: "cmi.core.lesson_status", value: "passed" })).statusCode,
    ).toBe(404);
    expect((await player.get(`sco/${other!.scoUuid}`)).statusCode).toBe(404);
  });

  test("stops for somebody who may not sign in any more", async () => {
    const { courseId, unit } = await course(scormPackage());
    const player = await launched(server, learner, courseId, unit.id);
    const setActive = (is_active: boolean) =>
      server.inside("demo", (db, id) =>
        db
          .updateTable("users")
          .set({ is_active })
          .where("instance_id", "=", id)
          .where("email", "=", "learner@demo.test")
          .execute(),
      );
    await setActive(false);
    expect([(await player.get("files/one.html")).statusCode, (await player.get("state")).statusCode]).toEqual([
      404, 401,
    ]);
    await setActive(true);
    expect((await player.get("state")).statusCode).toBe(200);
  });
});

test("the flight recorder keeps what the content called, cut to a sensible length", async () => {
  const { courseId, unit, ids } = await course(scormPackage());
  const player = await launched(server, learner, courseId, unit.id);
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

test("a package that is not unpacked yet says so", async () => {
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

describe("the report of packages", () => {
  const PAGE = `query ($id: Int!, $sort: String, $search: String) { packageResultsPage(course_id: $id, sort: $sort, search: $search) {
    total rows { user_id name unit completion_status success_status score seconds } } }`;
  const ATTEMPTS = `query ($unit: Int!, $user: Int!) { packageAttempts(unit_id: $unit, user_id: $user) {
    sco attempt completion_status success_status score total_seconds interactions { id type response result } calls { call element value result error_code } } }`;

  test("shows instructors and managers score and time of each learner, their answers, and what the content called", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const values: [string, string][] = [
      ["cmi.interactions.0.id", "q1"],
      ["cmi.interactions.0.type", "choice"],
      ["cmi.interactions.0.student_response", "a"],
      ["cmi.interactions.0.result", "wrong"],
      ["cmi.interactions.1.id", "q1"],
      ["cmi.interactions.1.result", "correct"],
      ["cmi.core.score.raw", "88"],
      ["cmi.core.session_time", "00:02:00"],
      ["cmi.core.lesson_status", "passed"],
    ];
    for (const [key, value] of values) await bridge(learner).post("set-value", { ...ids, key, value });
    await bridge(learner).post("finish", ids);
    const user = await server.userId("learner@demo.test");
    for (const email of ["instructor@demo.test", "manager@demo.test"]) {
      const reader = await server.as(email);
      expect((await reader.data(PAGE, { id: courseId, sort: "-score" })).packageResultsPage).toEqual({
        total: 1,
        rows: [
          {
            user_id: user,
            name: "Grace Adeyemi",
            unit: "Package 1",
            completion_status: "completed",
            success_status: "passed",
            score: 88,
            seconds: 120,
          },
        ],
      });
      expect((await reader.data(PAGE, { id: courseId, search: "nobody of this name" })).packageResultsPage).toEqual({
        total: 0,
        rows: [],
      });
      const { packageQuestions } = await reader.data(
        "query ($id: Int!) { packageQuestions(course_id: $id) { question type answered correct tries } }",
        { id: courseId },
      );
      expect(packageQuestions).toEqual([{ question: "q1", type: null, answered: 1, correct: 1, tries: 2 }]);
      const { packageAttempts } = await reader.data(ATTEMPTS, { unit: unit.id, user });
      expect(packageAttempts).toMatchObject([
        {
          sco: "one",
          attempt: 1,
          completion_status: "completed",
          success_status: "passed",
          score: 88,
          total_seconds: 120,
        },
      ]);
      expect(packageAttempts[0].interactions).toMatchObject([
        { id: "q1", response: "a", result: "wrong" },
        { id: "q1", result: "correct" },
      ]);
      expect(packageAttempts[0].calls.at(-1)).toEqual({
        call: "Terminate",
        element: null,
        value: null,
        result: "true",
        error_code: 0,
      });
    }
    expect(await learner.refusal(PAGE, { id: courseId })).toBe("FORBIDDEN");
  });

  test("of the flight recorder is cleared away by its age", async () => {
    const { unit, ids } = await course(scormPackage());
    await bridge(learner).post("initialize", ids);
    const instanceId = await server.inside("demo", async (db, id) => {
      await db
        .updateTable("scorm_calls")
        .set({ called_at: new Date(Date.now() - 91 * 86_400_000) })
        .where("instance_id", "=", id)
        .execute();
      return id;
    });
    await bridge(learner).post("commit", ids);
    await sweepLaunches(server.platform, instanceId);
    const user = await server.userId("learner@demo.test");
    const { packageAttempts } = await author.data(ATTEMPTS, { unit: unit.id, user });
    expect(packageAttempts[0].calls).toMatchObject([{ call: "Commit" }]);
  });
});
