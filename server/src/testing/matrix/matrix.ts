import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { buildSchema, getNamedType, isObjectType } from "graphql";
import { expect } from "vitest";
import { allows, type Role } from "../../access/permissions.ts";
import { type Operation, OPERATIONS, type Place } from "../operations.ts";
import { type Client, startServer, type TestServer } from "../server.ts";
import { furnish } from "./furnish.ts";

// Who may call what and finds what of where: every operation of the API, called by everybody everywhere.

const schema = buildSchema(readFileSync(new URL("../../../../schema.graphql", import.meta.url), "utf8"));
/** The operations of the schema by their names. */
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

export async function startMatrix(): Promise<Matrix> {
  const server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET api_access = true");
  const places = {
    main: await furnish(server, "demo", null),
    north: await furnish(server, "demo", "north"),
    south: await furnish(server, "demo", "south"),
    riverside: await furnish(server, "riverside", null),
  };
  return { server, places };
}

/** Somebody new of this role: of the main site, or of one branch alone. */
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

/** What an answer says of the call: what it says beyond `FORBIDDEN` and `NOT_FOUND` is for the tests of each feature. */
type Verdict = "forbidden" | "not found" | "let in";

interface Expectation {
  call: () => Promise<Verdict>;
  expected: Verdict;
}

/** Makes every call that `expectation` says something of, and compares them all at once. */
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

export async function verdict(client: Client, name: string, operation: Operation, at: Place): Promise<Verdict> {
  const code = await codeOf(client, name, operation, at);
  if (code === "INTERNAL" || code === "UNAUTHENTICATED") throw new Error(`${name}: ${code}`);
  return code === "FORBIDDEN" ? "forbidden" : code === "NOT_FOUND" ? "not found" : "let in";
}

/**
 * The code of the first error of one call. A second field that always fails makes the whole operation leave nothing behind, so
 * that each call meets the same world.
 */
export async function codeOf(client: Client, name: string, { args }: Operation, at: Place): Promise<string | null> {
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

export function allowedTo(role: Role, operation: Operation): boolean {
  const { opens } = operation;
  if (opens === null) return true;
  // Of oneself everybody may ask; the table's call asks of somebody else.
  return allows(role, operation === OPERATIONS["userProgress"] ? "user.read" : opens);
}

/** Whether the call names rows or a branch at all: else there is nothing of another place to be found. */
export function namesSomething({ args }: Operation, here: Place, there: Place): boolean {
  return args(here) !== args(there);
}

/** What somebody finds who may call it: what is there, but for what is only there for those who are enrolled. */
export const found = (name: string): Verdict => (OF_THE_ENROLLED.has(name) ? "not found" : "let in");

/** What is there for somebody who is enrolled in the course, or began the import. */
const OF_THE_ENROLLED: ReadonlySet<string> = new Set([
  "courseImport",
  "generateCertificate",
  "cmi5Course",
  "launchAu",
  "launchScorm",
  "markUnitComplete",
  "restoreCertificate",
  "retakeCourse",
  "revokeCertificate",
  "startTestAttempt",
  "storeUnitResponse",
]);

/** One's own, which is an empty list of a course that one is not in. */
export const LISTS_ONLY_OWN: ReadonlySet<string> = new Set(["courseAttempts", "mySubmissions"]);
