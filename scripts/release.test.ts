import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listReleaseFiles, toStableSbom } from "./release-files.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean);
const files = listReleaseFiles(tracked);

test("a release has the server with its migrations, and no tests", () => {
  for (const file of ["server/src/main.ts", "server/src/worker.ts", "server/src/doctor.ts", "scripts/launch.mjs"])
    expect(files).toContain(file);
  expect(files.filter((file) => file.startsWith("server/migrations/")).length).toBeGreaterThan(80);
  expect(files.filter((file) => /\.test\.|\/testing\/|^(e2e|bench|web\/src)\//.test(file))).toEqual([]);
});

test("no file of a release imports one that is left out", () => {
  const missing = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), "utf8").matchAll(/^(?:import|export)[^;]*?from "(\.[^"]+)";|import\("(\.[^"]+)"\)/gm)]
        .map(([, from, dynamic]) => path.posix.join(path.posix.dirname(file), (from ?? dynamic)!))
        .filter((imported) => !files.includes(imported))
        .map((imported) => `${file}: ${imported}`),
    );
  expect(missing).toEqual([]);
});

test("a list of packages is the same however often it is written", () => {
  const write = (serialNumber: string, timestamp: string) =>
    toStableSbom(JSON.stringify({ serialNumber, metadata: { timestamp, component: { name: "cairn" } }, components: [] }));
  expect(write("urn:uuid:1", "2026-01-01T00:00:00Z")).toBe(write("urn:uuid:2", "2027-01-01T00:00:00Z"));
  expect(write("urn:uuid:1", "2026-01-01T00:00:00Z")).toContain('"cairn"');
});
