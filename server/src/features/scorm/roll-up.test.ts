import { afterAll, describe, expect, test } from "vitest";
import { packageWorld } from "../../testing/package-world.ts";
import { scormPackage } from "../../testing/packages.ts";
import { launched as launchedBy, SCORM_UNITS, type ScormUnit } from "../../testing/scorm.ts";
import type { Client } from "../../testing/server.ts";

const { server, learner, bridge, course, launched, listAttempts, findResult, read } = await packageWorld();
afterAll(() => server.close());

const MARK =
  "mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { is_complete course_complete } }";

describe("SCORM roll-up", () => {
  test("completes the unit and the course and issues the certificate [SCORM 1.2 cmi.core.lesson_status]", async () => {
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

  test("requires every SCO, and does not complete a failed one", async () => {
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
    expect(await findResult(unit.id)).toMatchObject({
      completion_status: "incomplete",
      success_status: "failed",
      score: 70,
    });
    await say(b!, "passed", "80");
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
    expect(await findResult(unit.id)).toMatchObject({
      completion_status: "completed",
      success_status: "passed",
      score: 90,
    });
  });

  test("lets the mastery score override the content's status [SCORM 1.2 cmi.student_data.mastery_score, cmi.core.score.raw]", async () => {
    const inside = "<adlcp:masteryscore>80</adlcp:masteryscore>";
    const { courseId, unit, ids } = await course(scormPackage({ items: [{ id: "one", inside }] }));
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.score.raw", value: "79" });
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.lesson_status", value: "passed" });
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
    await bridge(learner).post("finish", ids);
    expect((await listAttempts(unit.id))[0]!.cmi).toMatchObject({ "cmi.core.lesson_status": "failed" });
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
    await bridge(learner).post("set-value", { ...ids, key: "cmi.core.score.raw", value: "80" });
    await bridge(learner).post("finish", ids);
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
  });

  test("sets 'completed' when the content ends without a status [SCORM 1.2 cmi.core.lesson_status]", async () => {
    const { courseId, ids } = await course(scormPackage());
    await bridge(learner).post("initialize", ids);
    await bridge(learner).post("finish", ids);
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
  });

  test("applies SCORM 2004 thresholds and starts a new attempt after an ordinary end [SCORM 2004 cmi.completion_threshold, cmi.scaled_passing_score, cmi.entry, cmi.exit]", async () => {
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
    expect(await listAttempts(unit.id)).toMatchObject([
      { completion_status: "incomplete", success_status: "failed", score_scaled: 0.5, entry: "" },
    ]);
    await bridge(learner).post("initialize", ids);
    expect(await listAttempts(unit.id)).toMatchObject([{ attempt: 1 }, { attempt: 2, cmi: {}, is_open: true }]);
    await set("cmi.progress_measure", "1");
    await set("cmi.score.scaled", "0.8");
    await bridge(learner).post("finish", ids);
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
    expect(await findResult(unit.id)).toMatchObject({
      completion_status: "completed",
      success_status: "passed",
      score: 80,
    });
  });

  test("completes the unit by its sequencing and stores the position [SCORM 2004 sequencing: roll-up, suspend all]", async () => {
    const { courseId, unit, ids } = await course(scormPackage({ version: "2004", items: [{ id: "a" }, { id: "b" }] }));
    const player = await launched(courseId, unit.id);
    await player.call("initialize", ids);
    const report = { ...ids, state: '{"tree":"…"}', completion: "incomplete", success: "unknown", measure: null };
    expect((await player.call("sequencing", report)).body).toBe("true");
    expect((await read(courseId)).scorms[0].is_complete).toBe(false);
    const next = await launched(courseId, unit.id);
    expect((await next.state()).sequencing).toBe('{"tree":"…"}');
    await next.call("sequencing", { ...report, completion: "completed", success: "passed", measure: 0.75 });
    expect((await read(courseId)).scorms[0].is_complete).toBe(true);
    expect(await findResult(unit.id)).toMatchObject({ success_status: "passed", score: 75 });
  });
});

describe("'Next' on a unit with a package", () => {
  const mark = (courseId: number, unitId: number) =>
    learner.query(MARK, { input: { course_id: courseId, unit_id: unitId, unit_type: "Scorm" } });

  test("continues after a reported completion when the package reports anything", async () => {
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

  test("concerns the person's own work in the package of the unit", async () => {
    const { courseId, units } = await course(scormPackage(), scormPackage());
    const [first, second] = units as [ScormUnit, ScormUnit];
    const other = await server.as("yusuf.demir@demo.test");
    await other.data("mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }", { id: courseId });
    const ids = ({ scorm, scorm_id }: ScormUnit) => ({ scoUuid: scorm.scos[0]!.uuid, scormId: scorm_id });
    const next = async (client: Client, { id }: ScormUnit) => {
      const input = { course_id: courseId, unit_id: id, unit_type: "Scorm" };
      return (await client.query(MARK, { input })).errors?.[0]?.message ?? null;
    };
    await launchedBy(server, other, courseId, first.id);
    await bridge(other).post("initialize", ids(first));
    await bridge(learner).post("initialize", ids(second));
    expect(await next(learner, first)).toBe("Please start this unit before proceeding.");
    // Who has only opened a package goes on, whatever others have reported.
    await launched(courseId, first.id);
    await bridge(learner).post("set-value", { ...ids(second), key: "cmi.core.lesson_status", value: "completed" });
    expect(await next(other, second)).toBe("Please start this unit before proceeding.");
    expect(await next(other, first)).toBe("Please finish this unit before proceeding.");
    expect(await next(learner, first)).toBeNull();
    const done = { key: "cmi.core.lesson_status", value: "completed" };
    await bridge(other).post("set-value", { ...ids(first), ...done });
    const isComplete = async (client: Client) =>
      (await client.data(SCORM_UNITS, { id: courseId })).course.scorms.map((unit: ScormUnit) => unit.is_complete);
    expect([await isComplete(learner), await isComplete(other)]).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  test("continues from an opened package that never reports anything", async () => {
    const { courseId, unit, ids } = await course(scormPackage());
    const player = await launched(courseId, unit.id);
    // A value that was refused is logged, and is no report.
    const values = [{ key: "cmi.core.lesson_status", value: "completed", called_at: "2026-04-01T09:45:58.259Z" }];
    expect((await player.call("rejected", { ...ids, values })).body).toBe("true");
    expect((await mark(courseId, unit.id)).data.markUnitComplete).toEqual({ is_complete: true, course_complete: true });
  });
});
