import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../access/permissions.ts";
import { auAt } from "../../testing/cmi5.ts";
import { cmi5Au, cmi5Block, cmi5Package, cmi5Structure, scormPackage } from "../../testing/packages.ts";
import { launchedAu } from "../../testing/cmi5.ts";
import { scormCourse } from "../../testing/scorm.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { unpackPackage } from "../scorm/packages.service.ts";
import { runHousekeeping } from "../../housekeeping.ts";

const ACTOR = { account: { homePage: "https://elsewhere.example", name: "worker-17" } };

let server: TestServer;
let admin: Client;
let key: string;
beforeAll(async () => {
  server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET api_access = true");
  admin = await server.as("admin@demo.test");
  key = await createKey("admin");
});
afterAll(() => server.close());

const createKey = async (role: Role) =>
  (
    await admin.data("mutation ($name: String!, $role: String!) { createApiKey(name: $name, role: $role) { key } }", {
      name: randomUUID(),
      role,
    })
  ).createApiKey.key as string;

/** Sends a request of another system with its API key. */
function ask(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object | Buffer,
  { bearer = key, host = "demo.localhost", type = "application/zip" } = {},
) {
  return server.app.inject({
    method,
    url: `/api/cmi5/${path}`,
    headers: {
      host,
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(Buffer.isBuffer(body) && { "content-type": type }),
    },
    ...(body && { payload: body }),
  });
}

async function imported(bytes: Buffer, type?: string): Promise<number> {
  const answer = await ask("POST", "courses", bytes, type === undefined ? {} : { type });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const job = server.outside.jobs.findLast(({ name }) => name === "scorm.unpack");
  if (type === undefined) await unpackPackage(server.platform, job!.payload as Parameters<typeof unpackPackage>[1]);
  return answer.json().id;
}
const completed = () => imported(cmi5Package({ attributes: 'moveOn="Completed"' }));
const launch = async (course: number, wish: object = {}, index = 0) => {
  const answer = await ask("POST", `courses/${course}/launch-url/${index}`, { actor: ACTOR, ...wish });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json() as { url: string; registration: string; session: string };
};
const registration = async (id: string) => (await ask("GET", `registrations/${id}`)).json();
async function listVerbs(id: string): Promise<string[]> {
  const rows = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("xapi_statements")
      .select("statement")
      .where("instance_id", "=", instance)
      .orderBy("sequence")
      .execute(),
  );
  return rows
    .map(({ statement }) => JSON.parse(statement))
    .filter(({ context }) => context?.registration === id)
    .map(({ verb }) => verb.id.split("/").at(-1));
}

describe("import by another system", () => {
  test("accepts a zip, and a structure of more than a thousand external AUs [cmi5 6.1, 14.0]", async () => {
    const course = await completed();
    expect((await ask("GET", `courses/${course}`)).json()).toMatchObject({
      id: course,
      aus: [{ index: 0, publisherId: "https://test.example/au/0", moveOn: "Completed" }],
    });
    const structure = cmi5Structure({ aus: 1_100, url: (n) => `https://test.example/pages/${n}.html` });
    const large = await imported(Buffer.from(structure), "text/xml");
    expect((await ask("GET", `courses/${large}`)).json().aus).toHaveLength(1_100);
  });

  test("rejects what is not a cmi5 course and gives the reason [cmi5 13, 14]", async () => {
    const refused = [
      scormPackage(),
      Buffer.from("no zip"),
      Buffer.from(cmi5Structure()),
      Buffer.from("<courseStructure/>"),
      cmi5Package({ url: (n) => `au${n}.html?fetch=1` }),
    ];
    for (const bytes of refused) {
      const answer = await ask("POST", "courses", bytes, { type: "text/xml" });
      expect([answer.statusCode, Object.keys(answer.json().validation)]).toEqual([422, ["scorm"]]);
    }
  });

  test("keeps a course without a unit through the housekeeping", async () => {
    const course = await completed();
    await server.platform.database.pool.query("UPDATE scorm_packages SET created_at = now() - interval '30 days'");
    await server.inside("demo", (db, id) =>
      db
        .updateTable("scorm_packages")
        .set({ created_at: new Date(0) })
        .where("instance_id", "=", id)
        .where("id", "=", course)
        .execute(),
    );
    await runHousekeeping(server.platform);
    expect((await ask("GET", `courses/${course}`)).statusCode).toBe(200);
  });
});

