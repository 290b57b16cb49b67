import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { sendSecurityEvent } from "../mails/account-mails.service.ts";
import { createScimToken, createPatch, person, scimClient, type ScimClient, USER } from "../../testing/scim.ts";

let server: TestServer;
let call: ScimClient;
beforeAll(async () => {
  server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET license_count = NULL");
  call = scimClient(server, (await createScimToken(server)).token);
});
afterAll(() => server.close());

let count = 0;
const address = () => `scim.user${++count}@demo.test`;
const create = async (more: object = {}) => (await call("POST", "/Users", person(address(), more))).body;
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

test("POST /Users creates a learner with access to the main site, whom a mail invites", async () => {
  const userName = address();
  const made = await call("POST", "/Users", person(userName, { externalId: "ext-1", active: true, title: "Cook" }));
  expect(made.status).toBe(201);
  expect(made.headers["content-type"]).toBe("application/scim+json; charset=utf-8");
  expect(made.headers["cache-control"]).toBe("no-store");
  expect(made.headers["etag"]).toBe(made.body.meta.version);
  expect(made.headers["location"]).toBe(`http://demo.localhost/scim/v2/Users/${made.body.id}`);
  expect(made.body).toMatchObject({
    schemas: [USER],
    userName,
    externalId: "ext-1",
    name: { givenName: "Nell", familyName: "Rivers", formatted: "Nell Rivers" },
    displayName: "Nell Rivers",
    active: true,
    emails: [{ value: userName, type: "work", primary: true }],
    roles: [{ value: "learner", primary: true }],
    groups: [],
    meta: { resourceType: "User", location: made.headers["location"] },
  });
  const stored = await server.inside("demo", (db) =>
    db.selectFrom("users").selectAll().where("email", "=", userName).executeTakeFirstOrThrow(),
  );
  expect(stored).toMatchObject({ is_primary: true, role: "learner", is_active: true, password_hash: null });
  expect(server.outside.jobs.map((job) => JSON.stringify(job)).join()).toContain(`"invitation"`);
  expect((await call("GET", `/Users/${made.body.id}`)).body).toEqual(made.body);
});

test("POST /Users takes missing names from the display name, and refuses a user without any", async () => {
  const made = await call("POST", "/Users", { userName: address(), displayName: "Ana María Ruiz" });
  expect(made.body.name).toMatchObject({ givenName: "Ana", familyName: "María Ruiz" });
  const nameless = await call("POST", "/Users", { userName: address() });
  expect(nameless).toMatchObject({ status: 400, body: { scimType: "invalidValue", schemas: [ERROR] } });
  for (const userName of [undefined, null, "", "no address"])
    expect((await call("POST", "/Users", person(userName as string))).status).toBe(400);
});

test("POST /Users answers 409 for a user name in any case and an external id that are in use", async () => {
  const { userName } = await create({ externalId: "ext-double" });
  const uniqueness = { status: 409, body: { scimType: "uniqueness", status: "409", schemas: [ERROR] } };
  expect(await call("POST", "/Users", person(userName.toUpperCase()))).toMatchObject(uniqueness);
  const second = address();
  expect(await call("POST", "/Users", person(second, { externalId: "ext-double" }))).toMatchObject(uniqueness);
  // Nothing of the refused request stays.
  expect((await call("GET", `/Users?filter=userName eq "${second}"`)).body.totalResults).toBe(0);
});

test("two equal creates at the same time make one user", async () => {
  const userName = address();
  const answers = await Promise.all([1, 2, 3].map(() => call("POST", "/Users", person(userName))));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
});

test("PUT /Users replaces names, activity, role and external id", async () => {
  const { id, userName } = await create();
  const body = person(userName, {
    name: { givenName: "Nora", familyName: "Lake" },
    active: false,
    roles: [{ value: "learner" }, { value: "instructor", primary: true }],
    externalId: "ext-put",
    groups: [{ value: "1" }],
    id: "999",
  });
  const { status, body: changed } = await call("PUT", `/Users/${id}`, body);
  expect(status).toBe(200);
  expect(changed).toMatchObject({
    id,
    active: false,
    externalId: "ext-put",
    displayName: "Nora Lake",
    roles: [{ value: "instructor" }],
  });
  const log = await (
    await server.as("admin@demo.test")
  ).data(`{ auditLog(search: "Nora Lake", limit: 5) { rows { action actor_name } } }`);
  expect(log.auditLog.rows[0].actor_name).toMatch(/\(SCIM token 'Entra ID'\)$/);
});

