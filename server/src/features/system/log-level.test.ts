import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { LogLevels } from "../../platform/log-levels.ts";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { changeLogLevel } from "./log-level.service.ts";

const SET = `mutation ($level: String, $minutes: Int) {
  setLogLevel(level: $level, minutes: $minutes) { level standard is_chosen until } }`;
const READ = "{ systemReport { log_level { level standard is_chosen until } } }";

let server: TestServer;
let operator: Client;
beforeAll(async () => {
  server = await startServer();
  operator = await operatorAt(server);
});
afterEach(async () => {
  vi.useRealTimers();
  await operator.data(SET, {});
});
afterAll(() => server.close());

/** The levels of another server of the same database. */
function startOther(standard: "warn" | "info" = "warn") {
  const logger = { level: standard as string };
  const levels = new LogLevels(server.platform.database, standard, server.platform.log);
  levels.add(logger);
  return { logger, levels };
}
const count = async () =>
  (await server.platform.database.pool.query<{ level: string }>("SELECT level FROM log_level")).rows;

test("an operator changes the level of all servers, and back to LOG_LEVEL of each", async () => {
  const { logger, levels } = startOther();
  expect((await operator.data(READ)).systemReport.log_level).toEqual({
    level: "silent",
    standard: "silent",
    is_chosen: false,
    until: null,
  });
  expect((await operator.data(SET, { level: "fatal" })).setLogLevel).toMatchObject({ level: "fatal", is_chosen: true });
  expect([server.app.log.level, server.content.log.level]).toEqual(["fatal", "fatal"]);
  await levels.refresh();
  expect(logger.level).toBe("fatal");
  await operator.data(SET, {});
  await levels.refresh();
  expect([server.app.log.level, logger.level]).toEqual(["silent", "warn"]);
});

test("the level ends after its time limit, also without the database", async () => {
  const { logger, levels } = startOther();
  const { until } = (await operator.data(SET, { level: "fatal", minutes: 30 })).setLogLevel;
  await levels.refresh();
  expect(logger.level).toBe("fatal");
  vi.useFakeTimers({ now: new Date(until), toFake: ["Date"] });
  const spy = vi.spyOn(server.platform.database.beside, "query").mockRejectedValue(new Error("away") as never);
  await levels.refresh();
  expect(logger.level).toBe("warn");
  spy.mockRestore();
});

test("a chosen level whose time is over is no longer reported", async () => {
  await operator.data(SET, { level: "fatal", minutes: 1 });
  await server.platform.database.pool.query("UPDATE log_level SET until = now()");
  expect((await operator.data(READ)).systemReport.log_level).toMatchObject({ is_chosen: false, level: "silent" });
});

test("unknown levels and times of more than a day are refused", async () => {
  expect(await operator.refusal(SET, { level: "loud" })).toBe("VALIDATION");
  for (const minutes of [0, 1_441]) expect(await operator.refusal(SET, { level: "info", minutes })).toBe("VALIDATION");
  expect(await count()).toEqual([]);
});

test("an admin of an instance may not change the level", async () => {
  expect(await (await server.as("admin@demo.test")).refusal(SET, { level: "trace" })).toBe("FORBIDDEN");
  expect(await count()).toEqual([]);
});

test("changes are in the audit log of the platform, those of the command under the product's name", async () => {
  await operator.data(SET, { level: "fatal", minutes: 30 });
  await changeLogLevel(server.platform.database, server.platform.config, "error", null);
  const { rows: platform } = await server.platform.database.pool.query(
    "SELECT domain FROM instances WHERE is_platform",
  );
  const entries = await server.inside(platform[0].domain, (db) =>
    db
      .selectFrom("audit_log")
      .select(["actor_name", "subject_type", "changes"])
      .where("action", "=", "system.log_level_changed")
      .orderBy("id", "desc")
      .limit(2)
      .execute(),
  );
  expect(entries).toEqual([
    { actor_name: "Cairn", subject_type: "system", changes: { log_level: ["fatal", "error"] } },
    {
      actor_name: expect.any(String),
      subject_type: "system",
      changes: { log_level: ["silent", "fatal"], minutes: 30 },
    },
  ]);
});

test("SIGUSR2 switches one process to debug and back", async () => {
  const { logger, levels } = startOther();
  const stop = await levels.start();
  process.emit("SIGUSR2");
  expect(logger.level).toBe("debug");
  process.emit("SIGUSR2");
  expect(logger.level).toBe("warn");
  stop();
});
