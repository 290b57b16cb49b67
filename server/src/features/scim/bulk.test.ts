import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { createScimToken, GROUP, createPatch, person, scimClient, type ScimClient } from "../../testing/scim.ts";

let server: TestServer;
let call: ScimClient;
beforeAll(async () => {
  server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET license_count = NULL");
  call = scimClient(server, (await createScimToken(server)).token);
});
afterAll(() => server.close());

const BULK = "urn:ietf:params:scim:api:messages:2.0:BulkRequest";
const bulk = (Operations: object[], more: object = {}) =>
  call("POST", "/Bulk", { schemas: [BULK], Operations, ...more });
const post = (bulkId: string, path: string, data: object) => ({ method: "POST", path, bulkId, data });

test("operations run after those to which they refer, whatever their order", async () => {
  const members = [{ value: "bulkId:ann" }];
  const { status, body } = await bulk([
    post("team", "/Groups", { schemas: [GROUP], displayName: "Team", members }),
    post("ann", "/Users", person("bulk.ann@demo.test")),
    {
      method: "PATCH",
      path: "/Users/bulkId:ann",
      data: createPatch({ op: "replace", path: "active", value: "False" }),
    },
  ]);
  expect(status).toBe(200);
  expect(body.schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:BulkResponse"]);
  expect(body.Operations).toMatchObject([
    { method: "POST", bulkId: "team", status: "201", location: expect.stringMatching(/\/Groups\/\d+$/) },
    { method: "POST", bulkId: "ann", status: "201", version: expect.stringMatching(/^W\//) },
    { method: "PATCH", status: "200" },
  ]);
  const id = body.Operations[1].location.split("/").at(-1);
  expect((await call("GET", `/Users/${id}`)).body).toMatchObject({ active: false, groups: [{ display: "Team" }] });
});

test("an operation that fails changes nothing, the others stay, and failOnErrors ends the rest", async () => {
  const operations = [
    post("a", "/Users", person("bulk.a@demo.test")),
    post("b", "/Users", person("bulk.a@demo.test")),
    { method: "DELETE", path: "/Groups/99999" },
    post("c", "/Users", person("bulk.c@demo.test")),
  ];
  const { body } = await bulk(operations, { failOnErrors: 2 });
  expect(body.Operations).toMatchObject([
    { bulkId: "a", status: "201" },
    { bulkId: "b", status: "409", response: { scimType: "uniqueness" } },
    { method: "DELETE", status: "404" },
  ]);
  expect((await bulk(operations.slice(3))).body.Operations[0].status).toBe("201");
});

test("references in a circle, to nothing and to what failed are conflicts", async () => {
  const { body } = await bulk([
    post("x", "/Groups", { displayName: "X", members: [{ value: "bulkId:y" }] }),
    post("y", "/Groups", { displayName: "Y", members: [{ value: "bulkId:x" }] }),
    post("z", "/Groups", { displayName: "Z", members: [{ value: "bulkId:none" }] }),
  ]);
  expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual(["409", "409", "409"]);
});

test("a version names what a bulk operation changes", async () => {
  const { body: user } = await call("POST", "/Users", person("bulk.version@demo.test"));
  const remove = (version: string) => bulk([{ method: "DELETE", path: `/Users/${user.id}`, version }]);
  expect((await remove('W/"x"')).body.Operations[0].status).toBe("412");
  expect((await remove(user.meta.version)).body.Operations[0].status).toBe("204");
});

test("a request with too many operations or an invalid one is refused as a whole", async () => {
  const many = Array.from({ length: 101 }, (_, index) => post(`m${index}`, "/Users", person(`many${index}@demo.test`)));
  expect((await bulk(many)).status).toBe(413);
  for (const operation of [
    { method: "GET", path: "/Users" },
    { method: "POST", path: "/Users" },
    { method: "DELETE", path: "/Users/../Groups/1" },
    { method: "DELETE", path: "/Bulk" },
    { method: 5, path: "/Users/1" },
    "text",
    null,
  ])
    expect([operation, (await bulk([operation as object])).status]).toEqual([operation, 400]);
  const twice = [post("t", "/Users", person("t1@demo.test")), post("t", "/Users", person("t2@demo.test"))];
  expect((await bulk(twice)).status).toBe(400);
});
