import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const ASK = `query ($users: [Int!]!, $branches: [Int!], $groups: [Int!]) { narrowings(user_ids: $users, branch_ids: $branches, group_ids: $groups) { id first_name sees_now would_see } }`;
const JOIN = `mutation ($users: [Int!]!, $branch: Int!) { addUserToBranch(userBranchInput: { user_ids: $users, branch_ids: [$branch], role: "learner" }) { id } }`;
const LEAD = `mutation ($group: Int!, $user: Int!, $leads: Boolean!) { setGroupLeader(group_id: $group, user_id: $user, is_leader: $leads) { id } }`;
const SEEN = `{ reportsAllUsers { usersPage(limit: 1) { total } } }`;

let server: TestServer;
let admin: Client;
let manager: number;
let branch: number;
let group: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  manager = await server.userId("manager@demo.test");
  const { branches, groups } = await admin.data("{ branches { id } groups { id } }");
  [branch, group] = [branches[0].id, groups[0].id];
});
afterAll(() => server.close());

const ask = async (change: object) => (await admin.data(ASK, { users: [manager], ...change })).narrowings;
const countSeen = async () => (await (await server.as("manager@demo.test")).data(SEEN)).reportsAllUsers.usersPage.total;

test("a manager's first branch narrows what the manager sees to the number that was announced", async () => {
  const [announced] = await ask({ branches: [branch] });
  expect(announced).toMatchObject({ id: manager, sees_now: await countSeen() });
  expect(announced.would_see).toBeLessThan(announced.sees_now);
  await admin.data(JOIN, { users: [manager], branch });
  expect(await countSeen()).toBe(announced.would_see);
  expect(await ask({ branches: [branch] })).toEqual([]);
  await admin.data(
    `mutation ($user: Int!, $branch: Int!) { removeUserFromBranch(user_id: $user, branch_id: $branch) { id } }`,
    { user: manager, branch },
  );
});

test("a manager's first group to lead narrows what the manager sees to the number that was announced", async () => {
  await admin.data(
    `mutation ($user: Int!, $group: Int!) { addUserToGroup(user_id: $user, group_ids: [$group]) { id } }`,
    {
      user: manager,
      group,
    },
  );
  const [announced] = await ask({ groups: [group] });
  await admin.data(LEAD, { group, user: manager, leads: true });
  expect(await countSeen()).toBe(announced.would_see);
  expect(await ask({ groups: [group] })).toEqual([]);
  await admin.data(LEAD, { group, user: manager, leads: false });
});

test("users who are no managers, are not narrowed, and those of other instances are not found", async () => {
  const others = [await server.userId("learner@demo.test"), await server.userId("admin@demo.test")];
  expect(await ask({ users: others, branches: [branch] })).toEqual([]);
  const foreign = { users: [await server.userId("admin@riverside.test")], branches: [branch] };
  expect(await admin.refusal(ASK, foreign)).toBe("NOT_FOUND");
});