describe("launch by another system", () => {
  test("opens an AU for its own actor, who takes the course like any learner", async () => {
    const course = await completed();
    const made = await launch(course, { launchMode: "Normal", returnURL: "https://elsewhere.example/back" });
    const au = await auAt(server, made.url);
    expect(JSON.parse(au.actor)).toEqual({ objectType: "Agent", ...ACTOR });
    expect(au.registration).toBe(made.registration);
    await au.begin();
    expect((await au.launchData()).returnURL).toBe("https://elsewhere.example/back");
    await au.say("completed");
    await au.say("terminated");
    expect(await listVerbs(made.registration)).toEqual([
      "launched",
      "initialized",
      "completed",
      "satisfied",
      "terminated",
    ]);
    expect(await registration(made.registration)).toMatchObject({
      course,
      actor: ACTOR,
      isSatisfied: true,
      aus: [{ isSatisfied: true, completed: expect.any(String), activityId: au.activityId }],
    });
  });

  test("continues in the same registration, or in one whose id it sends", async () => {
    const course = await completed();
    const id = randomUUID();
    expect((await launch(course, { registration: id })).registration).toBe(id);
    expect((await launch(course, { registration: id.toUpperCase() })).registration).toBe(id);
    expect(await listVerbs(id)).toEqual(["launched", "abandoned", "launched"]);
  });

  test("refuses a registration of another actor or course, and unknown AUs", async () => {
    const [course, other] = [await completed(), await completed()];
    const { registration: id } = await launch(course);
    const tries: [number, number, object][] = [
      [422, course, { registration: id, actor: { account: { ...ACTOR.account, name: "worker-18" } } }],
      [404, other, { registration: id }],
      [422, course, { actor: { mbox: "mailto:a@b.test" } }],
      [422, course, { launchMode: "Fast" }],
      [422, course, { returnURL: "javascript:alert(1)" }],
    ];
    for (const [status, of, wish] of tries)
      expect((await ask("POST", `courses/${of}/launch-url/0`, { actor: ACTOR, ...wish })).statusCode).toBe(status);
    expect((await ask("POST", `courses/${course}/launch-url/1`, { actor: ACTOR })).statusCode).toBe(404);
  });

  test("rejects completed, passed or failed in Browse and Review [cmi5 10.2.2]", async () => {
    const course = await completed();
    for (const launchMode of ["Browse", "Review"]) {
      const au = await auAt(server, (await launch(course, { launchMode })).url);
      await au.begin();
      for (const verb of ["completed", "passed", "failed"]) expect((await au.say(verb)).statusCode).toBe(403);
      expect((await au.say("experienced")).statusCode).toBe(200);
    }
  });

  test("opens an AU in a learner's own registration and updates the unit, but not in a preview", async () => {
    const [author, learner] = [await server.as("instructor@demo.test"), await server.as("learner@demo.test")];
    const bytes = cmi5Package({ attributes: 'moveOn="Completed"' });
    const { courseId, units } = await scormCourse(server, author, learner, bytes);
    const own = await launchedAu(server, learner, courseId, units[0]!.id);
    const { account } = JSON.parse(own.actor);
    const made = await launch(units[0]!.scorm_id, { registration: own.registration, actor: { account } });
    const au = await auAt(server, made.url);
    await au.begin();
    await au.say("completed");
    const { course } = await learner.data("query ($id: Int!) { course(id: $id) { units { is_complete } } }", {
      id: courseId,
    });
    expect(course.units).toEqual([{ is_complete: true }]);
  });
});

