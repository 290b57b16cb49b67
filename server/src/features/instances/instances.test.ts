import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { bootData } from "./instances.service.ts";

const BY_URL = `query ($url: String!) { instanceByUrl(url: $url) {
  id name domain license_count branch_limit theme trial_ends_at is_active primary_color secondary_color logo_url language currency } }`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const boot = (host: string, instanceLabel: string | null, branchLabel: string | null) =>
  bootData(server.platform, {
    host,
    origin: `http://${host}`,
    address: "127.0.0.1",
    userAgent: "",
    language: "en",
    requestId: "",
    instanceLabel,
    branchLabel,
  });

test("the data of a page says that the server serves one instance alone, where it does", async () => {
  expect(await boot("demo.localhost", "demo", null)).not.toHaveProperty("isOnlyInstance");
  server.platform.config.SINGLE_INSTANCE = "demo";
  try {
    expect((await boot("learn.example", "demo", null)).isOnlyInstance).toBe(true);
  } finally {
    delete server.platform.config.SINGLE_INSTANCE;
  }
});

test("instanceByUrl shows an instance to anonymous callers", async () => {
  const expected = {
    name: "Northgate Trust",
    domain: "demo",
    license_count: 500,
    branch_limit: 10,
    trial_ends_at: null,
    is_active: true,
    primary_color: "#1f5c63",
    language: "en",
    currency: "USD",
  };
  expect((await server.anonymous("localhost").data(BY_URL, { url: "demo" })).instanceByUrl).toMatchObject(expected);
  expect((await server.anonymous("localhost").data(BY_URL, { url: " DEMO " })).instanceByUrl).toMatchObject(expected);
  expect((await (await server.as("learner@riverside.test")).data(BY_URL, { url: "demo" })).instanceByUrl).toMatchObject(
    expected,
  );
});

test("instanceByUrl finds neither an unknown address nor the platform's own", async () => {
  for (const url of ["nowhere", "platform", ""])
    expect((await server.anonymous().data(BY_URL, { url })).instanceByUrl).toBeNull();
});

test("instanceByUrl does not find a deleted instance", async () => {
  await server.platform.database.pool.query(
    "INSERT INTO instances (name, domain, deleted_at) VALUES ('Closed', 'closed', now())",
  );
  expect((await server.anonymous().data(BY_URL, { url: "closed" })).instanceByUrl).toBeNull();
});

test("the page contains its instance and branch before the first request", async () => {
  expect(await boot("north.demo.localhost", "demo", "north")).toMatchObject({
    productName: "Cairn",
    baseDomain: "localhost",
    instance: { name: "Northgate Trust", primary_color: "#1f5c63" },
    branch: { name: "Northgate North", primary_color: "#2c4a7c" },
    detected: { instance: "demo", branch: "north" },
  });
  expect(await boot("demo.localhost", "demo", null)).toMatchObject({ instance: { domain: "demo" }, branch: null });
});

test("the page of an unknown address says so", async () => {
  expect(await boot("nowhere.localhost", "nowhere", null)).toMatchObject({
    instance: null,
    branch: null,
    detected: { instance: "nowhere", branch: null },
  });
  expect(await boot("west.demo.localhost", "demo", "west")).toMatchObject({
    instance: { domain: "demo" },
    branch: null,
    detected: { branch: "west" },
  });
  expect(await boot("localhost", null, null)).toMatchObject({
    instance: null,
    detected: { instance: null, branch: null },
  });
});

test("an instance without branding has the product's look", async () => {
  await server.platform.database.pool.query("UPDATE instances SET branding_enabled = false WHERE domain = 'demo'");
  expect(await boot("north.demo.localhost", "demo", "north")).toMatchObject({
    instance: { primary_color: null, secondary_color: null, logo_url: null },
    branch: { primary_color: null, secondary_color: null, logo_url: null },
  });
});
