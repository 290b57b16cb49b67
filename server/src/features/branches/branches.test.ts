import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const BRANCHES = `query ($branchUrl: String, $search: String) { branches(branchUrl: $branchUrl, search: $search) { id name url } }`;
const BY_URL = `query ($url: String!) { branch(url: $url) { id name url logo_url primary_color secondary_color language theme is_default } }`;
const BY_ID = `query ($id: Int!, $branchUrl: String) { branch(id: $id, branchUrl: $branchUrl) { id name url } }`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const urls = async (client: Client, variables: object = {}): Promise<string[]> =>
  (await client.data(BRANCHES, variables)).branches.map((branch: { url: string }) => branch.url);
const branchId = (url: string) =>
  server.inside(
    "demo",
    async (db, id) =>
      (
        await db
          .selectFrom("branches")
          .select("id")
          .where("instance_id", "=", id)
          .where("url", "=", url)
          .executeTakeFirstOrThrow()
      ).id,
  );

test("the branches are listed by name and searched by name and address", async () => {
  const admin = await server.as("admin@demo.test");
  expect(await urls(admin)).toEqual(["north", "south"]);
  expect(await urls(admin, { search: "SUD" })).toEqual(["south"]);
  expect(await urls(admin, { search: "gate n" })).toEqual(["north"]);
  expect(await urls(admin, { branchUrl: "north" })).toEqual(["north"]);
  expect(await urls(await server.as("instructor@demo.test"))).toEqual(["north", "south"]);
});

test("a manager chooses from the branches whose reports they read", async () => {
  expect(await urls(await server.as("manager@demo.test"))).toEqual(["north", "south"]);
  expect(await urls(await server.as("manager.north@demo.test"))).toEqual(["north"]);
});

test("a branch is read by its id, within the caller's reach", async () => {
  const south = await branchId("south");
  const admin = await server.as("admin@demo.test");
  expect((await admin.data(BY_ID, { id: south })).branch).toEqual({ id: south, name: "Northgate Sud", url: "south" });
  expect(await admin.refusal(BY_ID, { id: south, branchUrl: "north" })).toBe("NOT_FOUND");
  expect(await admin.refusal(BY_ID, { id: 999_999 })).toBe("NOT_FOUND");
  expect(await (await server.as("manager.north@demo.test")).refusal(BY_ID, { id: south })).toBe("NOT_FOUND");
  expect(await (await server.as("admin@riverside.test")).refusal(BY_ID, { id: south })).toBe("NOT_FOUND");
});

test("learners and anonymous callers can read neither the list nor a branch by its id", async () => {
  const learner = await server.as("learner@demo.test");
  for (const [document, variables] of [
    [BRANCHES, {}],
    [BY_ID, { id: 1 }],
  ] as const) {
    expect(await learner.refusal(document, variables)).toBe("FORBIDDEN");
    expect(await server.anonymous().refusal(document, variables)).toBe("UNAUTHENTICATED");
  }
});

test("everyone can read a branch by its address, on a host of its instance", async () => {
  const expected = {
    name: "Northgate North",
    url: "north",
    logo_url: null,
    primary_color: "#2c4a7c",
    secondary_color: "#e0a526",
    language: "en",
    is_default: false,
  };
  expect((await server.anonymous("north.demo.localhost").data(BY_URL, { url: "north" })).branch).toMatchObject(
    expected,
  );
  expect((await (await server.as("learner@demo.test")).data(BY_URL, { url: "north" })).branch).toMatchObject(expected);
  expect((await server.anonymous().data(BY_URL, { url: "nowhere" })).branch).toBeNull();
  expect((await server.anonymous("riverside.localhost").data(BY_URL, { url: "north" })).branch).toBeNull();
  expect((await server.anonymous("localhost").data(BY_URL, { url: "north" })).branch).toBeNull();
});

test("a branch without branding shows no colours of its own", async () => {
  await server.platform.database.pool.query("UPDATE instances SET branding_enabled = false WHERE domain = 'demo'");
  const { branch } = await server.anonymous().data(BY_URL, { url: "north" });
  expect(branch).toMatchObject({ name: "Northgate North", primary_color: null, secondary_color: null });
});
