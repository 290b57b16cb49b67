import path from "node:path";
import { expect, test } from "vitest";
import { ConfigError, loadConfig, mayServeDemo } from "./config.ts";

test("an empty environment gives the defaults", () => {
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

test("proxies to trust are all, none, or a list of addresses and ranges", () => {
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
])("%s=%s is refused in one line", (name, value, message) => {
  const load = () => loadConfig({ [name]: value });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(message);
});

test.each(["DATABASE_URL", "DATABASE_APP_URL", "SMTP_URL", "STORAGE_URL"])(
  "a bad %s is refused without repeating its password",
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
])("demo accounts with %j: served %s", (env, allowed) => {
  expect(mayServeDemo(loadConfig(env), env)).toBe(allowed);
});

test("a server of one instance that sends mail has to be told its own address", () => {
  const one = { SINGLE_INSTANCE: "acme", SMTP_URL: "smtp://mail.example.org" };
  expect(() => loadConfig(one)).toThrow(/^PUBLIC_URL has to be set with SINGLE_INSTANCE and SMTP_URL/);
  expect(loadConfig({ ...one, PUBLIC_URL: "https://learn.example.org" }).PUBLIC_URL).toBe("https://learn.example.org");
  expect(() => loadConfig({ PUBLIC_URL: "ftp://x" })).toThrow(
    "PUBLIC_URL cannot be 'ftp://x': it should be an address",
  );
});
