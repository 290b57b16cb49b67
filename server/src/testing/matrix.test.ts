import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  buildSchema,
  getNamedType,
  type GraphQLOutputType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Action, allows, RANK, type Role } from "../access/permissions.ts";
import { platformInstanceId } from "../access/session.ts";
import { inInstance } from "../access/tenancy.ts";
import { keepHouse } from "../housekeeping.ts";
import { jobHandlers } from "../jobs.ts";
import { statementsOf, tablesWithoutTenant } from "./statements.ts";
import { type Client, startServer, type TestServer } from "./server.ts";
import { type Operation, OPERATIONS, type Place } from "./operations.ts";

const schema = buildSchema(readFileSync(new URL("../../../schema.graphql", import.meta.url), "utf8"));
const fields = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({ kind: type.name.toLowerCase(), field })),
);

test("every operation has its row in the matrix", () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual(fields.map(({ field }) => field.name).sort());
});

let server: TestServer;
let places: { main: Place; north: Place; south: Place; riverside: Place };
beforeAll(async () => {
  server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET api_access = true");
  places = {
    main: await furnish("demo", null),
    north: await furnish("demo", "north"),
    south: await furnish("demo", "south"),
    riverside: await furnish("riverside", null),
  };
});
afterAll(() => server.close());

/** What an answer says of the call: what it says beyond `FORBIDDEN` and `NOT_FOUND` is for the tests of each feature. */
type Verdict = "forbidden" | "not found" | "let in";

describe.each(RANK)("%s", (role) => {
  test("may call what the permission table says on the main site, and finds what is there", async () => {
    const client = await person(role, null);
    await expectEach((name, operation) => ({
      call: () => verdict(client, name, operation, places.main),
      expected: allowedTo(role, operation) ? (OF_THE_ENROLLED.has(name) ? "not found" : "let in") : "forbidden",
    }));
  });

  test.runIf(role !== "super_admin")("may call it in the own branch", async () => {
    const client = await person(role, "north");
    await expectEach((name, operation) => ({
      call: () => verdict(client, name, operation, places.north),
      expected: isOpenInBranch(role, name, operation)
        ? OF_THE_ENROLLED.has(name)
          ? "not found"
          : "let in"
        : "forbidden",
    }));
  });

  test.runIf(role !== "super_admin")("finds nothing of another branch", async () => {
    const client = await person(role, "north");
    await expectEach((name, operation) => {
      if (!namesSomething(operation, places.north, places.south) || LISTS_ONLY_OWN.has(name)) return null;
      return {
        call: () => verdict(client, name, operation, places.south),
        // Whether a branch is there is told before whether it may be deleted.
        expected:
          isOpenInBranch(role, name, operation) || (role === "admin" && name === "deleteBranch")
            ? "not found"
            : "forbidden",
      };
    });
  });

  test("finds nothing of another instance, unless the platform is theirs to run", async () => {
    const client = await person(role, null);
    await expectEach((name, operation) => {
      if (!namesSomething(operation, places.main, places.riverside) || LISTS_ONLY_OWN.has(name)) return null;
      const operates = role === "super_admin" && OPERATED.has(name);
      return {
        call: () => verdict(client, name, operation, places.riverside),
        expected: !allowedTo(role, operation)
          ? "forbidden"
          : operates || REFUSES_A_CHOICE.has(name)
            ? "let in"
            : "not found",
      };
    });
  });

  test.runIf(role !== "super_admin")("gives an API key of this role no more than that, and no account", async () => {
    const admin = await person("admin", null);
    const made = await admin.data(`mutation { createApiKey(name: "${randomUUID()}", role: "${role}") { key } }`);
    const client = server.withToken(made.createApiKey.key);
    await expectEach((name, operation) => {
      const isOpen = allowedTo(role, operation) && !(operation.opens && NEVER_BY_KEY.has(operation.opens));
      return {
        call: () => verdict(client, name, operation, places.main),
        expected: isOpen ? (OF_THE_ENROLLED.has(name) ? "not found" : "let in") : "forbidden",
      };
    });
  });
});

