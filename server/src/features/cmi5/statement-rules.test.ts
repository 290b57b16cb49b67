import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reported } from "../../testing/cmi5.ts";
import { type Au, cmi5World } from "../../testing/cmi5-world.ts";

const EXTENSIONS = "https://w3id.org/xapi/cmi5/context/extensions/";
const MOVE_ON = "https://w3id.org/xapi/cmi5/context/categories/moveon";

const { server, withMoveOn, launch, begun, listVerbs } = await cmi5World();
afterAll(() => server.close());

describe("AU statements", () => {
  test("are rejected before the preferences are read and before 'Initialized' [cmi5 9.3.0, 11.0]", async () => {
    const au = await begun(await launch(await withMoveOn("Passed")), { silent: true });
    expect((await au.say("initialized")).body).toContain("11.0.0.0-3");
    await au.ask("GET", au.preferences);
    for (const verb of ["experienced", "passed", "terminated"])
      expect((await au.say(verb)).body).toContain("9.3.0.0-4");
    expect((await au.say("initialized")).statusCode).toBe(200);
    expect((await au.say("initialized")).body).toContain("9.3.0.0-2");
  });

  type Change = (statement: Reported) => void;
  const cases: [what: string, verb: string, Change][] = [
    ["[cmi5 9.1.0.0-1] without an id", "passed", (s) => delete s.id],
    ["[cmi5 9.7.0.0-1] without a timestamp", "experienced", (s) => delete s.timestamp],
    ["[cmi5 9.7.0.0-2] with a time of elsewhere", "experienced", (s) => (s.timestamp = "2026-01-01T10:00:00-06:00")],
    ["[cmi5 9.2.0.0-3] of an actor with an address", "passed", (s) => (s.actor = { mbox: "mailto:a@b.test" })],
    ["[cmi5 9.6.0.0-1] without a context", "passed", (s) => delete s.context],
    ["[cmi5 9.6.1.0-1] without the registration", "passed", (s) => delete s.context!.registration],
    ["[cmi5 9.6.1.0-1] of another registration", "passed", (s) => (s.context!.registration = randomUUID())],
    [
      "[cmi5 9.6.3.1-4] without the session id",
      "experienced",
      (s) => delete s.context!.extensions[`${EXTENSIONS}sessionid`],
    ],
    ["[cmi5 9.6.2.0-1] without the publisher's id", "experienced", (s) => delete s.context!.contextActivities.grouping],
    ["[cmi5 8.1.5.0-6] of another activity", "passed", (s) => (s.object.id = "https://test.example/au/0")],
    [
      "[cmi5 9.3.0.0-1] with a verb that is the product's",
      "passed",
      (s) => (s.verb.id = "https://w3id.org/xapi/adl/verbs/satisfied"),
    ],
    ["[cmi5 9.5.1.0-2] with a score that is no judgement", "completed", (s) => (s.result!.score = { scaled: 0.5 })],
    ["[cmi5 9.5.1.0-3] with a raw score and no bounds", "passed", (s) => (s.result!.score = { raw: 9 })],
    ["[cmi5 9.5.2.0] passed without success", "passed", (s) => delete s.result!.success],
    ["[cmi5 9.5.2.0] failed with success", "failed", (s) => (s.result!.success = true)],
    ["[cmi5 9.5.2.0] completed with success", "completed", (s) => (s.result!.success = true)],
    ["[cmi5 9.5.3.0] completed without completion", "completed", (s) => delete s.result!.completion],
    ["[cmi5 9.5.3.0] passed with completion", "passed", (s) => (s.result!.completion = true)],
    ["[cmi5 9.5.4.1] passed without a duration", "passed", (s) => delete s.result!.duration],
    ["[cmi5 9.5.4.1] terminated without a duration", "terminated", (s) => delete s.result!.duration],
    [
      "[cmi5 9.6.2.2] passed without the moveOn category",
      "passed",
      (s) => s.context!.contextActivities.category!.pop(),
    ],
    [
      "[cmi5 9.6.2.2] terminated with the moveOn category",
      "terminated",
      (s) => s.context!.contextActivities.category!.push({ id: MOVE_ON }),
    ],
    [
      "[cmi5 9.6.2.2-2] merely allowed, with the moveOn category",
      "experienced",
      (s) => (s.context!.contextActivities.category = [{ id: MOVE_ON }]),
    ],
    [
      "[cmi5 9.6.3.2-2] judged by another mastery score",
      "passed",
      (s) => (s.context!.extensions[`${EXTENSIONS}masteryscore`] = 0.1),
    ],
    ["[cmi5 9.3.4.0-2] passed below the mastery score", "passed", (s) => (s.result!.score = { scaled: 0.79 })],
    ["[cmi5 9.3.5.0-2] failed at the mastery score", "failed", (s) => (s.result!.score = { scaled: 0.8 })],
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
    // Another actor or registration is rejected before the rules of cmi5.
    expect(answer.body).toMatch(new RegExp(`cmi5 ${clause.replaceAll(".", "\\.")}|of its own learner`));
    expect(await listVerbs(au.registration)).toEqual(["launched", "initialized"]);
  });

  test("are rejected when they void, and without a token or with another session's [cmi5 6.3, 8.1.2]", async () => {
    const statement = await au.statement("voided");
    const void_ = { ...statement, object: { objectType: "StatementRef", id: randomUUID() } };
    expect((await au.post(void_)).statusCode).toBe(403);
    const other = await launch(await withMoveOn("Passed"));
    expect((await other.post(await au.statement("experienced"))).statusCode).toBe(401);
    await begun(other);
    expect((await other.post(await au.statement("experienced"))).statusCode).toBe(403);
  });

  test("are rejected twice in a session and registration, and failed after passed [cmi5 9.3.0]", async () => {
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

  test("are rejected after 'Terminated', when the token is revoked [cmi5 7.1.2, 8.1.2]", async () => {
    const ended = await begun(await launch(await withMoveOn("Passed")));
    const [last, late] = [await ended.statement("terminated"), await ended.statement("experienced")];
    expect((await ended.post([last, late])).body).toContain("9.3.0.0-5");
    expect((await ended.post(last)).statusCode).toBe(200);
    expect((await ended.post(late)).statusCode).toBe(401);
    expect((await ended.ask("GET", ended.state("bookmark"))).statusCode).toBe(401);
  });

  test("are stored once when they are repeated after a network failure", async () => {
    const sent = await begun(await launch(await withMoveOn("Passed")));
    const passed = await sent.statement("passed");
    expect((await sent.post(passed)).statusCode).toBe(200);
    expect((await sent.post(passed)).statusCode).toBe(200);
    expect((await listVerbs(sent.registration)).filter((verb) => verb === "passed")).toHaveLength(1);
  });

  test("are rejected in documents of another registration, activity or learner [cmi5 8.1.4]", async () => {
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
