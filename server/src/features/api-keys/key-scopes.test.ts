import { afterAll, beforeAll, expect, test } from "vitest";
import { type Action, isInScope, type Scope, SCOPES } from "../../access/permissions.ts";
import {
  allowedTo,
  expectEach,
  FIELDS,
  found,
  type Matrix,
  person,
  startMatrix,
  verdict,
} from "../../testing/matrix/matrix.ts";

let matrix: Matrix;
beforeAll(async () => {
  matrix = await startMatrix();
});
afterAll(() => matrix.server.close());

const CREATE = `mutation ($scopes: [String!]) { createApiKey(name: "Limited", role: "admin", scopes: $scopes) { id key } }`;
const keyFor = async (scopes: readonly string[] | null) => {
  const admin = await person(matrix, "admin", null);
  return matrix.server.withToken((await admin.data(CREATE, { scopes })).createApiKey.key);
};

const NEVER_BY_KEY: ReadonlySet<Action> = new Set<Action>([
  "profile.edit",
  "user.send_password_link",
  "api_key.manage",
  "provisioning.manage",
  "identity.manage",
  "registration.manage",
  "terms.accept",
  "second_factor.use",
  "xapi.manage",
  "automation.manage",
]);

/** Operations that callers who may not learn can call by another action: which reports there are, and a user's progress. */
const ALSO_BY: Record<string, Action> = { reportDefinitions: "session.own", userProgress: "user.read" };

test.each<[Scope]>([["users"], ["reports"]])(
  "a key limited to %s allows the operations of that scope, and refuses all others",
  async (scope) => {
    const client = await keyFor([scope]);
    await expectEach((name, operation) => {
      const action = ALSO_BY[name] ?? operation.opens;
      const isOpen =
        allowedTo("admin", operation) && (action === null || (isInScope([scope], action) && !NEVER_BY_KEY.has(action)));
      return {
        call: () => verdict(client, name, operation, matrix.places.main),
        expected: isOpen ? found(name) : "forbidden",
      };
    });
  },
);

test("several scopes add up, and a key without scopes has no limit", async () => {
  const can = async (scopes: readonly string[] | null): Promise<string[]> =>
    (await (await keyFor(scopes)).data("{ viewer { can } }")).viewer.can;
  const [all, users, courses, both] = await Promise.all([
    can(null),
    can(["users"]),
    can(["courses"]),
    can(["courses", "users"]),
  ]);
  expect(new Set(both)).toEqual(new Set([...users, ...courses]));
  expect(users).toContain("user.create");
  expect(users).not.toContain("course.author");
  expect(courses).not.toContain("user.view");
  expect(new Set(await can(SCOPES))).toEqual(new Set(all));
});

test("unknown and empty scopes are refused, and the list shows what a key is limited to", async () => {
  const admin = await person(matrix, "admin", null);
  for (const scopes of [[], ["all"], ["users", "__proto__"]])
    expect([scopes, await admin.refusal(CREATE, { scopes })]).toEqual([scopes, "VALIDATION"]);
  const { createApiKey } = await admin.data(CREATE, { scopes: ["users", "reports", "users"] });
  const { apiKeysPage } = await admin.data("{ apiKeysPage(limit: 500) { rows { id scopes } } }");
  const row = apiKeysPage.rows.find(({ id }: { id: number }) => id === createApiKey.id);
  expect(row.scopes).toEqual(["users", "reports"]);
});

test("a key that only reads reads what its other scopes allow, and changes nothing", async () => {
  const REMOVE = `mutation { deleteUser(id: 1) { id } }`;
  const client = await keyFor(["read"]);
  expect(await client.refusal("{ users { id } }")).toBeNull();
  expect(await client.refusal("{ categories { id } }")).toBeNull();
  await expectEach((name, operation) => {
    const action = ALSO_BY[name] ?? operation.opens;
    const isOpen =
      FIELDS[name]!.kind === "query" && allowedTo("admin", operation) && (action === null || !NEVER_BY_KEY.has(action));
    return {
      call: () => verdict(client, name, operation, matrix.places.main),
      expected: isOpen ? found(name) : "forbidden",
    };
  });
  const limited = await keyFor(["users", "read"]);
  expect(await limited.refusal("{ users { id } }")).toBeNull();
  expect(await limited.refusal("{ apiKeysPage { total } }")).toBe("FORBIDDEN");
  expect(await limited.refusal(REMOVE)).toBe("FORBIDDEN");
  expect(await limited.refusal(`query A { users { id } } ${REMOVE.replace("mutation", "mutation B")}`)).toBe(
    "FORBIDDEN",
  );
});
