import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { operatorAt } from "../../testing/operator.ts";

// Tests who may change whom: P14 (rank) and P78 (all access of the user), for each operation that changes a user.

type Site = "main" | "north" | "south";

/** Users by their access; the last is of another instance. */
const TARGETS = {
  "north learner": { role: "learner", sites: ["north"] },
  "north and south learner": { role: "learner", sites: ["north", "south"] },
  "north and main learner": { role: "learner", sites: ["north", "main"] },
  "north and main admin": { role: "admin", sites: ["north", "main"] },
  "south learner": { role: "learner", sites: ["south"] },
  "main learner": { role: "learner", sites: ["main"] },
  "riverside learner": { role: "learner", sites: ["main"], domain: "riverside" },
} satisfies Record<string, { role: string; sites: Site[]; domain?: string }>;

type Target = keyof typeof TARGETS;
const NAMES = Object.keys(TARGETS) as Target[];

/** The result for each target in the order above: changed, forbidden, or not found. */
const ACTORS = {
  "north instructor": { role: "instructor", sites: ["north"], answers: "yes no no no none none none" },
  "north admin": { role: "admin", sites: ["north"], answers: "yes no no no none none none" },
  "north and south admin": { role: "admin", sites: ["north", "south"], answers: "yes yes no no yes none none" },
  "main instructor": { role: "instructor", sites: ["main"], answers: "yes yes yes no yes yes none" },
  "main admin": { role: "admin", sites: ["main"], answers: "yes yes yes yes yes yes none" },
  "main and north admin": { role: "admin", sites: ["main", "north"], answers: "yes yes yes yes yes yes none" },
  "riverside admin": {
    role: "admin",
    sites: ["main"],
    domain: "riverside",
    answers: "none none none none none none yes",
  },
} satisfies Record<string, { role: string; sites: Site[]; domain?: string; answers: string }>;

const CODES: Record<string, string | null> = { yes: null, no: "FORBIDDEN", none: "NOT_FOUND" };

/** Operations on existing users; `id` is the user's. */
const CHANGES: Record<string, (id: number) => string> = {
  "updateUser name": (id) => `updateUser(id: ${id}, input: { first_name: "Changed" }) { id }`,
  "updateUser role": (id) => `updateUser(id: ${id}, input: { role: "learner" }) { id }`,
  "updateUser status": (id) => `updateUser(id: ${id}, input: { is_active: false }) { id }`,
  deleteUser: (id) => `deleteUser(id: ${id}) { id }`,
  deleteUsers: (id) => `deleteUsers(user_ids: [${id}]) { count }`,
  setUsersActive: (id) => `setUsersActive(user_ids: [${id}], is_active: false) { count }`,
  resendInvitation: (id) => `resendInvitation(id: ${id}) { id }`,
  sendPasswordLink: (id) => `sendPasswordLink(id: ${id}) { id }`,
};

/** Operations on deleted users, for admins only. */
const RESTORATIONS: Record<string, (id: number) => string> = {
  restoreDeleted: (id) => `restoreDeleted(kind: "user", id: ${id}) { id }`,
  restoreAllDeleted: (id) => `restoreAllDeleted(kind: "user", ids: [${id}])`,
  purgeDeleted: (id) => `purgeDeleted(kind: "user", id: ${id}, name: "Some Person") { id }`,
};

let server: TestServer;
const ids = {} as Record<Target, number>;
const deletedIds = {} as Record<Target, number>;
beforeAll(async () => {
  server = await startServer();
  for (const name of NAMES) {
    ids[name] = (await insert(TARGETS[name])).id;
    deletedIds[name] = (await insert(TARGETS[name], new Date())).id;
  }
});
beforeEach(() => server.platform.database.pool.query("DELETE FROM rate_limits"));
afterAll(() => server.close());

/** Inserts a user without a password. */
function insert(
  { role, sites, domain = "demo" }: { role: string; sites: Site[]; domain?: string },
  deleted_at: Date | null = null,
): Promise<{ id: number; email: string }> {
  return server.inside(domain, async (db, instance_id) => {
    const email = `${randomUUID()}@${domain}.test`;
    const is_primary = sites.includes("main");
    const { id } = await db
      .insertInto("users")
      .values({ instance_id, first_name: "Some", last_name: "Person", email, role, is_primary, deleted_at })
      .returning("id")
      .executeTakeFirstOrThrow();
    const branches = await db
      .selectFrom("branches")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("url", "in", [...sites])
      .execute();
    for (const branch of branches)
      await db.insertInto("branch_users").values({ instance_id, user_id: id, branch_id: branch.id }).execute();
    return { id, email };
  });
}

