import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { inInstance } from "../access/tenancy.ts";
import { Database } from "../db/client.ts";
import { type EmbeddedPostgres, startEmbedded } from "../db/embedded.ts";
import { APP_ROLE, migrate } from "../db/migrate.ts";
import { createJobs, type JobPayload, type Jobs, migrateJobs } from "./jobs.ts";
import type { Log } from "./log.ts";

interface TestJobs {
  "mail.send": JobPayload & { to: string };
  "mail.fail": JobPayload;
}

const sami = { instanceId: 1, actorId: 7, to: "Sami" };
const NAMES = ["mail.send", "mail.fail"];

let folder: string;
let postgres: EmbeddedPostgres;
let owner: pg.Pool;
let database: Database;
let jobs: Jobs<TestJobs>;
const log = { info: vi.fn<Log["info"]>(), warn: vi.fn<Log["warn"]>(), error: vi.fn<Log["error"]>() };
const send = vi.fn(async (_payload: TestJobs["mail.send"]) => {});
const fail = vi.fn(async (_payload: JobPayload) => {});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cairn-jobs-"));
  await chmod(folder, 0o755); // PostgreSQL runs as nobody when the tests run as root.
  postgres = await startEmbedded(folder, { fsync: "off" }, { isThrowAway: true });
  owner = new pg.Pool({ ...postgres, user: "postgres", database: "postgres", max: 3 });
  owner.on("error", () => {}); // The server closes the connection when PostgreSQL stops.
  await migrate(owner);
  await Promise.all([migrateJobs(owner, NAMES), migrateJobs(owner, NAMES)]);
  database = new Database({ ...postgres, user: APP_ROLE, database: "postgres" });
});

beforeEach(async () => {
  vi.clearAllMocks();
  jobs = createJobs<TestJobs>({ ...postgres, user: APP_ROLE, database: "postgres" }, log);
  await jobs.start({ "mail.send": send, "mail.fail": fail });
  return () => jobs.stop();
});

afterAll(async () => {
  await database.close();
  await owner.end();
  await postgres.stop();
});

describe("a job", () => {
  it("runs once when its transaction commits", async () => {
    await inInstance(database, 1, (db) => jobs.enqueue(db, "mail.send", sami));
    await expect.poll(() => states("mail.send")).toEqual(["completed"]);
    expect(send.mock.calls.map(([payload]) => payload)).toEqual([sami]);
  });

  it("never runs when its transaction rolls back", async () => {
    const undone = inInstance(database, 1, async (db) => {
      await jobs.enqueue(db, "mail.send", { ...sami, to: "Nobody" });
      throw new Error("The course is full.");
    });
    await expect(undone).rejects.toThrow("The course is full.");
    await inInstance(
      database,
      1,
      (db) => jobs.enqueue(db, "mail.send", { ...sami, to: "Nobody" }),
      () => false,
    );
    await inInstance(database, 1, (db) => jobs.enqueue(db, "mail.send", { ...sami, to: "The last" }));
    await expect.poll(() => send.mock.calls.length).toBeGreaterThan(0);
    expect(send.mock.calls.map(([payload]) => payload.to)).toEqual(["The last"]);
  });

  it("is followed by the next one immediately, however many were enqueued or became due at once", async () => {
    const names = Array.from({ length: 12 }, (_, i) => `Person ${i}`);
    await inInstance(database, 1, async (db) => {
      for (const to of names) await jobs.enqueue(db, "mail.send", { ...sami, to });
    });
    // Much sooner than the queue's polling interval.
    await expect.poll(() => send.mock.calls.length).toBe(names.length);
    expect(send.mock.calls.map(([{ to }]) => to).toSorted()).toEqual(names.toSorted());
  });

  it("is retried later after it fails, and the log names it", async () => {
    fail.mockRejectedValueOnce(new Error("The mail server is away."));
    await inInstance(database, 1, (db) => jobs.enqueue(db, "mail.fail", { instanceId: 1, actorId: null }));
    await expect.poll(() => states("mail.fail")).toEqual(["retry"]);
    const [fields, message] = log.error.mock.calls[0]!;
    expect(message).toBe("A job failed and will be tried again");
    expect(fields).toMatchObject({ job: "mail.fail", jobId: expect.stringMatching(/^[0-9a-f-]{36}$/), attempt: 1 });

    const { rows } = await owner.query(
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'mail.fail' RETURNING start_after",
    );
    expect(rows).toHaveLength(1);
    await jobs.stop();
    await jobs.start({ "mail.send": send, "mail.fail": fail });
    await expect.poll(() => states("mail.fail")).toEqual(["completed"]);
    expect(fail).toHaveBeenCalledTimes(2);
  });

  it("is tried again for at least ten hours, so that a mail outlives a night without a mail server", async () => {
    const { rows } = await owner.query<{ seconds: string }>(
      // The shortest waits of the queue: half of a doubling delay is random.
      `SELECT sum(least(retry_delay_max, retry_delay * 2 ^ least(16, done + 1) / 2)) AS seconds
      FROM pgboss.queue, generate_series(0, retry_limit - 1) AS done WHERE name = 'mail.fail' AND retry_backoff`,
    );
    expect(Number(rows[0]!.seconds)).toBeGreaterThan(10 * 3600);
  });

  it("finishes before the server stops", async () => {
    let finish = () => {};
    send.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
    await inInstance(database, 1, (db) => jobs.enqueue(db, "mail.send", sami));
    await expect.poll(() => send.mock.calls.length).toBeGreaterThan(0);
    const stopped = jobs.stop();
    finish();
    await stopped;
    expect(await states("mail.send")).not.toContain("active");
  });

  it("can be enqueued by a server that runs no jobs", async () => {
    const sender = createJobs<TestJobs>({ ...postgres, user: APP_ROLE, database: "postgres" }, log);
    await inInstance(database, 1, (db) => sender.enqueue(db, "mail.send", { ...sami, to: "Afar" }));
    await sender.stop();
    await expect.poll(() => send.mock.lastCall?.[0].to).toBe("Afar");
  });

  it("with an unknown name is refused when it is enqueued", async () => {
    const unknown = createJobs<{ "mail.lose": JobPayload }>({ ...postgres, user: APP_ROLE, database: "postgres" }, log);
    const order = inInstance(database, 1, (db) => unknown.enqueue(db, "mail.lose", sami));
    await expect(order).rejects.toThrow("mail.lose does not exist");
    await unknown.stop();
  });
});

it("the application's role may not create anything in the schema of the job queue", async () => {
  await expect(database.pool.query("CREATE TABLE pgboss.x (id int)")).rejects.toThrow("permission denied");
  expect(log.error).not.toHaveBeenCalled();
});

async function states(name: string): Promise<string[]> {
  const { rows } = await owner.query<{ state: string }>("SELECT state FROM pgboss.job WHERE name = $1", [name]);
  return rows.map((row) => row.state);
}