test("every statement of every operation, job and round of housekeeping says whose rows it means", async () => {
  const clients = [await person("super_admin", null), await person("manager", "north")];
  server.outside.jobs.length = 0;
  const statements = await statementsOf(async () => {
    for (const client of clients)
      for (const [name, operation] of Object.entries(OPERATIONS)) {
        const { kind, field } = fields.find((each) => each.field.name === name)!;
        const list = operation.args(places.main);
        await client.query(`${kind} { called: ${name}${list && `(${list})`} ${everything(field.type, 3)} }`);
      }
    await keepHouse(server.platform);
    const handlers = jobHandlers(server.platform) as Record<string, (payload: unknown, job: object) => Promise<void>>;
    for (const { name, payload } of server.outside.jobs)
      await handlers[name]!(payload, { id: "1", attempt: 1 }).catch(() => {});
  });
  expect(statements.size).toBeGreaterThan(200);
  const wrong = [...statements].flatMap((sql) =>
    tablesWithoutTenant(sql).map((table) => `${table}: ${sql.replace(/\s+/g, " ").slice(0, 300)}`),
  );
  expect(wrong).toEqual([]);
}, 60_000);

test("a statement that forgets whose rows it means is noticed", () => {
  expect(tablesWithoutTenant("SELECT name FROM groups WHERE id = 1")).toEqual(["groups"]);
  expect(
    tablesWithoutTenant("SELECT FROM users u JOIN group_users g ON g.user_id = u.id WHERE u.instance_id = $1"),
  ).toEqual(["group_users"]);
  expect(tablesWithoutTenant('delete from "groups" where "instance_id" = $1')).toEqual([]);
  expect(tablesWithoutTenant("SELECT FROM instances WHERE id = $1")).toEqual([]);
});

/** Every field of a type that needs no argument, so many levels deep. */
function everything(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return isInterfaceType(named) ? "{ __typename }" : "";
  const inner = Object.values(named.getFields()).flatMap((field) => {
    const isPlain = !isObjectType(getNamedType(field.type)) && !isInterfaceType(getNamedType(field.type));
    if (field.args.some((arg) => isNonNullType(arg.type)) || (!isPlain && depth <= 1)) return [];
    return [`${field.name} ${everything(field.type, depth - 1)}`];
  });
  return `{ __typename ${inner.join(" ")} }`;
}

test("somebody who is not signed in calls only what is public", async () => {
  const open: string[] = [];
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    if ((await codeOf(server.anonymous(), name, operation, places.main)) !== "UNAUTHENTICATED") open.push(name);
  }
  expect(open).toEqual(Object.keys(OPERATIONS).filter((name) => OPERATIONS[name]!.opens === null));
});

test("a session of one instance opens nothing at the address of another", async () => {
  const admin = await person("admin", null);
  const elsewhere = { ...server.anonymous("riverside.localhost"), token: admin.token };
  expect(elsewhere.token).not.toBeNull();
  const response = await server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host: "riverside.localhost", authorization: `Bearer ${admin.token}` },
    payload: { query: "{ viewer { id } }" },
  });
  expect(response.json().errors[0].extensions.code).toBe("UNAUTHENTICATED");
});

/** What only somebody of the main site may do, whatever their role. */
const MAIN_SITE_ONLY: ReadonlySet<string> = new Set([
  "auditActions",
  "auditActors",
  "auditLog",
  "createApiKey",
  "createBranch",
  "createReportSchedule",
  "createXapiCredentials",
  "deleteBranch",
  "deleteReportSchedule",
  "editReportSchedule",
  "pauseReportSchedule",
  "reportReaders",
  "reportSchedules",
  "revokeApiKey",
  "revokeXapiCredentials",
  "sendReportSchedule",
  "xapiCredentials",
  "xapiStatementsPage",
]);

