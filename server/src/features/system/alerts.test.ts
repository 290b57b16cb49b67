import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { Gauge } from "prom-client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { writeArchiveMark } from "../../archiving/archive-mark.ts";
import { openFileStore } from "../../platform/files.ts";
import { createMailer } from "../../platform/mail.ts";
import { serveMetrics } from "../../platform/metrics-server.ts";
import { observeFiles, observeMailer } from "../../platform/observed.ts";
import { hasPromtool, listFiring, listMetricNames, scrape, type Scrape } from "../../testing/prometheus.ts";
import { startServer, type TestServer } from "../../testing/server.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const RULES = "deploy/prometheus/alerts.yml";
const DASHBOARD = "deploy/grafana/cairn.json";
const PAGE = "docs/operations/observe.md";
const alerts = [...read(RULES).matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!);

let server: TestServer;
let owner: pg.Pool;
let endpoint: { port: number; stop: () => Promise<void> };
let folder: string;
beforeAll(async () => {
  server = await startServer();
  owner = new pg.Pool({ ...server.connection, user: "postgres", database: "postgres", max: 1 });
  endpoint = await start();
  folder = await mkdtemp(path.join(tmpdir(), "cairn-alerts-"));
  await recordBackup(new Date());
});
afterAll(async () => {
  await endpoint.stop();
  await rm(folder, { recursive: true, force: true });
  await owner.end();
  await server.close();
});

const start = async () =>
  (await serveMetrics({ METRICS_HOST: "127.0.0.1", METRICS_PORT: 0 }, server.platform.metrics))!;
const recordBackup = (at: Date) =>
  writeFile(
    path.join(server.platform.config.DATA_DIR, "last-backup.json"),
    JSON.stringify({ finished_at: at.toISOString(), folder: "/backups/1" }),
  );

/** Runs work as the owner of the test's database. */
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ ...server.connection, user: "postgres" });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Makes what an alert is about happen, and returns how it ends. */
const PROVOKED: Record<string, () => Promise<() => unknown>> = {
  CairnDown: async () => {
    const { port } = endpoint;
    await endpoint.stop();
    return async () => {
      endpoint = (await serveMetrics({ METRICS_HOST: "127.0.0.1", METRICS_PORT: port }, server.platform.metrics))!;
    };
  },
  CairnDatabaseDown: async () => {
    const { database } = server.connection;
    await owner.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await owner.query("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1", [database]);
    return () => owner.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  },
  CairnDatabaseConnections: async () => {
    // PostgreSQL serves other tests too, so its connections are not taken.
    const { beside } = server.platform.database;
    const query = beside.query.bind(beside) as (text: string) => Promise<unknown>;
    const spy = vi.spyOn(beside, "query");
    spy.mockImplementation((async (text: string) =>
      text.includes("max_connections") ? { rows: [{ open: 81, most: 100 }] } : query(text)) as never);
    return () => spy.mockRestore();
  },
  CairnPoolExhausted: async () => {
    const { pool } = server.platform.database;
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const waiting = pool.connect();
    return async () => {
      for (const client of taken) client.release();
      (await waiting).release();
    };
  },
  CairnErrors: async () => {
    const spy = vi.spyOn(server.platform.database.pool, "query").mockRejectedValue(new Error("away") as never);
    await server.app.inject("/readyz");
    return () => spy.mockRestore();
  },
  CairnSlow: async () => {
    const { pool } = server.platform.database;
    const learner = await server.as("learner@demo.test");
    const busy = Array.from({ length: pool.options.max }, () => pool.query("SELECT pg_sleep(1.5)"));
    await learner.data("{ viewer { id } }");
    return () => Promise.all(busy);
  },
  CairnEventLoopDelayed: async () => {
    // The first delay after a scrape only starts the measurement.
    for (let turn = 0; turn < 2; turn++) {
      const until = performance.now() + 700;
      while (performance.now() < until);
      for (let phase = 0; phase < 3; phase++) await new Promise(setImmediate);
    }
    return () => {};
  },
  CairnOperationsRefused: async () => {
    const { concurrency } = server.platform;
    const ended = Promise.withResolvers<void>();
    const running = Array.from({ length: 506 }, () => concurrency.run("greedy", () => ended.promise));
    const settled = Promise.allSettled(running);
    return () => {
      ended.resolve();
      return settled;
    };
  },
  CairnJobsWaiting: async () => {
    await asOwner(
      "INSERT INTO pgboss.job (name, data, start_after) VALUES ('mail.link', '{}', now() - interval '11 minutes')",
    );
    return () => asOwner("DELETE FROM pgboss.job");
  },
  CairnJobsFailed: async () => {
    await asOwner(
      "INSERT INTO pgboss.job (name, data, state, completed_on) VALUES ('mail.link', '{}', 'failed', now())",
    );
    return () => asOwner("DELETE FROM pgboss.job");
  },
  CairnMailFails: async () => {
    const { metrics, log, config } = server.platform;
    const away = createMailer({ ...config, SMTP_URL: "smtp://127.0.0.1:9" }, log);
    const mailer = observeMailer(away, null, metrics.mails);
    const send = () => mailer.send({ to: "a@example.org", subject: "", text: "", html: "" }).catch(() => {});
    for (let sent = 0; sent < 4; sent++) await send();
    return () => {};
  },
  CairnStorageFails: async () => {
    const away = openFileStore({ STORAGE_URL: "s3://key:secret@127.0.0.1:9/bucket?tls=off", DATA_DIR: folder });
    const files = observeFiles(away, null, server.platform.metrics.storage);
    await files.remove(`1/ab/${"ab".repeat(20)}`).catch(() => {});
    return () => {};
  },
  CairnBackupOld: async () => {
    await recordBackup(new Date(Date.now() - 3 * 86_400_000));
    return () => recordBackup(new Date());
  },
  CairnArchiveBehind: async () => {
    const { config } = server.platform;
    config.ARCHIVE_URL = "file:///backups/archive";
    const until = new Date(Date.now() - 20 * 60_000).toISOString();
    await writeArchiveMark(config.DATA_DIR, { place: "/backups/archive", until });
    return () => void delete config.ARCHIVE_URL;
  },
  CairnDiskFull: async () => {
    const { config } = server.platform;
    const before = config.DATA_DIR;
    // A file system without any space. It holds no backup either.
    config.DATA_DIR = "/proc";
    return () => void (config.DATA_DIR = before);
  },
  CairnRestarts: async () => {
    const { registry } = server.platform.metrics;
    const started = registry.getSingleMetric("process_start_time_seconds") as Gauge & { collect: () => void };
    const { collect } = started;
    started.collect = () => started.set(Date.now() / 1000 + 60);
    return () => void (started.collect = collect);
  },
};

