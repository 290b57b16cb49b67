import path from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, loadConfig, mayServeDemo } from "./config.ts";

test("loadConfig returns the defaults for an empty environment", () => {
  expect(loadConfig({ SMTP_URL: "" })).toMatchObject({
    HOST: "127.0.0.1",
    PORT: 3000,
    CONTENT_PORT: 3001,
    DATA_DIR: path.resolve("data"),
    BASE_DOMAIN: "localhost",
    PRODUCT_NAME: "Cairn",
    TRUST_PROXY: false,
    DEMO: "on",
    WORKER: "on",
  });
});

test("TRUST_PROXY is all, none, or a list of addresses and ranges", () => {
  expect(loadConfig({ TRUST_PROXY: "on" }).TRUST_PROXY).toBe(true);
  expect(loadConfig({ TRUST_PROXY: "10.0.0.0/8, ::1" }).TRUST_PROXY).toEqual(["10.0.0.0/8", "::1"]);
});

test.each([
  ["PORT", "eighty", "PORT cannot be 'eighty': it should be a port from 1 to 65535."],
  ["PORT", "65535", "CONTENT_PORT cannot be '65536': it should be a port other than PORT, up to 65535."],
  ["CONTENT_PORT", "3000", "CONTENT_PORT cannot be '3000': it should be a port other than PORT, up to 65535."],
  [
    "BASE_DOMAIN",
    "http://x",
    "BASE_DOMAIN cannot be 'http://x': it should be a domain name, such as learn.example.org.",
  ],
  ["DEMO", "yes", "DEMO cannot be 'yes': it should be on or off."],
  ["TRUST_PROXY", "10.0.0.0/33", /^TRUST_PROXY cannot be '10.0.0.0\/33': it should be on, off, or a list/],
  ["LOG_LEVEL", "loud", /^LOG_LEVEL cannot be 'loud': it should be fatal, error/],
])("loadConfig refuses %s=%s in one line", (name, value, message) => {
  const load = () => loadConfig({ [name]: value });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(message);
});

test.each(["DATABASE_URL", "DATABASE_APP_URL", "SMTP_URL", "STORAGE_URL"])(
  "loadConfig refuses a bad %s without repeating its password",
  (name) => {
    const load = () => loadConfig({ [name]: "ftp://me:s3cret@host/x" });
    expect(load).toThrow(`${name} cannot be what it is: it should be an address such as`);
    expect(load).not.toThrow(/s3cret/);
  },
);

test.each([
  [{}, true],
  [{ HOST: "::1" }, true],
  [{ HOST: "0.0.0.0" }, false],
  [{ TRUST_PROXY: "127.0.0.1" }, false],
  [{ HOST: "127.evil.example" }, false],
  [{ HOST: "0.0.0.0", DEMO: "on" }, false],
  [{ HOST: "0.0.0.0", DEMO_PUBLIC: "yes" }, false],
  [{ HOST: "0.0.0.0", DEMO: "on", DEMO_PUBLIC: "yes" }, true],
])("mayServeDemo with %j returns %s", (env, allowed) => {
  expect(mayServeDemo(loadConfig(env), env)).toBe(allowed);
});

describe("SINGLE_INSTANCE", () => {
  test("is refused when no instance can have it", () => {
    for (const name of ["www", "no label", "-a"])
      expect(() => loadConfig({ SINGLE_INSTANCE: name })).toThrow("SINGLE_INSTANCE");
  });

  const REFUSAL = /^PUBLIC_URL has to be set with SINGLE_INSTANCE: links in mails begin with it\./;

  test.each([
    { HOST: "0.0.0.0" },
    { HOST: "192.168.1.5" },
    { TRUST_PROXY: "on" },
    { TRUST_PROXY: "127.0.0.1" },
    { DEMO: "off" },
    { SMTP_URL: "smtp://mail.example.org" },
  ])("requires PUBLIC_URL with %j", (env) => {
    const one = { SINGLE_INSTANCE: "acme", ...env };
    expect(() => loadConfig(one)).toThrow(REFUSAL);
    expect(loadConfig({ ...one, PUBLIC_URL: "https://learn.example.org" }).PUBLIC_URL).toBe(
      "https://learn.example.org",
    );
  });

  test("starts without PUBLIC_URL as a demo that only this machine can reach", () => {
    expect(loadConfig({ SINGLE_INSTANCE: "acme" }).SINGLE_INSTANCE).toBe("acme");
    expect(loadConfig({ SINGLE_INSTANCE: "acme", HOST: "::1" }).PUBLIC_URL).toBeUndefined();
  });

  test("refuses a PUBLIC_URL that is not a web address", () => {
    expect(() => loadConfig({ PUBLIC_URL: "ftp://x" })).toThrow(
      "PUBLIC_URL cannot be 'ftp://x': it should be an address",
    );
  });
});

test("ARCHIVE_URL is outside of DATA_DIR, and archives the built-in database only", () => {
  const DATA_DIR = "/srv/cairn data";
  const load = (more: Record<string, string>) => loadConfig({ DATA_DIR, ...more });
  expect(load({ ARCHIVE_URL: "file:///backups/archive" }).ARCHIVE_DAYS).toBe(30);
  expect(load({ ARCHIVE_URL: "file:///srv/cairn%20data-archive" }).ARCHIVE_URL).toBeDefined();
  for (const ARCHIVE_URL of ["file:///srv/cairn%20data", "file:///srv/cairn%20data/archive"])
    expect(() => load({ ARCHIVE_URL })).toThrow("lost with it");
  const DATABASE_URL = "postgres://owner:secret@db.example/cairn";
  expect(() => load({ ARCHIVE_URL: "s3://key:secret@host/bucket", DATABASE_URL })).toThrow("built-in database");
  expect(() => load({ ARCHIVE_URL: "https://key:secret@host/bucket" })).toThrow("cannot be what it is");
});

test("CONTENT_DOMAIN must be separate from the application's domain", () => {
  const apart = { BASE_DOMAIN: "learn.example", CONTENT_DOMAIN: "Learn-Content.example" };
  expect(loadConfig(apart).CONTENT_DOMAIN).toBe("learn-content.example");
  for (const CONTENT_DOMAIN of ["learn.example", "content.learn.example", "example"])
    expect(() => loadConfig({ ...apart, CONTENT_DOMAIN })).toThrow(
      `CONTENT_DOMAIN cannot be '${CONTENT_DOMAIN}': it should be a domain apart from that of the application.`,
    );
});