test("PATCH /Users takes away the named role alone, before or after another one is given", async () => {
  const remove = (role: string) => ({ op: "remove", path: `roles[value eq "${role}"]` });
  const removeAsEntra = (role: string) => ({ op: "Remove", path: "roles", value: [{ value: role }] });
  const give = (role: string) => ({ op: "add", path: "roles", value: [{ value: role }] });
  for (const [changes, role] of [
    [[remove("instructor")], "manager"],
    [[removeAsEntra("instructor")], "manager"],
    [[give("instructor"), remove("manager")], "instructor"],
    [[give("instructor"), removeAsEntra("manager")], "instructor"],
    [[remove("manager"), give("instructor")], "instructor"],
    [[give("instructor"), remove("instructor")], "learner"],
    [[remove("Manager")], "learner"],
    [[{ op: "remove", path: 'roles[primary eq "True"]' }], "learner"],
    [[{ op: "remove", path: "roles" }], "learner"],
  ] as const) {
    const { body: made } = await call("POST", "/Users", person(address(), { roles: [{ value: "manager" }] }));
    const { body } = await call("PATCH", `/Users/${made.id}`, createPatch(...changes));
    expect([changes, body.roles]).toEqual([changes, [{ value: role, primary: true }]]);
  }
});

const rename = (id: string, value: string) =>
  call("PATCH", `/Users/${id}`, createPatch({ op: "replace", path: "userName", value }));

test("PATCH and PUT change the user name of a user with an external id, and mail both addresses", async () => {
  const { id, userName: old } = await create({ externalId: "ext-renamed" });
  const [second, third] = [address(), address()];
  server.outside.jobs.length = 0;
  expect(await rename(id, second)).toMatchObject({
    status: 200,
    body: { userName: second, emails: [{ value: second }] },
  });
  const mails = server.outside.jobs.flatMap(({ name, payload }) => (name === "mail.security" ? [payload] : []));
  expect(mails).toMatchObject([
    { event: "email", to: old },
    { event: "email", to: second },
  ]);
  server.outside.mails.length = 0;
  for (const mail of mails) await sendSecurityEvent(server.platform, mail as Parameters<typeof sendSecurityEvent>[1]);
  expect(server.outside.mails.map(({ to }) => to)).toEqual([old, second]);
  expect((await call("PUT", `/Users/${id}`, person(third, { externalId: "ext-renamed" }))).body.userName).toBe(third);
  const stored = await server.inside("demo", async (db, instance_id) => ({
    user: await db.selectFrom("users").where("id", "=", Number(id)).select("email").executeTakeFirstOrThrow(),
    links: await db.selectFrom("password_tokens").where("user_id", "=", Number(id)).selectAll().execute(),
    entries: await db
      .selectFrom("audit_log")
      .where("instance_id", "=", instance_id)
      .where("action", "=", "user.email_changed")
      .where("subject_id", "=", Number(id))
      .select("changes")
      .orderBy("id")
      .execute(),
  }));
  expect(stored).toEqual({
    user: { email: third },
    links: [],
    entries: [{ changes: { email: [old, second] } }, { changes: { email: [second, third] } }],
  });
});

test("a user name stays that is the same, of a user without an external id, of another user, or no address", async () => {
  const { id, userName } = await create();
  expect((await rename(id, userName.toUpperCase())).body.userName).toBe(userName);
  expect(await rename(id, address())).toMatchObject({ status: 400, body: { scimType: "mutability" } });
  const { id: kept } = await create({ externalId: "ext-kept" });
  expect(await rename(kept, userName.toUpperCase())).toMatchObject({ status: 409, body: { scimType: "uniqueness" } });
  // What no other form accepts either.
  for (const wrong of ["no address", "ana@localhost", "<ana@new.test>", `${"a".repeat(250)}@new.test`])
    expect(await rename(kept, wrong)).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
  expect((await call("GET", `/Users/${kept}`)).body.userName).not.toBe("no address");
});

