import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import { FIELD_TYPES, parseFieldValue } from "./field-values.ts";

const FIELD = "id name type choices is_required is_listed visible_to is_editable_by_person";
const CREATE = `mutation ($input: UserFieldInput!) { createUserField(input: $input) { ${FIELD} } }`;
const UPDATE = `mutation ($id: Int!, $input: UserFieldInput!) { updateUserField(id: $id, input: $input) { ${FIELD} } }`;
const DELETE = `mutation ($id: Int!) { deleteUserField(id: $id) { id } }`;
const LIST = `{ userFields { ${FIELD} } }`;
const NEW_USER = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`;
const CHANGE_USER = `mutation ($id: Int!, $fields: [UserFieldValueInput!]) {
  updateUser(id: $id, input: { fields: $fields }) { id } }`;
const READ_USER = `query ($id: Int!) { user(id: $id) { fields { field { name } value may_edit } } }`;

let server: TestServer;
let admin: Client;
/** Fields of every audience, by name. */
const ids: Record<string, number> = {};
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  for (const input of [
    { name: "Salary band", type: "choice", choices: ["A", "B"], visible_to: "admins" },
    { name: "Department", type: "text", is_listed: true },
    { name: "Start date", type: "date", visible_to: "everybody" },
    { name: "Shoe size", type: "number", visible_to: "everybody", is_editable_by_person: true, is_listed: true },
    { name: "First aider", type: "checkbox", is_listed: true },
  ])
    ids[input.name] = (await admin.data(CREATE, { input })).createUserField.id;
});
afterAll(() => server.close());

const names = async (client: Client) =>
  (await client.data(LIST)).userFields
    .map(({ name }: { name: string }) => name)
    .filter((name: string) => Object.hasOwn(ids, name));
const readProblems = async (client: Client, document: string, variables: object) =>
  (await client.query(document, variables)).errors?.[0]?.extensions?.validation;
let count = 0;
const newUser = (fields: object[] | undefined, last_name = "Fielder") => ({
  input: {
    first_name: "Finn",
    last_name,
    email: `finn${++count}@fields.test`,
    role: "learner",
    skip_email: true,
    fields,
  },
});
const createUser = async (fields: object[] | undefined, last_name?: string): Promise<number> =>
  (await admin.data(NEW_USER, newUser(fields, last_name))).createUser.id;
const readValues = async (client: Client, id: number) =>
  Object.fromEntries(
    (await client.data(READ_USER, { id })).user.fields
      .filter(({ field }: { field: { name: string } }) => Object.hasOwn(ids, field.name))
      .map(({ field, value }: { field: { name: string }; value: string | null }) => [field.name, value]),
  );

test("userFields lists what the caller's role sees, in order", async () => {
  expect(await names(admin)).toEqual(Object.keys(ids));
  expect(await names(await server.as("instructor@demo.test"))).toEqual(Object.keys(ids).slice(1));
  expect(await names(await server.as("manager@demo.test"))).toEqual(Object.keys(ids).slice(1));
  expect(await names(await server.as("learner@demo.test"))).toEqual(["Start date", "Shoe size"]);
  expect((await (await server.as("admin@riverside.test")).data(LIST)).userFields).not.toContainEqual(
    expect.objectContaining({ name: "Department" }),
  );
});

test("a field is refused without a name, with a name that is taken, of an unknown type, and without choices", async () => {
  const problems = (input: object) => readProblems(admin, CREATE, { input });
  expect(await problems({ name: " " })).toEqual({ name: ["Enter a name."] });
  expect(await problems({ name: "DEPARTMENT" })).toEqual({ name: ["There is already a field of this name."] });
  expect(await problems({ name: "Email" })).toEqual({ name: ["Users have a field of this name already."] });
  expect(await problems({ name: "x", type: "html" })).toEqual({ type: ["Choose a type of the list."] });
  expect(await problems({ name: "x", type: "choice", choices: [" "] })).toEqual({
    choices: ["Enter at least one choice."],
  });
  expect(await readProblems(admin, UPDATE, { id: ids["Department"], input: { type: "date" } })).toEqual({
    type: ["The type of a field cannot be changed."],
  });
});

test("a field that users do not see is not theirs to change, and equal choices are stored once", async () => {
  const { createUserField } = await admin.data(CREATE, {
    input: {
      name: "Shift",
      type: "choice",
      choices: ["Day", " night ", "DAY"],
      visible_to: "staff",
      is_editable_by_person: true,
    },
  });
  expect(createUserField).toMatchObject({ choices: ["Day", "night"], is_editable_by_person: false });
  await admin.data(DELETE, { id: createUserField.id });
});

test("a user is created and changed with values, which are stored in one form", async () => {
  const id = await createUser([
    { id: ids["Salary band"], value: "b" },
    { id: ids["Department"], value: "  Kitchen " },
    { id: ids["Shoe size"], value: "042.50" },
    { id: ids["First aider"], value: "TRUE" },
  ]);
  expect(await readValues(admin, id)).toEqual({
    "Salary band": "B",
    Department: "Kitchen",
    "Start date": null,
    "Shoe size": "42.5",
    "First aider": "true",
  });
  expect(Object.keys(await readValues(await server.as("instructor@demo.test"), id))).not.toContain("Salary band");
  await admin.data(CHANGE_USER, {
    id,
    fields: [
      { id: ids["Department"], value: "" },
      { id: ids["First aider"], value: "false" },
      { id: ids["Start date"], value: "2026-02-28" },
    ],
  });
  expect(await readValues(admin, id)).toEqual({
    "Salary band": "B",
    Department: null,
    "Start date": "2026-02-28",
    "Shoe size": "42.5",
    "First aider": null,
  });
  const { auditLog } = await admin.data(
    `query ($search: String) { auditLog(search: $search, limit: 1) { rows { action changes { field before after } } } }`,
    { search: "Fielder" },
  );
  expect(auditLog.rows[0].action).toBe("user.updated");
  expect(auditLog.rows[0].changes).toEqual([
    {
      field: "user_fields",
      before: JSON.stringify(["Department: Kitchen", "First aider: true"]),
      after: JSON.stringify(["Start date: 2026-02-28"]),
    },
  ]);
});

test("wrong values are refused by field, and nobody is created", async () => {
  const input = newUser([
    { id: ids["Salary band"], value: "C" },
    { id: ids["Start date"], value: "2026-02-30" },
    { id: ids["Shoe size"], value: "large" },
    { id: ids["First aider"], value: "perhaps" },
    { id: ids["Department"], value: "x".repeat(501) },
    { id: 999_999, value: "x" },
  ]);
  expect(await readProblems(admin, NEW_USER, input)).toEqual({
    [`field_${ids["Salary band"]}`]: ["Choose one of the list."],
    [`field_${ids["Start date"]}`]: ["Enter a date that exists."],
    [`field_${ids["Shoe size"]}`]: ["Enter a number, for example 12 or 12.5."],
    [`field_${ids["First aider"]}`]: ["Write true or false."],
    [`field_${ids["Department"]}`]: ["This can have at most 500 characters."],
    field_999999: ["This field does not exist any more."],
  });
  const found = await admin.data(`query ($s: String) { usersPage(search: $s) { total } }`, { s: input.input.email });
  expect(found.usersPage.total).toBe(0);
});

test("a field that the caller does not see cannot be written by its id", async () => {
  const instructor = await server.as("instructor@demo.test");
  const hidden = ids["Salary band"];
  expect(await readProblems(instructor, NEW_USER, newUser([{ id: hidden, value: "A" }]))).toEqual({
    [`field_${hidden}`]: ["This field does not exist any more."],
  });
  const foreign = await server.as("admin@riverside.test");
  expect(await readProblems(foreign, NEW_USER, newUser([{ id: ids["Department"], value: "A" }]))).toEqual({
    [`field_${ids["Department"]}`]: ["This field does not exist any more."],
  });
});

test("a required field has to be filled by clients that send fields, and leaves older clients alone", async () => {
  await admin.data(UPDATE, { id: ids["Department"], input: { is_required: true } });
  expect(await readProblems(admin, NEW_USER, newUser([]))).toEqual({
    [`field_${ids["Department"]}`]: ["Fill this in."],
  });
  const id = await createUser(undefined);
  expect(await readProblems(admin, CHANGE_USER, { id, fields: [{ id: ids["Department"], value: " " }] })).toEqual({
    [`field_${ids["Department"]}`]: ["Fill this in."],
  });
  await admin.data(CHANGE_USER, { id, fields: [{ id: ids["Department"], value: "Laundry" }] });
  await admin.data(UPDATE, { id: ids["Department"], input: { is_required: false } });
});

test("a choice that was removed from the list stays with those who have it", async () => {
  const id = await createUser([{ id: ids["Salary band"], value: "A" }]);
  await admin.data(UPDATE, { id: ids["Salary band"], input: { choices: ["B", "C"] } });
  await admin.data(CHANGE_USER, { id, fields: [{ id: ids["Salary band"], value: "A" }] });
  expect((await readValues(admin, id))["Salary band"]).toBe("A");
  await admin.data(UPDATE, { id: ids["Salary band"], input: { choices: ["A", "B"] } });
});

test("users change those of their own fields that they may, and no others", async () => {
  const learner = await server.as("learner@demo.test");
  const OWN = `{ ownFields { field { name } value may_edit } }`;
  const SAVE = `mutation ($fields: [UserFieldValueInput!]) { updateUserDetails(input: { fields: $fields }) { id } }`;
  await learner.data(SAVE, { fields: [{ id: ids["Shoe size"], value: "38" }] });
  expect((await learner.data(OWN)).ownFields).toEqual([
    { field: { name: "Start date" }, value: null, may_edit: false },
    { field: { name: "Shoe size" }, value: "38", may_edit: true },
  ]);
  for (const name of ["Start date", "Department"])
    expect(await readProblems(learner, SAVE, { fields: [{ id: ids[name], value: "2026-01-01" }] })).toEqual({
      [`field_${ids[name]}`]: ["This field does not exist any more."],
    });
});

test("a file of users has values by row, and a wrong one refuses the file", async () => {
  const BULK = `mutation ($input: [BulkUserInput!]!) { bulkCreateUsers(input: $input) { id } }`;
  const row = (fields: object[]) => newUser(fields).input;
  expect(
    await readProblems(admin, BULK, {
      input: [row([{ id: ids["Shoe size"], value: "40" }]), row([{ id: ids["Shoe size"], value: "forty" }])],
    }),
  ).toEqual({ [`input.1.field_${ids["Shoe size"]}`]: ["Enter a number, for example 12 or 12.5."] });
  const { bulkCreateUsers } = await admin.data(BULK, {
    input: [row([{ id: ids["Shoe size"], value: "40" }]), row([{ id: ids["Department"], value: "Garden" }])],
  });
  expect((await readValues(admin, bulkCreateUsers[0].id))["Shoe size"]).toBe("40");
  expect((await readValues(admin, bulkCreateUsers[1].id))["Department"]).toBe("Garden");
});

const PAGE = `query ($field_id: Int, $field_value: String, $search: String) {
  usersPage(field_id: $field_id, field_value: $field_value, search: $search, limit: 100) {
    total rows { id fields { field_id value } } field_columns } }`;

test("the users list shows listed fields and is limited by a value", async () => {
  const kitchen = await createUser(
    [
      { id: ids["Department"], value: "Kitchen 100%" },
      { id: ids["First aider"], value: "true" },
      { id: ids["Salary band"], value: "A" },
      { id: ids["Shoe size"], value: "41" },
    ],
    "Lister",
  );
  const office = await createUser([{ id: ids["Department"], value: "Office" }], "Lister");
  const found = async (field: string, field_value: string, client = admin) =>
    (await client.data(PAGE, { field_id: ids[field], field_value, search: "Lister" })).usersPage.rows.map(
      ({ id }: { id: number }) => id,
    );
  const { rows } = (await admin.data(PAGE, { search: "Lister" })).usersPage;
  expect(rows.find(({ id }: { id: number }) => id === kitchen).fields).toEqual(
    expect.arrayContaining([
      { field_id: ids["Department"], value: "Kitchen 100%" },
      { field_id: ids["First aider"], value: "true" },
      { field_id: ids["Shoe size"], value: "41" },
    ]),
  );
  expect(rows.find(({ id }: { id: number }) => id === kitchen).fields).toHaveLength(3);
  expect(await found("Department", "kitch")).toEqual([kitchen]);
  expect(await found("Department", "%")).toEqual([kitchen]);
  expect(await found("First aider", "true")).toEqual([kitchen]);
  expect(await found("First aider", "false")).toEqual([office]);
  expect(await found("Salary band", "a")).toEqual([kitchen]);
  expect(await found("Salary band", "")).toEqual([office]);
  expect(await found("Shoe size", "41.0")).toEqual([kitchen]);
  const instructor = await server.as("instructor@demo.test");
  expect(await readProblems(instructor, PAGE, { field_id: ids["Salary band"], field_value: "A" })).toEqual({
    field_id: ["This field does not exist any more."],
  });
});

test("files of the users list and of reports end with the listed fields", async () => {
  const id = await createUser(
    [
      { id: ids["Department"], value: "Reporting" },
      { id: ids["First aider"], value: "true" },
    ],
    "Reporter",
  );
  const course = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("courses")
      .where("instance_id", "=", instance)
      .where("status", "=", "published")
      .select("id")
      .executeTakeFirstOrThrow(),
  );
  await admin.data(`mutation ($u: [Int!]!, $c: [Int!]!) { enrolUsers(user_ids: $u, course_ids: $c) { count } }`, {
    u: [id],
    c: [course.id],
  });
  for (const asked of [
    { kind: "users-list", search: "Reporter", field_id: ids["Department"], field_value: "report" },
    { kind: "users", search: "Reporter" },
    { kind: "everything", search: "Reporter" },
    { kind: "course-users", course_id: course.id, search: "Reporter" },
  ]) {
    const response = await takeTable(server, admin, { language: "en", ...asked });
    expect([asked.kind, response.statusCode]).toEqual([asked.kind, 200]);
    const header = response.body.split("\r\n")[0]!;
    expect([asked.kind, header.endsWith(",Department,Shoe size,First aider")]).toEqual([asked.kind, true]);
    expect(parseRows(response.body)).toMatchObject([
      { Department: "Reporting", "Shoe size": "", "First aider": "Yes" },
    ]);
  }
});

test("a deleted field is shown nowhere, and restored with its values", async () => {
  const { createUserField } = await admin.data(CREATE, { input: { name: "Locker" } });
  const { id: field } = createUserField;
  const user = await createUser([{ id: field, value: "12" }]);
  await admin.data(DELETE, { id: field });
  expect(await admin.refusal(DELETE, { id: field })).toBe("NOT_FOUND");
  const read = async () =>
    (await admin.data(READ_USER, { id: user })).user.fields.filter(
      (each: { field: { name: string } }) => each.field.name === "Locker",
    );
  expect(await read()).toEqual([]);
  const again = (await admin.data(CREATE, { input: { name: "locker" } })).createUserField.id;
  const RESTORE = `mutation ($id: Int!) { restoreDeleted(kind: "user_field", id: $id) { id } }`;
  expect(await admin.refusal(RESTORE, { id: field })).toBe("CONFLICT");
  await admin.data(DELETE, { id: again });
  await admin.data(RESTORE, { id: field });
  expect(await read()).toEqual([{ field: { name: "Locker" }, value: "12", may_edit: true }]);
  await admin.data(DELETE, { id: field });
});

test("fields are put in another order, and those that are left out follow", async () => {
  const ORDER = `mutation ($ids: [Int!]!) { orderUserFields(ids: $ids) { name } }`;
  const usual = Object.keys(ids);
  await admin.data(ORDER, { ids: [ids["First aider"], ids["Department"]] });
  expect(await names(admin)).toEqual(["First aider", "Department", "Salary band", "Start date", "Shoe size"]);
  await admin.data(ORDER, { ids: usual.map((name) => ids[name]) });
  expect(await names(admin)).toEqual(usual);
  expect(await admin.refusal(ORDER, { ids: [999_999] })).toBe("NOT_FOUND");
});

test("a user's page costs one statement for fields and one for values", async () => {
  const id = await createUser([{ id: ids["Department"], value: "Kitchen" }]);
  const { database } = server.platform;
  const cost = async (document: string) => {
    await admin.data(document, { id });
    const before = database.statements;
    await admin.data(document, { id });
    return database.statements - before;
  };
  const without = await cost(`query ($id: Int!) { user(id: $id) { id } }`);
  expect((await cost(READ_USER)) - without).toBe(2);
});

test("an instance has at most 50 fields", async () => {
  const riverside = await server.as("admin@riverside.test");
  const { userFields } = await riverside.data(LIST);
  for (let at = userFields.length; at < 50; at++) await riverside.data(CREATE, { input: { name: `Field ${at}` } });
  expect(await readProblems(riverside, CREATE, { input: { name: "One more" } })).toEqual({
    name: ["There can be at most 50 fields."],
  });
});

test("a stored value is its own stored form, whatever was typed", () => {
  const choices = ["Day", "Night shift"];
  const typed = fc.oneof(
    fc.string({ maxLength: 600 }),
    fc.double().map(String),
    fc.constantFrom("day", "TRUE", "false", "-0", "0.10", "007", "2024-02-29", "2023-02-29"),
  );
  fc.assert(
    fc.property(fc.constantFrom(...FIELD_TYPES), typed, fc.boolean(), (type, text, is_required) => {
      const { value, problem } = parseFieldValue({ type, choices, is_required }, text);
      if (problem) expect(value).toBeNull();
      if (is_required && value === null) expect(problem).toBeDefined();
      if (value === null) return;
      expect([value.length > 0, value.length <= 500]).toEqual([true, true]);
      expect(parseFieldValue({ type, choices, is_required }, value)).toEqual({ value });
    }),
  );
});

test("a filter by a part of a text ignores its case, and follows each change of a value at once", async () => {
  const PAGE = `query ($id: Int!, $value: String) { usersPage(field_id: $id, field_value: $value) { total rows { id } } }`;
  const find = async (value: string): Promise<number[]> =>
    (await admin.data(PAGE, { id: ids["Department"], value })).usersPage.rows.map(({ id }: { id: number }) => id);
  const user = await createUser([{ id: ids["Department"]!, value: "Sluice Gate Ünit" }]);
  expect(await find("gate ü")).toEqual([user]);
  await admin.data(CHANGE_USER, { id: user, fields: [{ id: ids["Department"], value: "Weir" }] });
  expect(await find("gate ü")).toEqual([]);
  expect(await find("weir")).toEqual([user]);
  await admin.data(CHANGE_USER, { id: user, fields: [{ id: ids["Department"], value: "" }] });
  expect(await find("weir")).toEqual([]);
  const other = await createUser([{ id: ids["Department"]!, value: "Weir" }]);
  expect(await find("WEIR")).toEqual([other]);
  await admin.data(`mutation ($id: Int!) { deleteUser(id: $id) { id } }`, { id: other });
  expect(await find("WEIR")).toEqual([]);
});
