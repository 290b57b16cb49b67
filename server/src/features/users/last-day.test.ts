import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAutomation, DRY_RUN, automationInput, passDay, readRuns } from "../../testing/automations.ts";
import { addLearner, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const PAGE = `query ($state: String, $search: String) { usersPage(state: $state, search: $search) { total rows { id is_active } } }`;
const ACTIVATE = `mutation ($ids: [Int!]!, $on: Boolean!) { setUsersActive(user_ids: $ids, is_active: $on) { count ids } }`;
const USER = `query ($id: Int!) { user(id: $id) { is_active deactivate_at } }`;
const UPDATE = `mutation ($id: Int!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { is_active deactivate_at } }`;

let server: TestServer;
let admin: Client;
let user: number;
let count = 0;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
beforeEach(async () => {
  user = await addLearner(admin, `lastday${++count}@demo.test`);
});
afterAll(() => server.close());

/** Sets the first day on which a person cannot sign in, in days from today in the instance's time zone. */
const setLastDay = (days: number) =>
  server.inside("demo", (db, instance) =>
    sql`UPDATE users u SET deactivate_at = (now() AT TIME ZONE i.time_zone)::date + ${days}::integer
      FROM instances i WHERE i.id = u.instance_id AND u.instance_id = ${instance} AND u.id = ${user}`.execute(db),
  );
const find = async (state: string | null) =>
  (await admin.data(PAGE, { state, search: `lastday${count}@` })).usersPage.rows;

test("a person whose last day has passed is listed as inactive", async () => {
  await setLastDay(1);
  expect(await find("active")).toEqual([{ id: user, is_active: true }]);
  await setLastDay(0);
  expect(await find(null)).toEqual([{ id: user, is_active: false }]);
  expect(await find("active")).toEqual([]);
  expect(await find("inactive")).toEqual([{ id: user, is_active: false }]);
});

test("activating a person whose last day has passed removes that day", async () => {
  await setLastDay(0);
  expect((await admin.data(ACTIVATE, { ids: [user], on: true })).setUsersActive).toEqual({ count: 1, ids: [user] });
  expect((await admin.data(USER, { id: user })).user).toEqual({ is_active: true, deactivate_at: null });
});

test("a person whose last day has passed is inactive on their page, in the form and in their courses", async () => {
  const [course] = (await insertCourses(server, ["Last day"])) as [number];
  await admin.data(`mutation ($u: [Int!]!, $c: [Int!]!) { enrolUsers(user_ids: $u, course_ids: $c) { count } }`, {
    u: [user],
    c: [course],
  });
  await setLastDay(0);
  const { user: before } = await admin.data(USER, { id: user });
  expect(before).toMatchObject({ is_active: false, deactivate_at: expect.any(String) });
  const { coursePeople } = await admin.data(
    `query ($c: Int!) { coursePeople(course_id: $c) { rows { id is_active } } }`,
    { c: course },
  );
  expect(coursePeople.rows).toEqual([{ id: user, is_active: false }]);

  // The form sends what it shows.
  const named = { first_name: "Nora", ...before };
  expect((await admin.data(UPDATE, { id: user, input: named })).updateUser).toEqual(before);
  await admin.data(UPDATE, { id: user, input: { deactivate_at: "2099-01-01" } });
  expect((await admin.data(USER, { id: user })).user).toEqual({ is_active: true, deactivate_at: "2099-01-01" });
});

test("ticking Active in the form removes a last day that has passed", async () => {
  await setLastDay(0);
  const { user: before } = await admin.data(USER, { id: user });
  const input = { ...before, is_active: true };
  expect((await admin.data(UPDATE, { id: user, input })).updateUser).toEqual({ is_active: true, deactivate_at: null });
  await setLastDay(0);
  const later = { is_active: false, deactivate_at: "2099-01-01" };
  expect((await admin.data(UPDATE, { id: user, input: later })).updateUser).toEqual(later);
});

test("ticking Active in the form removes a last day that passed while the person was deactivated", async () => {
  await setLastDay(2);
  await admin.data(ACTIVATE, { ids: [user], on: false });
  await setLastDay(0);
  const { user: before } = await admin.data(USER, { id: user });
  expect((await admin.data(UPDATE, { id: user, input: before })).updateUser).toEqual(before);
  const input = { ...before, is_active: true };
  expect((await admin.data(UPDATE, { id: user, input })).updateUser).toEqual({ is_active: true, deactivate_at: null });
  expect(await find("active")).toEqual([{ id: user, is_active: true }]);
});

test("an automation for active people leaves out those whose last day has passed", async () => {
  await setLastDay(0);
  const automation = {
    trigger: { kind: "person_created" },
    conditions: { state: "active" },
    actions: [{ kind: "notify", to: "person", subject: "Hello", text: "Hello" }],
  };
  const { dryRunAutomation } = await admin.data(DRY_RUN, {
    input: automationInput(automation),
    search: `lastday${count}@`,
  });
  expect(dryRunAutomation.people).toBe(0);
  const id = await createAutomation(admin, { ...automation, trigger: { kind: "not_signed_in", days: 1 } });
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("users")
      .set({ created_at: new Date("2020-01-01") })
      .where("instance_id", "=", instance)
      .where("id", "=", user)
      .execute(),
  );
  await passDay(server);
  expect((await readRuns(admin, id)).rows.map(({ user_id }) => user_id)).not.toContain(user);
});
