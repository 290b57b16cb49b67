import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance } from "fastify";
import type { Db } from "../db/client.ts";
import { Unauthenticated } from "../errors.ts";
import { graphqlRoute } from "../graphql/route.ts";
import { createWithActor } from "../http.ts";
import { startServer, type TestServer, VISIT } from "../testing/server.ts";
import type { Actor } from "./actor.ts";
import { startAsPerson } from "./known-sessions.ts";
import { hash } from "./session.ts";
import { withActor } from "./with-actor.ts";

let server: TestServer;
/** Serves GraphQL with documents of a client, whose queries start early. */
let app: FastifyInstance;
const DOCUMENTS = new Map([
  ["viewer", "query Viewer { viewer { role can } }"],
  ["users", "query Users { users(limit: 5) { id } }"],
]);
beforeAll(async () => {
  server = await startServer();
  app = Fastify();
  await app.register(multipart);
  graphqlRoute(app, createWithActor(server.platform, { accepts: "keys", isPublic: true }), {
    trusted: DOCUMENTS,
    acceptsTexts: true,
  });
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const EARLY = { name: "test", reads: true };

/** Runs work as the holder of a token, the second time from a known session. */
const run = <T>(token: string, work: (actor: Actor) => Promise<T>, early = EARLY): Promise<T> =>
  withActor(server.platform, VISIT, token, work, undefined, { early });

const change = (text: (ids: { user: number; instance: number }) => string, email: string) =>
  server.inside("demo", async (db: Db, instance) => {
    await sql.raw(text({ user: await server.userId(email), instance })).execute(db);
  });

describe("work of a known session", () => {
  test("starts before the session is read, and counts once it is", async () => {
    const { token } = await server.as("learner@demo.test");
    expect(await run(token!, async (actor) => actor.person.email)).toBe("learner@demo.test");
    const other = new pg.Client({ ...server.connection, user: "postgres" });
    await other.connect();
    await other.query("BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE");
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const answer = run(token!, async (actor) => {
      start();
      return actor.person.email;
    });
    await started; // Never, if the work waited for the session.
    await other.query("COMMIT");
    expect(await answer).toBe("learner@demo.test");
    await other.end();
  });

  test("counts for nothing when the session is closed, and is not started again", async () => {
    const { token } = await server.as("learner@demo.test");
    await run(token!, async () => {});
    await change(
      ({ user, instance }) => `DELETE FROM sessions WHERE instance_id = ${instance} AND user_id = ${user}`,
      "learner@demo.test",
    );
    let starts = 0;
    const count = async () => ++starts;
    await expect(run(token!, count)).rejects.toThrow(Unauthenticated);
    await expect(run(token!, count)).rejects.toThrow(Unauthenticated);
    expect(starts).toBe(1);
  });

  test("is done once when it fails", async () => {
    const { token } = await server.as("learner@demo.test");
    await run(token!, async () => {});
    let starts = 0;
    const fail = async () => {
      starts++;
      throw new Error("of the work");
    };
    await expect(run(token!, fail)).rejects.toThrow("of the work");
    expect(starts).toBe(1);
  });

  test("fails, and signs nobody out, when the session cannot be read", async () => {
    const { token } = await server.as("learner@demo.test");
    const instanceId = await server.inside("demo", async (_, id) => id);
    const db = { executeQuery: () => Promise.reject(new Error("no connection")) } as never;
    const early = startAsPerson(server.platform, VISIT, { db, instanceId, token: token! }, async () => "done");
    await expect(early).rejects.toThrow("no connection");
  });

  test("does not start in another instance", async () => {
    const { token } = await server.as("learner@demo.test");
    await run(token!, async () => {});
    let starts = 0;
    const visit = { ...VISIT, host: "riverside.localhost", instanceLabel: "riverside" };
    const elsewhere = withActor(server.platform, visit, token!, async () => ++starts, undefined, { early: EARLY });
    await expect(elsewhere).rejects.toThrow(Unauthenticated);
    expect(starts).toBe(0);
  });

  test("is done again as the person that the session belongs to now", async () => {
    const { token } = await server.as("instructor@demo.test");
    const names: string[] = [];
    const work = async (actor: Actor) => {
      names.push(actor.person.firstName);
      return actor.person.firstName;
    };
    const before = await run(token!, work);
    await change(
      ({ user, instance }) => `UPDATE users SET first_name = 'Other' WHERE instance_id = ${instance} AND id = ${user}`,
      "instructor@demo.test",
    );
    expect(await run(token!, work)).toBe("Other");
    expect(names).toEqual([before, before, "Other"]);
  });

  test("fails with the error of the person that the session belongs to now", async () => {
    const { token } = await server.as("manager@demo.test");
    await run(token!, async () => {});
    await change(
      ({ user, instance }) => `UPDATE users SET last_name = 'Other' WHERE instance_id = ${instance} AND id = ${user}`,
      "manager@demo.test",
    );
    const work = (actor: Actor) => Promise.reject(new Error(`not for ${actor.person.lastName}`));
    await expect(run(token!, work)).rejects.toThrow("not for Other");
  });

  test("stores what it writes, though it was to read only", async () => {
    const { token } = await server.as("learner@demo.test");
    const write = async (actor: Actor) => {
      const { db, instanceId, userId } = await actor.reach("session.own");
      await db
        .updateTable("users")
        .set({ language: "fr" })
        .where("instance_id", "=", instanceId)
        .where("id", "=", userId)
        .execute();
      return "written";
    };
    // Names that wrote are remembered by the process.
    const early = { name: randomUUID(), reads: true };
    expect(await run(token!, write, early)).toBe("written");
    expect(await run(token!, async (actor) => actor.person.language)).toBe("fr");
    expect(await run(token!, write, early)).toBe("written");
  });

  test("stores nothing that it wrote as the person of before", async () => {
    const { token } = await server.as("admin@demo.test");
    const early = { name: "changes", reads: false };
    const write = async (actor: Actor) => {
      const { db, instanceId } = await actor.reach("session.own");
      const { firstName } = actor.person;
      await db
        .updateTable("instances")
        .set({ name: sql<string>`name || ${` ${firstName}`}` })
        .where("id", "=", instanceId)
        .execute();
    };
    const before = await run(token!, async (actor) => actor.instance.name);
    await change(
      ({ user, instance }) => `UPDATE users SET first_name = 'Second' WHERE instance_id = ${instance} AND id = ${user}`,
      "admin@demo.test",
    );
    await run(token!, write, early);
    expect(await run(token!, async (actor) => actor.instance.name)).toBe(`${before} Second`);
  });

  test("stores nothing that it wrote after the session was closed", async () => {
    const { token } = await server.as("manager@demo.test");
    const write = async (actor: Actor) => {
      const { db, instanceId, userId } = await actor.reach("session.own");
      await db
        .updateTable("users")
        .set({ language: "es" })
        .where("instance_id", "=", instanceId)
        .where("id", "=", userId)
        .execute();
    };
    await run(token!, async () => {});
    await change(({ user }) => `DELETE FROM sessions WHERE user_id = ${user}`, "manager@demo.test");
    await expect(run(token!, write, { name: randomUUID(), reads: false })).rejects.toThrow(Unauthenticated);
    const again = await server.as("manager@demo.test");
    expect(await run(again.token!, async (actor) => actor.person.language)).toBeNull();
  });

  test("has its last use stored after five minutes", async () => {
    const { token } = await server.as("learner@demo.test");
    await run(token!, async () => {});
    const of = (instance: number, user: number) => `instance_id = ${instance} AND user_id = ${user}`;
    await change(
      ({ user, instance }) =>
        `UPDATE sessions SET last_used_at = now() - interval '6 minutes' WHERE ${of(instance, user)}`,
      "learner@demo.test",
    );
    await run(token!, async () => {});
    const old = await server.inside("demo", (db, id) =>
      db
        .selectFrom("sessions")
        .where("instance_id", "=", id)
        .where("token_hash", "=", hash(token!))
        .where("last_used_at", "<", sql<Date>`now() - interval '5 minutes'`)
        .select("user_id")
        .execute(),
    );
    expect(old).toEqual([]);
  });
});

describe("a query of the client, sent again after a change", () => {
  const ask = async (token: string, documents: string[]) =>
    (
      await app.inject({
        method: "POST",
        url: "/graphql",
        headers: { host: "demo.localhost", authorization: `Bearer ${token}` },
        payload: documents.map((documentId) => ({ documentId })),
      })
    ).json();
  const CHANGES: Record<string, { email: string; text: (ids: { user: number; instance: number }) => string }> = {
    "of the role": {
      email: "manager@demo.test",
      text: ({ user, instance }) =>
        `UPDATE users SET role = 'learner' WHERE instance_id = ${instance} AND id = ${user}`,
    },
    "that ends the access to the main site": {
      email: "instructor@demo.test",
      text: ({ user, instance }) =>
        `UPDATE users SET is_primary = false WHERE instance_id = ${instance} AND id = ${user}`,
    },
    "that deactivates the person": {
      email: "learner@demo.test",
      text: ({ user, instance }) =>
        `UPDATE users SET is_active = false WHERE instance_id = ${instance} AND id = ${user}`,
    },
    "after which the person has to set up a second factor": {
      email: "admin@demo.test",
      text: ({ instance }) => `UPDATE instances SET second_factor_roles = ARRAY['admin'] WHERE id = ${instance}`,
    },
  };

  test.each(Object.entries(CHANGES))(
    "%s answers as a text that is sent for the first time",
    async (_, { email, text }) => {
      const { token } = await server.as(email);
      const before = await ask(token!, ["viewer", "users"]);
      expect(await ask(token!, ["viewer", "users"])).toEqual(before);
      await change(text, email);
      const texts = await app.inject({
        method: "POST",
        url: "/graphql",
        headers: { host: "demo.localhost", authorization: `Bearer ${token}` },
        payload: ["viewer", "users"].map((id) => ({ query: DOCUMENTS.get(id) })),
      });
      const now = await ask(token!, ["viewer", "users"]);
      expect(withoutIds(now)).toEqual(withoutIds(texts.json()));
      expect(now).not.toEqual(before);
    },
  );
});

/** Replaces the ids of requests, by which the messages of unexpected errors differ. */
const withoutIds = (answer: unknown) => JSON.stringify(answer).replaceAll(/req-\w+/g, "");
