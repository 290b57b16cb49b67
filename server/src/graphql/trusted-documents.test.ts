import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWithActor } from "../http.ts";
import { startServer, type TestServer } from "../testing/server.ts";
import { graphqlRoute } from "./route.ts";

const HASHES = { viewer: "a".repeat(64), login: "b".repeat(64), course: "d".repeat(64), large: "e".repeat(64) };
const TRUSTED = new Map([
  [HASHES.course, "query Course($id: Int!) { course(id: $id) { id } }"],
  [HASHES.viewer, "query Viewer { viewer { role } }"],
  // More fields than a document of an anonymous caller may have.
  [HASHES.large, `query Large { viewer { ${Array.from({ length: 100 }, (_, at) => `role${at}: role`).join(" ")} } }`],
  [
    HASHES.login,
    "mutation Login($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }",
  ],
]);

let server: TestServer;
/** Serves GraphQL with trusted documents and refuses other texts from browsers. */
let strict: FastifyInstance;
beforeAll(async () => {
  server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET api_access = true");
  strict = Fastify();
  await strict.register(multipart);
  graphqlRoute(strict, createWithActor(server.platform, { accepts: "keys", isPublic: true }), {
    trusted: TRUSTED,
    acceptsTexts: false,
  });
});
afterAll(async () => {
  await strict.close();
  await server.close();
});

const post = async (payload: object, token: string | null) => {
  const headers = { host: "demo.localhost", ...(token && { authorization: `Bearer ${token}` }) };
  return (await strict.inject({ method: "POST", url: "/graphql", headers, payload })).json();
};

describe("an installation that accepts only trusted documents", () => {
  test("executes a document by its hash", async () => {
    const { token } = await server.as("learner@demo.test");
    expect(await post({ documentId: HASHES.viewer }, token)).toEqual({ data: { viewer: { role: "learner" } } });
    const variables = { email: "learner@demo.test", password: "cairn-demo" };
    expect((await post({ documentId: HASHES.login, variables }, null)).data.loginUser.token).toMatch(/^\d+\./);
  });

  test("names no positions in documents sent by hash, whose texts the caller does not have", async () => {
    const { token } = await server.as("learner@demo.test");
    const [error] = (await post({ documentId: HASHES.course, variables: { id: 999_999 } }, token)).errors;
    expect([error.path, error.locations]).toEqual([["course"], undefined]);
  });

  test("refuses private documents of anonymous callers", async () => {
    expect((await post({ documentId: HASHES.viewer }, null)).errors[0].extensions.code).toBe("UNAUTHENTICATED");
  });

  test("answers UNAUTHENTICATED to a large document of a caller whose session has ended", async () => {
    const { token } = await server.as("learner@demo.test");
    const read = () => post({ documentId: HASHES.large }, token);
    expect((await read()).data.viewer).toMatchObject({ role99: "learner" });
    const headers = { host: "demo.localhost", authorization: `Bearer ${token}` };
    await server.app.inject({ method: "POST", url: "/api/logout", headers });
    expect((await read()).errors[0].extensions.code).toBe("UNAUTHENTICATED");
  });

  test("answers DOCUMENT_NOT_FOUND to an unknown hash and to the name of an object's property", async () => {
    for (const documentId of ["c".repeat(64), "constructor", "__proto__"])
      expect((await post({ documentId }, null)).errors[0].extensions.code).toBe("DOCUMENT_NOT_FOUND");
  });

  test("refuses texts of sessions and anonymous callers", async () => {
    const { token } = await server.as("admin@demo.test");
    for (const caller of [token, null])
      expect((await post({ query: "{ __typename }" }, caller)).errors[0].extensions.code).toBe("FORBIDDEN");
  });

  test("executes texts of API keys", async () => {
    const admin = await server.as("admin@demo.test");
    const { createApiKey } = await admin.data('mutation { createApiKey(name: "sync", role: "learner") { key } }');
    expect(await post({ query: "{ viewer { role } }" }, createApiKey.key)).toEqual({
      data: { viewer: { role: "learner" } },
    });
  });
});
