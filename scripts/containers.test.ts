import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../server/src/config.ts";
import { listReleaseFiles } from "./release-files.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const [containerfile, compose, example, page] = [
  "Containerfile",
  "compose.yaml",
  "deploy/container/example.env",
  "docs/operations/containers.md",
].map(read) as [string, string, string, string];
const released = listReleaseFiles(
  execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean),
);
const settings = new Set(read("server/src/config.ts").match(/(?<=^ {2})[A-Z][A-Z_]+(?=: )/gm));
/** Variables of Node and of the C library, which the server does not read. */
const RUNTIME = ["MALLOC_ARENA_MAX", "NODE_COMPILE_CACHE", "NODE_ENV", "PATH"];

const find = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))].sort();
const given = /^x-settings: &settings\n((?: {2}.*\n)+)/m.exec(compose)![1]!;
const variables = find(compose, /\$\{([A-Z_]+)/g);
const required = find(compose, /\$\{([A-Z_]+):\?/g);

test("compose.yaml and the image give the server only settings that it knows", () => {
  const names = find(given, /^ {2}([A-Z_]+):/gm);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !settings.has(name))).toEqual([]);
  const inImage = find(/^ENV [\s\S]*?(?=^VOLUME)/m.exec(containerfile)![0], /^(?:ENV)? +([A-Z_]+)=/gm);
  expect(inImage.filter((name) => !settings.has(name))).toEqual(RUNTIME);
});

test("the server accepts what compose.yaml gives it", () => {
  const env = Object.fromEntries(
    [...given.matchAll(/^ {2}([A-Z_]+): "?(.*?)"?$/gm)].map(([, name, value]) => [name!, fill(value!)]),
  );
  expect(loadConfig(env)).toMatchObject({ WORKER: "off", DEMO: "off", BASE_DOMAIN: "learn.example.org" });
});

/** Replaces variables by the values of the example, secrets by a long one, and others by their defaults. */
function fill(value: string): string {
  const values = new Map([...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, is]) => [name!, is!]));
  return value.replaceAll(/\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, other?: string) => {
    const known = values.get(name) || (/_(SECRET|PASSWORD)$/.test(name) ? "0".repeat(48) : "");
    return known || (kind === "-" ? other! : "");
  });
}

test("the example of .env has every required variable, and none that compose.yaml does not read", () => {
  const named = find(example, /^([A-Z_]+)=/gm);
  expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  expect(required.filter((name) => !named.includes(name))).toEqual([]);
});

test("no secret has a value in a file", () => {
  const secrets = variables.filter((name) => /SECRET|PASSWORD/.test(name));
  expect(secrets.length).toBeGreaterThan(3);
  expect(secrets.filter((name) => !required.includes(name))).toEqual([]);
  for (const name of secrets) expect(example).toMatch(new RegExp(`^${name}=$`, "m"));
  expect(containerfile).not.toMatch(/SECRET|PASSWORD|_URL=/);
});

test("the page of containers lists the variables of compose.yaml and no other", () => {
  expect(find(page.split("| Variable ")[1]!, /^\| `([A-Z_]+)` +\|/gm)).toEqual(variables);
});

test("programs that containers run are in a release", () => {
  const programs = find(containerfile + compose, /"((?:server|deploy|scripts)\/[\w./-]+\.(?:ts|mjs))"/g);
  expect(programs).toEqual(["deploy/container/health.mjs", "server/src/main.ts", "server/src/worker.ts"]);
  expect(programs.filter((program) => !released.includes(program))).toEqual([]);
});

test("the proxy gets variables that its configuration reads", () => {
  const caddy = find(read("deploy/caddy/Caddyfile"), /\{\$([A-Z_]+)/g);
  const proxy = /^ {2}proxy:\n[\s\S]*?environment:\n((?: {6}.*\n)+)/m.exec(compose)![1]!;
  expect(find(proxy, /^ {6}([A-Z_]+):/gm).filter((name) => !caddy.includes(name) && !name.startsWith("XDG_"))).toEqual(
    [],
  );
});

test("the image has the version of the package, a user who is not root, and one health check", () => {
  expect(containerfile).toContain(`ARG VERSION=${JSON.parse(read("package.json")).version}\n`);
  expect(containerfile).toMatch(/^USER [1-9]\d+:[1-9]\d+$/m);
  expect(containerfile).toContain('CMD ["node", "deploy/container/health.mjs"]');
  expect(compose).toContain('["CMD", "node", "deploy/container/health.mjs"]');
  expect(compose.match(/read_only: true/g)).toHaveLength(1);
});

test("both kinds of engine get the same files", () => {
  expect(read(".dockerignore")).toBe(read(".containerignore"));
});
