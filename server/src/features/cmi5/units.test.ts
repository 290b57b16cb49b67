import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { auAt, listMembers } from "../../testing/cmi5.ts";
import { cmi5World, type Course } from "../../testing/cmi5-world.ts";
import { cmi5Au, cmi5Block, cmi5Package } from "../../testing/packages.ts";
import type { Client } from "../../testing/server.ts";

interface Attempt {
  sco: string;
  attempt: number;
  success_status: string;
  score: number | null;
}

const { server, author, learner, course, withMoveOn, launch, begun, listStatements, listVerbs, isComplete, resultIn } =
  await cmi5World();
afterAll(() => server.close());

/** Moves every start in cmi5 ten seconds into the past. */
const tenSecondsPass = () =>
  server.inside("demo", (db, id) =>
    db
      .updateTable("cmi5_sessions")
      .set({ launched_at: sql`launched_at - interval '10 seconds'` })
      .where("instance_id", "=", id)
      .execute(),
  );

describe("cmi5 unit", () => {
  test("is complete when its AU is opened, if the author wants that", async () => {
    const made = await withMoveOn("Passed");
    await server.inside("demo", (db, id) =>
      db
        .updateTable("units")
        .set({ completes_on_open: true })
        .where("instance_id", "=", id)
        .where("id", "=", made.unitId)
        .execute(),
    );
    expect(await isComplete(made)).toBe(false);
    await launch(made);
    expect(await isComplete(made)).toBe(true);
  });

  const table: [moveOn: string, reported: string[], done: boolean][] = [
    ["Passed", ["completed"], false],
    ["Passed", ["passed"], true],
    ["Completed", ["passed"], false],
    ["Completed", ["completed"], true],
    ["CompletedAndPassed", ["completed"], false],
    ["CompletedAndPassed", ["passed"], false],
    ["CompletedAndPassed", ["completed", "passed"], true],
    ["CompletedOrPassed", ["failed"], false],
    ["CompletedOrPassed", ["completed"], true],
    ["CompletedOrPassed", ["passed"], true],
  ];
  test.each(table)("with the criterion %s after %j has complete = %s [cmi5 10.2.5]", async (moveOn, reported, done) => {
    const made = await withMoveOn(moveOn);
    const au = await begun(await launch(made));
    for (const verb of reported) expect((await au.say(verb)).statusCode).toBe(200);
    await au.say("terminated");
    expect(await isComplete(made)).toBe(done);
    expect((await listVerbs(au.registration)).filter((verb) => verb === "satisfied")).toHaveLength(done ? 1 : 0);
  });

  test("without a criterion is satisfied at registration, and complete when its AU terminates [cmi5 9.6.1.1]", async () => {
    const made = await withMoveOn("NotApplicable");
    const au = await begun(await launch(made));
    expect(await listVerbs(au.registration)).toEqual(["satisfied", "launched", "initialized"]);
    expect(await isComplete(made)).toBe(false);
    await au.say("terminated");
    expect(await isComplete(made)).toBe(true);
  });

  test("reports each block, innermost first, and the course as satisfied once [cmi5 9.3.9]", async () => {
    const inner = cmi5Block("inner", cmi5Au(0, 'moveOn="Completed"'));
    const made = await course(
      cmi5Package({ aus: 2, members: cmi5Block("outer", `${inner}${cmi5Au(1, 'moveOn="Passed"')}`) }),
    );
    const { members } = await listMembers(learner, made.courseId, made.unitId);
    expect(members.map(({ kind, title, depth }) => [kind, title, depth])).toEqual([
      ["block", "Block outer", 0],
      ["block", "Block inner", 1],
      ["au", "AU 0", 2],
      ["au", "AU 1", 1],
    ]);
    const first = await begun(await launch(made, 0));
    await first.say("completed");
    await first.say("terminated");
    expect(await isComplete(made)).toBe(false);
    const second = await begun(await launch(made, 1));
    await second.say("passed");
    await second.say("completed");
    await second.say("terminated");
    const satisfied = (await listStatements(first.registration)).filter(({ verb }) => verb.id.endsWith("satisfied"));
    const { contextTemplate } = await second.launchData();
    expect(
      satisfied.map(({ object, context }) => [object.definition?.type, context?.contextActivities.grouping]),
    ).toEqual([
      ["https://w3id.org/xapi/cmi5/activitytype/block", [{ id: "https://test.example/block/inner" }]],
      ["https://w3id.org/xapi/cmi5/activitytype/block", [{ id: "https://test.example/block/outer" }]],
      ["https://w3id.org/xapi/cmi5/activitytype/course", [{ id: "https://test.example/course" }]],
    ]);
    expect(satisfied[2]!.context?.extensions).toEqual(contextTemplate.extensions);
    expect(satisfied[0]!.object.id).not.toContain("test.example");
    expect(await isComplete(made)).toBe(true);
  });

  test("reports score, success and time, and shows statements in the call log", async () => {
    const made = await withMoveOn("Passed", 'masteryScore="0.8"');
    const first = await begun(await launch(made));
    await tenSecondsPass();
    await first.say("failed", { score: { scaled: 0.4 } });
    await first.say("terminated", { duration: "PT1.5S" });
    expect(await resultIn(made)).toMatchObject({
      completion_status: "incomplete",
      success_status: "failed",
      score: 40,
    });
    const second = await begun(await launch(made));
    await tenSecondsPass();
    await second.say("passed", { score: { scaled: 0.1 } });
    await second.say("passed", { score: { raw: 45, min: 0, max: 50, scaled: 0.9 } });
    await second.say("terminated", { duration: "PT2S" });
    expect(await resultIn(made)).toEqual({
      completion_status: "completed",
      success_status: "passed",
      score: 90,
      seconds: 3.5,
    });
    const userId = await server.userId("learner@demo.test");
    const { packageAttempts } = await author.data(
      "query ($unit: Int!, $user: Int!) { packageAttempts(unit_id: $unit, user_id: $user) { sco attempt success_status score calls { call value result } } }",
      { unit: made.unitId, user: userId },
    );
    expect(packageAttempts.map((each: Attempt) => [each.sco, each.attempt, each.success_status, each.score])).toEqual([
      ["AU 0", 2, "passed", 90],
      ["AU 0", 1, "failed", 40],
    ]);
    const calls = packageAttempts[0].calls.map(({ call, result }: Record<string, string>) => `${call} ${result}`);
    expect(calls).toEqual([
      "initialized stored",
      expect.stringMatching(/^passed cmi5 9\.3\.4\.0-2/),
      "passed stored",
      "terminated stored",
    ]);
    const [line] = (await listMembers(learner, made.courseId, made.unitId)).members;
    expect(line).toMatchObject({ is_done: true, is_failed: false, score: 90 });
  });

  test("limits the time of an AU to the duration of its session", async () => {
    const made = await withMoveOn("Passed");
    const au = await begun(await launch(made));
    await au.say("passed");
    await au.say("terminated", { duration: "PT40H" });
    expect((await resultIn(made))!.seconds).toBeLessThan(60);
  });

  test("abandons an open session when the AU is launched again, once, and counts its time [cmi5 9.3.6]", async () => {
    const made = await withMoveOn("Passed");
    const left = await begun(await launch(made));
    const next = await launch(made);
    await launch(made);
    expect(await listVerbs(next.registration)).toEqual([
      "launched",
      "initialized",
      "abandoned",
      "launched",
      "abandoned",
      "launched",
    ]);
    const [, , abandoned] = await listStatements(next.registration);
    expect(abandoned).toMatchObject({
      object: { id: left.activityId },
      result: { duration: expect.stringMatching(/^PT[\d.]+S$/) },
      context: { extensions: (await left.launchData()).contextTemplate.extensions },
    });
    expect((await left.say("passed")).statusCode).toBe(401);
  });

  test("opens for review when the AU can report nothing more, and then reports nothing [cmi5 10.2.2]", async () => {
    const made = await withMoveOn("CompletedAndPassed");
    const first = await begun(await launch(made));
    await first.say("completed");
    await first.say("passed");
    await first.say("terminated");
    const again = await begun(await launch(made));
    expect((await again.launchData()).launchMode).toBe("Review");
    for (const verb of ["completed", "passed", "failed"]) expect((await again.say(verb)).body).toContain("10.2.2.0-5");
    expect((await again.say("terminated")).statusCode).toBe(200);
  });

  test("starts again in a new registration when the course is taken again", async () => {
    const made = await withMoveOn("Passed");
    const first = await begun(await launch(made));
    await first.say("passed");
    await first.say("terminated");
    const admin = await server.as("admin@demo.test");
    const user = await server.userId("learner@demo.test");
    await admin.data("mutation ($id: Int!, $user: Int!) { retakeCourse(course_id: $id, user_id: $user) { attempt } }", {
      id: made.courseId,
      user,
    });
    const again = await launch(made);
    expect(again.registration).not.toBe(first.registration);
    expect(await isComplete(made)).toBe(false);
    await begun(again);
    expect((await again.say("passed")).statusCode).toBe(200);
  });

  test("is deleted and restored with the enrolment, in the same registration", async () => {
    const made = await withMoveOn("CompletedAndPassed");
    const first = await begun(await launch(made));
    await first.say("completed");
    const admin = await server.as("admin@demo.test");
    const user = await server.userId("learner@demo.test");
    await admin.data(
      "mutation ($u: Int!, $c: Int!) { courseUnenrollment(user_id: $u, course_id: $c) { __typename } }",
      { u: user, c: made.courseId },
    );
    expect((await first.say("passed")).statusCode).toBe(401);
    const { id } = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("ended_enrolments")
        .select("id")
        .where("instance_id", "=", instance)
        .where("course_id", "=", made.courseId)
        .executeTakeFirstOrThrow(),
    );
    await admin.data("mutation ($id: Int!) { restoreEnrolment(id: $id) { __typename } }", { id });
    const again = await begun(await launch(made));
    expect(again.registration).toBe(first.registration);
    expect((await again.say("completed")).body).toContain("9.3.0.0-6");
    expect((await again.say("passed")).statusCode).toBe(200);
    expect(await isComplete(made)).toBe(true);
  });

  test("stores nothing of an author's preview and applies the same rules", async () => {
    const { packageId } = await withMoveOn("Passed");
    const { cmi5Preview } = await author.data("query ($id: Int!) { cmi5Preview(scorm_id: $id) { members { uuid } } }", {
      id: packageId,
    });
    const { previewAu } = await author.data(
      "mutation ($id: Int!, $au: String!) { previewAu(scorm_id: $id, au: $au) { url } }",
      { id: packageId, au: cmi5Preview.members[0].uuid },
    );
    const au = await auAt(server, previewAu.url);
    await au.begin();
    expect((await au.say("passed")).statusCode).toBe(200);
    expect((await au.say("passed")).statusCode).toBe(403);
    expect((await au.ask("PUT", au.state("bookmark"), { page: 1 })).statusCode).toBe(204);
    expect((await au.ask("GET", au.state("bookmark"))).statusCode).toBe(404);
    expect(await listStatements(au.registration)).toEqual([]);
  });

  test("is completed by an admin who waives the rest with a reason, and by no other role", async () => {
    const WAIVE =
      "mutation ($unit: Int!, $user: Int!, $au: String!, $reason: String!) { waiveAu(unit_id: $unit, user_id: $user, au: $au, reason: $reason) { members { is_done is_waived } } }";
    const made = await withMoveOn("Passed");
    const au = await launch(made);
    const [line] = (await listMembers(learner, made.courseId, made.unitId)).members;
    const user = await server.userId("learner@demo.test");
    const waiver = { unit: made.unitId, user, au: line!["uuid"], reason: "Has done it before" };
    expect(await author.refusal(WAIVE, waiver)).toBe("FORBIDDEN");
    const admin = await server.as("admin@demo.test");
    expect(await admin.refusal(WAIVE, { ...waiver, reason: " " })).toBe("VALIDATION");
    expect(await admin.refusal(WAIVE, { ...waiver, au: randomUUID() })).toBe("NOT_FOUND");
    expect(await admin.refusal(WAIVE, { ...waiver, user: await server.userId("instructor@demo.test") })).toBe(
      "NOT_FOUND",
    );
    expect((await admin.data(WAIVE, waiver)).waiveAu.members).toEqual([{ is_done: true, is_waived: true }]);
    expect(await isComplete(made)).toBe(true);
    expect(await admin.refusal(WAIVE, waiver)).toBe("CONFLICT");
    expect(await listVerbs(au.registration)).toEqual(["launched", "waived", "satisfied"]);
  });

  test("is waived for a learner who has not started, and only for enrolled learners [cmi5 9.3.7]", async () => {
    const STANDING =
      "query ($unit: Int!, $user: Int!) { cmi5Standing(unit_id: $unit, user_id: $user) { members { uuid is_begun is_waived } } }";
    const made = await withMoveOn("Passed");
    const admin = await server.as("admin@demo.test");
    const at = { unit: made.unitId, user: await server.userId("learner@demo.test") };
    const { members } = (await admin.data(STANDING, at)).cmi5Standing;
    expect(members).toEqual([{ uuid: expect.any(String), is_begun: false, is_waived: false }]);
    const WAIVE =
      'mutation ($unit: Int!, $user: Int!, $au: String!) { waiveAu(unit_id: $unit, user_id: $user, au: $au, reason: "Knows it") { members { is_done } } }';
    const waiver = { ...at, au: members[0].uuid };
    expect((await admin.data(WAIVE, waiver)).waiveAu.members).toEqual([{ is_done: true }]);
    expect(await isComplete(made)).toBe(true);
    const stranger = { ...waiver, user: await server.userId("instructor@demo.test") };
    expect(await admin.refusal(WAIVE, stranger)).toBe("NOT_FOUND");
    expect(await admin.refusal(STANDING, { unit: made.unitId, user: stranger.user })).toBe("NOT_FOUND");
    const au = await launch(made);
    expect(await listVerbs(au.registration)).toEqual(["waived", "satisfied", "launched"]);
  });

  test("is limited to enrolled learners and to the AUs of its own package", async () => {
    const [made, other] = [await withMoveOn("Passed"), await withMoveOn("Passed")];
    const stranger = await server.as("admin@demo.test");
    const start = (client: Client, au: string) =>
      client.refusal(
        `mutation ($course: Int!, $unit: Int!, $au: String!) { launchAu(course_id: $course, unit_id: $unit, au: $au) { url } }`,
        { course: made.courseId, unit: made.unitId, au },
      );
    const findUuid = async ({ courseId, unitId }: Course) =>
      (await listMembers(learner, courseId, unitId)).members[0]!["uuid"] as string;
    expect(await start(stranger, await findUuid(made))).toBe("NOT_FOUND");
    expect(await start(learner, await findUuid(other))).toBe("NOT_FOUND");
    expect(await start(learner, randomUUID())).toBe("NOT_FOUND");
    expect(await start(await server.as("admin@riverside.test", "riverside.localhost"), await findUuid(made))).toBe(
      "NOT_FOUND",
    );
  });
});
