import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auAt, launchedAu, membersOf } from "../../testing/cmi5.ts";
import { cmi5Au, cmi5Block, cmi5Package } from "../../testing/packages.ts";
import { scormCourse } from "../../testing/scorm.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const EXTENSIONS = "https://w3id.org/xapi/cmi5/context/extensions/";
const MOVE_ON = "https://w3id.org/xapi/cmi5/context/categories/moveon";
const CMI5 = "https://w3id.org/xapi/cmi5/context/categories/cmi5";

let server: TestServer;
let author: Client;
let learner: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
  learner = await server.as("learner@demo.test");
});
afterAll(() => server.close());

async function course(bytes: Buffer) {
  const { courseId, units } = await scormCourse(server, author, learner, bytes);
  const [unit] = units as [(typeof units)[number]];
  return { courseId, unitId: unit.id, packageId: unit.scorm_id };
}
type Course = Awaited<ReturnType<typeof course>>;
const launch = ({ courseId, unitId }: Course, number = 0, client = learner) =>
  launchedAu(server, client, courseId, unitId, number);
const withMoveOn = (moveOn: string, more = "") => course(cmi5Package({ attributes: `moveOn="${moveOn}" ${more}` }));

/** The statements of a registration as they are stored, oldest first. */
async function statementsOf(registration: string): Promise<Record<string, any>[]> {
  const rows = await server.inside("demo", (db, id) =>
    db.selectFrom("xapi_statements").select("statement").where("instance_id", "=", id).orderBy("sequence").execute(),
  );
  return rows
    .map(({ statement }) => JSON.parse(statement))
    .filter(({ context }) => context?.registration === registration);
}
const verbsOf = async (registration: string) =>
  (await statementsOf(registration)).map(({ verb }) => verb.id.split("/").at(-1));
const isComplete = async ({ courseId, unitId }: Course) =>
  (
    await learner.data("query ($id: Int!) { course(id: $id) { units { id is_complete } } }", { id: courseId })
  ).course.units.find(({ id }: { id: number }) => id === unitId).is_complete as boolean;
const resultIn = ({ unitId }: Course) =>
  server.inside("demo", (db, id) =>
    db
      .selectFrom("scorm_results")
      .select(["completion_status", "success_status", "score", "seconds"])
      .where("instance_id", "=", id)
      .where("unit_id", "=", unitId)
      .executeTakeFirst(),
  );