/** What a busy machine may add. */
const TIMED = new Set(["CairnEventLoopDelayed", "CairnSlow"]);

describe("the alerts", () => {
  test("are all provoked here, and described for operators", () => {
    expect(Object.keys(PROVOKED).sort()).toEqual(alerts.toSorted());
    for (const name of alerts) expect(read(PAGE)).toContain(`\`${name}\``);
  });

  test("and the panels of the dashboard read metrics that the server has", async () => {
    const metrics = await server.platform.metrics.registry.getMetricsAsJSON();
    const known = new Set(["up", ...metrics.flatMap(({ name }) => [name, `${name}_count`, `${name}_bucket`])]);
    const rules = [...read(RULES).matchAll(/^ +expr: (?:\|\n((?: {10,}.*\n)+)|(.+)\n)/gm)].map(
      ([, block, line]) => block ?? line!,
    );
    const panels = JSON.parse(read(DASHBOARD)) as { panels: { targets?: { expr: string }[] }[] };
    const shown = panels.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect([rules.length, shown.length > 10]).toEqual([alerts.length, true]);
    for (const expression of [...rules, ...shown])
      for (const name of listMetricNames(expression)) expect([expression, known.has(name)]).toEqual([expression, true]);
  });
});

/** Scrapes before and after an alert was provoked. */
async function provoke(name: string): Promise<{ before: Scrape; after: Scrape }> {
  const { port } = endpoint;
  const before = await scrape(port);
  const end = await PROVOKED[name]!();
  const after = await scrape(port);
  await end();
  return { before, after };
}

// Install Prometheus (Debian: apt-get install prometheus) to run these.
if (!hasPromtool) process.stderr.write("SKIPPED: the alerts are not evaluated, because promtool is not installed.\n");

describe.skipIf(!hasPromtool)("Prometheus", () => {
  const firing = ({ before, after }: { before: Scrape; after: Scrape }) =>
    listFiring(path.join(ROOT, RULES), folder, before, after);

  test("fires no alert on a server at rest", async () => {
    const before = await scrape(endpoint.port);
    expect(await firing({ before, after: before })).toEqual([]);
  });

  test.each(Object.keys(PROVOKED))("fires %s when it is provoked, and no other alert", async (name) => {
    const expected = name === "CairnDiskFull" ? ["CairnBackupOld", name] : [name];
    const fired = await firing(await provoke(name));
    expect(fired.filter((each) => each === name || !TIMED.has(each))).toEqual(expected);
  });
});
