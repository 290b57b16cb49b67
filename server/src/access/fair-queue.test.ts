import { expect, test } from "vitest";
import { RateLimited } from "../errors.ts";
import { FairQueue } from "./fair-queue.ts";

/** Creates a queue whose work ends when a test says so; `started` names the work in the order in which it began. */
function makeQueue(limits: { running: number; waiting: number }) {
  const queue = new FairQueue(limits);
  const started: string[] = [];
  const endings: (() => void)[] = [];
  const run = (group: string, name = group) =>
    queue.run(group, () => {
      started.push(name);
      return new Promise<void>((resolve) => endings.push(resolve));
    });
  const endOne = async () => {
    endings.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { run, started, endOne };
}

test("the fair queue runs work of every other group after each work of a busy group", async () => {
  const { run, started, endOne } = makeQueue({ running: 1, waiting: 100 });
  const all = Array.from({ length: 50 }, (_, index) => run("a", `a${index}`));
  all.push(run("b"), run("c"));
  for (let round = 0; round < 4; round++) await endOne();
  expect(started.slice(0, 5)).toEqual(["a0", "a1", "b", "c", "a2"]);
  for (let round = 4; round < 52; round++) await endOne();
  await Promise.all(all);
});

test("the fair queue runs at most the configured number of works at the same time", async () => {
  const { run, started, endOne } = makeQueue({ running: 2, waiting: 100 });
  const all = [run("a"), run("b"), run("c")];
  expect(started).toEqual(["a", "b"]);
  await endOne();
  expect(started).toEqual(["a", "b", "c"]);
  await endOne();
  await endOne();
  await Promise.all(all);
});

test("the fair queue refuses work of a group with too many waiting, and of no other group", async () => {
  const { run, started, endOne } = makeQueue({ running: 1, waiting: 2 });
  const all = [run("a"), run("a"), run("a")];
  await expect(run("a")).rejects.toThrow(RateLimited);
  all.push(run("b"));
  for (let round = 0; round < 4; round++) await endOne();
  await Promise.all(all);
  expect(started).toEqual(["a", "a", "b", "a"]);
});

test("the fair queue runs the next work after one fails", async () => {
  const queue = new FairQueue({ running: 1, waiting: 10 });
  const failing = queue.run("a", () => Promise.reject(new Error("no")));
  const next = queue.run("a", async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});

test("the fair queue runs new work at once after all other work has ended", async () => {
  const queue = new FairQueue({ running: 1, waiting: 0 });
  for (const name of ["first", "second", "third"]) expect(await queue.run("a", async () => name)).toBe(name);
});