describe("an AU is launched", () => {
  test("by an address with the store, its fetch URL, the account, the registration and the product's own id [cmi5 8.1]", async () => {
    const made = await course(cmi5Package({ url: (n) => `au${n}.html?paramA=1&amp;paramB=2` }));
    const au = await launch(made);
    expect(au.address.host).toMatch(/^content\.demo\.localhost/);
    expect(au.address.search).toMatch(/^\?paramA=1&paramB=2&endpoint=/);
    expect(au.endpoint).toBe("http://demo.localhost/xapi/");
    const userId = await server.userId("learner@demo.test");
    expect(JSON.parse(au.actor)).toEqual({
      objectType: "Agent",
      account: { homePage: "http://demo.localhost", name: String(userId) },
    });
    expect(au.activityId).toMatch(/^http:\/\/demo\.localhost\/cmi5\/unit\//);
    const page = await server.content.inject({
      method: "GET",
      url: au.address.pathname,
      headers: { host: au.address.host },
    });
    expect(page.statusCode).toBe(200);
    const again = await launch(made);
    expect([again.registration, again.activityId]).toEqual([au.registration, au.activityId]);
  });

  test("after 'Launched' was said, once, with what it was launched with [cmi5 9.3.1, 9.6.3]", async () => {
    const made = await course(
      cmi5Package({
        attributes: 'moveOn="Passed" masteryScore="0.8"',
        inside: "<launchParameters>a b</launchParameters>",
      }),
    );
    const au = await launch(made);
    const [launched, ...others] = await statementsOf(au.registration);
    expect(others).toEqual([]);
    const { contextTemplate } = await (await begun(au)).launchData();
    expect(launched).toMatchObject({
      actor: JSON.parse(au.actor),
      verb: { id: "http://adlnet.gov/expapi/verbs/launched" },
      object: { id: au.activityId },
      context: {
        registration: au.registration,
        contextActivities: { grouping: [{ id: "https://test.example/au/0" }], category: [{ id: CMI5 }] },
        extensions: {
          ...contextTemplate.extensions,
          [`${EXTENSIONS}launchmode`]: "Normal",
          [`${EXTENSIONS}launchurl`]: `${au.address.origin}${au.address.pathname}`,
          [`${EXTENSIONS}moveon`]: "Passed",
          [`${EXTENSIONS}masteryscore`]: 0.8,
          [`${EXTENSIONS}launchparameters`]: "a b",
        },
      },
      authority: { account: { homePage: "http://demo.localhost", name: "lms" } },
    });
  });

  test("and finds its launch data, which it only reads [cmi5 10.1, 10.2]", async () => {
    const made = await course(
      cmi5Package({
        attributes: 'moveOn="Passed" masteryScore="0.8"',
        inside: "<launchParameters>a b</launchParameters><entitlementKey>the key</entitlementKey>",
      }),
    );
    const au = await begun(await launch(made));
    expect(await au.launchData()).toEqual({
      contextTemplate: {
        contextActivities: { grouping: [{ id: "https://test.example/au/0" }] },
        extensions: { [`${EXTENSIONS}sessionid`]: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
      launchMode: "Normal",
      launchMethod: "AnyWindow",
      moveOn: "Passed",
      masteryScore: 0.8,
      launchParameters: "a b",
      entitlementKey: { courseStructure: "the key" },
      returnURL: expect.stringMatching(/\/return$/),
    });
    for (const method of ["PUT", "POST", "DELETE"] as const)
      expect((await au.ask(method, au.state("LMS.LaunchData"), { a: 1 })).statusCode).toBe(403);
    const { pathname, host } = new URL((await au.launchData()).returnURL);
    expect((await server.content.inject({ method: "GET", url: pathname, headers: { host } })).body).toContain(
      '"closed"',
    );
  });

  test("with preferences that are there from the beginning, and that it may change to valid ones [cmi5 11]", async () => {
    const au = await begun(await launch(await withMoveOn("Passed")));
    const preferences = await au.ask("GET", au.preferences);
    expect(preferences.json()).toMatchObject({ languagePreference: expect.any(String), audioPreference: "on" });
    const refused: [unknown, string?][] = [
      ["text", "text/plain"],
      [{ languagePreference: "en", audioPreference: "on" }, "text/plain"],
      [{ audioPreference: "on" }],
      [{ languagePreference: "en" }],
      [{ languagePreference: "not a list", audioPreference: "on" }],
      [{ languagePreference: "", audioPreference: "on" }],
      [{ languagePreference: "en", audioPreference: "loud" }],
    ];
    for (const [body, type] of refused) expect((await au.ask("PUT", au.preferences, body, type)).statusCode).toBe(403);
    expect((await au.ask("DELETE", au.preferences)).statusCode).toBe(403);
    const changed = { languagePreference: "fr-FR,en", audioPreference: "off" };
    expect((await au.ask("POST", au.preferences, changed)).statusCode).toBe(204);
    expect((await au.ask("GET", au.preferences)).json()).toEqual(changed);
  });
});

describe("the fetch URL", () => {
  test("gives a token once, and then says why not [cmi5 8.2]", async () => {
    const au = await launch(await withMoveOn("Passed"));
    expect((await au.fetchToken("GET")).statusCode).toBe(405);
    const first = await au.fetchToken();
    expect([first.statusCode, Object.keys(first.json())]).toEqual([200, ["auth-token"]]);
    const second = await au.fetchToken();
    expect([second.statusCode, second.json()]).toEqual([
      200,
      { "error-code": "1", "error-text": expect.stringContaining("used") },
    ]);
  });

  test("gives nothing to who asks at another instance, or by an address that is none", async () => {
    const au = await launch(await withMoveOn("Passed"));
    expect((await au.fetchToken("POST", "riverside.localhost")).json()["error-code"]).toBe("2");
    const forged = await server.app.inject({
      method: "POST",
      url: "/api/cmi5/fetch/1.forged",
      headers: { host: "demo.localhost" },
    });
    expect(forged.json()["error-code"]).toBe("2");
    expect((await au.fetchToken()).json()).toHaveProperty("auth-token");
  });

  test("gives nothing once another session has begun [cmi5 8.1.2]", async () => {
    const made = await withMoveOn("Passed");
    const old = await launch(made);
    await launch(made);
    expect((await old.fetchToken()).json()["error-code"]).toBe("1");
  });
});

type Au = Awaited<ReturnType<typeof launch>>;
async function begun(au: Au, options = {}): Promise<Au> {
  await au.begin(options);
  return au;
}

describe("what an AU says is refused", () => {
  test("before it has read the preferences, and before 'Initialized' [cmi5 9.3.0, 11.0]", async () => {
    const au = await begun(await launch(await withMoveOn("Passed")), { silent: true });
    expect((await au.say("initialized")).body).toContain("11.0.0.0-3");
    await au.ask("GET", au.preferences);
    for (const verb of ["experienced", "passed", "terminated"])
      expect((await au.say(verb)).body).toContain("9.3.0.0-4");
    expect((await au.say("initialized")).statusCode).toBe(200);
    expect((await au.say("initialized")).body).toContain("9.3.0.0-2");
  });

  type Change = (statement: Record<string, any>) => void;
  const cases: [what: string, verb: string, Change][] = [
    ["[cmi5 9.1.0.0-1] without an id", "passed", (s) => delete s["id"]],
    ["[cmi5 9.7.0.0-1] without a timestamp", "experienced", (s) => delete s["timestamp"]],
    ["[cmi5 9.7.0.0-2] with a time of elsewhere", "experienced", (s) => (s["timestamp"] = "2026-01-01T10:00:00-06:00")],
    ["[cmi5 9.2.0.0-3] of an actor with an address", "passed", (s) => (s["actor"] = { mbox: "mailto:a@b.test" })],
    ["[cmi5 9.6.0.0-1] without a context", "passed", (s) => delete s["context"]],
    ["[cmi5 9.6.1.0-1] without the registration", "passed", (s) => delete s["context"].registration],
    ["[cmi5 9.6.1.0-1] of another registration", "passed", (s) => (s["context"].registration = randomUUID())],
    [
      "[cmi5 9.6.3.1-4] without the session id",
      "experienced",
      (s) => delete s["context"].extensions[`${EXTENSIONS}sessionid`],
    ],
    [
      "[cmi5 9.6.2.0-1] without the publisher's id",
      "experienced",
      (s) => delete s["context"].contextActivities.grouping,
    ],
    ["[cmi5 8.1.5.0-6] of another activity", "passed", (s) => (s["object"].id = "https://test.example/au/0")],
    [
      "[cmi5 9.3.0.0-1] with a verb that is the product's",
      "passed",
      (s) => (s["verb"].id = "https://w3id.org/xapi/adl/verbs/satisfied"),
    ],
    ["[cmi5 9.5.1.0-2] with a score that is no judgement", "completed", (s) => (s["result"].score = { scaled: 0.5 })],
    ["[cmi5 9.5.1.0-3] with a raw score and no bounds", "passed", (s) => (s["result"].score = { raw: 9 })],
    ["[cmi5 9.5.2.0] passed without success", "passed", (s) => delete s["result"].success],
    ["[cmi5 9.5.2.0] failed with success", "failed", (s) => (s["result"].success = true)],
    ["[cmi5 9.5.2.0] completed with success", "completed", (s) => (s["result"].success = true)],
    ["[cmi5 9.5.3.0] completed without completion", "completed", (s) => delete s["result"].completion],
    ["[cmi5 9.5.3.0] passed with completion", "passed", (s) => (s["result"].completion = true)],
    ["[cmi5 9.5.4.1] passed without a duration", "passed", (s) => delete s["result"].duration],
    ["[cmi5 9.5.4.1] terminated without a duration", "terminated", (s) => delete s["result"].duration],
    [
      "[cmi5 9.6.2.2] passed without the moveOn category",
      "passed",
      (s) => s["context"].contextActivities.category.pop(),
    ],
    [
      "[cmi5 9.6.2.2] terminated with the moveOn category",
      "terminated",
      (s) => s["context"].contextActivities.category.push({ id: MOVE_ON }),
    ],
    [
      "[cmi5 9.6.2.2-2] merely allowed, with the moveOn category",
      "experienced",
      (s) => (s["context"].contextActivities.category = [{ id: MOVE_ON }]),
    ],
    [
      "[cmi5 9.6.3.2-2] judged by another mastery score",
      "passed",
      (s) => (s["context"].extensions[`${EXTENSIONS}masteryscore`] = 0.1),
    ],
    ["[cmi5 9.3.4.0-2] passed below the mastery score", "passed", (s) => (s["result"].score = { scaled: 0.79 })],
    ["[cmi5 9.3.5.0-2] failed at the mastery score", "failed", (s) => (s["result"].score = { scaled: 0.8 })],
  ];
  let au: Au;
  beforeAll(async () => {
    au = await begun(await launch(await withMoveOn("CompletedAndPassed", 'masteryScore="0.8"')));
  });
  test.each(cases)("%s", async (what, verb, change) => {
    const [, clause = ""] = /^\[cmi5 (\S+)\]/.exec(what)!;
    const statement = await au.statement(verb);
    change(statement);
    const answer = await au.post(statement);
    expect(answer.statusCode).toBe(403);
    // Another's actor and registration are refused before cmi5 is looked at.
    expect(answer.body).toMatch(new RegExp(`cmi5 ${clause.replaceAll(".", "\\.")}|of its own learner`));
    expect(await verbsOf(au.registration)).toEqual(["launched", "initialized"]);
  });

  test("when it voids, and when it is said with no token or another's [cmi5 6.3, 8.1.2]", async () => {
    const statement = await au.statement("voided");
    const void_ = { ...statement, object: { objectType: "StatementRef", id: randomUUID() } };
    expect((await au.post(void_)).statusCode).toBe(403);
    const other = await launch(await withMoveOn("Passed"));
    expect((await other.post(await au.statement("experienced"))).statusCode).toBe(401);
    await begun(other);
    expect((await other.post(await au.statement("experienced"))).statusCode).toBe(403);
  });

  test("twice, in the session and in the registration; and failed after passed [cmi5 9.3.0]", async () => {
    const made = await withMoveOn("Passed");
    const first = await begun(await launch(made));
    expect((await first.say("failed")).statusCode).toBe(200);
    expect((await first.say("failed")).body).toContain("9.3.0.0-2");
    expect((await first.say("passed")).body).toContain("9.3.0.0-3");
    await first.say("terminated");
    const second = await begun(await launch(made));
    expect((await second.say("passed")).statusCode).toBe(200);
    await second.say("terminated");
    const third = await begun(await launch(made));
    expect((await third.say("passed")).body).toContain("9.3.0.0-7");
    expect((await third.say("failed")).body).toContain("9.3.0.0-8");
    expect((await third.say("completed")).statusCode).toBe(200);
    await third.say("terminated");
  });

  test("after 'Terminated', when its token is worth nothing any more [cmi5 7.1.2, 8.1.2]", async () => {
    const ended = await begun(await launch(await withMoveOn("Passed")));
    const [last, late] = [await ended.statement("terminated"), await ended.statement("experienced")];
    expect((await ended.post([last, late])).body).toContain("9.3.0.0-5");
    expect((await ended.post(last)).statusCode).toBe(200);
    expect((await ended.post(late)).statusCode).toBe(401);
    expect((await ended.ask("GET", ended.state("bookmark"))).statusCode).toBe(401);
  });

  test("and is kept once when it is sent again because the line was cut", async () => {
    const sent = await begun(await launch(await withMoveOn("Passed")));
    const passed = await sent.statement("passed");
    expect((await sent.post(passed)).statusCode).toBe(200);
    expect((await sent.post(passed)).statusCode).toBe(200);
    expect((await verbsOf(sent.registration)).filter((verb) => verb === "passed")).toHaveLength(1);
  });

  test("in documents of another registration, activity or learner [cmi5 8.1.4]", async () => {
    expect((await au.ask("PUT", au.state("bookmark"), { page: 3 })).statusCode).toBe(204);
    expect((await au.ask("GET", au.state("bookmark"))).json()).toEqual({ page: 3 });
    const foreign = [
      au.state("bookmark", { registration: randomUUID() }),
      au.state("bookmark", { activityId: "https://test.example/au/0" }),
      au.state("bookmark", { agent: '{"mbox":"mailto:a@b.test"}' }),
      `agents/profile?${new URLSearchParams({ agent: '{"mbox":"mailto:a@b.test"}', profileId: "p" }).toString()}`,
      `activities/profile?${new URLSearchParams({ activityId: "https://test.example/au/0", profileId: "p" }).toString()}`,
    ];
    for (const path of foreign) expect((await au.ask("PUT", path, { page: 3 })).statusCode).toBe(403);
  });
});

describe("a unit of cmi5", () => {
  const table: [moveOn: string, said: string[], done: boolean][] = [
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
  test.each(table)("of the criterion %s after %j: complete is %s [cmi5 10.2.5]", async (moveOn, said, done) => {
    const made = await withMoveOn(moveOn);
    const au = await begun(await launch(made));
    for (const verb of said) expect((await au.say(verb)).statusCode).toBe(200);
    await au.say("terminated");
    expect(await isComplete(made)).toBe(done);
    expect((await verbsOf(au.registration)).filter((verb) => verb === "satisfied")).toHaveLength(done ? 1 : 0);
  });

  test("that asks for nothing is satisfied when it is registered, and complete when its AU has ended itself [cmi5 9.6.1.1]", async () => {
    const made = await withMoveOn("NotApplicable");
    const au = await begun(await launch(made));
    expect(await verbsOf(au.registration)).toEqual(["satisfied", "launched", "initialized"]);
    expect(await isComplete(made)).toBe(false);
    await au.say("terminated");
    expect(await isComplete(made)).toBe(true);
  });

  test("says of each block, from the inside, and of the course that it is satisfied, once [cmi5 9.3.9]", async () => {
    const inner = cmi5Block("inner", cmi5Au(0, 'moveOn="Completed"'));
    const made = await course(
      cmi5Package({ aus: 2, members: cmi5Block("outer", `${inner}${cmi5Au(1, 'moveOn="Passed"')}`) }),
    );
    const { members } = await membersOf(learner, made.courseId, made.unitId);
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
    const satisfied = (await statementsOf(first.registration)).filter(({ verb }) => verb.id.endsWith("satisfied"));
    const { contextTemplate } = await second.launchData();
    expect(
      satisfied.map(({ object, context }) => [object.definition.type, context.contextActivities.grouping]),
    ).toEqual([
      ["https://w3id.org/xapi/cmi5/activitytype/block", [{ id: "https://test.example/block/inner" }]],
      ["https://w3id.org/xapi/cmi5/activitytype/block", [{ id: "https://test.example/block/outer" }]],
      ["https://w3id.org/xapi/cmi5/activitytype/course", [{ id: "https://test.example/course" }]],
    ]);
    expect(satisfied[2]!["context"].extensions).toEqual(contextTemplate.extensions);
    expect(satisfied[0]!["object"].id).not.toContain("test.example");
    expect(await isComplete(made)).toBe(true);
  });

  test("carries score, success and time to the reports, and what was said to the flight recorder", async () => {
    const made = await withMoveOn("Passed", 'masteryScore="0.8"');
    const first = await begun(await launch(made));
    await first.say("failed", { score: { scaled: 0.4 } });
    await first.say("terminated", { duration: "PT0.01S" });
    expect(await resultIn(made)).toMatchObject({
      completion_status: "incomplete",
      success_status: "failed",
      score: 40,
    });
    const second = await begun(await launch(made));
    await second.say("passed", { score: { scaled: 0.1 } });
    await second.say("passed", { score: { raw: 45, min: 0, max: 50, scaled: 0.9 } });
    await second.say("terminated", { duration: "PT0.02S" });
    expect(await resultIn(made)).toEqual({
      completion_status: "completed",
      success_status: "passed",
      score: 90,
      seconds: 0.03,
    });
    const userId = await server.userId("learner@demo.test");
    const { packageAttempts } = await author.data(
      "query ($unit: Int!, $user: Int!) { packageAttempts(unit_id: $unit, user_id: $user) { sco attempt success_status score calls { call value result } } }",
      { unit: made.unitId, user: userId },
    );
    expect(packageAttempts.map((each: any) => [each.sco, each.attempt, each.success_status, each.score])).toEqual([
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
    const [line] = (await membersOf(learner, made.courseId, made.unitId)).members;
    expect(line).toMatchObject({ is_done: true, is_failed: false, score: 90 });
  });

  test("believes no AU that it has lasted longer than its session", async () => {
    const made = await withMoveOn("Passed");
    const au = await begun(await launch(made));
    await au.say("passed");
    await au.say("terminated", { duration: "PT40H" });
    expect((await resultIn(made))!.seconds).toBeLessThan(60);
  });

  test("abandons what was left open when an AU is launched anew, once, and counts its time [cmi5 9.3.6]", async () => {
    const made = await withMoveOn("Passed");
    const left = await begun(await launch(made));
    const next = await launch(made);
    await launch(made);
    expect(await verbsOf(next.registration)).toEqual([
      "launched",
      "initialized",
      "abandoned",
      "launched",
      "abandoned",
      "launched",
    ]);
    const [, , abandoned] = await statementsOf(next.registration);
    expect(abandoned).toMatchObject({
      object: { id: left.activityId },
      result: { duration: expect.stringMatching(/^PT[\d.]+S$/) },
      context: { extensions: (await left.launchData()).contextTemplate.extensions },
    });
    expect((await left.say("passed")).statusCode).toBe(401);
  });

  test("is opened for review where an AU can report nothing more, which then reports nothing [cmi5 10.2.2]", async () => {
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

  test("begins anew in a registration of its own when the course is taken again", async () => {
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

  test("goes with the enrolment and comes back with it, in the same registration", async () => {
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

  test("leaves nothing of what an author does in its preview, and keeps it to the same rules", async () => {
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
    expect(await statementsOf(au.registration)).toEqual([]);
  });

  test("is completed by an admin who waives what is left, with a reason; and by nobody else", async () => {
    const WAIVE =
      "mutation ($unit: Int!, $user: Int!, $au: String!, $reason: String!) { waiveAu(unit_id: $unit, user_id: $user, au: $au, reason: $reason) { members { is_done is_waived } } }";
    const made = await withMoveOn("Passed");
    const au = await launch(made);
    const [line] = (await membersOf(learner, made.courseId, made.unitId)).members;
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
    expect(await verbsOf(au.registration)).toEqual(["launched", "waived", "satisfied"]);
  });

  test("is waived for who has not begun it, too, and for nobody who is not enrolled [cmi5 9.3.7]", async () => {
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
    expect(await verbsOf(au.registration)).toEqual(["waived", "satisfied", "launched"]);
  });

  test("is nobody's but of who is enrolled, and its AUs are those of its own package", async () => {
    const [made, other] = [await withMoveOn("Passed"), await withMoveOn("Passed")];
    const stranger = await server.as("admin@demo.test");
    const start = (client: Client, au: string) =>
      client.refusal(
        `mutation ($course: Int!, $unit: Int!, $au: String!) { launchAu(course_id: $course, unit_id: $unit, au: $au) { url } }`,
        { course: made.courseId, unit: made.unitId, au },
      );
    const uuidOf = async ({ courseId, unitId }: Course) =>
      (await membersOf(learner, courseId, unitId)).members[0]!["uuid"] as string;
    expect(await start(stranger, await uuidOf(made))).toBe("NOT_FOUND");
    expect(await start(learner, await uuidOf(other))).toBe("NOT_FOUND");
    expect(await start(learner, randomUUID())).toBe("NOT_FOUND");
    expect(await start(await server.as("admin@riverside.test", "riverside.localhost"), await uuidOf(made))).toBe(
      "NOT_FOUND",
    );
  });
});