/** Where the platform's operators name a row by its id, of whatever instance (decision 67). */
const OPERATED: ReadonlySet<string> = new Set([
  "createInstanceUser",
  "editInstanceUser",
  "createSubscription",
  "deleteBranch",
  "deleteCourse",
  "deleteLmsInstance",
  "deleteSubscription",
  "deleteUser",
  "lmsInstance",
  "resendInvitation",
  "subscription",
  "updateLmsInstance",
  "updateSubscription",
  "updateUser",
  "user",
  "userBranches",
]);

/** What belongs elsewhere is no valid choice in these, which is said of the field. */
const REFUSES_A_CHOICE: ReadonlySet<string> = new Set(["createCategory"]);

/** One's own, which is an empty list of a course that one is not in. */
const LISTS_ONLY_OWN: ReadonlySet<string> = new Set(["courseAttempts", "mySubmissions"]);

/** What is there for somebody who is enrolled in the course, or began the import. */
const OF_THE_ENROLLED: ReadonlySet<string> = new Set([
  "courseImport",
  "generateCertificate",
  "cmi5Course",
  "launchAu",
  "launchScorm",
  "markUnitComplete",
  "restoreCertificate",
  "retakeCourse",
  "revokeCertificate",
  "startTestAttempt",
  "storeUnitResponse",
]);

const NEVER_BY_KEY: ReadonlySet<Action> = new Set<Action>(["profile.edit", "api_key.manage", "xapi.manage"]);

function allowedTo(role: Role, operation: Operation): boolean {
  const { opens } = operation;
  if (opens === null) return true;
  // Of oneself everybody may ask; the table's call asks of somebody else.
  return allows(role, operation === OPERATIONS["userProgress"] ? "user.read" : opens);
}

function isOpenInBranch(role: Role, name: string, operation: Operation): boolean {
  return allowedTo(role, operation) && !MAIN_SITE_ONLY.has(name);
}

/** Whether the call names rows or a branch at all: else there is nothing of another place to be found. */
function namesSomething({ args }: Operation, here: Place, there: Place): boolean {
  return args(here) !== args(there);
}

interface Expectation {
  call: () => Promise<Verdict>;
  expected: Verdict;
}

/** Makes every call that `expectation` says something of, and compares them all at once. */
async function expectEach(expectation: (name: string, operation: Operation) => Expectation | null): Promise<void> {
  const expected: Record<string, Verdict> = {};
  const found: Record<string, Verdict> = {};
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const one = expectation(name, operation);
    if (!one) continue;
    expected[name] = one.expected;
    found[name] = await one.call();
  }
  expect(found).toEqual(expected);
}

async function verdict(client: Client, name: string, operation: Operation, at: Place): Promise<Verdict> {
  const code = await codeOf(client, name, operation, at);
  if (code === "INTERNAL" || code === "UNAUTHENTICATED") throw new Error(`${name}: ${code}`);
  return code === "FORBIDDEN" ? "forbidden" : code === "NOT_FOUND" ? "not found" : "let in";
}

/**
 * The code of the first error of one call. A second field that always fails makes the whole operation leave nothing behind, so
 * that each call meets the same world.
 */
async function codeOf(client: Client, name: string, { args }: Operation, at: Place): Promise<string | null> {
  const { kind, field } = fields.find((each) => each.field.name === name)!;
  const list = args(at);
  const selection = isObjectType(getNamedType(field.type)) ? "{ __typename }" : "";
  const undone = kind === "mutation" ? 'undone: loginUser(email: "", password: "") { token }' : "";
  const { errors = [] } = await client.query(
    `${kind} { called: ${name}${list && `(${list})`} ${selection} ${undone} }`,
  );
  const error = errors.find(
    (each) => !("path" in each) || (each as unknown as { path: string[] }).path[0] !== "undone",
  );
  return error?.extensions.code ?? null;
}

