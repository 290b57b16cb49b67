import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($input: CreateUserInput!, $branchUrl: String) {
  createUser(input: $input, branchUrl: $branchUrl) { id email }
}`;
const UPDATE = "mutation ($id: Int!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }";
const ADD = "mutation ($input: UserBranchInput!) { addUserToBranch(userBranchInput: $input) { id } }";
const REMOVE = "mutation ($id: Int!, $branch: Int!) { removeUserFromBranch(user_id: $id, branch_id: $branch) { id } }";

let server: TestServer;
let mailbox: Mailbox;
let admin: Client;
let operator: Client;
let south: number;
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
  admin = await server.as("admin@demo.test");
  operator = await operatorAt(server);
  south = await server.inside("demo", async (db) => {
    const { id } = await db.selectFrom("branches").select("id").where("url", "=", "south").executeTakeFirstOrThrow();
    return id;
  });
});
beforeEach(() => {
  server.outside.jobs.length = 0;
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
});

let count = 0;
async function create(fields: object = {}, branchUrl?: string): Promise<{ id: number; email: string }> {
  const email = `change${++count}@demo.test`;
  const input = { first_name: "Nora", last_name: "Blake", email, role: "learner", password: "lantern-river-41" };
  const { createUser } = await admin.data(CREATE, { input: { ...input, ...fields }, branchUrl });
  server.outside.jobs.length = 0;
  return createUser;
}

describe("mails about account changes by another user", () => {
  test("announce a new role, and no other change", async () => {
    const { id, email } = await create({ skip_email: true });
    await admin.data(UPDATE, { id, input: { first_name: "Nadia" } });
    expect(await mailbox.deliver()).toEqual([]);
    await admin.data(UPDATE, { id, input: { role: "instructor" } });
    const [mail, ...others] = await mailbox.deliver();
    expect(others).toEqual([]);
    expect(mail!.to![0]!.address).toBe(email);
    expect(mail!.subject).toMatch(/^Your role at .+ has changed$/);
    expect(mail!.text).toContain("Margaret Oyelaran changed your role at");
    expect(mail!.text).toContain("from Learner to Instructor.");
  });

  test("announce that the user became an operator", async () => {
    const { id, email } = await create();
    await operator.data(UPDATE, { id, input: { role: "super_admin" } });
    const [mail] = await mailbox.deliver();
    expect(mail!.to![0]!.address).toBe(email);
    expect(mail!.text).toContain("from Learner to Super Admin.");
  });

  test("announce to instructors that they were added to or removed from a branch", async () => {
    const { id, email } = await create({ role: "instructor" }, "north");
    await admin.data(ADD, { input: { user_ids: [id], branch_ids: [south], role: "learner" } });
    const [added] = await mailbox.deliver();
    expect(added!.to![0]!.address).toBe(email);
    expect(added!.text).toMatch(/Margaret Oyelaran added you to the branch ‘Northgate Sud’ of .+ as Instructor\./);
    await admin.data(ADD, { input: { user_ids: [id], branch_ids: [south], role: "learner" } });
    expect(await mailbox.deliver()).toEqual([]);
    await admin.data(REMOVE, { id, branch: south });
    const [removed] = await mailbox.deliver();
    expect(removed!.text).toMatch(/Margaret Oyelaran removed you from the branch ‘Northgate Sud’ of .+ Instructor\./);
  });

  test("do not announce branches to learners", async () => {
    const { id } = await create({}, "north");
    await admin.data(ADD, { input: { user_ids: [id], branch_ids: [south], role: "learner" } });
    await admin.data(REMOVE, { id, branch: south });
    expect(await mailbox.deliver()).toEqual([]);
  });

  test("announce access to the main site to managers", async () => {
    const { id } = await create({ role: "manager" }, "north");
    await operator.data(UPDATE, { id, input: { is_primary: true } });
    const [mail] = await mailbox.deliver();
    expect(mail!.subject).toMatch(/^Your access at .+ has changed$/);
    expect(mail!.text).toMatch(/gave you access to the main site of /);
  });

  test("use the user's language", async () => {
    const { id } = await create();
    await server.inside("demo", (db) => db.updateTable("users").set({ language: "fr" }).where("id", "=", id).execute());
    await admin.data(UPDATE, { id, input: { role: "instructor" } });
    const [mail] = await mailbox.deliver();
    expect(mail!.subject).toMatch(/^Votre rôle chez .+ a changé$/);
    expect(mail!.text).toContain("Apprenant → Formateur.");
  });

  test("are not sent for a change that is refused or rolled back", async () => {
    const { id } = await create();
    expect(await (await server.as("instructor@demo.test")).refusal(UPDATE, { id, input: { role: "manager" } })).toBe(
      "FORBIDDEN",
    );
    await admin.query(
      `mutation { updateUser(id: ${id}, input: { role: "manager" }) { id } undone: deleteGroup(id: 0) { id } }`,
    );
    expect((await admin.data(`{ user(id: ${id}) { role } }`)).user.role).toBe("learner");
    expect(server.outside.jobs).toEqual([]);
  });

  test("are not sent for the user's own change", async () => {
    const id = await server.userId("admin@demo.test");
    await admin.data(ADD, { input: { user_ids: [id], branch_ids: [south], role: "learner" } });
    await admin.data(REMOVE, { id, branch: south });
    expect(server.outside.jobs).toEqual([]);
  });
});
