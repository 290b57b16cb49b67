import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createApp } from "../../app.ts";
import { prepare } from "../../db/open.ts";
import type { Platform } from "../../platform/platform.ts";
import { createTestPlatform } from "../../testing/platform.ts";
import { setUpLink } from "./setup.service.ts";

const { host, port } = inject("postgres");
const database = `empty_${randomBytes(6).toString("hex")}`;
let platform: Platform;
let app: Awaited<ReturnType<typeof createApp>>;

beforeAll(async () => {
  await asAdmin(`CREATE DATABASE ${database}`);
  platform = await createTestPlatform(
    { host, port, database },
    inject("dataDir"),
    await prepare({ host, port, user: "postgres", database }),
  );
  app = await createApp(platform);
});
afterAll(async () => {
  await app.close();
  await platform.database.close();
  await asAdmin(`DROP DATABASE ${database} WITH (FORCE)`);
});

const FORM = {
  name: "Acme",
  domain: "acme",
  first_name: "Ada",
  last_name: "Abara",
  email: "ada@acme.test",
  password: "lantern-river-41",
};

function send(link: string, form: object) {
  const { pathname, search } = new URL(link);
  const payload = new URLSearchParams(form as Record<string, string>).toString();
  return app.inject({
    method: "POST",
    url: pathname + search,
    headers: { host: "localhost:3000", "content-type": "application/x-www-form-urlencoded" },
    payload,
  });
}

test("the link of an empty database creates the first account and instance, once", async () => {
  const link = await setUpLink(platform, "http://localhost:3000");
  const page = await app.inject({ method: "GET", url: link.replace("http://localhost:3000", "") });
  expect(page.body).toContain("Set up Cairn");
  // Chromium stops a redirect of a form to any other address than these.
  expect(page.headers["content-security-policy"]).toContain("form-action 'self' http://*.localhost");
  expect((await app.inject({ method: "GET", url: `${new URL(link).pathname}?token=abc.def` })).statusCode).toBe(404);

  const refused = await send(link, { ...FORM, domain: "www", password: "password1", name: '"><script>' });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain("some names are reserved");
  expect(refused.body).toContain("&quot;&gt;&lt;script&gt;");
  expect(refused.body).not.toContain("password1");

  const outcomes = await Promise.all([send(link, FORM), send(link, { ...FORM, domain: "other" })]);
  expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([303, 404]);
  expect((await send(link, FORM)).statusCode).toBe(404);
  const used = await app.inject({ method: "GET", url: link.slice(21), headers: { accept: "text/html,*/*" } });
  expect([used.statusCode, used.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(used.body).toContain("This link is not valid any more.");

  const made = outcomes.find(({ statusCode }) => statusCode === 303)!.headers.location as string;
  const site = new URL(made).hostname;
  const query = `mutation { loginUser(email: "ada@acme.test", password: "lantern-river-41") { user { role } } }`;
  const login = await app.inject({ method: "POST", url: "/graphql", headers: { host: site }, payload: { query } });
  expect(login.json().data.loginUser.user.role).toBe("super_admin");
});

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ host, port, user: "postgres", database: "postgres" });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}