/** Somebody new of this role: of the main site, or of one branch alone. */
async function person(role: Role, branch: "north" | null): Promise<Client> {
  if (role === "super_admin") {
    const login = 'mutation { loginUser(email: "super@demo.test", password: "cairn-demo") { token } }';
    return server.withToken((await server.anonymous().data(login)).loginUser.token);
  }
  const email = `${randomUUID()}@demo.test`;
  await server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("users")
      .values({ instance_id, first_name: "Some", last_name: role, email, role, is_primary: branch === null })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (branch)
      await db
        .insertInto("branch_users")
        .values({ instance_id, user_id: id, branch_id: places.north.branch })
        .execute();
  });
  return server.as(email);
}

const CMI5_AU = {
  identifier: "https://test.example/au",
  entry_url: "au.html",
  details: JSON.stringify({
    publisherId: "https://test.example/au",
    title: { en: "AU" },
    description: { en: "AU" },
    url: "au.html",
    launchMethod: "AnyWindow",
    moveOn: "Completed",
    objectives: [],
    blocks: [],
  }),
};
const CMI5_MANIFEST = JSON.stringify({
  course: { publisherId: "https://test.example/course", title: { en: "Course" }, description: { en: "Course" } },
  objectives: [],
  children: ["https://test.example/au"],
});

