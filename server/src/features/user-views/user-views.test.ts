import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { takeTable } from "../../testing/tables.ts";

const VIEW = "id name role is_overdue enrolled_in not_enrolled_in field_id field_value sort columns";
const SETTINGS = `{ memberChoices { user_list { columns views { ${VIEW} } } } }`;
const CREATE = `mutation ($input: UserViewInput!) { createUserView(input: $input) { ${VIEW} } }`;
const UPDATE = `mutation ($id: Int!, $input: UserViewInput!) { updateUserView(id: $id, input: $input) { ${VIEW} } }`;
const DELETE = `mutation ($id: Int!) { deleteUserView(id: $id) { id } }`;
const COLUMNS = `mutation ($columns: [String!]) { setUserListColumns(columns: $columns) }`;
const FIELD = `mutation ($input: UserFieldInput!) { createUserField(input: $input) { id } }`;
const PAGE = `query ($search: String, $ids: [Int!]) {
  usersPage(search: $search, field_ids: $ids) { rows { fields { field_id value } } } }`;

let server: TestServer;
let admin: Client;
let instructor: Client;
/** A field that lists do not show, one for admins alone, and one that lists show. */
let locker: number;
let salary: number;
let team: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  instructor = await server.as("instructor@demo.test");
  const field = async (input: object) => (await admin.data(FIELD, { input })).createUserField.id;
  locker = await field({ name: "Locker", type: "text" });
  salary = await field({ name: "Salary band", type: "text", visible_to: "admins" });
  team = await field({ name: "Team", type: "text", is_listed: true });
  await admin.data(
    `mutation ($fields: [UserFieldValueInput!]) { createUser(input: { first_name: "Vera", last_name: "Viewer",
      email: "vera@views.test", role: "learner", skip_email: true, fields: $fields }) { id } }`,
    {
      fields: [
        { id: locker, value: "L7" },
        { id: salary, value: "B" },
        { id: team, value: "Blue" },
      ],
    },
  );
});
afterAll(() => server.close());

const settings = async (client: Client) => (await client.data(SETTINGS)).memberChoices.user_list;
const readProblems = async (client: Client, document: string, variables: object) =>
  (await client.query(document, variables)).errors?.[0]?.extensions?.validation;

test("keeps a view with its filters, its order and its columns, for its owner alone", async () => {
  const input = {
    name: " Late ones ",
    role: "learner",
    is_overdue: true,
    enrolled_in: 3,
    not_enrolled_in: 4,
    sort: "-created",
    columns: ["role", "email"],
  };
  const { createUserView: view } = await admin.data(CREATE, { input });
  expect(view).toMatchObject({ ...input, name: "Late ones", field_id: null });
  expect((await settings(admin)).views).toContainEqual(view);
  expect((await settings(instructor)).views).toEqual([]);
  expect(await instructor.refusal(UPDATE, { id: view.id, input })).toBe("NOT_FOUND");
  expect(await instructor.refusal(DELETE, { id: view.id })).toBe("NOT_FOUND");
  expect((await settings(admin)).views).toContainEqual(view);
});

test("renames and replaces a view, and deletes it", async () => {
  const { createUserView: view } = await admin.data(CREATE, {
    input: { name: "Kitchen", field_id: locker, field_value: "K" },
  });
  const { updateUserView: changed } = await admin.data(UPDATE, {
    id: view.id,
    input: { name: "Laundry", role: "admin" },
  });
  expect(changed).toMatchObject({ id: view.id, name: "Laundry", role: "admin", field_id: null, field_value: null });
  await admin.data(DELETE, { id: view.id });
  expect((await settings(admin)).views.map(({ name }: { name: string }) => name)).not.toContain("Laundry");
  expect(await admin.refusal(DELETE, { id: view.id })).toBe("NOT_FOUND");
});

test("rejects a name twice or none, unknown columns, and more views than a person may have", async () => {
  await instructor.data(CREATE, { input: { name: "Mine" } });
  expect(await readProblems(instructor, CREATE, { input: { name: "MINE" } })).toHaveProperty("name");
  expect(await readProblems(instructor, CREATE, { input: { name: "  " } })).toHaveProperty("name");
  expect(await readProblems(instructor, CREATE, { input: { name: "x".repeat(61) } })).toHaveProperty("name");
  expect(await readProblems(instructor, CREATE, { input: { name: "A", columns: ["password"] } })).toHaveProperty(
    "columns",
  );
  expect(await readProblems(instructor, CREATE, { input: { name: "A", search: "x".repeat(201) } })).toHaveProperty(
    "filters",
  );
  for (let count = 2; count <= 50; count++) await instructor.data(CREATE, { input: { name: `View ${count}` } });
  expect(await readProblems(instructor, CREATE, { input: { name: "One more" } })).toHaveProperty("name");
});

test("reads the values of the fields that a person chose as columns, of those they see", async () => {
  const readFields = async (client: Client, ids?: number[]) =>
    (await client.data(PAGE, { search: "vera@views.test", ids })).usersPage.rows[0].fields
      .map(({ value }: { value: string }) => value)
      .toSorted();
  expect(await readFields(instructor)).toEqual(["Blue"]);
  await instructor.data(COLUMNS, { columns: ["email", `field_${locker}`, `field_${salary}`] });
  expect((await settings(instructor)).columns).toEqual(["email", `field_${locker}`, `field_${salary}`]);
  expect(await readFields(instructor)).toEqual(["Blue", "L7"]);
  expect(await readFields(instructor, [salary, locker])).toEqual(["L7"]);
  expect(await readFields(admin)).toEqual(["Blue"]);
  expect(await readFields(admin, [salary])).toEqual(["B"]);
  await instructor.data(COLUMNS, {});
  expect((await settings(instructor)).columns).toBeNull();
  expect(await readProblems(instructor, COLUMNS, { columns: ["name; DROP"] })).toHaveProperty("columns");
});

test("exports the chosen columns, with fields that the caller sees", async () => {
  const take = async (client: Client, columns?: string[]) =>
    (await takeTable(server, client, { kind: "users-list", language: "en", search: "vera@views.test", columns })).body
      .replace(/^\uFEFF/, "")
      .split("\r\n");
  expect((await take(admin))[0]).toMatch(/^Name,Email,Role,Active,Created At,.*Team/);
  const chosen = ["groups", "active", `field_${locker}`, `field_${salary}`];
  expect((await take(admin, chosen)).slice(0, 2)).toEqual([
    "Name,Groups,Last active,Locker,Salary band",
    "Vera Viewer,,,L7,B",
  ]);
  expect((await take(instructor, chosen))[0]).toBe("Name,Groups,Last active,Locker");
});