test("a change of the user name ends a change of the address that the user has asked for", async () => {
  const { id, userName } = await create({ externalId: "ext-asked" });
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("email_changes")
      .values({
        instance_id,
        user_id: Number(id),
        old_email: userName,
        new_email: "elsewhere@demo.test",
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute(),
  );
  await rename(id, address());
  const left = await server.inside("demo", (db) =>
    db.selectFrom("email_changes").where("user_id", "=", Number(id)).selectAll().execute(),
  );
  expect(left).toEqual([]);
});

test("PATCH refuses unknown and read-only paths, wrong types and a missing operation", async () => {
  const { id } = await create();
  const refusals: [object, string][] = [
    [{ op: "replace", path: "id", value: "1" }, "mutability"],
    [{ op: "add", path: "groups", value: [{ value: "1" }] }, "mutability"],
    [{ op: "replace", path: "nothing", value: 1 }, "invalidPath"],
    [{ op: "replace", path: "__proto__", value: 1 }, "invalidPath"],
    [{ op: "replace", path: "name.givenName.x", value: 1 }, "invalidPath"],
    [{ op: "replace", path: 5, value: 1 }, "invalidPath"],
    [{ op: "replace", path: "active", value: "maybe" }, "invalidValue"],
    [{ op: "replace", path: "name.givenName", value: 5 }, "invalidValue"],
    [{ op: "replace", path: "active" }, "invalidValue"],
    [{ op: "remove" }, "noTarget"],
    [{ op: "remove", path: "active" }, "mutability"],
    [{ op: "copy", path: "active", value: true }, "invalidSyntax"],
    [{ op: "replace", path: "roles", value: [{ value: "boss" }] }, "invalidValue"],
    [{ op: "replace", value: "text" }, "invalidSyntax"],
  ];
  for (const [operation, scimType] of refusals)
    expect([operation, (await call("PATCH", `/Users/${id}`, createPatch(operation))).body.scimType]).toEqual([
      operation,
      scimType,
    ]);
  expect((await call("PATCH", `/Users/${id}`, { Operations: [] })).body.scimType).toBe("invalidSyntax");
  expect((await call("PATCH", `/Users/${id}`, '{"Operations": [')).body.scimType).toBe("invalidSyntax");
});

test("a hostile body reaches no prototype", async () => {
  const { id } = await create();
  const body = `{"Operations":[{"op":"replace","value":{"__proto__":{"active":false},"constructor":{"active":false}}}]}`;
  expect((await call("PATCH", `/Users/${id}`, body)).body.active).toBe(true);
  const made = await call("POST", "/Users", `{"__proto__":{"userName":"x@demo.test"},"name":{}}`);
  expect(made.status).toBe(400);
  expect(({} as { active?: boolean }).active).toBeUndefined();
});

test("deactivation ends sessions; activation removes a last day that has passed", async () => {
  const { id, userName } = await create();
  const client = await server.as(userName);
  expect(await client.refusal("{ viewer { email } }")).toBeNull();
  await call("PATCH", `/Users/${id}`, createPatch({ op: "replace", path: "active", value: false }));
  expect(await client.refusal("{ viewer { email } }")).toBe("UNAUTHENTICATED");
  await server.inside("demo", (db) =>
    db
      .updateTable("users")
      .set({ is_active: true, deactivate_at: "2020-01-01" })
      .where("email", "=", userName)
      .execute(),
  );
  expect((await call("GET", `/Users/${id}`)).body.active).toBe(false);
  const back = await call("PATCH", `/Users/${id}`, createPatch({ op: "replace", value: { active: true } }));
  expect(back.body.active).toBe(true);
});

test("DELETE moves a user to the deleted ones and frees the user name and external id", async () => {
  const { id, userName } = await create({ externalId: "ext-deleted" });
  const gone = await call("DELETE", `/Users/${id}`);
  expect([gone.status, gone.body]).toEqual([204, null]);
  for (const method of ["GET", "DELETE"] as const) expect((await call(method, `/Users/${id}`)).status).toBe(404);
  expect((await call("PUT", `/Users/${id}`, person(userName))).status).toBe(404);
  expect((await call("POST", "/Users", person(userName, { externalId: "ext-deleted" }))).status).toBe(201);
});

test("a change names the version that it means, and a read of the same version is not sent again", async () => {
  const { id, meta } = await create();
  const rename = (ifMatch: string) =>
    call("PATCH", `/Users/${id}`, createPatch({ op: "replace", path: "name.givenName", value: "New" }), {
      "if-match": ifMatch,
    });
  expect((await rename('W/"other"')).status).toBe(412);
  const changed = await rename(meta.version);
  expect(changed.status).toBe(200);
  expect(changed.body.meta.version).not.toBe(meta.version);
  expect((await rename(meta.version)).status).toBe(412);
  const read = (tag: string) => call("GET", `/Users/${id}`, undefined, { "if-none-match": tag });
  expect([(await read(changed.body.meta.version)).status, (await read(meta.version)).status]).toEqual([304, 200]);
  expect((await call("DELETE", `/Users/${id}`, undefined, { "if-match": meta.version })).status).toBe(412);
  expect((await call("DELETE", `/Users/${id}`, undefined, { "if-match": "*" })).status).toBe(204);
});

test("lists are filtered, sorted, paged and limited to wanted attributes", async () => {
  for (const familyName of ["Zeta", "alpha", "Mid"])
    await create({ name: { givenName: "Sorted", familyName }, externalId: `sort-${familyName}` });
  const list = async (query: string) => (await call("GET", `/Users?${query}`)).body;
  const sorted = await list('filter=name.givenName eq "sorted"&sortBy=name.familyName&sortOrder=descending');
  expect(sorted.Resources.map((user: any) => user.name.familyName)).toEqual(["Zeta", "Mid", "alpha"]);
  const page = await list('filter=externalId sw "sort-"&startIndex=2&count=1&attributes=userName,name.familyName');
  expect(page).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
  expect(Object.keys(page.Resources[0]).toSorted()).toEqual(["id", "name", "schemas", "userName"]);
  expect(page.Resources[0].name).toEqual({ familyName: "alpha" });
  expect(await list("count=0")).toMatchObject({ itemsPerPage: 0, Resources: [] });
  expect((await list("count=5000&startIndex=-3")).Resources.length).toBeLessThanOrEqual(200);
  const excluded = (await list("excludedAttributes=meta,emails,name.formatted&count=1")).Resources[0];
  expect(excluded).not.toHaveProperty("meta");
  expect(excluded).not.toHaveProperty("emails");
  expect(excluded.name).not.toHaveProperty("formatted");
  for (const query of ["count=x", "startIndex=1.5", "sortBy=password", "filter=a&filter=b", "filter=nothing eq 1"])
    expect([query, (await call("GET", `/Users?${query}`)).status]).toEqual([query, 400]);
  const search = await call("POST", "/Users/.search", {
    filter: 'externalId sw "sort-"',
    count: 2,
    attributes: ["id"],
  });
  expect(search.body).toMatchObject({ totalResults: 3, itemsPerPage: 2 });
});

test("each attribute and operator filters", async () => {
  const { id, userName, meta } = await create({
    name: { givenName: "Fil%ter", familyName: "Quo\\te" },
    externalId: "Fx",
  });
  const first = `id eq "${id}" and `;
  const finds = async (filter: string) =>
    (await call("GET", `/Users?filter=${encodeURIComponent(first + filter)}`)).body.totalResults;
  for (const filter of [
    `userName eq "${userName.toUpperCase()}"`,
    `userName ne "x"`,
    `not (userName eq "x")`,
    `emails[type eq "work" and value co "demo"]`,
    `emails.value ew "demo.test"`,
    `urn:ietf:params:scim:schemas:core:2.0:User:name.givenName co "L%T"`,
    `name.familyName sw "quo\\\\"`,
    `displayName gt "a" and displayName lt "z"`,
    `externalId eq "Fx"`,
    `active eq true`,
    `active eq "True"`,
    `roles.value eq "learner"`,
    `meta.created ge "${meta.created}" and meta.created le "${meta.created}"`,
    `(externalId pr or active eq false)`,
  ])
    expect([filter, await finds(filter)]).toEqual([filter, 1]);
  for (const filter of [
    `externalId eq "fx"`,
    `active eq false`,
    `groups pr`,
    `groups.value eq "1"`,
    `externalId eq null`,
  ])
    expect([filter, await finds(filter)]).toEqual([filter, 0]);
});

test.each([
  ["deep nesting", `${"(".repeat(500)}id pr${")".repeat(500)}`],
  ["many conditions", Array.from({ length: 200 }, () => "id pr").join(" or ")],
  ["a long text", `id eq "${"x".repeat(5_000)}"`],
  ["nested brackets", 'emails[emails[value eq "x"]]'],
  ["an unclosed text", 'userName eq "x'],
  ["SQL", `userName eq "x"; DROP TABLE users`],
  ["a prototype", '__proto__ eq "x"'],
  ["a constructor", "constructor pr"],
  ["a number for a text", "userName eq 5"],
  ["a comparison of true", "active gt true"],
  ["a date beyond dates", 'meta.created gt "never"'],
  ["NUL", 'userName eq "\\u0000"'],
])("a filter with %s is refused", async (_, filter) => {
  const { status, body } = await call("GET", `/Users?filter=${encodeURIComponent(filter)}`);
  expect([status, body.schemas]).toEqual([400, [ERROR]]);
  expect(body.scimType).toMatch(/^invalid(Filter|Value)$/);
});
