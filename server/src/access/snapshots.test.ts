import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../db/client.ts";
import { startServer, type TestServer } from "../testing/server.ts";
import { inSnapshot } from "./tenancy.ts";

let server: TestServer;
let instanceId: number;
beforeAll(async () => {
  server = await startServer();
  instanceId = await server.inside("demo", async (_, id) => id);
});
afterAll(() => server.close());

const readName = async (db: Db) =>
  (await db.selectFrom("instances").where("id", "=", instanceId).select("name").executeTakeFirstOrThrow()).name;
const rename = (db: Db, name: string) =>
  db.updateTable("instances").set({ name }).where("id", "=", instanceId).execute();

describe("work in a snapshot", () => {
  test("sees the rows of one moment", async () => {
    await server.inside("demo", (db) => rename(db, "First"));
    const seen = await inSnapshot(server.platform.database, instanceId, async (db) => {
      const before = await readName(db);
      await server.inside("demo", (other) => rename(other, "Second"));
      return [before, await readName(db)];
    });
    expect(seen).toEqual(["First", "First"]);
  });

  test("is done once more when a row that it changes was changed since its moment", async () => {
    let runs = 0;
    await inSnapshot(server.platform.database, instanceId, async (db) => {
      await readName(db);
      if (++runs === 1) await server.inside("demo", (other) => rename(other, "Meanwhile"));
      await rename(db, `${await readName(db)} again`);
    });
    expect(runs).toBe(2);
    expect(await server.inside("demo", readName)).toBe("Meanwhile again");
  });

  test("is not repeated after another failure", async () => {
    let runs = 0;
    const failed = inSnapshot(server.platform.database, instanceId, async () => {
      runs++;
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(runs).toBe(1);
  });
});
