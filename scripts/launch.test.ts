import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const LAUNCHER = path.join(import.meta.dirname, "launch.mjs");
const PACKAGE = {
  name: "house",
  version: "1.0.0",
  dependencies: { brick: "file:brick" },
  devDependencies: { trowel: "file:trowel" },
};
const LOCK = {
  ...PACKAGE,
  lockfileVersion: 3,
  requires: true,
  packages: {
    "": PACKAGE,
    brick: { version: "1.0.0" },
    "node_modules/brick": { resolved: "brick", link: true },
    "node_modules/trowel": { resolved: "trowel", link: true, dev: true },
    trowel: { version: "1.0.0", dev: true },
  },
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cairn-launch-"));
  for (const name of ["scripts", "brick", "trowel", "server/src/testing"])
    mkdirSync(path.join(folder, name), { recursive: true });
  cpSync(LAUNCHER, path.join(folder, "scripts/launch.mjs"));
  write("package.json", JSON.stringify(PACKAGE));
  write("package-lock.json", JSON.stringify(LOCK));
  for (const name of ["brick", "trowel"]) write(`${name}/package.json`, JSON.stringify({ name, version: "1.0.0" }));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("launch.mjs", () => {
  it("installs what the lock file names once", async () => {
    write("hello.mjs", "console.log('hello', process.argv[2])");
    const first = await launch("hello.mjs", "Sami");
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/Installing[^]*hello Sami\n$/) });
    expect(existsSync(path.join(folder, "node_modules/brick"))).toBe(true);
    expect(await launch("hello.mjs", "Sami")).toMatchObject({ code: 0, out: "hello Sami\n" });
  });

  it.each([[], ["--restart"]])(
    "installs no tools of developers for a program of the server (%s)",
    async (...option) => {
      write("server/src/main.mjs", "console.log('hello')");
      expect(await launch(...option, "server/src/main.mjs")).toMatchObject({ code: 0 });
      expect(listInstalled()).toEqual(["brick"]);
      expect(await launch(...option, "server/src/main.mjs")).toMatchObject({ code: 0, out: "hello\n" });
    },
  );

  it("adds the tools of developers for another program, and leaves what a server may be running from", async () => {
    write("server/src/main.mjs", "console.log('hello')");
    write("server/src/testing/faults.mjs", "console.log('faults')");
    await launch("server/src/main.mjs");
    mkdirSync(path.join(folder, "node_modules/.cache"), { recursive: true });
    write("node_modules/.cache/in-use", "");
    expect(await launch("server/src/testing/faults.mjs")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Installing[^]*faults\n$/),
    });
    expect(listInstalled()).toEqual(["brick", "trowel"]);
    expect(existsSync(path.join(folder, "node_modules/.cache/in-use"))).toBe(true);
    expect(readFileSync(path.join(folder, "package-lock.json"), "utf8")).toBe(JSON.stringify(LOCK));
    for (const program of ["server/src/main.mjs", "server/src/testing/faults.mjs"])
      expect((await launch(program)).out).not.toContain("Installing");
  });

  it("waits for another launch that installs", async () => {
    write("hello.mjs", "console.log('hello')");
    const outs = (await Promise.all([launch("hello.mjs"), launch("hello.mjs")])).map(({ out }) => out);
    expect(outs.filter((out) => out.includes("Installing"))).toHaveLength(1);
    for (const out of outs) expect(out).toMatch(/hello\n$/);
    expect(existsSync(path.join(folder, ".setup-lock"))).toBe(false);
  });

  it("takes over from a launch that was killed during the installation", async () => {
    write("hello.mjs", "console.log('hello')");
    const dead = spawnSync(process.execPath, ["--version"]).pid;
    write(".setup-lock", String(dead));
    expect(await launch("hello.mjs")).toMatchObject({ code: 0 });
  });

  it("reports a failed installation and tries again on the next launch", async () => {
    write("hello.mjs", "console.log('hello')");
    write("package.json", JSON.stringify({ ...PACKAGE, dependencies: { brick: "file:brick", mortar: "1.0.0" } }));
    const failed = await launch("hello.mjs");
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining("Set-up failed: npm ci ended with code 1") });
    expect(failed.out).not.toContain("hello");
    write("package.json", JSON.stringify(PACKAGE));
    expect(await launch("hello.mjs")).toMatchObject({ code: 0, out: expect.stringContaining("hello") });
  });

  it("ends with the exit code of the program", async () => {
    install();
    write("fail.mjs", "process.exit(7)");
    write("crash.mjs", "process.kill(process.pid, 'SIGKILL')");
    expect(await launch("fail.mjs")).toMatchObject({ code: 7 });
    expect(await launch("crash.mjs")).toMatchObject({ signal: "SIGKILL" });
  });

  it("restarts a program that was ready and ended, with --restart", async () => {
    install();
    write(
      "server.mjs",
      `import { existsSync, writeFileSync } from "node:fs";
       if (existsSync("died")) { console.log("again"); process.exit(0); }
       writeFileSync("died", "");
       process.send("ready", () => process.kill(process.pid, "SIGABRT"));
       setInterval(() => {}, 1000);`,
    );
    expect(await launch("--restart", "server.mjs")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/again\n$/),
      err: expect.stringContaining("ended unexpectedly (by signal SIGABRT). Starting it again"),
    });
  });

  it("gives up a program that never was ready or keeps ending, with --restart", async () => {
    install();
    write("broken.mjs", "console.log('no'); process.exit(3)");
    expect(await launch("--restart", "broken.mjs")).toMatchObject({ code: 3, out: "no\n" });
    write(
      "dying.mjs",
      "console.log('start'); process.send('ready', () => process.exit(9)); setInterval(() => {}, 1000)",
    );
    const { code, out, err } = await launch("--restart", "dying.mjs");
    expect([code, out.match(/start/g)?.length]).toEqual([1, 6]);
    expect(err).toContain("It is not started again.");
  });

  it("does not restart a program that was asked to stop, with --restart", async () => {
    install();
    write(
      "server.mjs",
      `process.on("SIGTERM", () => process.exit(4)); process.send("ready", () => console.log("ready")); setInterval(() => {}, 1000);`,
    );
    const launched = spawnLauncher("--restart", "server.mjs");
    const ended = result(launched);
    await once(launched.stdout!, "data");
    process.kill(launched.pid!, "SIGTERM");
    expect(await ended).toMatchObject({ code: 4, out: "ready\n" });
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("waits until the program has stopped after %s", async (signal) => {
    install();
    write(
      "server.mjs",
      `process.on("${signal}", () => setTimeout(() => { console.log("stopped"); process.exit(0); }, 300));
       setInterval(() => {}, 1000);
       console.log("ready");`,
    );
    const launched = spawnLauncher("server.mjs");
    const ended = result(launched);
    await once(launched.stdout!, "data");
    process.kill(-launched.pid!, signal); // The whole group, as a terminal does.
    expect(await ended).toMatchObject({ code: 0, out: expect.stringMatching(/stopped\n$/) });
  });
});

/** Makes the packages look installed. */
function install(): void {
  mkdirSync(path.join(folder, "node_modules"));
  write("node_modules/.setup-stamp", createHash("sha256").update(JSON.stringify(LOCK)).digest("hex"));
}

function listInstalled(): string[] {
  return readdirSync(path.join(folder, "node_modules")).filter((name) => !name.startsWith("."));
}

function write(name: string, content: string): void {
  writeFileSync(path.join(folder, name), content);
}

function spawnLauncher(...args: string[]): ChildProcess {
  const { npm_execpath: _, npm_lifecycle_event: __, ...env } = process.env;
  const launcher = path.join(folder, "scripts/launch.mjs");
  return spawn(process.execPath, [launcher, ...args], { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
}

function launch(...args: string[]) {
  return result(spawnLauncher(...args));
}

async function result(child: ChildProcess) {
  const [out, err, [code, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, "close"),
  ]);
  return { out, err, code: code as number | null, signal: signal as string | null };
}
