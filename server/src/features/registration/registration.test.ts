import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Email } from "../../testing/smtp.ts";
import { linkIn, type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($input: InvitationInput!) { createInvitation(input: $input) { id link } }`;
const REVOKE = `mutation ($id: Int!) { revokeInvitation(id: $id) { id } }`;
const OFFER = `query ($code: String!) { registrationOffer(code: $code) {
  inviter branch course groups needs_approval domains terms { version } } }`;
const REGISTER = `mutation ($input: RegistrationInput!) { register(input: $input) { message } }`;
const CONFIRM = `mutation ($email: String!, $token: String!, $password: String!) {
  confirmRegistration(email: $email, token: $token, password: $password) { state } }`;
const SITE = `mutation ($input: RegistrationSiteInput!) { updateRegistrationSite(input: $input) { is_open domains } }`;
const DECIDE = `mutation ($ids: [Int!]!, $approve: Boolean!) { decideRegistrations(ids: $ids, approve: $approve) { count } }`;
const WAITING = `query ($state: String) { registrationsPage(state: $state) { total rows { id email first_name } } }`;
const PASSWORD = "a-long-enough-phrase";

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

const person = () => ({ first_name: "Ada", last_name: "Okafor", email: `ada-${count++}@new.test` });
const invite = async (input: object = {}) => {
  const { createInvitation } = await admin.data(CREATE, { input: { name: "Open day", days: 7, ...input } });
  return {
    id: createInvitation.id as number,
    code: new URL(createInvitation.link).pathname.split("/").at(-1)!,
    link: createInvitation.link as string,
  };
};
const deliver = async () => (await mailbox.deliver()) as [Email, ...Email[]];
const register = async (code: string, who = person(), host?: string) => {
  await server.anonymous(host).data(REGISTER, { input: { code, ...who } });
  const [mail] = await deliver();
  return { who, mail };
};
const confirm = (mail: Email, password = PASSWORD, host?: string) => {
  const { searchParams } = linkIn(mail);
  const variables = { email: searchParams.get("email"), token: searchParams.get("token"), password };
  return server.anonymous(host).query(CONFIRM, variables);
};
const findUser = (email: string) =>
  server.inside("demo", (db) =>
    db
      .selectFrom("users")
      .where("email", "=", email)
      .select(["id", "role", "is_primary", "first_name"])
      .executeTakeFirst(),
  );

test("an invitation says who invites to what, and leads through mail and password to an account in branch, group and course", async () => {
  const places = await server.inside("demo", async (db) => ({
    branch: await db.selectFrom("branches").where("url", "=", "north").select(["id", "name"]).executeTakeFirstOrThrow(),
    group: await db.selectFrom("groups").select(["id", "name"]).orderBy("id").executeTakeFirstOrThrow(),
    course: await db
      .selectFrom("courses as c")
      .innerJoin("branch_courses as b", "b.course_id", "c.id")
      .innerJoin("branches as n", "n.id", "b.branch_id")
      .where("n.url", "=", "north")
      .where("c.status", "=", "published")
      .where("c.deleted_at", "is", null)
      .select(["c.id", "c.title"])
      .executeTakeFirstOrThrow(),
  }));
  const { branch, group, course } = places;
  const { code, link } = await invite({ branch_id: branch.id, group_ids: [group.id], course_id: course.id });
  expect(new URL(link).host).toMatch(/^north\.demo\./);
  expect((await server.anonymous().data(OFFER, { code })).registrationOffer).toEqual({
    inviter: "Margaret Oyelaran",
    branch: branch.name,
    course: course.title,
    groups: [group.name],
    needs_approval: false,
    domains: [],
    terms: null,
  });
  const { who, mail } = await register(code);
  expect(mail.to![0]!.address).toBe(who.email);
  expect(await findUser(who.email)).toBeUndefined();
  expect((await confirm(mail, "short")).errors![0]!.extensions.validation).toHaveProperty("password");
  expect((await confirm(mail)).data["confirmRegistration"].state).toBe("created");
  const user = await findUser(who.email);
  expect(user).toMatchObject({ role: "learner", is_primary: false, first_name: "Ada" });
  const facts = await server.inside("demo", async (db) => ({
    branches: await db.selectFrom("branch_users").where("user_id", "=", user!.id).select("branch_id").execute(),
    groups: await db.selectFrom("group_users").where("user_id", "=", user!.id).select("group_id").execute(),
    courses: await db.selectFrom("enrolments").where("user_id", "=", user!.id).select("course_id").execute(),
    registrations: await db.selectFrom("registrations").where("email", "=", who.email).select("id").execute(),
  }));
  expect(facts.branches).toEqual([{ branch_id: branch.id }]);
  expect(facts.groups).toEqual([{ group_id: group.id }]);
  expect(facts.courses).toContainEqual({ course_id: course.id });
  expect(facts.registrations).toEqual([]);
  const LOGIN = `mutation { loginUser(email: "${who.email}", password: "${PASSWORD}", branch_url: "north") { user { id } } }`;
  expect((await server.anonymous("north.demo.localhost").data(LOGIN)).loginUser.user.id).toBe(user!.id);
  // The link works once.
  expect((await confirm(mail)).errors![0]!.extensions.validation).toHaveProperty("token");
});

test("a response is the same for addresses with an account, which only their mail tells", async () => {
  const { code } = await invite();
  const known = { ...person(), email: "Learner@demo.test" };
  const input = { code, ...person() };
  const fresh = await server.anonymous().query(REGISTER, { input });
  const answer = await server.anonymous().query(REGISTER, { input: { code, ...known } });
  expect(answer).toEqual(fresh);
  expect(server.outside.jobs.map(({ name }) => name)).toEqual(["registration.mail", "registration.mail"]);
  const payloads = JSON.stringify(server.outside.jobs);
  expect(payloads).not.toContain("@");
  const mails = await deliver();
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Confirm your email for Northgate Trust",
    "You already have an account at Northgate Trust",
  ]);
});

test("unknown, revoked and expired codes offer nothing, and codes are not stored", async () => {
  const { code, id } = await invite();
  const offer = async (text: string) => (await server.anonymous().data(OFFER, { code: text })).registrationOffer;
  expect(await offer("0000-0000-0000-0000-0000")).toBeNull();
  expect(await offer("open")).toBeNull();
  expect(await offer(`${code.slice(0, 10).toLowerCase()}-${code.slice(10)}`)).not.toBeNull();
  expect((await server.anonymous("riverside.localhost").data(OFFER, { code })).registrationOffer).toBeNull();
  const { mail } = await register(code);
  await admin.data(REVOKE, { id });
  expect(await offer(code)).toBeNull();
  expect((await confirm(mail)).errors![0]!.extensions.validation).toHaveProperty("token");
  expect(await admin.refusal(REVOKE, { id })).toBe("NOT_FOUND");
  const { code: old, id: expired } = await invite();
  await server.inside("demo", (db) =>
    db
      .updateTable("invitations")
      .set({ expires_at: new Date(0) })
      .where("id", "=", expired)
      .execute(),
  );
  expect(await offer(old)).toBeNull();
  const refused = await server.anonymous().query(REGISTER, { input: { code: old, ...person() } });
  expect(refused.errors![0]!.extensions.validation).toHaveProperty("code");
  const stored = await server.inside("demo", (db) => db.selectFrom("invitations").selectAll().execute());
  expect(JSON.stringify(stored)).not.toContain(code);
  const page = await admin.data("{ invitationsPage { rows { id state } } }");
  expect(page.invitationsPage.rows).toContainEqual({ id: expired, state: "expired" });
});

test("the number of uses is never exceeded by parallel confirmations", async () => {
  const { code, id } = await invite({ most_uses: 2 });
  const mails: Email[] = [];
  for (let i = 0; i < 5; i++) mails.push((await register(code)).mail);
  const answers = await Promise.all(mails.map((mail) => confirm(mail)));
  expect(answers.filter(({ errors }) => !errors)).toHaveLength(2);
  const stored = await server.inside("demo", (db) =>
    db.selectFrom("invitations").where("id", "=", id).select("uses").executeTakeFirstOrThrow(),
  );
  expect(stored.uses).toBe(2);
  expect((await server.anonymous().data(OFFER, { code })).registrationOffer).toBeNull();
});

test("of two parallel confirmations of one link, one creates the account", async () => {
  const { code, id } = await invite();
  const { mail } = await register(code);
  const answers = await Promise.all([confirm(mail), confirm(mail)]);
  expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
  const { uses } = await server.inside("demo", (db) =>
    db.selectFrom("invitations").where("id", "=", id).select("uses").executeTakeFirstOrThrow(),
  );
  expect(uses).toBe(1);
});

test("an open site takes addresses of a domain of another script, and refuses an address as a domain", async () => {
  const DOMAIN = "xn--e1afmkfd.xn--p1ai";
  const openTo = (domain: string) => ({ input: { is_open: true, domains: [domain], needs_approval: false } });
  for (const typed of ["пример.рф", `@${DOMAIN.toUpperCase()}`])
    expect((await admin.data(SITE, openTo(typed))).updateRegistrationSite.domains).toEqual([DOMAIN]);
  const { who, mail } = await register("open", { ...person(), email: `ada@${DOMAIN}` });
  expect(linkIn(mail).searchParams.get("email")).toBe(who.email);
  for (const typed of ["ada@new.test", "new", "10.0.0.1"])
    expect(await admin.refusal(SITE, openTo(typed))).toBe("VALIDATION");
  await admin.data(SITE, { input: { is_open: false, domains: [], needs_approval: false } });
});

test("an open site is off by default, limited to domains, and lets people wait for approval", async () => {
  const input = { code: "open", ...person() };
  expect((await server.anonymous().query(REGISTER, { input })).errors![0]!.extensions.validation).toHaveProperty(
    "code",
  );
  expect(await admin.refusal(SITE, { input: { is_open: true, domains: ["not a domain"] } })).toBe("VALIDATION");
  await admin.data(SITE, { input: { is_open: true, domains: ["@New.test", "new.test"], needs_approval: true } });
  const elsewhere = { ...input, email: "x@other.test" };
  expect((await server.anonymous().query(REGISTER, { input: elsewhere })).errors![0]!.extensions.validation).toEqual({
    email: ["Use an email address of new.test."],
  });
  // A branch has a setting of its own.
  expect((await server.anonymous("north.demo.localhost").data(OFFER, { code: "open" })).registrationOffer).toBeNull();
  const [first, second] = [await register("open"), await register("open")];
  for (const { mail } of [first, second])
    expect((await confirm(mail)).data["confirmRegistration"].state).toBe("waiting");
  expect(server.outside.jobs.map(({ name }) => name)).toContain("notifications.mail");
  const { notifications } = await admin.data("{ notifications { rows { kind user_name } } }");
  expect(notifications.rows[0]).toEqual({ kind: "registration_waiting", user_name: "Ada Okafor" });
  server.outside.jobs.length = 0;
  expect(await findUser(first.who.email)).toBeUndefined();

  const { registrationsPage } = await admin.data(WAITING);
  const ids = registrationsPage.rows
    .filter(({ email }: { email: string }) => email.endsWith("@new.test"))
    .map(({ id }: { id: number }) => id);
  expect(ids).toHaveLength(2);
  expect((await admin.data(DECIDE, { ids, approve: true })).decideRegistrations.count).toBe(2);
  expect(await findUser(second.who.email)).toMatchObject({ role: "learner", is_primary: true });
  const mails = (await deliver()).filter(({ subject }) => subject === "Welcome to Northgate Trust");
  expect(mails).toHaveLength(2);
  const LOGIN = `mutation { loginUser(email: "${first.who.email}", password: "${PASSWORD}") { token } }`;
  expect((await server.anonymous().data(LOGIN)).loginUser.token).toEqual(expect.any(String));
  expect(await admin.refusal(DECIDE, { ids, approve: true })).toBe("NOT_FOUND");
});

test("a refused person gets a mail and no account, gives the use back, and can be approved later", async () => {
  const { code, id } = await invite({ needs_approval: true, most_uses: 1 });
  const { who, mail } = await register(code);
  await confirm(mail);
  server.outside.jobs.length = 0;
  const { rows } = (await admin.data(WAITING)).registrationsPage;
  const ids = [rows.find(({ email }: { email: string }) => email === who.email).id];
  await admin.data(DECIDE, { ids, approve: false });
  expect((await deliver()).map(({ subject }) => subject)).toEqual(["Your registration at Northgate Trust"]);
  const uses = async () =>
    (
      await server.inside("demo", (db) =>
        db.selectFrom("invitations").where("id", "=", id).select("uses").executeTakeFirstOrThrow(),
      )
    ).uses;
  expect(await uses()).toBe(0);
  expect(await admin.refusal(DECIDE, { ids, approve: false })).toBe("NOT_FOUND");
  expect((await admin.data(WAITING, { state: "refused" })).registrationsPage.rows).toMatchObject([
    { email: who.email },
  ]);
  await admin.data(DECIDE, { ids, approve: true });
  expect(await uses()).toBe(1);
  expect(await findUser(who.email)).toBeDefined();
});

test("a registration is refused without a mail when an admin gave the person an account meanwhile", async () => {
  const { code } = await invite({ needs_approval: true });
  const { who, mail } = await register(code);
  await confirm(mail);
  const create = "mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }";
  await admin.data(create, { input: { ...who, role: "learner", skip_email: true } });
  server.outside.jobs.length = 0;
  const { rows } = (await admin.data(WAITING)).registrationsPage;
  const ids = [rows.find(({ email }: { email: string }) => email === who.email).id];
  expect(await admin.refusal(DECIDE, { ids, approve: true })).toBe("CONFLICT");
  expect((await admin.data(DECIDE, { ids, approve: false })).decideRegistrations.count).toBe(1);
  expect(await deliver()).toEqual([]);
});

test("an invitation of a user who may no longer create users leaves the decision to an admin", async () => {
  const second = `second-${count++}@demo.test`;
  const { createUser } = await admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`, {
    input: { first_name: "Se", last_name: "Cond", email: second, role: "admin", password: PASSWORD, skip_email: true },
  });
  const inviter = await server.as(second);
  const { createInvitation } = await inviter.data(CREATE, { input: { name: "x", days: 1 } });
  const { mail } = await register(new URL(createInvitation.link).pathname.split("/").at(-1)!);
  await admin.data(`mutation ($id: Int!) { updateUser(id: $id, input: { is_active: false }) { id } }`, {
    id: createUser.id,
  });
  expect((await confirm(mail)).data["confirmRegistration"].state).toBe("waiting");
});

