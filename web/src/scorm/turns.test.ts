import { expect, test, vi } from "vitest";
import { createTurns } from "./turns.ts";

/** Creates work that lasts until its `end` is called. */
function createWork(log: string[], name: string) {
  let end = () => {};
  const done = new Promise<void>((resolve) => (end = resolve));
  const work = async () => {
    log.push(`${name} begins`);
    await done;
    log.push(`${name} ends`);
  };
  return { work, end };
}

test("turns run work one after the other, also after one that failed", async () => {
  const log: string[] = [];
  const onFailed = vi.fn();
  const turns = createTurns(onFailed);
  const [first, last] = [createWork(log, "first"), createWork(log, "last")];
  turns.take(first.work);
  turns.take(() => Promise.reject(new Error("broken")));
  turns.take(last.work);
  last.end();
  await expect.poll(() => log).toEqual(["first begins"]);
  first.end();
  await expect.poll(() => log).toEqual(["first begins", "first ends", "last begins", "last ends"]);
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(new Error("broken"));
});

test("turns ignore a button that is pressed again while its work runs, and take it later", async () => {
  const log: string[] = [];
  const turns = createTurns(vi.fn());
  const press = (name: string) => {
    const { work, end } = createWork(log, name);
    turns.takeIfIdle(work);
    return end;
  };
  const endFirst = press("first");
  press("second")();
  endFirst();
  await expect.poll(() => log).toEqual(["first begins", "first ends"]);
  press("third")();
  await expect.poll(() => log.slice(2)).toEqual(["third begins", "third ends"]);
});
