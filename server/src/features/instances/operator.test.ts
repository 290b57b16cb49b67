import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { leaveMails, readOutbox } from "../../testing/written-person.ts";
import { purgeInstance, purgeOverdueInstances } from "./purge.service.ts";

const LIST = `{ lmsInstances { id name domain license_count subscription { id status } } }`;
const PAGE = `query ($search: String, $sort: String, $limit: Int, $offset: Int) {
  lmsInstancesPage(search: $search, sort: $sort, limit: $limit, offset: $offset) { total rows { id name domain licenses_used branches_used subscription { status } } } }`;
const ONE = `query ($id: Int!) { lmsInstance(id: $id) {
  id name domain license_count branch_limit theme primary_color secondary_color api_access branding_enabled trial_ends_at is_active licenses_used branches_used
  subscription { status } users { id first_name last_name email } courses { id title } branches { id name } subscriptions { id status billing_interval amount trial_ends_at plan_ends_at }
  usersPage(search: "grace", limit: 5) { total rows { email } } coursesPage(limit: 1) { total rows { title } } branchesPage { total rows { name url } } subscriptionsPage { total } } }`;
const CREATE = `mutation ($name: String!, $domain: String, $license_count: Int, $branch_limit: Int, $theme: String, $primary_color: String, $secondary_color: String, $api_access: Boolean, $branding_enabled: Boolean, $trial_ends_at: String, $is_active: Boolean) {
  createLmsInstance(name: $name, domain: $domain, license_count: $license_count, branch_limit: $branch_limit, theme: $theme, primary_color: $primary_color, secondary_color: $secondary_color, api_access: $api_access, branding_enabled: $branding_enabled, trial_ends_at: $trial_ends_at, is_active: $is_active) { id name domain is_active branding_enabled theme primary_color secondary_color } }`;
const UPDATE = `mutation ($id: Int!, $name: String!, $domain: String, $license_count: Int, $theme: String, $is_active: Boolean, $trial_ends_at: String, $api_access: Boolean) {
  updateLmsInstance(id: $id, name: $name, domain: $domain, license_count: $license_count, theme: $theme, is_active: $is_active, trial_ends_at: $trial_ends_at, api_access: $api_access) { id name domain license_count branch_limit theme primary_color is_active } }`;
const DELETE = `mutation ($id: Int!, $name: String) { deleteLmsInstance(id: $id, name: $name) { id } }`;
const BY_URL = `query ($url: String!) { instanceByUrl(url: $url) { id } }`;

let server: TestServer;
let operator: Client;
beforeAll(async () => {
  server = await startServer();
  operator = await operatorAt(server);
});
afterAll(() => server.close());

const findInstanceId = async (domain: string): Promise<number> =>
  (await operator.data(BY_URL, { url: domain })).instanceByUrl.id;
const create = async (variables: object): Promise<{ id: number; domain: string; [field: string]: unknown }> =>
  (await operator.data(CREATE, variables)).createLmsInstance;
const problems = async (client: Client, document: string, variables: object) =>
  (await client.query(document, variables)).errors?.[0]?.extensions.validation;

describe("the list of instances", () => {
  test("contains all customers with their subscription, and never the platform itself", async () => {
    const { lmsInstances } = await operator.data(LIST);
    expect(lmsInstances.map(({ domain }: { domain: string }) => domain)).toEqual(
      expect.arrayContaining(["demo", "riverside"]),
    );
    expect(lmsInstances.some(({ domain }: { domain: string }) => domain === "platform")).toBe(false);
  });

  test("has pages, searches name and domain, and counts licences and branches", async () => {
    const { lmsInstancesPage } = await operator.data(PAGE, { search: "DEMO" });
    expect(lmsInstancesPage).toMatchObject({ total: 1, rows: [{ domain: "demo", branches_used: 2 }] });
    expect(lmsInstancesPage.rows[0].licenses_used).toBeGreaterThan(30);
    expect((await operator.data(PAGE, { search: "nobody" })).lmsInstancesPage).toEqual({ total: 0, rows: [] });
    const down = (await operator.data(PAGE, { sort: "-name", limit: 1 })).lmsInstancesPage;
    expect(down).toMatchObject({ total: 2, rows: [{ domain: "riverside" }] });
  });

  test("takes as many statements with many instances as with few", async () => {
    const before = server.platform.database.statements;
    await operator.data(PAGE, { limit: 1 });
    const one = server.platform.database.statements - before;
    await operator.data(PAGE, { limit: 100 });
    expect(server.platform.database.statements - before - one).toBe(one);
  });
});

