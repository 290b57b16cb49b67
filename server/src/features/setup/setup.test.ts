import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify from "fastify";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createApp } from "../../app.ts";
import { prepare } from "../../db/open.ts";
import { createWithActor } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import { createTestPlatform } from "../../testing/platform.ts";
import { findStrengthScript, setUpRoutes } from "./setup.routes.ts";
import { setUpLink } from "./setup.service.ts";

const { host, port } = inject("postgres");

/** Starts a server of an empty database. */
async function startEmpty(settings: Record<string, string> = {}) {
  const database = `empty_${randomBytes(6).toString("hex")}`;
  await asAdmin(`CREATE DATABASE ${database}`);
  const secret = await prepare({ host, port, user: "postgres", database });
  const platform = await createTestPlatform({ host, port, database }, inject("dataDir"), secret, undefined, {
    DEMO: "off",
    ...settings,
  });
  const app = await createApp(platform);
  return {
    platform,
    app,
    stop: async () => {
      await app.close();
      await platform.database.close();
      await asAdmin(`DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}

let empty: Awaited<ReturnType<typeof startEmpty>>;
let platform: Platform;
let app: typeof empty.app;
beforeAll(async () => {
  empty = await startEmpty();
  ({ platform, app } = empty);
});
afterAll(() => empty.stop());

const FORM = {
  name: "Acme",
  domain: "acme",
  first_name: "Ada",
  last_name: "Abara",
  email: "ada@acme.test",
  password: "lantern-river-41",
};

function send(link: string, form: object, to = app) {
  const { pathname, search } = new URL(link);
  const payload = new URLSearchParams(form as Record<string, string>).toString();
  return to.inject({
    method: "POST",
    url: pathname + search,
    headers: { host: "localhost:3000", "content-type": "application/x-www-form-urlencoded" },
    payload,
  });
}

describe("the script that shows the strength of the password", () => {
  async function open(script: string | null) {
    const pages = Fastify();
    setUpRoutes(pages, createWithActor(platform, { isPublic: true }), platform, script);
    const { pathname, search } = new URL(await setUpLink(platform, "http://localhost:3000"));
    const { body, headers } = await pages.inject({ url: pathname + search });
    await pages.close();
    return { body, policy: String(headers["content-security-policy"]) };
  }

  test("is named by the page, whose policy allows scripts and calls of its own origin", async () => {
    const { body, policy } = await open("/setup/assets/main.js");
    expect(body).toContain('<script type="module" src="/setup/assets/main.js"></script>');
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toMatch(/; script-src 'sha256-[\w+/=]+' 'self'; connect-src 'self'; img-src/);
  });

  test("is missing where the client is not built, and then the policy allows no other script than that of the page", async () => {
    const { body, policy } = await open(null);
    expect(body).toContain('type="password"');
    expect(body).not.toContain('type="module"');
    expect(policy).toMatch(/; script-src 'sha256-[\w+/=]+'; img-src/);
    expect(policy).not.toContain("connect-src");
  });

  test("is found by the manifest of its build, if there is one", () => {
    const dist = `${mkdtempSync(path.join(tmpdir(), "cairn-setup-"))}/`;
    expect(findStrengthScript(dist)).toBeNull();
    mkdirSync(`${dist}.vite`);
    const files = { "a.po": { file: "assets/a.js" }, "src/setup/main.tsx": { file: "assets/b.js", isEntry: true } };
    writeFileSync(`${dist}.vite/manifest.json`, JSON.stringify(files));
    expect(findStrengthScript(dist)).toBe("/setup/assets/b.js");
    rmSync(dist, { recursive: true });
  });
});

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

  // The rating in the browser counts the first and the last name as well.
  const own = await send(link, { ...FORM, first_name: "Wolfeschlegel", password: "wolfeSCHLEGEL" });
  expect(own.body).toContain("This password is too easy to guess.");

  const outcomes = await Promise.all([send(link, FORM), send(link, { ...FORM, domain: "other" })]);
  expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([303, 404]);
  expect((await send(link, FORM)).statusCode).toBe(404);
  const used = await app.inject({ method: "GET", url: link.slice(21), headers: { accept: "text/html,*/*" } });
  expect([used.statusCode, used.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(used.body).toContain("This link is not valid any more.");

  const made = new URL(outcomes.find(({ statusCode }) => statusCode === 303)!.headers.location as string);
  expect([made.port, made.pathname]).toEqual(["3000", "/login-redirect"]);
  const redeem = (host: string) =>
    app.inject({
      method: "POST",
      url: "/api/login-code",
      headers: { host },
      payload: { code: made.searchParams.get("token") },
    });
  expect((await redeem("localhost")).statusCode).toBe(401);
  const signedIn = await redeem(made.hostname);
  expect(signedIn.json().user).toMatchObject({ email: "ada@acme.test", role: "super_admin" });
  expect((await redeem(made.hostname)).statusCode).toBe(401);
  // Operators set up a second factor before anything else.
  const viewer = await app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host: made.hostname, authorization: `Bearer ${signedIn.json().token}` },
    payload: { query: "{ viewer { factor_due } }" },
  });
  expect(viewer.json().data.viewer.factor_due).toBe("setup");
});

test("the page of a server of one instance asks for no domain, and creates the instance that the server serves", async () => {
  const one = await startEmpty({ SINGLE_INSTANCE: "acme", PUBLIC_URL: "http://learn.example.org" });
  const link = await setUpLink(one.platform, "http://localhost:3000");
  const page = await one.app.inject({ url: link.replace("http://localhost:3000", "") });
  expect(page.body).toContain('name="name"');
  expect(page.body).not.toContain('name="domain"');

  const { domain: _, ...form } = FORM;
  const made = await send(link, { ...form, name: "Société Été" }, one.app);
  const address = new URL(made.headers.location as string);
  expect(address.host).toBe("localhost:3000");
  const signedIn = await one.app.inject({
    method: "POST",
    url: "/api/login-code",
    headers: { host: "localhost:3000" },
    payload: { code: address.searchParams.get("token") },
  });
  expect(signedIn.json().user).toMatchObject({ role: "super_admin" });
  await one.stop();
});

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ host, port, user: "postgres", database: "postgres" });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}
