import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../access/permissions.ts";
import { linkIn, type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const UPDATE = "mutation ($id: Int!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }";
const DELETE = "mutation ($id: Int!) { deleteUser(id: $id) { id } }";
const DELETE_SEVERAL = "mutation ($ids: [Int!]!) { deleteUsers(user_ids: $ids) { ids } }";
const DEACTIVATE = "mutation ($ids: [Int!]!) { setUsersActive(user_ids: $ids, is_active: false) { ids } }";
const LINK = "mutation ($id: Int!) { sendPasswordLink(id: $id) { id } }";
const INVITE = "mutation ($id: Int!) { resendInvitation(id: $id) { id } }";
const CREATE = "mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }";
const USER = "query ($id: Int!) { user(id: $id) { may_edit } }";

let server: TestServer;
let mailbox: Mailbox;
let branches: Map<string, number>;
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
  await server.platform.database.pool.query("UPDATE instances SET api_access = true, license_count = NULL");
  branches = await server.inside("demo", async (db) => {
    const rows = await db.selectFrom("branches").select(["id", "url"]).execute();
    return new Map(rows.map(({ id, url }) => [url, id]));
  });
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
});

/** Creates a user of the demo instance, with access to the main site or to branches only. */
async function person(role: Role, { isPrimary = false, of = [] as string[] } = {}) {
  const email = `${randomUUID()}@demo.test`;
  const id = await server.inside("demo", async (db, instance_id) => {
    const { id: user_id } = await db
      .insertInto("users")
      .values({
        instance_id,
        first_name: "Some",
        last_name: role,
        email,
        role,
        is_primary: isPrimary,
        password_hash: "x",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const url of of)
      await db
        .insertInto("branch_users")
        .values({ instance_id, user_id, branch_id: branches.get(url)! })
        .execute();
    return user_id;
  });
  return { id, email, signIn: () => server.as(email) };
}

/** Returns the result of each operation that changes a user. */
async function changes(client: Client, id: number): Promise<Record<string, string | null>> {
  return {
    name: await client.refusal(UPDATE, { id, input: { first_name: "Zoë" } }),
    status: await client.refusal(UPDATE, { id, input: { is_active: false } }),
    deactivate: await client.refusal(DEACTIVATE, { ids: [id] }),
    link: await client.refusal(LINK, { id }),
    invitation: await client.refusal(INVITE, { id }),
    several: await client.refusal(DELETE_SEVERAL, { ids: [id] }),
    one: await client.refusal(DELETE, { id }),
  };
}
const FORBIDDEN = {
  name: "FORBIDDEN",
  status: "FORBIDDEN",
  deactivate: "FORBIDDEN",
  link: "FORBIDDEN",
  invitation: "FORBIDDEN",
  several: "FORBIDDEN",
  one: "FORBIDDEN",
};

describe.each(["admin", "instructor"] as const)("an %s whose rights are limited to a branch", (role) => {
  test("changes no user of their branch who has access to the main site", async () => {
    const actor = await (await person(role, { of: ["north"] })).signIn();
    for (const target of ["learner", "instructor"] as const) {
      const { id } = await person(target, { isPrimary: true, of: ["north"] });
      expect(await changes(actor, id)).toEqual(FORBIDDEN);
      expect((await actor.data(USER, { id })).user.may_edit).toBe(false);
    }
  });

  test("changes no user of their branch who also belongs to another branch", async () => {
    const actor = await (await person(role, { of: ["north"] })).signIn();
    const { id } = await person("learner", { of: ["north", "south"] });
    expect(await changes(actor, id)).toEqual(FORBIDDEN);
  });

  test("changes users of their branches only", async () => {
    const actor = await (await person(role, { of: ["north", "south"] })).signIn();
    const { id } = await person("learner", { of: ["north", "south"] });
    expect((await actor.data(USER, { id })).user.may_edit).toBe(true);
    expect(await actor.refusal(LINK, { id })).toBeNull();
    expect(await actor.refusal(UPDATE, { id, input: { is_active: false } })).toBeNull();
    expect(await actor.refusal(DELETE, { id })).toBeNull();
  });
});

test("deleting several users deletes none when one is beyond the actor's rights", async () => {
  const actor = await (await person("admin", { of: ["north"] })).signIn();
  const own = await person("learner", { of: ["north"] });
  const other = await person("learner", { isPrimary: true, of: ["north"] });
  expect(await actor.refusal(DELETE_SEVERAL, { ids: [own.id, other.id] })).toBe("FORBIDDEN");
  expect(await actor.refusal(USER, { id: own.id })).toBeNull();
});

test("a branch admin finds only restorable users in the list of deleted users", async () => {
  const actor = await (await person("admin", { of: ["north"] })).signIn();
  const admin = await server.as("admin@demo.test");
  const own = await person("learner", { of: ["north"] });
  const others = [
    await person("learner", { isPrimary: true, of: ["north"] }),
    await person("learner", { of: ["north", "south"] }),
  ];
  for (const { id } of [own, ...others]) await admin.data(DELETE, { id });
  const LISTED = '{ deletedPage(kind: "user", limit: 500) { total rows { id } } }';
  const { total, rows } = (await actor.data(LISTED)).deletedPage;
  const ids = rows.map(({ id }: { id: number }) => id);
  expect(ids).toContain(own.id);
  for (const { id } of others) expect(ids).not.toContain(id);
  expect(total).toBe(ids.length);
});

test("a branch admin can neither restore nor purge a deleted user with access to the main site", async () => {
  const actor = await (await person("admin", { of: ["north"] })).signIn();
  const admin = await server.as("admin@demo.test");
  for (const [isPrimary, expected] of [
    [true, "FORBIDDEN"],
    [false, null],
  ] as const) {
    const { id } = await person("learner", { isPrimary, of: ["north"] });
    await admin.data(DELETE, { id });
    expect(await actor.refusal(`mutation { purgeDeleted(kind: "user", id: ${id}, name: "Some learner") { id } }`)).toBe(
      expected,
    );
    if (!isPrimary) continue;
    expect(await actor.refusal(`mutation { restoreDeleted(kind: "user", id: ${id}) { id } }`)).toBe("FORBIDDEN");
  }
});

describe("passwords of existing users", () => {
  test("cannot be set by other users, including operators", async () => {
    const { id } = await person("learner", { isPrimary: true });
    const login = 'mutation { loginUser(email: "super@demo.test", password: "cairn-demo") { token } }';
    const operator = server.withToken((await server.anonymous().data(login)).loginUser.token);
    for (const client of [await server.as("admin@demo.test"), await server.as("instructor@demo.test"), operator]) {
      const { errors } = await client.query(UPDATE, { id, input: { password: "lantern-river-41" } });
      expect(errors?.[0]?.extensions.validation).toEqual({
        password: ["Passwords are set by their owners. Send a link to set a new one instead."],
      });
    }
  });

  test("are set by a link that is mailed to them", async () => {
    const { id, email } = await person("learner", { isPrimary: true });
    const admin = await server.as("admin@demo.test");
    await admin.data(LINK, { id });
    const [mail] = await mailbox.deliver();
    expect(mail!.to).toEqual([expect.objectContaining({ address: email })]);
    expect(linkIn(mail!).pathname).toBe("/password-reset");
  });

  test("are changed only with the current one", async () => {
    const { id, signIn } = await person("admin", { isPrimary: true });
    expect(await (await signIn()).refusal(UPDATE, { id, input: { password: "lantern-river-41" } })).toBe("VALIDATION");
  });
});

describe("an API key of an admin", () => {
  test("assigns and removes no role above learner, sends no password links and creates no keys", async () => {
    const admin = await server.as("admin@demo.test");
    const { createApiKey } = await admin.data('mutation { createApiKey(name: "sync", role: "admin") { key } }');
    const key = server.withToken(createApiKey.key);
    const learner = await person("learner", { isPrimary: true });
    const instructor = await person("instructor", { isPrimary: true });
    const input = { first_name: "New", last_name: "Person", skip_email: true };
    expect(await key.refusal(CREATE, { input: { ...input, email: "k1@demo.test", role: "learner" } })).toBeNull();
    expect(await key.refusal(CREATE, { input: { ...input, email: "k2@demo.test", role: "instructor" } })).toBe(
      "FORBIDDEN",
    );
    expect(await key.refusal(UPDATE, { id: learner.id, input: { role: "instructor" } })).toBe("FORBIDDEN");
    expect(await key.refusal(UPDATE, { id: instructor.id, input: { role: "learner" } })).toBe("FORBIDDEN");
    expect(await key.refusal(LINK, { id: learner.id })).toBe("FORBIDDEN");
    expect(await key.refusal('mutation { createApiKey(name: "more", role: "learner") { id } }')).toBe("FORBIDDEN");
    const UPDATE_OWN = `mutation { updatePassword(current_password: "cairn-demo", new_password: "lantern-river-41",
      new_password_confirmation: "lantern-river-41") { message } }`;
    expect(await key.refusal(UPDATE_OWN)).toBe("FORBIDDEN");
  });
});
