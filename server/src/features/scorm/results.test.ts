import { afterAll, describe, expect, test } from "vitest";
import { packageWorld } from "../../testing/package-world.ts";
import { scormPackage } from "../../testing/packages.ts";
import { sweepLaunches } from "./launches.service.ts";

const { server, author, learner, bridge, course } = await packageWorld();
afterAll(() => server.close());

describe("package report", () => {
  const PAGE = `query ($id: Int!, $sort: String, $search: String) { packageResultsPage(course_id: $id, sort: $sort, search: $search) {
    total rows { user_id name unit completion_status success_status score seconds } } }`;
  const ATTEMPTS = `query ($unit: Int!, $user: Int!) { packageAttempts(unit_id: $unit, user_id: $user) {
    sco attempt completion_status success_status score total_seconds interactions { id type response result } calls { call element value result error_code } } }`;

  test("names a SCO without a title after its unit", async () => {
    const { unit, ids } = await course(scormPackage());
    await server.inside("demo", (db, id) =>
      db
        .updateTable("scorm_scos")
        .set({ title: null })
        .where("instance_id", "=", id)
        .where("package_id", "=", ids.scormId)
        .execute(),
    );
    await bridge(learner).post("initialize", ids);
    const user = await server.userId("learner@demo.test");
    const { packageAttempts } = await author.data(ATTEMPTS, { unit: unit.id, user });
    expect(packageAttempts).toMatchObject([{ sco: "Package 1" }]);
  });

  test("shows instructors and managers the score, time, answers and call log of each learner", async () => {
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

  test("deletes old entries of the call log", async () => {
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