test("an instance is shown with its own users, courses, branches and subscriptions", async () => {
  const { lmsInstance } = await operator.data(ONE, { id: await findInstanceId("demo") });
  expect(lmsInstance).toMatchObject({
    domain: "demo",
    license_count: 500,
    usersPage: { total: 1, rows: [{ email: "learner@demo.test" }] },
    branchesPage: { total: 2 },
  });
  const other = (await operator.data(ONE, { id: await findInstanceId("riverside") })).lmsInstance;
  expect(other.users.length).toBe(other.licenses_used);
  expect(other.users.every(({ email }: { email: string }) => email.endsWith("@riverside.test"))).toBe(true);
  expect(await operator.refusal(ONE, { id: 999_999 })).toBe("NOT_FOUND");
  expect(await operator.refusal(ONE, { id: 1 })).toBe("NOT_FOUND"); // The platform's own.
});

describe("createInstance", () => {
  test("saves all settings, and the instance is available at its address", async () => {
    const made = await create({ name: " Acme Training ", domain: "Acme", theme: "forest", license_count: 2 });
    expect(made).toMatchObject({
      name: "Acme Training",
      domain: "acme",
      is_active: true,
      branding_enabled: false,
      theme: "forest",
      primary_color: "#2f5d3a",
    });
    expect((await server.anonymous("acme.localhost").data(BY_URL, { url: "acme" })).instanceByUrl.id).toBe(made.id);
  });

  test("makes a free address from the name without a domain", async () => {
    expect((await create({ name: "Société Générale" })).domain).toBe("societe-generale");
    expect((await create({ name: "Societe generale!" })).domain).toBe("societe-generale-2");
    expect((await create({ name: "API" })).domain).toBe("api-1");
    expect((await create({ name: "日本" })).domain).toMatch(/^site-1/);
  });

  test.each([
    [{ name: " " }, { name: ["Enter the name of the instance."] }],
    [
      { name: "x", domain: "not a label" },
      { domain: ["Use small letters, digits and hyphens; some names are reserved."] },
    ],
    [{ name: "x", domain: "www" }, { domain: ["Use small letters, digits and hyphens; some names are reserved."] }],
    [{ name: "x", domain: "demo" }, { domain: ["Another instance has this domain already."] }],
    [{ name: "x", domain: "x", license_count: -1 }, { license_count: ["Enter a number of 0 or more."] }],
    [{ name: "x", domain: "x", trial_ends_at: "31/12/2026" }, { trial_ends_at: ["Enter a date as yyyy-mm-dd."] }],
    [
      { name: "x", domain: "x", theme: "custom", primary_color: "red" },
      {
        primary_color: ["Choose a colour, such as #1f5c63."],
        secondary_color: ["Choose a colour, such as #1f5c63."],
      },
    ],
  ])("refuses %j by field", async (variables, validation) => {
    expect(await problems(operator, CREATE, variables)).toEqual(validation);
  });

  test("gives a domain to one of several instances that are created at once", async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((number) => operator.query(CREATE, { name: `At once ${number}`, domain: "at-once" })),
    );
    const taken = { domain: ["Another instance has this domain already."] };
    expect(answers.map(({ errors }) => errors?.[0]?.extensions.validation)).toEqual(
      expect.arrayContaining([undefined, taken, taken]),
    );
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
  });

  test("accepts two own colours as a theme", async () => {
    const look = { theme: "custom", primary_color: "#FFDD00", secondary_color: "#000000" };
    expect(await create({ name: "Own colours", ...look })).toMatchObject({ ...look, primary_color: "#ffdd00" });
  });
});