const signInAs = async (name: keyof typeof ACTORS) => server.as((await insert(ACTORS[name])).email);

/** Returns the code of the first error of a mutation, which a second field rolls back. */
async function readCode(client: Client, mutation: string): Promise<string | null> {
  const { errors = [] } = await client.query(
    `mutation { called: ${mutation} undone: loginUser(email: "", password: "") { token } }`,
  );
  const error = errors.find((each) => (each as unknown as { path?: string[] }).path?.[0] !== "undone");
  return error?.extensions.code ?? null;
}

async function answersTo(client: Client, call: (id: number) => string, targets: Record<Target, number>) {
  const answers: Record<string, string | null> = {};
  for (const name of NAMES) answers[name] = await readCode(client, call(targets[name]));
  return answers;
}

const listExpected = (name: keyof typeof ACTORS) =>
  Object.fromEntries(ACTORS[name].answers.split(" ").map((answer, index) => [NAMES[index]!, CODES[answer]!]));

describe.each(Object.keys(ACTORS) as (keyof typeof ACTORS)[])("%s", (name) => {
  test.each(Object.keys(CHANGES))(
    "changes only people all of whose access is within reach, by %s",
    async (operation) => {
      expect(await answersTo(await signInAs(name), CHANGES[operation]!, ids)).toEqual(listExpected(name));
    },
  );

  test.each(Object.keys(RESTORATIONS))("restores and purges only such people, by %s", async (operation) => {
    const expected = ACTORS[name].role === "admin" ? listExpected(name) : NAMES.map(() => "FORBIDDEN");
    const answers = await answersTo(await signInAs(name), RESTORATIONS[operation]!, deletedIds);
    expect(ACTORS[name].role === "admin" ? answers : Object.values(answers)).toEqual(expected);
  });

  test("may_edit tells in lists and of single users whom the caller may change", async () => {
    const client = await signInAs(name);
    const { users } = await client.data("{ users { id may_edit } }");
    const listed = new Map<number, boolean>(users.map((row: any) => [row.id, row.may_edit]));
    for (const target of NAMES) {
      const code = listExpected(name)[target]!;
      expect([target, listed.get(ids[target])]).toEqual([target, code === "NOT_FOUND" ? undefined : code === null]);
      const { data, errors } = await client.query(`{ user(id: ${ids[target]}) { may_edit } }`);
      if (!errors) expect([target, data["user"].may_edit]).toEqual([target, code === null]);
    }
  });
});

test("a bulk operation changes no user when one of them is beyond the actor's branches", async () => {
  const admin = await signInAs("north admin");
  const user_ids = [ids["north learner"], ids["north and main learner"]];
  const DELETE = "mutation ($user_ids: [Int!]!) { deleteUsers(user_ids: $user_ids) { count } }";
  const DEACTIVATE = `mutation ($user_ids: [Int!]!) { setUsersActive(user_ids: $user_ids, is_active: false) { count } }`;
  expect(await admin.refusal(DELETE, { user_ids })).toBe("FORBIDDEN");
  expect(await admin.refusal(DEACTIVATE, { user_ids })).toBe("FORBIDDEN");
  const main = await signInAs("main admin");
  expect((await main.data(`{ user(id: ${user_ids[0]}) { is_active } }`)).user.is_active).toBe(true);
});

test("a super admin changes users of every instance by id", async () => {
  const operator = await operatorAt(server);
  for (const target of NAMES)
    expect([target, await readCode(operator, CHANGES["updateUser status"]!(ids[target]))]).toEqual([target, null]);
});

test("an admin of one branch still enrols, groups and removes from the branch users with more access", async () => {
  const admin = await signInAs("north admin");
  const id = ids["north and main learner"];
  const { branches, courses } = await admin.data("{ branches { id } courses { id } }");
  const group = (await admin.data(`mutation { createGroup(input: { name: "${randomUUID()}" }) { id } }`)).createGroup
    .id;
  for (const mutation of [
    `addUserToGroup(user_id: ${id}, group_ids: [${group}]) { id }`,
    `adminCourseEnrollment(user_id: ${id}, course_ids: [${courses[0].id}]) { id }`,
    `removeUserFromBranch(user_id: ${id}, branch_id: ${branches[0].id}) { id }`,
  ])
    expect([mutation, await readCode(admin, mutation)]).toEqual([mutation, null]);
});
