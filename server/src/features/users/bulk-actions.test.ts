import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id email } }`;
const VIEWER = `{ viewer { id } }`;

let server: TestServer;
let admin: Client;
let instructor: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  instructor = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

let count = 0;
const create = async (fields: object = {}) => {
  const input = { first_name: "Nora", last_name: "Blake", email: `several${++count}@demo.test`, role: "learner" };
  return (await admin.data(CREATE, { input: { ...input, skip_email: true, ...fields } })).createUser;
};
const row = (id: number) =>
  server.inside("demo", (db, instance) =>
    db
      .selectFrom("users")
      .select("deleted_at")
      .where("instance_id", "=", instance)
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
const audits = (action: string) =>
  server.inside("demo", (db, instance) =>
    db
      .selectFrom("audit_log")
      .select("subject_id")
      .where("instance_id", "=", instance)
      .where("action", "=", action)
      .orderBy("id", "desc")
      .execute(),
  );

const DELETE_MANY = `mutation ($user_ids: [Int!]!, $branchUrl: String) { deleteUsers(user_ids: $user_ids, branchUrl: $branchUrl) { count ids } }`;
const ACTIVATE = `mutation ($user_ids: [Int!]!, $is_active: Boolean!) { setUsersActive(user_ids: $user_ids, is_active: $is_active) { count ids } }`;

test("setUsersActive deactivates and activates several users and returns only those that changed", async () => {
  const one = await create();
  const two = await create({ is_active: false });
  const own = await server.as(one.email);
  const user_ids = [one.id, two.id];
  expect((await admin.data(ACTIVATE, { user_ids, is_active: false })).setUsersActive).toEqual({
    count: 1,
    ids: [one.id],
  });
  expect(await own.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  expect((await admin.data(ACTIVATE, { user_ids, is_active: true })).setUsersActive.count).toBe(2);
});

test("deleteUsers deletes several users, or none when one cannot be deleted", async () => {
  const ids = [(await create()).id, (await create()).id];
  const boss = await server.userId("admin@demo.test");
  const foreign = await server.userId("learner@riverside.test");
  expect(await instructor.refusal(DELETE_MANY, { user_ids: [...ids, boss] })).toBe("FORBIDDEN");
  expect(await admin.refusal(DELETE_MANY, { user_ids: [...ids, foreign] })).toBe("NOT_FOUND");
  expect(await admin.refusal(DELETE_MANY, { user_ids: [...ids, boss] })).toBe("CONFLICT");
  expect(await admin.refusal(DELETE_MANY, { user_ids: ids, branchUrl: "north" })).toBe("NOT_FOUND");
  expect(await admin.refusal(DELETE_MANY, { user_ids: [] })).toBe("VALIDATION");
  expect(await admin.refusal(ACTIVATE, { user_ids: [boss], is_active: false })).toBe("CONFLICT");
  expect((await row(ids[0]!)).deleted_at).toBeNull();
  expect((await admin.data(DELETE_MANY, { user_ids: ids })).deleteUsers).toEqual({ count: 2, ids });
  expect(
    (await audits("user.deleted"))
      .slice(0, 2)
      .map(({ subject_id }) => subject_id)
      .sort(),
  ).toEqual(ids.sort());
});
