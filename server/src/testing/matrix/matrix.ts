import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { buildSchema, getNamedType, isObjectType } from "graphql";
import { expect } from "vitest";
import { allows, type Role } from "../../access/permissions.ts";
import type { Operation, Place } from "../operation.ts";
import { OPERATIONS } from "../operations.ts";
import { type Client, startServer, type TestServer } from "../server.ts";
import { createRecords } from "./records.ts";

// Tests who may call which operation and finds what of which place: every operation of the API, by every role, in every
// place.

const schema = buildSchema(readFileSync(new URL("../../../../schema.graphql", import.meta.url), "utf8"));
/** The operations of the schema by name. */
export const FIELDS = Object.fromEntries(
  [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
    Object.values(type.getFields()).map((field) => [field.name, { kind: type.name.toLowerCase(), field }]),
  ),
);

export interface Matrix {
  server: TestServer;
  /** The main site, two of its branches and another instance, each with one row of everything. */
  places: { main: Place; north: Place; south: Place; riverside: Place };
}

/** Starts a server with records of each kind at four places, and signs in each role at them. */
export async function startMatrix(): Promise<Matrix> {
  const server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET api_access = true");
  const places = {
    main: await createRecords(server, "demo", null),
    north: await createRecords(server, "demo", "north"),
    south: await createRecords(server, "demo", "south"),
    riverside: await createRecords(server, "riverside", null),
  };
  return { server, places };
}

/** Creates a user with a role, on the main site or in one branch only. */
export async function person({ server, places }: Matrix, role: Role, branch: "north" | null): Promise<Client> {
  if (role === "super_admin") {
    const login = 'mutation { loginUser(email: "super@demo.test", password: "cairn-demo") { token } }';
    return server.withToken((await server.anonymous().data(login)).loginUser.token);
  }
  const email = `${randomUUID()}@demo.test`;
  await server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("users")
      .values({ instance_id, first_name: "Some", last_name: role, email, role, is_primary: branch === null })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (branch)
      await db
        .insertInto("branch_users")
        .values({ instance_id, user_id: id, branch_id: places.north.branch })
        .execute();
  });
  return server.as(email);
}

/** The result of a call; other results belong to the tests of each feature. */
type Verdict = "forbidden" | "not found" | "let in";

interface Expectation {
  call: () => Promise<Verdict>;
  expected: Verdict;
}

/** Makes every call with an expectation and compares all results at once. */
export async function expectEach(
  expectation: (name: string, operation: Operation) => Expectation | null,
): Promise<void> {
  const expected: Record<string, Verdict> = {};
  const met: Record<string, Verdict> = {};
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const one = expectation(name, operation);
    if (!one) continue;
    expected[name] = one.expected;
    met[name] = await one.call();
  }
  expect(met).toEqual(expected);
}

/**
 * Calls an operation on the records of a place, and tells whether the caller was let in. @throws on unexpected errors
 */
export async function verdict(client: Client, name: string, operation: Operation, at: Place): Promise<Verdict> {
  const code = await getErrorCode(client, name, operation, at);
  if (code === "INTERNAL" || code === "UNAUTHENTICATED") throw new Error(`${name}: ${code}`);
  return code === "FORBIDDEN" ? "forbidden" : code === "NOT_FOUND" ? "not found" : "let in";
}

/**
 * Returns the code of the first error of a call. A second field that always fails rolls the operation back, so that
 * each call meets the same data.
 */
export async function getErrorCode(
  client: Client,
  name: string,
  { args }: Operation,
  at: Place,
): Promise<string | null> {
  const { kind, field } = FIELDS[name]!;
  const list = args(at);
  const selection = isObjectType(getNamedType(field.type)) ? "{ __typename }" : "";
  const undone = kind === "mutation" ? 'undone: loginUser(email: "", password: "") { token }' : "";
  const { errors = [] } = await client.query(
    `${kind} { called: ${name}${list && `(${list})`} ${selection} ${undone} }`,
  );
  const error = errors.find(
    (each) => !("path" in each) || (each as unknown as { path: string[] }).path[0] !== "undone",
  );
  return error?.extensions.code ?? null;
}

/** Tells whether the permission table opens an operation to a role. */
export function allowedTo(role: Role, operation: Operation): boolean {
  const { opens } = operation;
  if (opens === null) return true;
  // All users may ask for themselves; this call asks for another user.
  return allows(role, operation === OPERATIONS["userProgress"] ? "user.read" : opens);
}

/** Tells whether a call names rows or a branch at all; without them, it cannot find another place. */
export function namesSomething({ args }: Operation, here: Place, there: Place): boolean {
  return args(here) !== args(there);
}

/** Returns the result for a caller with the permission: the row is found, except where only enrolled users find it. */
export const found = (name: string): Verdict => (OF_THE_ENROLLED.has(name) ? "not found" : "let in");

/** Operations that need an enrolment in the course, or an import, a view, a session or a message of the caller. */
const OF_THE_ENROLLED: ReadonlySet<string> = new Set([
  "courseImport",
  "generateCertificate",
  "cmi5Course",
  "launchAu",
  "launchScorm",
  "markUnitComplete",
  "recordWork",
  "restoreCertificate",
  "retakeCourse",
  "revokeCertificate",
  "startTestAttempt",
  "storeUnitResponse",
  "submitSurvey",
  "submitTestAttempt",
  "announcement",
  "receivedAnnouncement",
  "updateUserView",
  "deleteUserView",
  "forgetDevice",
  "removePasskey",
  "renamePasskey",
  "revokeSession",
]);

/** Operations on the caller's own rows, which return an empty list for other courses. */
export const LISTS_ONLY_OWN: ReadonlySet<string> = new Set(["courseAttempts", "mySubmissions", "testAttempts"]);
