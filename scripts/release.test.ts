import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listReleaseFiles, toSbom } from "./release-files.ts";

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
      [
        ...readFileSync(path.join(ROOT, file), "utf8").matchAll(
          /^(?:import|export)[^;]*?from "(\.[^"]+)";|import\("(\.[^"]+)"\)/gm,
        ),
      ]
        .map(([, from, dynamic]) => path.posix.join(path.posix.dirname(file), (from ?? dynamic)!))
        .filter((imported) => !files.includes(imported))
        .map((imported) => `${file}: ${imported}`),
    );
  expect(missing).toEqual([]);
});

test("the list of packages names each with its version, licence and hash, and no workspace", () => {
  const packages = {
    "": { version: "0.1.0" },
    server: { version: "0.1.0" },
    "node_modules/@cairn/server": { link: true },
    "node_modules/@scope/one": { version: "1.2.3", license: "MIT", integrity: "sha512-AQID" },
    "node_modules/@scope/one/node_modules/two": { version: "2.0.0", license: "(MIT OR Apache-2.0)" },
  };
  const { metadata, components } = JSON.parse(toSbom({ packages }, { name: "cairn", version: "0.1.0" }));
  expect(metadata.component).toMatchObject({ name: "cairn", version: "0.1.0" });
  expect(components).toEqual([
    {
      type: "library",
      name: "@scope/one",
      version: "1.2.3",
      purl: "pkg:npm/%40scope/one@1.2.3",
      licenses: [{ license: { id: "MIT" } }],
      hashes: [{ alg: "SHA-512", content: "010203" }],
    },
    {
      type: "library",
      name: "two",
      version: "2.0.0",
      purl: "pkg:npm/two@2.0.0",
      licenses: [{ expression: "(MIT OR Apache-2.0)" }],
    },
  ]);
});