describe("deletion by another system", () => {
  test("removes a course with its registrations and documents, keeps statements, and abandons an open session", async () => {
    const course = await completed();
    const made = await launch(course);
    const au = await auAt(server, made.url);
    await au.begin();
    const documents = () =>
      server.inside("demo", (db, instance) =>
        db
          .selectFrom("xapi_documents")
          .select("document_id")
          .where("instance_id", "=", instance)
          .where("registration", "=", made.registration)
          .execute(),
      );
    expect(await documents()).not.toEqual([]);
    expect((await ask("DELETE", `courses/${course}`)).statusCode).toBe(204);
    expect((await ask("GET", `courses/${course}`)).statusCode).toBe(404);
    expect((await ask("GET", `registrations/${made.registration}`)).statusCode).toBe(404);
    expect((await ask("DELETE", `courses/${course}`)).statusCode).toBe(404);
    expect((await au.say("completed")).statusCode).toBe(401);
    expect(await documents()).toEqual([]);
    expect(await listVerbs(made.registration)).toEqual(["launched", "initialized", "abandoned"]);
  });

  test("refuses a course that an author uploaded for a unit", async () => {
    const [author, learner] = [await server.as("instructor@demo.test"), await server.as("learner@demo.test")];
    const { courseId, units } = await scormCourse(server, author, learner, cmi5Package());
    await launchedAu(server, learner, courseId, units[0]!.id);
    expect((await ask("DELETE", `courses/${units[0]!.scorm_id}`)).statusCode).toBe(409);
    await launchedAu(server, learner, courseId, units[0]!.id);
  });
});

describe("waiving an AU", () => {
  test("works for an actor who has launched nothing, in a new registration [cmi5 9.3.7]", async () => {
    const course = await completed();
    const answer = await ask("POST", `courses/${course}/registrations`, { actor: ACTOR });
    expect(answer.statusCode).toBe(201);
    const { registration: id } = answer.json();
    expect(await listVerbs(id)).toEqual([]);
    expect((await ask("POST", `registrations/${id}/waive/0`, { reason: "Done elsewhere" })).statusCode).toBe(204);
    expect(await listVerbs(id)).toEqual(["waived", "satisfied"]);
    const again = await ask("POST", `courses/${course}/registrations`, { actor: ACTOR, registration: id });
    expect([again.statusCode, again.json()]).toEqual([201, { registration: id }]);
    expect((await registration(id)).isSatisfied).toBe(true);
    const other = { account: { ...ACTOR.account, name: "another person" } };
    const refused = await ask("POST", `courses/${course}/registrations`, { actor: other, registration: id });
    expect(refused.statusCode).toBe(422);
  });

  test("happens once, with a reason, in its own session, and satisfies its blocks [cmi5 9.3.7]", async () => {
    const members = cmi5Block("one", cmi5Au(0, 'moveOn="Passed"')) + cmi5Au(1, 'moveOn="Completed"');
    const course = await imported(cmi5Package({ aus: 2, members }));
    const { registration: id } = await launch(course);
    expect((await ask("POST", `registrations/${id}/waive/0`, { reason: " " })).statusCode).toBe(422);
    expect((await ask("POST", `registrations/${id}/waive/0`, { reason: "Has done it before" })).statusCode).toBe(204);
    expect(await listVerbs(id)).toEqual(["launched", "waived", "satisfied"]);
    expect((await ask("POST", `registrations/${id}/waive/0`, { reason: "Again" })).statusCode).toBe(409);
    await ask("POST", `registrations/${id}/waive/1`, { reason: "This, too" });
    expect(await listVerbs(id)).toEqual(["launched", "waived", "satisfied", "waived", "satisfied"]);
    expect((await registration(id)).isSatisfied).toBe(true);
    const rows = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("xapi_statements")
        .select("statement")
        .where("instance_id", "=", instance)
        .orderBy("sequence")
        .execute(),
    );
    const reported = rows
      .map(({ statement }) => JSON.parse(statement))
      .filter(({ context }) => context?.registration === id);
    const SESSION = "https://w3id.org/xapi/cmi5/context/extensions/sessionid";
    const [launched, waived, satisfied] = reported.map(({ context }) => context.extensions[SESSION]);
    expect(waived).not.toBe(launched);
    expect(satisfied).toBe(waived);
    expect(reported[1]).toMatchObject({
      actor: ACTOR,
      result: {
        success: true,
        completion: true,
        extensions: { "https://w3id.org/xapi/cmi5/result/extensions/reason": "Has done it before" },
      },
    });
    const { audit_log } = await server.inside("demo", async (db, instance) => ({
      audit_log: await db.selectFrom("audit_log").select("action").where("instance_id", "=", instance).execute(),
    }));
    expect(audit_log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["cmi5_course.imported", "cmi5_au.waived"]),
    );
  });

  test("is refused for a satisfied or unknown AU", async () => {
    const course = await completed();
    const { registration: id, url } = await launch(course);
    const au = await auAt(server, url);
    await au.begin();
    await au.say("completed");
    expect((await ask("POST", `registrations/${id}/waive/0`, { reason: "Late" })).statusCode).toBe(409);
    expect((await ask("POST", `registrations/${id}/waive/1`, { reason: "Late" })).statusCode).toBe(404);
    expect((await ask("POST", `registrations/${randomUUID()}/waive/0`, { reason: "Late" })).statusCode).toBe(404);
  });
});

