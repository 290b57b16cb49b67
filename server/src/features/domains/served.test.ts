import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("the endpoint for certificates knows the hosts of content that exists, and no others", async () => {
  const unit = await server.inside("demo", (db, id) =>
    db
      .selectFrom("units")
      .where("instance_id", "=", id)
      .where("scorm_id", "is not", null)
      .where("deleted_at", "is", null)
      .select(["id", "scorm_id"])
      .executeTakeFirstOrThrow(),
  );
  const ask = async (domain: string) =>
    (await server.app.inject({ url: `/api/domains/ask?domain=${domain}`, headers: { host: "localhost" } })).statusCode;
  const shown = `p-${unit.scorm_id}-${unit.id}`;
  for (const host of ["content.demo", `p-${unit.scorm_id}.content.demo`, `${shown}.content.demo`])
    expect(await ask(`${host}.localhost`), host).toBe(200);
  for (const host of [
    "content.nobody",
    "p-2147483647.content.demo",
    `p-${unit.scorm_id}-2147483647.content.demo`,
    `p-9999999999.content.demo`,
    `${shown}.content.riverside`,
    `x.${shown}.content.demo`,
  ])
    expect(await ask(`${host}.localhost`), host).toBe(404);
});
