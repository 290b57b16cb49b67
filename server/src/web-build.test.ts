import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildWebClient } from "./web-build.ts";

let root: string;
let builds: number;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "cairn-build-"));
  mkdirSync(path.join(root, "web/src"), { recursive: true });
  write("src/main.ts", "1");
  builds = 0;
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(path.join(root, "web", file), text);
const read = (file: string) => readFileSync(path.join(root, "web", file), "utf8");
const list = () => readdirSync(path.join(root, "web")).toSorted();
const BUILT = [".build-lock", "dist", "src"];

/** Writes what it was made from. */
async function build(folder: string) {
  builds++;
  write(`${folder}/main.js`, read("src/main.ts"));
}

describe("the build of the web client", () => {
  test("runs when there is none, and again when a source has changed", async () => {
    await buildWebClient(root, build);
    rmSync(path.join(root, "web/.build-lock"));
    await buildWebClient(root, build);
    expect([builds, read("dist/main.js")]).toEqual([1, "1"]);
    // A folder that nobody may write to can be built before.
    expect(list()).toEqual(["dist", "src"]);
    write("src/main.ts", "2");
    await buildWebClient(root, build);
    expect([builds, read("dist/main.js")]).toEqual([2, "2"]);
    expect(list()).toEqual(BUILT);
  });

  test("runs once when two starts need it at the same time, and both wait for it", async () => {
    const start = async () => {
      await buildWebClient(root, build);
      return read("dist/main.js");
    };
    expect(await Promise.all([start(), start()])).toEqual(["1", "1"]);
    expect(builds).toBe(1);
  });

  test("leaves the former one in place until it has ended, and when it fails", async () => {
    await buildWebClient(root, build);
    write("src/main.ts", "2");
    const failing = buildWebClient(root, async (folder) => {
      write(`${folder}/main.js`, "half");
      expect(read("dist/main.js")).toBe("1");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(read("dist/main.js")).toBe("1");
    await buildWebClient(root, build);
    expect(read("dist/main.js")).toBe("2");
    expect(list()).toEqual(BUILT);
  });

  test("is not held up by a start that was killed while it built", async () => {
    const killed = await startEndlessBuild();
    expect(existsSync(path.join(root, "web/dist"))).toBe(false);
    const waiting = buildWebClient(root, build);
    expect(builds).toBe(0);
    killed.kill("SIGKILL");
    await waiting;
    expect([builds, read("dist/main.js")]).toEqual([1, "1"]);
    expect(list()).toEqual(BUILT);
  });

  test("is not made of a copy without sources", async () => {
    rmSync(path.join(root, "web/src"), { recursive: true });
    await buildWebClient(root, build);
    expect(builds).toBe(0);
  });
});

/** Starts a process that builds without an end. */
async function startEndlessBuild(): Promise<ChildProcess> {
  const code = `
    import { buildWebClient } from ${JSON.stringify(new URL("web-build.ts", import.meta.url).href)};
    setInterval(() => {}, 1_000);
    await buildWebClient(${JSON.stringify(root)}, (folder) => {
      console.log(folder);
      return new Promise(() => {});
    });`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false }))
    if ((output += String(chunk)).includes("dist.new-")) return child;
  throw new Error(`It ended before it built: ${output}`);
}