describe("updateInstance", () => {
  test("keeps omitted fields, and null clears", async () => {
    const { id } = await create({ name: "Changing", license_count: 5, theme: "ocean" });
    expect((await operator.data(UPDATE, { id, name: "Changed" })).updateLmsInstance).toMatchObject({
      name: "Changed",
      domain: "changing",
      license_count: 5,
      theme: "ocean",
    });
    expect(
      (await operator.data(UPDATE, { id, name: "Changed", license_count: null, theme: null })).updateLmsInstance,
    ).toMatchObject({ license_count: null, theme: null, primary_color: null });
    expect(await problems(operator, UPDATE, { id, name: "Changed", domain: "demo" })).toEqual({
      domain: ["Another instance has this domain already."],
    });
    expect(await problems(operator, UPDATE, { id, name: "Changed", domain: "" })).toHaveProperty("domain");
  });

  test("makes a new domain available immediately", async () => {
    const { id } = await create({ name: "Moving house" });
    await operator.data(UPDATE, { id, name: "Moving house", domain: "moved" });
    expect((await operator.data(BY_URL, { url: "moving-house" })).instanceByUrl).toBeNull();
    expect((await operator.data(BY_URL, { url: "moved" })).instanceByUrl.id).toBe(id);
  });

  test("refuses another domain for the one instance that a server serves", async () => {
    const id = await findInstanceId("demo");
    server.platform.config.SINGLE_INSTANCE = "demo";
    try {
      expect(await problems(operator, UPDATE, { id, name: "Northgate", domain: "elsewhere" })).toEqual({
        domain: ["This server serves only the instance of this domain (SINGLE_INSTANCE)."],
      });
    } finally {
      delete server.platform.config.SINGLE_INSTANCE;
    }
  });

  test("writes to the audit logs of the instance and of the platform", async () => {
    const { id } = await create({ name: "Logged" });
    await operator.data(UPDATE, { id, name: "Logged", license_count: 7 });
    const { auditLog } = await operator.data(
      `{ auditLog(platform: true, subject_type: "instance", search: "Logged") { rows { action changes { field before after } } } }`,
    );
    expect(auditLog.rows[0]).toEqual({
      action: "instance.updated",
      changes: [{ field: "license_count", before: null, after: "7" }],
    });
    expect(auditLog.rows[1].action).toBe("instance.created");
  });
});

