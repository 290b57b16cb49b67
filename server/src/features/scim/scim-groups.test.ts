import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { createScimToken, GROUP, createPatch, person, scimClient, type ScimClient } from "../../testing/scim.ts";

let server: TestServer;
let call: ScimClient;
let userId: string;
beforeAll(async () => {
  server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET license_count = NULL");
  call = scimClient(server, (await createScimToken(server)).token);
  userId = (await call("POST", "/Users", person("group.member@demo.test"))).body.id;
});
afterAll(() => server.close());

let count = 0;
const create = async (more: object = {}) =>
  (await call("POST", "/Groups", { schemas: [GROUP], displayName: `Group ${++count}`, ...more })).body;

test("a group enrols its members in its courses, and withdraws those who leave", async () => {
  const group = await create();
  const admin = await server.as("admin@demo.test");
  const course = (await admin.data("{ coursesPage(limit: 1) { rows { id } } }")).coursesPage.rows[0].id;
  const ADD = `mutation ($id: Int!, $ids: [Int!]!) { addCoursesToGroup(group_id: $id, course_ids: $ids) { id } }`;
  await admin.data(ADD, { id: Number(group.id), ids: [course] });
  const enrolled = () =>
    server.inside("demo", (db) =>
      db.selectFrom("enrolments").select("course_id").where("user_id", "=", Number(userId)).execute(),
    );
  await call("PATCH", `/Groups/${group.id}`, createPatch({ op: "add", path: "members", value: { value: userId } }));
  expect(await enrolled()).toEqual([{ course_id: course }]);
  await call("PATCH", `/Groups/${group.id}`, createPatch({ op: "remove", path: "members" }));
  expect(await enrolled()).toEqual([]);
});

test("names and external ids of groups are unique", async () => {
  const first = await create({ externalId: "g-1" });
  for (const body of [{ displayName: first.displayName.toUpperCase() }, { displayName: "Other", externalId: "g-1" }])
    expect(await call("POST", "/Groups", body)).toMatchObject({ status: 409, body: { scimType: "uniqueness" } });
  const second = await create();
  const renamed = await call(
    "PATCH",
    `/Groups/${second.id}`,
    createPatch({ op: "replace", path: "displayName", value: first.displayName }),
  );
  expect(renamed.status).toBe(409);
  const answers = await Promise.all([1, 2].map(() => call("POST", "/Groups", { displayName: "At once" })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test("unknown members, groups as members and invalid changes are refused and change nothing", async () => {
  const group = await create({ members: [{ value: userId }] });
  const refusals: [object, string][] = [
    [{ op: "add", path: "members", value: [{ value: "99999999" }] }, "invalidValue"],
    [{ op: "add", path: "members", value: [{ value: "x" }] }, "invalidValue"],
    [{ op: "add", path: "members", value: [{ value: userId, type: "Group" }] }, "invalidValue"],
    [{ op: "replace", path: `members[value eq "${userId}"].display`, value: "x" }, "mutability"],
    [{ op: "remove", path: "members[display eq 5]" }, "invalidFilter"],
    [{ op: "remove", path: "displayName" }, "mutability"],
    [{ op: "replace", path: "id", value: "5" }, "mutability"],
    [{ op: "replace", path: "owner", value: "5" }, "invalidPath"],
    [{ op: "replace", path: "displayName", value: "x".repeat(300) }, "invalidValue"],
  ];
  for (const [operation, scimType] of refusals) {
    const both = createPatch({ op: "remove", path: "members" }, operation);
    expect([operation, (await call("PATCH", `/Groups/${group.id}`, both)).body.scimType]).toEqual([
      operation,
      scimType,
    ]);
  }
  expect((await call("GET", `/Groups/${group.id}`)).body.members).toHaveLength(1);
  expect((await call("POST", "/Groups", { members: [] })).status).toBe(400);
});

test("the version of a group follows its members, and changes name the version that they mean", async () => {
  const group = await create();
  const add = (tag: string) =>
    call("PATCH", `/Groups/${group.id}`, createPatch({ op: "add", path: "members", value: [{ value: userId }] }), {
      "if-match": tag,
    });
  const changed = await add(group.meta.version);
  expect(changed.body.meta.version).not.toBe(group.meta.version);
  expect((await add(group.meta.version)).status).toBe(412);
  const short = await call("GET", `/Groups/${group.id}?excludedAttributes=members`);
  expect(short.body.meta.version).toBe(changed.body.meta.version);
});

test("groups are filtered, sorted and paged", async () => {
  await create({ displayName: "List b", externalId: "list-b" });
  await create({ displayName: "list A", members: [{ value: userId }] });
  const list = async (query: string) => (await call("GET", `/Groups?${query}`)).body;
  const sorted = await list('filter=displayName sw "list"&sortBy=displayName&count=1');
  expect(sorted).toMatchObject({ totalResults: 2, itemsPerPage: 1, Resources: [{ displayName: "list A" }] });
  expect((await list(`filter=displayName sw "list" and members[value eq "${userId}"]`)).totalResults).toBe(1);
  expect((await list('filter=externalId eq "list-b"')).totalResults).toBe(1);
  expect((await list("count=0")).Resources).toEqual([]);
});
