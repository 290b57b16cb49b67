import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { linkIn, type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($input: InvitationInput!) { createInvitation(input: $input) { id link } }`;
const OFFER = `query ($code: String!) { registrationOffer(code: $code) { inviter } }`;
const REGISTER = `mutation ($input: RegistrationInput!) { register(input: $input) { message } }`;
const CONFIRM = `mutation ($email: String!, $token: String!, $password: String!) {
  confirmRegistration(email: $email, token: $token, password: $password) { state } }`;
const SITE = `mutation ($input: RegistrationSiteInput!) { updateRegistrationSite(input: $input) { is_open } }`;
const DECIDE = `mutation ($ids: [Int!]!, $approve: Boolean!) { decideRegistrations(ids: $ids, approve: $approve) { count } }`;
const WAITING = `query ($state: String) { registrationsPage(state: $state) { total rows { id email } } }`;
const PASSWORD = "a-long-enough-phrase";
const NOWHERE = "nobody.localhost";

let server: TestServer;
let admin: Client;
let mailbox: Mailbox;
let count = 0;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  mailbox = await openMailbox(server);
});
beforeEach(async () => {
  server.outside.jobs.length = 0;
  await server.platform.database.pool.query("DELETE FROM rate_limits");
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
});

const person = () => ({ first_name: "Ada", last_name: "Okafor", email: `guard-${count++}@new.test` });
const invite = async (input: object = {}) => {
  const { createInvitation } = await admin.data(CREATE, { input: { name: "Guards", days: 7, ...input } });
  return new URL(createInvitation.link).pathname.split("/").at(-1)!;
};
/** Returns the fields that a request is refused for. */
const readFields = async (client: Client, document: string, variables: object) => {
  const { errors } = await client.query(document, variables);
  return Object.keys((errors?.[0]?.extensions["validation"] ?? {}) as object);
};
const insertBranch = () =>
  server.inside("demo", async (db, instance_id) => {
    const url = `guards-${++count}`;
    const values = { instance_id, name: `Guards ${count}`, url };
    const { id } = await db.insertInto("branches").values(values).returning("id").executeTakeFirstOrThrow();
    return { id, host: `${url}.demo.localhost` };
  });
const deleteBranch = (id: number) =>
  server.inside("demo", (db, instance) =>
    db
      .updateTable("branches")
      .set({ deleted_at: new Date() })
      .where("instance_id", "=", instance)
      .where("id", "=", id)
      .execute(),
  );

describe("an invitation", () => {
  test("needs a name, and days and uses within their limits", async () => {
    const wrong = [
      [{ name: " " }, "name"],
      [{ name: "x".repeat(101) }, "name"],
      [{ days: 0 }, "days"],
      [{ days: 366 }, "days"],
      [{ most_uses: 0 }, "most_uses"],
      [{ most_uses: 100_001 }, "most_uses"],
    ] as const;
    for (const [input, field] of wrong)
      expect(await readFields(admin, CREATE, { input: { name: "Guards", days: 7, ...input } })).toEqual([field]);
  });

  test("leads only to a branch, course and groups of the instance, at most 50", async () => {
    const foreign = await server.inside("riverside", async (db, instance) => ({
      course: (
        await db.selectFrom("courses").select("id").where("instance_id", "=", instance).executeTakeFirstOrThrow()
      ).id,
    }));
    const groups = Array.from({ length: 51 }, (_, n) => n + 1);
    const wrong = [
      [{ branch_id: 2_000_000_000 }, "branch_id"],
      [{ course_id: foreign.course }, "course_id"],
      [{ group_ids: [2_000_000_000] }, "group_ids"],
    ] as const;
    for (const [input, field] of wrong)
      expect(await readFields(admin, CREATE, { input: { name: "Guards", days: 7, ...input } })).toEqual([field]);
    const { errors } = await admin.query(CREATE, { input: { name: "Guards", days: 7, group_ids: groups } });
    expect(errors![0]!.extensions["validation"]).toEqual({ group_ids: ["Choose at most 50 groups."] });
  });
});

describe("registering", () => {
  test("needs names and an address within their limits, before a mail is sent", async () => {
    const code = await invite();
    const wrong = [
      [{ first_name: "" }, "first_name"],
      [{ last_name: "x".repeat(101) }, "last_name"],
      [{ email: "ada" }, "email"],
      [{ email: `${"x".repeat(250)}@new.test` }, "email"],
    ] as const;
    for (const [input, field] of wrong)
      expect(await readFields(server.anonymous(), REGISTER, { input: { code, ...person(), ...input } })).toEqual([
        field,
      ]);
    expect(await mailbox.deliver()).toEqual([]);
  });

  test("tells a person who has an account, also when the mail server was away at first", async () => {
    const code = await invite();
    await server.anonymous().data(REGISTER, { input: { code, ...person(), email: "learner@demo.test" } });
    const jobs = [...server.outside.jobs];
    mailbox.refused.set("learner@demo.test", 450);
    await expect(mailbox.deliver()).rejects.toThrow();
    mailbox.refused.clear();
    server.outside.jobs.push(...jobs);
    const mails = await mailbox.deliver(2);
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual(["learner@demo.test"]);
    const left = await server.inside("demo", (db) =>
      db.selectFrom("registrations").where("email", "=", "learner@demo.test").select("id").execute(),
    );
    expect(left).toEqual([]);
  });

  test("is offered, accepted and confirmed nowhere but at the host of an instance", async () => {
    const code = await invite();
    const nowhere = server.anonymous(NOWHERE);
    expect((await nowhere.data(OFFER, { code })).registrationOffer).toBeNull();
    expect(await readFields(nowhere, REGISTER, { input: { code, ...person() } })).toEqual(["code"]);
    const confirming = { email: "ada@new.test", token: "x".repeat(40), password: PASSWORD };
    expect(await readFields(nowhere, CONFIRM, confirming)).toEqual(["token"]);
  });

  test("cannot be confirmed when its place has gone meanwhile", async () => {
    const { id, host } = await insertBranch();
    const code = await invite({ branch_id: id });
    await server.anonymous(host).data(REGISTER, { input: { code, ...person() } });
    const [mail] = await mailbox.deliver();
    await deleteBranch(id);
    const { searchParams } = linkIn(mail!);
    const variables = {
      email: searchParams.get("email"),
      token: searchParams.get("token"),
      password: PASSWORD,
    };
    expect(await readFields(server.anonymous(), CONFIRM, variables)).toEqual(["token"]);
  });
});

describe("an instance that is not open", () => {
  const setActive = (is_active: boolean) =>
    server.inside("demo", (db, id) => db.updateTable("instances").set({ is_active }).where("id", "=", id).execute());

  test("offers nothing, registers nobody and confirms nobody", async () => {
    const code = await invite();
    const { first_name, last_name, email } = person();
    await server.anonymous().data(REGISTER, { input: { code, first_name, last_name, email } });
    const [mail] = await mailbox.deliver();
    const { searchParams } = linkIn(mail!);
    const confirming = { email: searchParams.get("email"), token: searchParams.get("token"), password: PASSWORD };
    await setActive(false);
    try {
      expect((await server.anonymous().data(OFFER, { code })).registrationOffer).toBeNull();
      expect(await readFields(server.anonymous(), REGISTER, { input: { code, ...person() } })).toEqual(["code"]);
      expect(await readFields(server.anonymous(), CONFIRM, confirming)).toEqual(["token"]);
    } finally {
      await setActive(true);
    }
    expect((await server.anonymous().data(CONFIRM, confirming)).confirmRegistration.state).not.toBe("waiting");
  });
});

describe("opening a site", () => {
  test("is limited to 50 domains, and to branches of the instance", async () => {
    const domains = Array.from({ length: 51 }, (_, n) => `d${n}.test`);
    const open = { is_open: true, needs_approval: false };
    expect(await readFields(admin, SITE, { input: { ...open, domains } })).toEqual(["domains"]);
    const closed = { is_open: false, needs_approval: false, domains: [] };
    const { id } = await insertBranch();
    await deleteBranch(id);
    for (const input of [open, closed])
      expect(await admin.query(SITE, { input: { domains: [], ...input, branch_id: id } })).toHaveProperty("errors.0");
  });

  test("of the main site opens no address of a branch that does not exist", async () => {
    await admin.data(SITE, { input: { is_open: true, needs_approval: true, domains: [] } });
    const offer = async (host?: string) =>
      (await server.anonymous(host).query(OFFER, { code: "open" })).data?.["registrationOffer"] ?? null;
    expect(await offer()).not.toBeNull();
    expect(await offer("not-a-branch.demo.localhost")).toBeNull();
    await admin.data(SITE, { input: { is_open: false, needs_approval: true, domains: [] } });
  });
});

describe("deciding about registrations", () => {
  /** Registers a learner who then waits for approval. @returns their address */
  const wait = async (code: string, host?: string) => {
    const who = person();
    await server.anonymous(host).data(REGISTER, { input: { code, ...who } });
    const [mail] = await mailbox.deliver();
    const { searchParams } = linkIn(mail!);
    const given = { email: searchParams.get("email"), token: searchParams.get("token"), password: PASSWORD };
    const { data, errors } = await server.anonymous(host).query(CONFIRM, given);
    expect(errors).toBeUndefined();
    expect(data["confirmRegistration"]).toEqual({ state: "waiting" });
    // The notice for admins.
    await mailbox.deliver();
    const { rows } = (await admin.data(WAITING)).registrationsPage;
    return rows.find((row: { email: string }) => row.email === who.email)!.id as number;
  };

  test("needs a state that exists, and between one and 500 people", async () => {
    expect(await readFields(admin, WAITING, { state: "all" })).toEqual(["state"]);
    const many = Array.from({ length: 501 }, (_, n) => n + 1);
    for (const ids of [[], many]) expect(await readFields(admin, DECIDE, { ids, approve: true })).toEqual(["ids"]);
  });

  test("is possible after a branch was closed for registration, and not after it was deleted", async () => {
    const { id, host } = await insertBranch();
    await admin.data(SITE, { input: { branch_id: id, is_open: true, needs_approval: true, domains: [] } });
    const first = await wait("open", host);
    const second = await wait("open", host);
    await admin.data(SITE, { input: { branch_id: id, is_open: false, needs_approval: true, domains: [] } });
    expect((await admin.data(DECIDE, { ids: [first], approve: true })).decideRegistrations).toEqual({ count: 1 });
    await deleteBranch(id);
    expect(await admin.refusal(DECIDE, { ids: [second], approve: true })).toBe("CONFLICT");
  });

  test("names the address that another user got meanwhile, and approves nobody", async () => {
    await admin.data(SITE, { input: { is_open: true, needs_approval: true, domains: [] } });
    const ids = [await wait("open"), await wait("open")];
    const { rows } = (await admin.data(WAITING)).registrationsPage;
    const { email } = rows.find(({ id }: { id: number }) => id === ids[1]);
    const input = { first_name: "Ada", last_name: "Okafor", email, role: "learner", skip_email: true };
    await admin.data("mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }", { input });
    const { errors } = await admin.query(DECIDE, { ids, approve: true });
    expect(errors?.[0]).toMatchObject({
      message: `Another user already has the email ${email}.`,
      extensions: { code: "CONFLICT" },
    });
    const left = (await admin.data(WAITING)).registrationsPage.rows.map(({ id }: { id: number }) => id);
    expect(left).toEqual(expect.arrayContaining(ids));
  });
});