describe("limits of an instance", () => {
  const login = (email: string) =>
    server
      .anonymous("riverside.localhost")
      .query(`mutation ($email: String!) { loginUser(email: $email, password: "cairn-demo") { token } }`, { email });
  const change = async (settings: object) =>
    operator.data(UPDATE, { id: await findInstanceId("riverside"), name: "Riverside", ...settings });
  const CLOSED = "This training site is not active. Please ask your training administrator.";

  test("an inactive instance ends its sessions and signs in operators only", async () => {
    const admin = await server.as("admin@riverside.test");
    await change({ is_active: false });
    expect((await login("admin@riverside.test")).errors?.[0]?.message).toBe(CLOSED);
    expect(await admin.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
    expect((await login("super@demo.test")).errors).toBeUndefined();
    await change({ is_active: true });
    expect(await admin.refusal("{ viewer { id } }")).toBeNull();
  });

  test("an ended trial closes the instance until a subscription is active or trialing", async () => {
    const id = await findInstanceId("riverside");
    await change({ trial_ends_at: "2020-01-01" });
    expect((await login("learner@riverside.test")).errors?.[0]?.message).toBe(CLOSED);
    const add = `mutation ($id: Int!) { createSubscription(instance_id: $id, billing_interval: "monthly", amount: 10) { id status } }`;
    const { createSubscription } = await operator.data(add, { id });
    expect((await login("learner@riverside.test")).errors).toBeUndefined();
    const set = `mutation ($id: Int!, $status: String!) { updateSubscription(id: $id, billing_interval: "monthly", amount: 10, status: $status) { status } }`;
    for (const [status, isOpen] of [
      ["paused", false],
      ["trialing", true],
      ["cancelled", false],
    ] as const) {
      await operator.data(set, { id: createSubscription.id, status });
      expect([status, (await login("learner@riverside.test")).errors === undefined]).toEqual([status, isOpen]);
    }
    await change({ trial_ends_at: null });
    expect((await login("learner@riverside.test")).errors).toBeUndefined();
  });
});

describe("deleteInstance", () => {
  const listRows = async (id: number) => {
    const { rows } = await server.platform.database.pool.query(
      "SELECT deleted_at, purge_at FROM instances WHERE id = $1",
      [id],
    );
    return rows[0];
  };

  test("requires the instance's own name, and refuses the operator's current instance", async () => {
    const { id } = await create({ name: "Doomed" });
    expect(await problems(operator, DELETE, { id, name: "doomed" })).toEqual({
      name: ["This is not the name of the instance."],
    });
    expect(
      await problems(operator, DELETE, { id: await findInstanceId("demo"), name: "Northgate Trust" }),
    ).toHaveProperty("id");
    expect(await operator.refusal(DELETE, { id: 999_999, name: "x" })).toBe("NOT_FOUND");
  });

  test("closes the instance and keeps its rows for 30 days without the name", async () => {
    const { id } = await create({ name: "Plainly" });
    server.outside.jobs.length = 0;
    await operator.data(DELETE, { id });
    const { deleted_at, purge_at } = await listRows(id);
    expect((purge_at.getTime() - deleted_at.getTime()) / 86_400_000).toBeCloseTo(30, 0);
    expect(server.outside.jobs).toEqual([]);
    await purgeInstance(server.platform, id);
    expect(await listRows(id)).toBeDefined();
    expect(await operator.refusal(DELETE, { id })).toBe("NOT_FOUND");
  });

  test("removes the mails of the instance from the outbox, and keeps those of others", async () => {
    const { id } = await create({ name: "Mailed" });
    server.platform.mailer = await leaveMails(server, id);
    await operator.data(DELETE, { id, name: "Mailed" });
    await purgeInstance(server.platform, id);
    expect(await readOutbox(server)).toEqual(["Of another instance"]);
  });

  test("ends sessions immediately, frees the address, and a repeated job removes everything after interruptions", async () => {
    const id = await findInstanceId("riverside");
    const learner = await server.as("learner@riverside.test");
    const keys = [1, 2, 3].map((number) => `${id}/0${number}/${"0".repeat(39)}${number}`);
    for (const key of keys) await server.platform.files.put(key, Readable.from(["bytes"]), { type: "text/plain" });
    const name = (await operator.data(ONE, { id })).lmsInstance.name as string;
    await operator.data(DELETE, { id, name });
    expect(await learner.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
    expect((await operator.data(BY_URL, { url: "riverside" })).instanceByUrl).toBeNull();
    expect(server.outside.jobs.at(-1)).toMatchObject({ name: "instance.purge", payload: { instanceId: id } });
    const again = await create({ name: "Riverside anew", domain: "riverside" });

    // Interrupted while it removes files, then while it deletes rows, then completed.
    const { files, database } = server.platform;
    let steps = 0;
    const failing = (after: number) => {
      steps = 0;
      const step = () => {
        if (++steps > after) throw new Error("The power went out.");
      };
      return {
        ...server.platform,
        files: {
          put: files.put.bind(files),
          get: files.get.bind(files),
          list: files.list.bind(files),
          remove: async (key: string) => (step(), files.remove(key)),
        },
        database: {
          pool: database.pool,
          transaction: (...args: Parameters<typeof database.transaction>) => (step(), database.transaction(...args)),
        } as typeof database,
      };
    };
    await expect(purgeInstance(failing(1), id)).rejects.toThrow("The power went out.");
    await expect(purgeInstance(failing(12), id, 3)).rejects.toThrow("The power went out.");
    expect(await listRows(id)).toBeDefined();
    await purgeInstance(server.platform, id, 3);
    expect(await listRows(id)).toBeUndefined();
    for await (const file of files.list(`${id}/`)) expect(file).toBeUndefined();
    await server.inside("riverside", async (db) => {
      for (const table of ["users", "courses", "enrolments", "audit_log", "branches"] as const)
        expect([table, await db.selectFrom(table).select("instance_id").execute()]).toEqual([table, []]);
    });
    expect((await operator.data(ONE, { id: again.id })).lmsInstance.name).toBe("Riverside anew");
    expect((await operator.data(ONE, { id: await findInstanceId("demo") })).lmsInstance.users.length).toBeGreaterThan(
      30,
    );
  });

  test("is completed by housekeeping when no job removed the instance", async () => {
    const { id } = await create({ name: "Forgotten" });
    await operator.data(DELETE, { id, name: "Forgotten" });
    await purgeOverdueInstances(server.platform);
    expect(await listRows(id)).toBeDefined();
    await server.platform.database.pool.query(
      "UPDATE instances SET purge_at = now() - interval '2 days' WHERE id = $1",
      [id],
    );
    await purgeOverdueInstances(server.platform);
    expect(await listRows(id)).toBeUndefined();
  });
});

test("only operators may manage instances", async () => {
  const id = await findInstanceId("demo");
  for (const email of ["admin@demo.test", "manager@demo.test", "instructor@demo.test", "learner@demo.test"]) {
    const client = await server.as(email);
    for (const [document, variables] of [
      [LIST, {}],
      [PAGE, {}],
      [ONE, { id }],
      [CREATE, { name: "Mine" }],
      [UPDATE, { id, name: "Mine" }],
      [DELETE, { id }],
    ] as const)
      expect(await client.refusal(document, variables)).toBe("FORBIDDEN");
  }
});
