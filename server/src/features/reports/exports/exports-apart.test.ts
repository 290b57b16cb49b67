import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { withActor } from "../../../access/with-actor.ts";
import { startServer, type TestServer, VISIT } from "../../../testing/server.ts";
import { takeTable } from "../../../testing/tables.ts";
import { storeMade } from "../../files/files.service.ts";
import * as queries from "./exports.queries.ts";

// Two exports of one user, of which a job works on the first.
let server: TestServer;
let token: string;
let instanceId: number;
let mine: number;
let other: number;
beforeAll(async () => {
  server = await startServer();
  token = (await server.as("admin@demo.test")).token!;
  instanceId = await server.inside("demo", (_, id) => Promise.resolve(id));
});
afterAll(() => server.close());

const acting = <T>(work: (actor: Actor) => Promise<T>) => withActor(server.platform, VISIT, token, work);
const inDemo = <T>(work: Parameters<typeof server.inside<T>>[1]) => server.inside("demo", work);

beforeEach(async () => {
  const add = () =>
    acting(async (actor) => {
      const row = { kind: "users", format: "csv" as const, request: { kind: "users" }, scope: [], total: 30 };
      return (await queries.insertExport(await actor.reach("report.view"), row)).id;
    });
  [mine, other] = [await add(), await add()];
  for (const id of [mine, other]) await inDemo((db) => queries.startWork(db, instanceId, id));
});

/** Reads the state of both exports, and how many rows are written. */
const read = async () => {
  const all = await acting(async (actor) => queries.listExports(await actor.reach("learn")));
  return [mine, other].map((id) => {
    const { state, written } = all.find((row) => row.id === id)!;
    return [state, written];
  });
};
const finish = () =>
  acting(async (actor) => {
    const reach = await actor.reach("learn");
    const file = { name: "a.csv", type: "text/csv", stream: Readable.from(["x"]), purpose: "report" as const };
    const { key } = await storeMade(server.platform, reach, file);
    return queries.finish(reach, mine, { key, role: "admin", scope: [null, []] });
  });

test("an export is changed alone, and not any more once it is done", async () => {
  await inDemo((db) => queries.setWritten(db, instanceId, mine, 10));
  expect(await read()).toEqual([
    ["working", 10],
    ["working", 0],
  ]);
  expect([await finish(), await finish()]).toEqual([true, false]);
  await inDemo((db) => queries.setWritten(db, instanceId, mine, 20));
  await inDemo((db) => queries.fail(db, instanceId, mine));
  expect(await inDemo((db) => queries.startWork(db, instanceId, mine))).toBeUndefined();
  expect(await read()).toEqual([
    ["done", 30],
    ["working", 0],
  ]);
});

test("an export that failed is not finished by another worker", async () => {
  await inDemo((db) => queries.fail(db, instanceId, mine));
  expect(await finish()).toBe(false);
  expect(await read()).toEqual([
    ["failed", 0],
    ["working", 0],
  ]);
});

test.each([
  ["csv", "Name"],
  ["xlsx", "PK"],
  ["pdf", "%PDF"],
])("a small export as %s begins as such a file does", async (format, beginning) => {
  const response = await takeTable(server, await server.as("admin@demo.test"), { kind: "users", format });
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload.toString("latin1")).toContain(beginning);
});
