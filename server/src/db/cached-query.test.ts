import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../testing/server.ts";
import { cacheQuery } from "./cached-query.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("a cached query returns each caller's rows and is built once per variant", async () => {
  const built: string[] = [];
  const emails = cacheQuery(
    (db, given: { instanceId: number; role: string; like: string | null }, variant: "of a role" | "of a name") => {
      built.push(variant);
      const people = db
        .selectFrom("users")
        .where("instance_id", "=", given.instanceId)
        .select("email")
        .orderBy("email");
      return variant === "of a role"
        ? people.where("role", "=", given.role)
        : people.where("email", "like", given.like).where("role", "<>", given.role);
    },
  );
  await server.inside("demo", async (db, instanceId) => {
    const found = async (role: string, like: string | null, variant: "of a role" | "of a name") =>
      (await emails(db, { instanceId, role, like }, variant)).map(({ email }) => email);
    expect(await found("admin", null, "of a role")).toContain("admin@demo.test");
    expect(await found("manager", null, "of a role")).toContain("manager@demo.test");
    expect(await found("manager", null, "of a role")).not.toContain("admin@demo.test");
    expect(await found("admin", "instructor@%", "of a name")).toEqual(["instructor@demo.test"]);
    expect(await found("instructor", "instructor@%", "of a name")).toEqual([]);
  });
  expect(built).toEqual(["of a role", "of a name"]);
});

test("a cached query in SQL uses a value that occurs several times", async () => {
  const twice = cacheQuery(
    (_, { number }: { number: number }) => sql<{ sum: number }>`SELECT ${number}::integer + ${number}::integer AS sum`,
  );
  await server.inside("demo", async (db) => {
    expect(await twice(db, { number: 2 })).toEqual([{ sum: 4 }]);
    expect(await twice(db, { number: 21 })).toEqual([{ sum: 42 }]);
  });
});