describe("abandoning a session", () => {
  test("happens once and revokes its token [cmi5 9.3.6]", async () => {
    const { registration: id, session, url } = await launch(await completed());
    const au = await auAt(server, url);
    await au.begin();
    expect((await ask("POST", `sessions/${session}/abandon`, {})).statusCode).toBe(204);
    expect((await ask("POST", `sessions/${session}/abandon`, {})).statusCode).toBe(409);
    expect((await au.say("completed")).statusCode).toBe(401);
    expect(await listVerbs(id)).toEqual(["launched", "initialized", "abandoned"]);
  });

  test("happens by the housekeeping after the session's time", async () => {
    const { registration: id, session } = await launch(await completed());
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("scorm_sessions")
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where("instance_id", "=", instance)
        .where(
          "id",
          "in",
          db
            .selectFrom("cmi5_sessions")
            .select("launch_id")
            .where("instance_id", "=", instance)
            .where("id", "=", session),
        )
        .execute(),
    );
    await runHousekeeping(server.platform);
    await runHousekeeping(server.platform);
    expect(await listVerbs(id)).toEqual(["launched", "abandoned"]);
  });
});

describe("permission for the cmi5 API", () => {
  const ROUTES = (at: {
    course: number;
    registration: string;
    session: string;
  }): ["GET" | "POST" | "DELETE", string, object?][] => [
    ["POST", "courses", cmi5Package()],
    ["GET", `courses/${at.course}`],
    ["POST", `courses/${at.course}/launch-url/0`, { actor: ACTOR }],
    ["GET", `registrations/${at.registration}`],
    ["POST", `registrations/${at.registration}/waive/0`, { reason: "x" }],
    ["POST", `sessions/${at.session}/abandon`, {}],
    ["POST", `courses/${at.course}/registrations`, { actor: ACTOR }],
    ["DELETE", `courses/${at.course}`],
  ];
  const place = async () => {
    const course = await completed();
    return { course, ...(await launch(course)) };
  };

  test.each(["learner", "instructor", "manager"] as const)("refuses a %s and their key", async (role) => {
    const bearer = await createKey(role);
    for (const [method, path, body] of ROUTES(await place()))
      expect([path, (await ask(method, path, body, { bearer })).statusCode]).toEqual([path, 403]);
  });

  test("refuses callers without a key, and admins of another instance", async () => {
    const elsewhere = await server.as("admin@riverside.test", "riverside.localhost");
    const at = await place();
    for (const [method, path, body] of ROUTES(at)) {
      expect([path, (await ask(method, path, body, { bearer: "" })).statusCode]).toEqual([path, 401]);
      expect([path, (await ask(method, path, body, { host: "riverside.localhost" })).statusCode]).toEqual([path, 401]);
      if (path === "courses") continue;
      const foreign = await ask(method, path, body, { bearer: elsewhere.token!, host: "riverside.localhost" });
      expect([path, foreign.statusCode]).toEqual([path, 404]);
    }
    expect(await listVerbs(at.registration)).toEqual(["launched"]);
  });

  test("refuses an admin limited to branches", async () => {
    const email = `${randomUUID()}@demo.test`;
    await server.inside("demo", async (db, instance_id) => {
      const { id: user_id } = await db
        .insertInto("users")
        .values({ instance_id, first_name: "North", last_name: "Admin", email, role: "admin", is_primary: false })
        .returning("id")
        .executeTakeFirstOrThrow();
      const { id: branch_id } = await db
        .selectFrom("branches")
        .select("id")
        .where("instance_id", "=", instance_id)
        .where("url", "=", "north")
        .executeTakeFirstOrThrow();
      await db.insertInto("branch_users").values({ instance_id, user_id, branch_id }).execute();
    });
    const { token } = await server.as(email);
    for (const [method, path, body] of ROUTES(await place()))
      expect([path, (await ask(method, path, body, { bearer: token! })).statusCode]).toEqual([path, 403]);
  });
});
