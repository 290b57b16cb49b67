import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { cmi5World } from "../testing/cmi5-world.ts";
import { basicIn } from "./with-actor.ts";
import { findByXapi } from "./xapi.ts";

const { server, withMoveOn, launch } = await cmi5World();
afterAll(() => server.close());

/** Launches an AU in a course of its own, and returns the token that its fetch URL gave. */
async function openAu() {
  const au = await launch(await withMoveOn("Passed"));
  return basicIn(`Basic ${(await au.fetchToken()).json()["auth-token"]}`)!;
}

const find = (token: string, domain = "demo") => server.inside(domain, (db, id) => findByXapi(db, id, token));
const isFound = async (token: string) => (await find(token)) !== null;

describe("the token of an AU's session", () => {
  test("opens the record store as a learner in that session, on its own instance", async () => {
    const tokens = [await openAu(), await openAu()] as const;
    const found = [(await find(tokens[0]))!, (await find(tokens[1]))!] as const;
    expect(found.map(({ person }) => [person.email, person.role])).toEqual(
      Array.from({ length: 2 }, () => ["learner@demo.test", "learner"]),
    );
    expect(found[0].xapi).toEqual({ auSession: expect.any(String) });
    expect(found[1].xapi).not.toEqual(found[0].xapi);
    expect(await find(tokens[0], "riverside")).toBeNull();
    expect(await isFound(`${tokens[0]}x`)).toBe(false);
  });

  test("opens nothing once the session has ended, or its launch has expired", async () => {
    const [ended, expired, open] = [await openAu(), await openAu(), await openAu()];
    const readId = async (token: string) => ((await find(token))!.xapi as { auSession: string }).auSession;
    const [endedId, expiredId] = [await readId(ended), await readId(expired)];
    await server.inside("demo", async (db) => {
      await sql`UPDATE cmi5_sessions SET ended_at = now() WHERE id = ${endedId}`.execute(db);
      await sql`UPDATE scorm_sessions SET expires_at = now() - interval '1 second'
        WHERE id = (SELECT launch_id FROM cmi5_sessions WHERE id = ${expiredId})`.execute(db);
    });
    expect([await isFound(ended), await isFound(expired), await isFound(open)]).toEqual([false, false, true]);
  });
});