/** A place with one row of everything; what belongs to branches belongs to this one. */
async function furnish(domain: string, branchUrl: string | null): Promise<Place> {
  const name = `${domain} ${branchUrl ?? "main"}`;
  const operator = await operatorId();
  return server.inside(domain, async (db, instance_id) => {
    const admin = await db
      .selectFrom("users")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("role", "=", "admin")
      .executeTakeFirstOrThrow();
    const known = branchUrl
      ? await db
          .selectFrom("branches")
          .select("id")
          .where("instance_id", "=", instance_id)
          .where("url", "=", branchUrl)
          .executeTakeFirstOrThrow()
      : await db
          .insertInto("branches")
          .values({ instance_id, name, url: `of-${domain}` })
          .returning("id")
          .executeTakeFirstOrThrow();
    const branch_id = known.id;
    const id = async (inserted: Promise<{ id: number }>) => (await inserted).id;
    const group = await id(
      db
        .insertInto("groups")
        .values({ instance_id, name, branch_id: branchUrl === null ? null : branch_id })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const user = await id(
      db
        .insertInto("users")
        .values({ instance_id, first_name: "One", last_name: name, email: `${randomUUID()}@${domain}.test` })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const category = await id(
      db
        .insertInto("categories")
        .values({ instance_id, name, is_limited: branchUrl !== null })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    if (branchUrl)
      await db.insertInto("category_branches").values({ instance_id, branch_id, category_id: category }).execute();
    const course = await id(
      db
        .insertInto("courses")
        .values({ instance_id, title: name, status: "published", unit_count: 1 })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const unit = await id(
      db
        .insertInto("units")
        .values({ instance_id, course_id: course, type: "Test", unit_order: 1, title: name })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const file = `${instance_id}/aa/${randomBytes(20).toString("hex")}`;
    await db
      .insertInto("files")
      .values({ instance_id, key: file, name, type: "application/zip", size: 1, purpose: "scorm" })
      .execute();
    const scorm_id = await id(
      db
        .insertInto("scorm_packages")
        .values({ instance_id, kind: "scorm_1_2", file_key: file })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const packageUnit = await id(
      db
        .insertInto("units")
        .values({ instance_id, course_id: course, type: "Scorm", unit_order: 2, title: name, scorm_id })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const cmi5Package = await id(
      db
        .insertInto("scorm_packages")
        .values({ instance_id, kind: "cmi5", state: "ready", file_key: file, manifest: CMI5_MANIFEST })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const { uuid: au } = await db
      .insertInto("scorm_scos")
      .values({ instance_id, package_id: cmi5Package, kind: "au", position: 1, ...CMI5_AU })
      .returning("uuid")
      .executeTakeFirstOrThrow();
    const cmi5Unit = await id(
      db
        .insertInto("units")
        .values({ instance_id, course_id: course, type: "Scorm", unit_order: 3, title: name, scorm_id: cmi5Package })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const question = await id(
      db
        .insertInto("questions")
        .values({ instance_id, unit_id: unit, type: "Free Text", question: "Why?", position: 1 })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const bankQuestion = await id(
      db
        .insertInto("bank_questions")
        .values({ instance_id, category: "Ropes", type: "Free Text", question: "Why?" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    await db.insertInto("branch_users").values({ instance_id, branch_id, user_id: user }).execute();
    await db.insertInto("branch_courses").values({ instance_id, branch_id, course_id: course }).execute();
    await db.insertInto("group_users").values({ instance_id, group_id: group, user_id: user }).execute();
    await db.insertInto("group_courses").values({ instance_id, group_id: group, course_id: course }).execute();
    await db.insertInto("enrolments").values({ instance_id, user_id: user, course_id: course }).execute();
    await db
      .insertInto("cmi5_registrations")
      .values({
        instance_id,
        id: randomUUID(),
        package_id: cmi5Package,
        user_id: user,
        course_id: course,
        unit_id: cmi5Unit,
        origin: "http://demo.localhost",
        account_home: "http://demo.localhost",
        account_name: String(user),
      })
      .execute();
    const sco_id = await id(
      db
        .insertInto("scorm_scos")
        .values({ instance_id, package_id: scorm_id, identifier: "one", position: 1 })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    await db
      .insertInto("scorm_attempts")
      .values({ instance_id, user_id: user, course_id: course, unit_id: packageUnit, sco_id })
      .execute();
    const submission = await id(
      db
        .insertInto("submissions")
        .values({ instance_id, user_id: user, course_id: course, unit_id: unit, kind: "AssignmentText", content: "x" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const endedCourse = await id(
      db
        .insertInto("courses")
        .values({ instance_id, title: `${name}, left`, status: "published" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    await db.insertInto("branch_courses").values({ instance_id, branch_id, course_id: endedCourse }).execute();
    const endedEnrolment = await id(
      db
        .insertInto("ended_enrolments")
        .values({
          instance_id,
          user_id: user,
          course_id: endedCourse,
          record: JSON.stringify({
            enrolments: [
              {
                instance_id,
                user_id: user,
                course_id: endedCourse,
                assigned_at: new Date(),
                units_completed: 0,
                time_spent: 0,
                attempt: 1,
              },
            ],
            unit_progress: [],
            responses: [],
            submissions: [],
            daily_time: [],
          }),
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const subscription = await id(
      db.insertInto("subscriptions").values({ instance_id, amount: 10 }).returning("id").executeTakeFirstOrThrow(),
    );
    const reportSchedule = await id(
      db
        .insertInto("report_schedules")
        .values({
          instance_id,
          name: "Weekly",
          kind: "users",
          request: "{}",
          every: "week",
          day: 1,
          hour: 7,
          origin: "http://x.test",
          next_at: new Date(),
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const apiKey = await id(
      db
        .insertInto("api_keys")
        .values({ instance_id, name, key_hash: Buffer.from(randomUUID()), role: "learner", created_by: admin.id })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const xapiCredentials = await id(
      db
        .insertInto("xapi_credentials")
        .values({ instance_id, name, key: randomUUID(), secret_hash: Buffer.from(randomUUID()), created_by: admin.id })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    return {
      url: branchUrl,
      instance: instance_id,
      branch: branch_id,
      group,
      user,
      category,
      course,
      unit,
      question,
      bankQuestion,
      submission,
      endedEnrolment,
      subscription,
      apiKey,
      reportSchedule,
      xapiCredentials,
      package: scorm_id,
      cmi5Package,
      cmi5Unit,
      au,
      packageUnit,
      operator,
    };
  });
}

/** The one person of the platform's own that the world has. */
async function operatorId(): Promise<number> {
  const home = await platformInstanceId(server.platform.database);
  return inInstance(server.platform.database, home, async (db) => {
    const row = await db.selectFrom("users").select("id").where("instance_id", "=", home).executeTakeFirstOrThrow();
    return row.id;
  });
}
