import fc from "fast-check";
import { GraphQLError } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatError } from "../graphql/errors.ts";
import { startServer, type TestServer } from "../testing/server.ts";
import { ConcurrencyLimit, shareConcurrency } from "./concurrency-limit.ts";

/** Creates work that runs until the test ends it. */
function endless() {
  let end = () => {};
  const over = new Promise<void>((resolve) => (end = resolve));
  return { work: () => over, end };
}

describe("the concurrency limit of an instance", () => {
  test("is shared out to the processes of a server, rounded up", () => {
    expect([1, 2, 4].map((processes) => shareConcurrency(7, processes))).toEqual([7, 4, 2]);
  });

  test("never runs more operations than allowed, and runs every one of them", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ instance: fc.integer({ min: 1, max: 3 }), ticks: fc.nat(5) }), { maxLength: 40 }),
        async (most, operations) => {
          const limit = new ConcurrencyLimit({ most, waiting: 1000, patience: 10_000 });
          const working = new Map<number, number>();
          let highest = 0;
          await Promise.all(
            operations.map(({ instance, ticks }) =>
              limit.run(instance, async () => {
                working.set(instance, (working.get(instance) ?? 0) + 1);
                highest = Math.max(highest, working.get(instance)!);
                for (let i = 0; i < ticks; i++) await Promise.resolve();
                working.set(instance, working.get(instance)! - 1);
              }),
            ),
          );
          expect(highest).toBeLessThanOrEqual(most);
          expect(limit.counts).toEqual({ working: 0, waiting: 0 });
        },
      ),
    );
  });

  test("runs waiting operations in the order they came, also after one fails", async () => {
    const limit = new ConcurrencyLimit({ most: 1, waiting: 10, patience: 10_000 });
    const order: number[] = [];
    const all = [1, 2, 3].map((n) =>
      limit.run(1, async () => {
        order.push(n);
        if (n === 1) throw new Error("failed");
      }),
    );
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(order).toEqual([1, 2, 3]);
  });

  test("refuses operations when too many wait, and those that waited too long", async () => {
    const limit = new ConcurrencyLimit({ most: 1, waiting: 1, patience: 10 });
    const long = endless();
    const first = limit.run(1, long.work);
    const second = limit.run(1, async () => {});
    await expect(limit.run(1, async () => {})).rejects.toThrow("Too much is being asked of this site");
    await expect(second).rejects.toThrow("Too much is being asked of this site");
    expect([limit.refused, limit.counts]).toEqual([2, { working: 1, waiting: 0 }]);
    long.end();
    await first;
  });

  test("refuses an operation at once while as many wait as may", async () => {
    const limit = new ConcurrencyLimit({ most: 1, waiting: 1, patience: 10_000 });
    const long = endless();
    const others = [limit.run(1, long.work), limit.run(1, async () => {})];
    const third = limit.run(1, async () => {});
    expect([limit.refused, limit.counts]).toEqual([1, { working: 1, waiting: 1 }]);
    long.end();
    await expect(third).rejects.toThrow("Too much is being asked of this site");
    await Promise.all(others);
  });

  test("counts what still runs when some of it has ended", async () => {
    const limit = new ConcurrencyLimit({ most: 2, waiting: 10, patience: 10_000 });
    const long = endless();
    const first = limit.run(1, long.work);
    await limit.run(1, async () => {});
    const others = [limit.run(1, long.work), limit.run(1, async () => {})];
    expect(limit.counts).toEqual({ working: 2, waiting: 1 });
    long.end();
    await Promise.all([first, ...others]);
  });

  test("ends when the operations of all instances have ended", async () => {
    const limit = new ConcurrencyLimit({ most: 1, waiting: 10, patience: 10_000 });
    const long = endless();
    const [first, second] = [limit.run(1, long.work), limit.run(2, async () => {})];
    let isEnded = false;
    const end = limit.end().then(() => (isEnded = true));
    await second;
    await new Promise((resolve) => setImmediate(resolve));
    expect(isEnded).toBe(false);
    long.end();
    await Promise.all([first, end]);
  });

  test("ends when what runs has ended, and refuses what waits", async () => {
    const limit = new ConcurrencyLimit({ most: 1, waiting: 10, patience: 10_000 });
    const long = endless();
    let isEnded = false;
    const first = limit.run(1, long.work);
    const second = limit.run(1, async () => {});
    const end = limit.end().then(() => (isEnded = true));
    await expect(second).rejects.toThrow("Too much is being asked of this site");
    expect(isEnded).toBe(false);
    long.end();
    await Promise.all([first, end]);
    await limit.end();
  });
});

describe("a busy instance", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  test("is refused above its limit while other instances are served", async () => {
    server.platform.concurrency = new ConcurrencyLimit({ most: 1, waiting: 10, patience: 20 });
    const [noisy, quiet] = [await server.as("admin@demo.test"), await server.as("admin@riverside.test")];
    const long = endless();
    const demo = await server.inside("demo", async (_, id) => id);
    const first = server.platform.concurrency.run(demo, long.work);
    const { errors } = await noisy.query("{ viewer { id } }");
    expect(errors![0]).toMatchObject({
      message: "Too much is being asked of this site at the moment. Please try again in a minute.",
      extensions: { code: "RATE_LIMITED" },
    });
    expect(await quiet.refusal("{ viewer { id } }")).toBeNull();
    const metrics = await server.app.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
    expect(metrics.body).toMatch(/^operations_refused_total 1$/m);
    expect(metrics.body).toMatch(/^operations\{state="working"\} 1$/m);
    long.end();
    await first;
    expect(await noisy.refusal("{ viewer { id } }")).toBeNull();
  });

  test("gets a clear error for a statement that takes too long", () => {
    const stopped = Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
    const error = new GraphQLError("x", { originalError: stopped });
    expect(formatError(error, "1", "en")).toMatchObject({
      message: "This took too long and was stopped. Ask for less at once, or try again later.",
      extensions: { code: "RATE_LIMITED" },
    });
  });
});

test("a server that stops waits for the operations that run before it closes its database", async () => {
  const server = await startServer();
  const { concurrency, database } = server.platform;
  const long = endless();
  const steps: string[] = [];
  const running = concurrency.run(1, long.work).then(() => steps.push("operation"));
  const [end, close] = [concurrency.end.bind(concurrency), database.close.bind(database)];
  concurrency.end = () => {
    const ended = end();
    long.end();
    return ended;
  };
  database.close = () => {
    steps.push("database");
    long.end();
    return close();
  };
  await server.close();
  await running;
  expect(steps).toEqual(["operation", "database"]);
});
