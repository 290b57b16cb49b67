import { afterAll, expect, test } from "vitest";
import { startClass } from "../../testing/server.ts";
import { takeTable } from "../../testing/tables.ts";
import { createTest, takeTest } from "../../testing/test-attempts.ts";

const { server, author, learner } = await startClass();
afterAll(() => server.close());

test("the report on test attempts leaves out attempts at deleted tests", async () => {
  const places = [];
  for (let n = 0; n < 2; n++) places.push(await createTest(author, { attempts_allowed: 2 }, { learners: [learner] }));
  const [kept, deleted] = places as [(typeof places)[0], (typeof places)[0]];
  for (const place of places) await takeTest(learner, place).start();
  const admin = await server.as("admin@demo.test");
  const read = async () => {
    const { body } = await takeTable(server, admin, { kind: "testAttempts" });
    return [kept.title, deleted.title].filter((title) => body.includes(title));
  };
  expect(await read()).toEqual([kept.title, deleted.title]);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("units")
      .set({ deleted_at: new Date() })
      .where("instance_id", "=", instance)
      .where("id", "=", deleted.unit)
      .execute(),
  );
  expect(await read()).toEqual([kept.title]);
});
