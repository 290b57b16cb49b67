import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($input: UserFieldInput!) { createUserField(input: $input) { id } }`;
const NEW_USER = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`;
const PAGE = `query ($field_id: Int, $field_value: String, $search: String) {
  usersPage(field_id: $field_id, field_value: $field_value, search: $search, limit: 100) {
    total rows { id fields { field_id value } } field_columns } }`;

let server: TestServer;
let admin: Client;
/** The fields of this file by name. */
const ids: Record<string, number> = {};
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  for (const name of ["Department", "Shoe size"]) {
    const input = { name, type: "text", is_listed: true, visible_to: "staff" };
    ids[name] = (await admin.data(CREATE, { input })).createUserField.id;
  }
});
afterAll(() => server.close());

let count = 0;
const createUser = async (fields: object[], last_name: string): Promise<number> => {
  const person = {
    first_name: "Fay",
    last_name,
    email: `page.${++count}@demo.test`,
    role: "learner",
    skip_email: true,
  };
  return (await admin.data(NEW_USER, { input: { ...person, fields } })).createUser.id;
};
const readProblems = async (client: Client, document: string, variables: object) =>
  (await client.query(document, variables)).errors?.[0]?.extensions?.validation;

test("the columns of a page have the values of its rows, and null for none", async () => {
  await createUser(
    [
      { id: ids["Shoe size"], value: "44" },
      { id: ids["Department"], value: "Yard" },
    ],
    "Columnar",
  );
  await createUser([{ id: ids["Department"], value: "Attic" }], "Columnar");
  const { rows, field_columns } = (await admin.data(PAGE, { search: "Columnar" })).usersPage;
  const findValue = (row: { fields: { field_id: number; value: string }[] }, id: number) =>
    row.fields.find(({ field_id }) => field_id === id)?.value ?? null;
  expect(Object.keys(field_columns).toSorted()).toEqual(
    [String(ids["Shoe size"]), String(ids["Department"])].toSorted(),
  );
  for (const id in field_columns)
    expect(field_columns[id]).toEqual(rows.map((row: Parameters<typeof findValue>[0]) => findValue(row, Number(id))));
  expect(field_columns[ids["Shoe size"]!]).toContain(null);
});

test("a filter that was used before follows a change of its field at once", async () => {
  const { id: field } = await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("user_fields")
      .values({ instance_id, name: "Shift", type: "choice", choices: ["Night"], position: 99, visible_to: "staff" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const person = await createUser([{ id: field, value: "Night" }], "Shifted");
  const change = (values: object) =>
    server.inside("demo", (db, instance_id) =>
      db
        .updateTable("user_fields")
        .set(values)
        .where("instance_id", "=", instance_id)
        .where("id", "=", field)
        .execute(),
    );
  const find = async () =>
    (await admin.data(PAGE, { field_id: field, field_value: "night" })).usersPage.rows.map(
      ({ id }: { id: number }) => id,
    );
  for (let turn = 0; turn < 2; turn++) expect(await find()).toEqual([person]);
  // The word that was typed now means another choice, which nobody has.
  await change({ choices: ["NIGHT"] });
  expect(await find()).toEqual([]);
  await change({ choices: ["Night"] });
  expect(await find()).toEqual([person]);
  await change({ visible_to: "admins" });
  const instructor = await server.as("instructor@demo.test");
  expect(await readProblems(instructor, PAGE, { field_id: field, field_value: "night" })).toEqual({
    field_id: ["This field does not exist any more."],
  });
  expect(await find()).toEqual([person]);
  await change({ deleted_at: new Date() });
  expect(await readProblems(admin, PAGE, { field_id: field, field_value: "night" })).toEqual({
    field_id: ["This field does not exist any more."],
  });
});
