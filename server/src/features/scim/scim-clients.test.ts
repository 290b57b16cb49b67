import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { createScimToken, GROUP, PATCH, scimClient, type ScimClient, USER } from "../../testing/scim.ts";

// Requests in the shapes that the identity providers document.

let server: TestServer;
let call: ScimClient;
beforeAll(async () => {
  server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET license_count = NULL");
  call = scimClient(server, (await createScimToken(server)).token);
});
afterAll(() => server.close());

const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const find = (filter: string) => call("GET", `/Users?filter=${encodeURIComponent(filter)}`);
const update = (kind: "Users" | "Groups", id: string, ...Operations: object[]) =>
  call("PATCH", `/${kind}/${id}`, { schemas: [PATCH], Operations });

describe("Microsoft Entra ID", () => {
  const entraUser = (userName: string) => ({
    schemas: [USER, ENTERPRISE],
    externalId: `entra-${userName}`,
    userName,
    active: true,
    displayName: "Ida Moss",
    emails: [{ primary: true, type: "work", value: userName }],
    meta: { resourceType: "User" },
    name: { formatted: "Ida Moss", familyName: "Moss", givenName: "Ida" },
    roles: [],
    [ENTERPRISE]: { employeeNumber: "7", department: "Kitchen" },
  });

  test("tests the connection, creates a user, changes and deactivates them", async () => {
    expect((await find('userName eq "8c0d2b86-0000-4000-8000-1f1f1f1f1f1f"')).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const made = await call("POST", "/Users", entraUser("ida.moss@demo.test"));
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect((await find('externalId eq "entra-ida.moss@demo.test"')).body.Resources[0].id).toBe(id);
    const changed = await update(
      "Users",
      id,
      { op: "Replace", path: "name.familyName", value: "Lake" },
      { op: "Replace", path: 'emails[type eq "work"].value', value: "ida.moss@demo.test" },
      { op: "Add", path: `${ENTERPRISE}:department`, value: "Hall" },
      { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "1" },
      { op: "Replace", path: "displayName", value: "Ida Lake" },
      { op: "Add", path: 'roles[primary eq "True"].value', value: "instructor" },
    );
    expect(changed).toMatchObject({
      status: 200,
      body: { name: { givenName: "Ida", familyName: "Lake" }, roles: [{ value: "instructor" }] },
    });
    const off = await update("Users", id, { op: "Replace", path: "active", value: "False" });
    expect(off.body.active).toBe(false);
    const on = await update("Users", id, {
      op: "add",
      value: { active: "True", "name.givenName": "Ina", [`${ENTERPRISE}:division`]: "x" },
    });
    expect(on.body).toMatchObject({ active: true, name: { givenName: "Ina" } });
    expect((await call("DELETE", `/Users/${id}`)).status).toBe(204);
  });

  test("synchronises a group: created without members, read without them, members added and removed", async () => {
    const people: string[] = [];
    for (const name of ["one", "two", "three"])
      people.push((await call("POST", "/Users", entraUser(`entra.${name}@demo.test`))).body.id);
    const made = await call("POST", "/Groups", {
      schemas: [GROUP, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
      externalId: "entra-group",
      displayName: "Kitchen staff",
      meta: { resourceType: "Group" },
    });
    expect(made).toMatchObject({ status: 201, body: { displayName: "Kitchen staff", members: [] } });
    const { id } = made.body;
    const read = await call(
      "GET",
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "kitchen staff"')}`,
    );
    expect(read.body.Resources[0]).toMatchObject({ id, externalId: "entra-group" });
    expect(read.body.Resources[0]).not.toHaveProperty("members");
    const members = async () =>
      (await call("GET", `/Groups/${id}`)).body.members.map((member: { value: string }) => member.value);
    await update("Groups", id, { op: "Add", path: "members", value: people.map((value) => ({ $ref: null, value })) });
    expect(await members()).toEqual(people);
    await update("Groups", id, { op: "Remove", path: "members", value: [{ $ref: null, value: people[0] }] });
    await update("Groups", id, { op: "Remove", path: `members[value eq "${people[1]}"]` });
    expect(await members()).toEqual([people[2]]);
    const renamed = await update("Groups", id, { op: "Replace", path: "displayName", value: "Cooks" });
    expect(renamed).toMatchObject({ status: 200, body: { displayName: "Cooks" } });
    const inGroup = await call(
      "GET",
      `/Groups?filter=${encodeURIComponent(`id eq "${id}" and members eq "${people[2]}"`)}`,
    );
    expect(inGroup.body.totalResults).toBe(1);
    expect((await call("GET", `/Users/${people[2]}`)).body.groups).toMatchObject([{ value: id, display: "Cooks" }]);
    expect((await call("DELETE", `/Groups/${id}`)).status).toBe(204);
    expect((await call("GET", `/Groups/${id}`)).status).toBe(404);
  });
});

describe("Okta", () => {
  const oktaUser = (userName: string, more: object = {}) => ({
    schemas: [USER],
    userName,
    name: { givenName: "Olu", familyName: "Ade" },
    emails: [{ primary: true, value: userName, type: "work" }],
    displayName: "Olu Ade",
    locale: "en-US",
    externalId: `00u-${userName}`,
    groups: [],
    password: "1mz050nq",
    active: true,
    ...more,
  });

  test("tests the connection, creates, reads, replaces, deactivates and activates a user", async () => {
    expect((await call("GET", "/Users?startIndex=1&count=2")).body).toMatchObject({ startIndex: 1, itemsPerPage: 2 });
    const userName = "olu.ade@demo.test";
    expect(
      (await call("GET", `/Users?filter=userName%20eq%20%22${userName}%22&startIndex=1&count=100`)).body.totalResults,
    ).toBe(0);
    const { body: made } = await call("POST", "/Users", oktaUser(userName));
    const { password_hash } = await server.inside("demo", (db) =>
      db.selectFrom("users").select("password_hash").where("email", "=", userName).executeTakeFirstOrThrow(),
    );
    expect(password_hash).toBeNull();
    const replaced = await call("PUT", `/Users/${made.id}`, {
      ...made,
      name: { givenName: "Olu", familyName: "Bello" },
    });
    expect(replaced).toMatchObject({
      status: 200,
      body: { name: { familyName: "Bello" }, externalId: made.externalId },
    });
    const off = await update("Users", made.id, { op: "replace", value: { active: false } });
    expect(off.body.active).toBe(false);
    const on = await call("PUT", `/Users/${made.id}`, oktaUser(userName, { id: made.id, active: true }));
    expect(on.body.active).toBe(true);
    expect((await call("POST", "/Users", oktaUser(userName))).status).toBe(409);
  });

  test("pushes a group: created with members, renamed, members replaced", async () => {
    const people: { value: string; display: string }[] = [];
    for (const name of ["one", "two"]) {
      const { body } = await call("POST", "/Users", oktaUser(`okta.${name}@demo.test`));
      people.push({ value: body.id, display: body.userName });
    }
    const { body: group } = await call("POST", "/Groups", {
      schemas: [GROUP],
      displayName: "Pushed",
      members: [people[0]],
    });
    expect(group.members).toMatchObject([{ value: people[0]!.value }]);
    const renamed = await update("Groups", group.id, {
      op: "replace",
      value: { id: group.id, displayName: "Pushed on" },
    });
    expect(renamed.body).toMatchObject({ displayName: "Pushed on", members: [{ value: people[0]!.value }] });
    const moved = await update(
      "Groups",
      group.id,
      { op: "remove", path: `members[value eq "${people[0]!.value}"]` },
      { op: "add", path: "members", value: [people[1]] },
    );
    expect(moved.body.members).toMatchObject([{ value: people[1]!.value }]);
    const replaced = await update("Groups", group.id, { op: "replace", path: "members", value: people });
    expect(replaced.body.members).toHaveLength(2);
    const put = await call("PUT", `/Groups/${group.id}`, { schemas: [GROUP], displayName: "Pushed on", members: [] });
    expect(put.body.members).toEqual([]);
  });
});
