import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { startServer } from "./server.ts";

export const BASE = "/xapi";
export const VERB = "http://adlnet.gov/expapi/verbs/experienced";

interface Options {
  headers?: Record<string, string | undefined>;
  body?: unknown;
  host?: string;
}

export const makeStatement = <M extends object>(more: M = {} as M) => ({
  actor: { mbox: "mailto:learner@demo.test" },
  verb: { id: VERB },
  object: { id: `https://activities.test/${randomUUID()}` },
  ...more,
});

/** Starts a server with credentials for its record store, and others of another instance. */
export async function recordStore(settings: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer(settings);
  const credentials = await makeCredentials("admin@demo.test");
  const elsewhere = await makeCredentials("admin@riverside.test");
  return { server, credentials, elsewhere, ask, store, query, found };

  async function makeCredentials(email: string): Promise<string> {
    const admin = await server.as(email);
    const { createXapiCredentials: made } = await admin.data(
      `mutation { createXapiCredentials(name: "Store") { key secret } }`,
    );
    return `Basic ${Buffer.from(`${made.key}:${made.secret}`).toString("base64")}`;
  }

  /** Sends a request with credentials and a version, unless the headers say otherwise. */
  async function ask(method: string, path: string, { headers = {}, body, host = "demo.localhost" }: Options = {}) {
    const all: Record<string, string | undefined> = {
      host,
      authorization: credentials,
      "x-experience-api-version": "2.0.0",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return server.app.inject({
      method: method as "GET",
      url: path,
      headers: Object.fromEntries(given),
      ...(body !== undefined && {
        payload: Buffer.isBuffer(body) || typeof body === "string" ? body : JSON.stringify(body),
      }),
    });
  }

  async function store(...statements: object[]): Promise<string[]> {
    const answer = await ask("POST", `${BASE}/statements`, { body: statements });
    expect(answer.body, answer.body).toMatch(/^\[/);
    return answer.json();
  }

  function query(parameters: Record<string, string>) {
    return ask("GET", `${BASE}/statements?${new URLSearchParams(parameters).toString()}`);
  }

  async function found(parameters: Record<string, string>): Promise<string[]> {
    return (await query(parameters)).json().statements.map(({ id }: { id: string }) => id);
  }
}
