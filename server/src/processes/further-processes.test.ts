import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Counter, Gauge, Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Platform } from "../platform/platform.ts";
import { FurtherProcesses } from "./further-processes.ts";

const CALLS = new URL("calls.ts", import.meta.url).href;
const CLIENT = import.meta.resolve("prom-client");

let folder: string;
let further: FurtherProcesses;
/** Fields of the errors for operators. */
let logged: Record<string, unknown>[];
let platform: Pick<Platform, "log" | "metrics">;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cairn-processes-"));
  logged = [];
  const registry = new Registry();
  new Counter({ name: "served", help: "Served.", registers: [registry] }).inc(1);
  // The library leaves it out of the metrics of several processes.
  new Gauge({ name: "started", help: "Start.", aggregator: "omit", registers: [registry] }).set(7);
  platform = {
    log: { info: () => {}, warn: () => {}, error: (fields) => void logged.push(fields as Record<string, unknown>) },
    metrics: { registry } as Platform["metrics"],
  };
});
afterEach(async () => {
  await further.stop();
  rmSync(folder, { recursive: true });
});

/** Starts processes that run a program. */
function start(count: number, text: string): void {
  const program = path.join(folder, "program.mjs");
  writeFileSync(program, text);
  further = new FurtherProcesses(platform, { program, restartMs: 10 });
  further.start(count);
}

/** A program that has served ten requests, and stops when it is asked to. */
const SERVING = `
  import { answer } from ${JSON.stringify(CALLS)};
  import { Counter, Gauge, Registry } from ${JSON.stringify(CLIENT)};
  const registry = new Registry();
  new Counter({ name: "served", help: "Served.", registers: [registry] }).inc(10);
  new Gauge({ name: "started", help: "Start.", aggregator: "omit", registers: [registry] }).set(8);
  answer(process, async () => registry.getMetricsAsJSON());
  process.on("SIGTERM", () => process.exit(0));
`;

/** Returns the lines of a metric. */
const read = async (name: string) =>
  (await further.readMetrics()).split("\n").filter((line) => line.startsWith(`${name}{`));

describe("further processes of a server", () => {
  test("have metrics of their own beside those of the main process", async () => {
    start(2, SERVING);
    await expect
      .poll(() => read("served"))
      .toEqual(['served{process="1"} 1', 'served{process="2"} 10', 'served{process="3"} 10']);
    expect(await read("started")).toEqual([
      'started{process="1"} 7',
      'started{process="2"} 8',
      'started{process="3"} 8',
    ]);
  });

  test("are left out of its metrics while they do not answer", async () => {
    start(1, `process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000);`);
    expect(await read("served")).toEqual(['served{process="1"} 1']);
  });

  test("are started again with their numbers after they end, and the log has the reason", async () => {
    writeFileSync(path.join(folder, "serving.mjs"), SERVING);
    start(
      1,
      `import { existsSync, writeFileSync } from "node:fs";
      const file = ${JSON.stringify(path.join(folder, "died"))};
      if (existsSync(file)) await import("./serving.mjs");
      else {
        writeFileSync(file, "");
        process.exit(3);
      }`,
    );
    await expect.poll(() => read("served")).toContain('served{process="2"} 10');
    expect(logged).toMatchObject([{ code: 3, signal: null }]);
  });

  test("that end again and again are started at growing intervals", async () => {
    start(1, "process.exit(3);");
    await expect.poll(() => logged.map(({ seconds }) => seconds)).toEqual(expect.arrayContaining([0.01, 0.02, 0.04]));
  });

  test("get the signal that switches the level of the log", async () => {
    start(1, `${SERVING}\nprocess.on("SIGUSR2", () => registry.getSingleMetric("served").inc(5));`);
    await expect.poll(() => read("served")).toContain('served{process="2"} 10');
    process.kill(process.pid, "SIGUSR2");
    await expect.poll(() => read("served")).toContain('served{process="2"} 15');
  });

  test("can ask for the metrics of all", async () => {
    const file = path.join(folder, "text");
    start(
      1,
      `${SERVING}
      import { ask } from ${JSON.stringify(CALLS)};
      import { writeFileSync } from "node:fs";
      writeFileSync(${JSON.stringify(file)}, String(await ask(process, "all metrics")));`,
    );
    await expect.poll(() => readFileSync(file, "utf8")).toContain('\nserved{process="2"} 10\n');
  });

  test("are not started again once the server stops", async () => {
    start(2, SERVING);
    await expect.poll(() => read("served")).toHaveLength(3);
    await further.stop();
    expect(await read("served")).toHaveLength(1);
    expect(logged).toEqual([]);
  });
});
