import { randomBytes } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { inject } from "vitest";
import type { Visit } from "../access/person.ts";
import { openSession } from "../access/session.ts";
import { inInstance } from "../access/tenancy.ts";
import { createApp } from "../app.ts";
import { createContentApp } from "../content.ts";
import type { Db } from "../db/client.ts";
import { prepare, withOwner } from "../db/open.ts";
import type { Platform } from "../platform/platform.ts";
import { createTestPlatform, type Outside } from "./platform.ts";

/** A GraphQL response over HTTP. */
export interface Answer<T = Record<string, any>> {
  data: T;
  errors?: { message: string; extensions: { code: string; validation?: Record<string, string[]> } }[];
}

/** A signed-in user or an anonymous caller at one address. */
export interface Client {
  token: string | null;
  host: string;
  query: <T = Record<string, any>>(document: string, variables?: object) => Promise<Answer<T>>;
  /** Like `query`, but fails the test on an error. */
  data: <T = Record<string, any>>(document: string, variables?: object) => Promise<T>;
  /** Returns the code of the first error; null without errors. */
  refusal: (document: string, variables?: object) => Promise<string | null>;
}

/** A request to the demo instance, for tests that call `withActor` without HTTP. */
export const VISIT: Visit = {
  host: "demo.localhost",
  origin: "http://demo.localhost",
  address: "127.0.0.1",
  userAgent: "test",
  language: "en",
  requestId: "test",
  instanceLabel: "demo",
  branchLabel: null,
};

/** A whole server on its own database with the demo data. */
export interface TestServer {
  app: FastifyInstance;
  /** The server of foreign content. */
  content: FastifyInstance;
  platform: Platform;
  /**
   * The address of its database, for a connection of the test. No connection may stay open to `world`, which other
   * tests copy.
   */
  connection: { host: string; port: number; database: string };
  outside: Outside;
  /** Signs a user of the demo data in by e-mail, at an instance's or branch's host. */
  as: (email: string, host?: string) => Promise<Client>;
  /** Returns a client for a token, at the demo instance's host. */
  withToken: (token: string, host?: string) => Client;
  /** Returns an anonymous client at a host. */
  anonymous: (host?: string) => Client;
  /** Reads an instance as the application's role. */
  inside: <T>(domain: string, work: (db: Db, instanceId: number) => Promise<T>) => Promise<T>;
  /** Counts the statements on its database that wait for a lock. */
  countWaiting: () => Promise<number>;
  /** Returns the id of a course of the demo data by its title. */
  courseId: (title: string, domain?: string) => Promise<number>;
  userId: (email: string) => Promise<number>;
  close: () => Promise<void>;
}

/** Starts a server with the demo data. @param settings of the environment, such as another place for files */
export async function startServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const { host, port } = inject("postgres");
  const database = `t_${randomBytes(6).toString("hex")}`;
  const connection = { host, port, database };
  await asAdmin(host, port, `CREATE DATABASE ${database} TEMPLATE world`);
  const outside: Outside = { jobs: [], mails: [], log: [] };
  const secret = await prepare({ ...connection, user: "postgres" });
  // Its own files, so that no test counts those of another.
  const world = inject("dataDir");
  const folder = path.join(world, database);
  await cp(path.join(world, "files"), path.join(folder, "files"), { recursive: true });
  const platform = await createTestPlatform(connection, folder, secret, outside, settings);
  const content = await createContentApp(platform);
  const app = await createApp(platform);
  await app.ready();

  const domainIds = new Map(
    (await platform.database.pool.query("SELECT id, domain FROM instances")).rows.map((row) => [
      row.domain as string,
      row.id as number,
    ]),
  );
  const inside: TestServer["inside"] = (domain, work) =>
    inInstance(platform.database, domainIds.get(domain)!, (db) => work(db, domainIds.get(domain)!));
  const findUser = async (domain: string, email: string) =>
    inside(domain, (db, id) =>
      db
        .selectFrom("users")
        .select("id")
        .where("instance_id", "=", id)
        .where("email", "=", email)
        .executeTakeFirstOrThrow(),
    );
  const getDomain = (email: string) => (email.endsWith("@riverside.test") ? "riverside" : "demo");

  return {
    app,
    content,
    platform,
    connection,
    outside,
    inside,
    async countWaiting() {
      const { rows } = await platform.database.pool.query<{ waiting: number }>(
        "SELECT count(*)::integer AS waiting FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())",
      );
      return rows[0]!.waiting;
    },
    withToken: (token, at = "demo.localhost") => client(app, at, token),
    anonymous: (at = "demo.localhost") => client(app, at, null),
    as: async (email, at = `${getDomain(email)}.localhost`) => {
      const domain = getDomain(email);
      const user = await findUser(domain, email);
      const visit = { ...VISIT, host: at, origin: `http://${at}`, instanceLabel: domain };
      const token = await inside(domain, (db, instanceId) => openSession(db, instanceId, user.id, visit));
      return client(app, at, token);
    },
    courseId: (title, domain = "demo") =>
      inside(
        domain,
        async (db, id) =>
          (
            await db
              .selectFrom("courses")
              .select("id")
              .where("instance_id", "=", id)
              .where("title", "=", title)
              .executeTakeFirstOrThrow()
          ).id,
      ),
    userId: async (email) => (await findUser(getDomain(email), email)).id,
    close: async () => {
      await app.close();
      await content.close();
      await platform.tracing?.close();
      await platform.database.close();
      await dropDatabase(host, port, database);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a server and signs an author and a learner of the demo data in. */
export async function startClass() {
  const server = await startServer();
  const author = await server.as("instructor@demo.test");
  const learner = await server.as("learner@demo.test");
  return { server, author, learner };
}

function client(app: FastifyInstance, host: string, token: string | null): Client {
  const headers = { host, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const query: Client["query"] = async (document, variables = {}) => {
    const response = await app.inject({
      method: "POST",
      url: "/graphql",
      headers,
      payload: { query: document, variables },
    });
    return response.json();
  };
  return {
    token,
    host,
    query,
    data: async <T>(document: string, variables?: object) => {
      const { data, errors } = await query<T>(document, variables);
      if (errors)
        throw new Error(
          `${errors[0]!.extensions.code}: ${errors[0]!.message} ${JSON.stringify(errors[0]!.extensions.validation ?? "")}`,
        );
      return data;
    },
    refusal: async (document, variables) => (await query(document, variables)).errors?.[0]?.extensions.code ?? null,
  };
}

async function asAdmin(host: string, port: number, statement: string): Promise<void> {
  await withOwner({ host, port, user: "postgres", database: "postgres" }, (admin) => admin.query(statement));
}

/**
 * Drops a database once its connections are closed, which the end of a pool does not wait for: a connection that is
 * cut off while it closes fails without a listener. Those that a test leaves open are cut off after a while.
 */
async function dropDatabase(host: string, port: number, database: string): Promise<void> {
  await withOwner({ host, port, user: "postgres", database: "postgres" }, async (admin) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { rows } = await admin.query(
        "SELECT FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend' LIMIT 1",
        [database],
      );
      if (rows.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, TRIED_EVERY_MS));
    }
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
  });
}

const TRIED_EVERY_MS = 5;
const MOST_TRIES = 1_000;