test("licences hold: nobody is created beyond them, and the link still works afterwards", async () => {
  const { code, id } = await invite();
  const { who, mail } = await register(code);
  const setLicences = (license_count: number | null) =>
    server.inside("demo", (db, instance) =>
      db.updateTable("instances").set({ license_count }).where("id", "=", instance).execute(),
    );
  await setLicences(1);
  const { errors } = await confirm(mail);
  expect(errors![0]).toMatchObject({ extensions: { code: "CONFLICT" } });
  expect(errors![0]!.message).not.toMatch(/\d/);
  await setLicences(null);
  const { uses } = await server.inside("demo", (db) =>
    db.selectFrom("invitations").where("id", "=", id).select("uses").executeTakeFirstOrThrow(),
  );
  expect(uses).toBe(0);
  expect((await confirm(mail)).data["confirmRegistration"].state).toBe("created");
  expect(await findUser(who.email)).toBeDefined();
});

test("terms of use are accepted when registering", async () => {
  const PUBLISH = `mutation { publishTerms(text: "Be kind.", after: 0) { version } }`;
  await admin.data(PUBLISH);
  const { code } = await invite();
  const who = person();
  const send = (terms_version: number | null) =>
    server.anonymous().query(REGISTER, { input: { code, ...who, terms_version } });
  expect((await send(null)).errors![0]!.extensions.validation).toHaveProperty("terms_version");
  expect((await send(7)).errors![0]!.extensions.code).toBe("CONFLICT");
  expect((await send(1)).errors).toBeUndefined();
  const [mail] = await deliver();
  await confirm(mail);
  const user = await server.as(who.email);
  expect((await user.data("{ viewer { terms_due } }")).viewer.terms_due).toBeNull();
});

