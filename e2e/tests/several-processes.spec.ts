import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { copyDemo, type Running, start } from "../start.ts";

let dataDir: string;
let server: Running;

test.skip(process.env["E2E_URL"] !== undefined, "needs a server with settings of its own");
test.beforeAll(async () => {
  dataDir = copyDemo();
  server = await start(dataDir, "", { PROCESSES: "2" });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Lists the programs of Node that a process has started. */
function listChildren(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=,args=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => (/server\/src\/\S+\.ts$/.test(line.trim()) ? [parseInt(line)] : []));
}

const findMain = ({ pid } = server) => listChildren(pid)[0];
const findFurther = (of = server) => listChildren(findMain(of) ?? -1)[0];

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Asks whether the server reaches its database, on a connection of its own: the system chooses the process. */
async function isReady(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`, { headers: { connection: "close" } }).catch(
    () => null,
  );
  return answer?.status === 200;
}

/** Returns the values of a metric by the number of the process. */
async function readMetric(name: RegExp): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  const lines = text.split("\n").filter((line) => name.test(line));
  return Object.fromEntries(lines.map((line) => [/process="(\d)"/.exec(line)![1], Number(line.split(" ").at(-1))]));
}

test("two processes of a server answer at one port, and its metrics are those of both", async () => {
  const count = async () => {
    const counts = await readMetric(/^http_request_seconds_count\{.*route="\/readyz"/);
    return { processes: Object.keys(counts), requests: Object.values(counts).reduce((sum, each) => sum + each, 0) };
  };
  await expect.poll(async () => Object.keys(await readMetric(/^process_start_time_seconds/))).toEqual(["1", "2"]);
  // The system chooses the process for each connection.
  await expect.poll(async () => (await isReady()) && (await count()).processes).toEqual(["1", "2"]);
  const { requests } = await count();
  for (let sent = 0; sent < 40; sent++) expect(await isReady()).toBe(true);
  // Whichever process answers.
  for (let asked = 0; asked < 10; asked++) expect((await count()).requests).toBe(requests + 40);
});

test("a further process that is killed is started again, and the server answers meanwhile", async () => {
  await expect.poll(() => findFurther()).toBeDefined();
  const killed = findFurther()!;
  process.kill(killed, "SIGKILL");
  await expect.poll(() => isAlive(killed)).toBe(false);
  for (let count = 0; count < 10; count++) expect(await isReady()).toBe(true);
  await expect.poll(() => findFurther()).toBeDefined();
  expect(findFurther()).not.toBe(killed);
});

test("a server whose main process is killed is started again at its port, without processes of before", async () => {
  await expect.poll(() => findFurther()).toBeDefined();
  const [main, further] = [findMain()!, findFurther()!];
  process.kill(main, "SIGKILL");
  await expect.poll(() => isAlive(further)).toBe(false);
  await expect.poll(() => findMain()).toBeDefined();
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
  await expect.poll(() => findFurther()).toBeDefined();
  expect(findMain()).not.toBe(main);
});

test("all processes of a server end when it is stopped", async () => {
  const folder = copyDemo();
  const other = await start(folder, "", { PROCESSES: "2" });
  await expect.poll(() => findFurther(other)).toBeDefined();
  const all = [findMain(other)!, findFurther(other)!];
  await other.stop();
  expect(all.filter(isAlive)).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

test("a second server at the same port is refused with words, and the first one goes on", async () => {
  const other = copyDemo();
  const { code, errors } = await end(
    spawn(process.execPath, ["scripts/launch.mjs", "--restart", "server/src/main.ts"], {
      cwd: path.join(import.meta.dirname, "../.."),
      env: {
        ...process.env,
        DATA_DIR: other,
        PORT: String(server.port),
        PROCESSES: "2",
        LOG_LEVEL: "error",
        SMTP_URL: "",
      },
      stdio: ["ignore", "ignore", "pipe"],
    }),
  );
  rmSync(other, { recursive: true, force: true });
  expect(errors).toContain("The port is taken by another program.");
  expect(code).toBe(1);
  expect(await isReady()).toBe(true);
});

async function end(child: ChildProcess): Promise<{ code: number | null; errors: string }> {
  let errors = "";
  child.stderr!.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, errors })));
}