test("who accepted an older version of the terms of use when registering is asked at sign-in", async () => {
  const { code } = await invite();
  const who = person();
  await server.anonymous().query(REGISTER, { input: { code, ...who, terms_version: 1 } });
  const [mail] = await deliver();
  await admin.data(`mutation { publishTerms(text: "Be very kind.", after: 1) { version } }`);
  await confirm(mail);
  const user = await server.as(who.email);
  expect((await user.data("{ viewer { terms_due } }")).viewer.terms_due).toBe(2);
  await admin.data("mutation { requireTerms(is_required: false) { version } }");
});

test("registrations and codes are limited for each address and e-mail, before the work is done", async () => {
  const { code } = await invite();
  const who = person();
  const send = (over: object = {}) => server.anonymous().query(REGISTER, { input: { code, ...who, ...over } });
  for (let i = 0; i < 3; i++) expect((await send()).errors).toBeUndefined();
  expect((await send()).errors![0]!.extensions.code).toBe("RATE_LIMITED");
  const codes: (string | undefined)[] = [];
  for (let i = 0; i < 61; i++)
    codes.push((await server.anonymous().query(OFFER, { code: `x${i}` })).errors?.[0]?.extensions.code);
  expect(codes.filter(Boolean)).toEqual(["RATE_LIMITED"]);
  const large = await server.anonymous().query(REGISTER, { input: { code, ...who, first_name: "x".repeat(9_000) } });
  expect(large.errors![0]!.extensions.code).toBe("VALIDATION");
  expect(large.errors![0]!.extensions.validation).toBeUndefined();
});

test("only admins of the main site invite, open and approve, and no API key does", async () => {
  for (const email of ["learner@demo.test", "instructor@demo.test", "manager@demo.test"]) {
    const client = await server.as(email);
    expect(await client.refusal(CREATE, { input: { name: "x", days: 1 } })).toBe("FORBIDDEN");
    expect(await client.refusal(WAITING)).toBe("FORBIDDEN");
    expect(await client.refusal(SITE, { input: { is_open: true } })).toBe("FORBIDDEN");
  }
  const { createApiKey } = await admin.data('mutation { createApiKey(name: "k", role: "admin") { key } }');
  expect(await server.withToken(createApiKey.key).refusal(CREATE, { input: { name: "x", days: 1 } })).toBe("FORBIDDEN");
  const foreign = await server.as("admin@riverside.test");
  const { id } = await invite();
  expect(await foreign.refusal(REVOKE, { id })).toBe("NOT_FOUND");
});

test("an admin whose last day has passed is not notified of who waits", async () => {
  const ended = await server.inside("demo", async (db, instance_id) => {
    const admin = { first_name: "Ended", last_name: "Admin", email: "ended@demo.test", role: "admin" };
    const row = { ...admin, instance_id, is_primary: true, deactivate_at: "2020-01-01" };
    return (await db.insertInto("users").values(row).returning("id").executeTakeFirstOrThrow()).id;
  });
  const { mail } = await register((await invite({ needs_approval: true })).code);
  expect((await confirm(mail)).data["confirmRegistration"].state).toBe("waiting");
  const notified = await server.inside("demo", (db, id) =>
    db
      .selectFrom("notifications")
      .where("instance_id", "=", id)
      .where("kind", "=", "registration_waiting")
      .select("user_id")
      .execute(),
  );
  expect(notified).not.toContainEqual({ user_id: ended });
  expect(notified).toContainEqual({ user_id: await server.userId("admin@demo.test") });
});
