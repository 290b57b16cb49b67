import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import { linkIn, type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

// Tests who sets a password (P78): only the user, by a link or with the current password.

const CREATE = `mutation ($input: CreateUserInput!, $branchUrl: String) { createUser(input: $input, branchUrl: $branchUrl) { id email } }`;
const UPDATE = `mutation ($id: Int!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }`;
const SEND = `mutation ($id: Int!) { sendPasswordLink(id: $id) { id is_invited } }`;
const MAY_SEND = "query ($id: Int!) { user(id: $id) { may_send_password_link } }";
const RESET = `mutation ($email: String!, $token: String!, $password: String!) { resetPassword(email: $email, token: $token, password: $password) { message } }`;
const LOGIN = `mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }`;
const PASSWORD = "lantern-river-41";

let server: TestServer;
let mailbox: Mailbox;
let admin: Client;
let instructor: Client;
let operator: Client;
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
  admin = await server.as("admin@demo.test");
  instructor = await server.as("instructor@demo.test");
  operator = await operatorAt(server);
});
beforeEach(async () => {
  server.outside.jobs.length = 0;
  await server.platform.database.pool.query("DELETE FROM rate_limits");
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
});

let count = 0;
async function create(fields: object = {}, branchUrl?: string): Promise<{ id: number; email: string }> {
  const input = {
    first_name: "Nora",
    last_name: "Blake",
    email: `link${++count}@demo.test`,
    role: "learner",
    ...fields,
  };
  const { createUser } = await admin.data(CREATE, { input: { password: PASSWORD, ...input }, branchUrl });
  server.outside.jobs.length = 0;
  return createUser;
}
/** Sets the last day of a user this many days from now. */
const lastDay = (id: number, days: number) =>
  server.inside("demo", (db) =>
    db
      .updateTable("users")
      .set({ deactivate_at: sql<string>`current_date + ${days}::integer` })
      .where("id", "=", id)
      .execute(),
  );
const audits = (action: string) =>
  server.inside("demo", (db, instance) =>
    db
      .selectFrom("audit_log")
      .selectAll()
      .where("instance_id", "=", instance)
      .where("action", "=", action)
      .orderBy("id", "desc")
      .execute(),
  );

describe("updateUser", () => {
  test("rejects the password of an existing user, for every caller and target", async () => {
    const learner = await server.userId("learner@demo.test");
    const own = async (email: string) => [await server.as(email), await server.userId(email)] as const;
    const cases: (readonly [Client, number])[] = [
      [instructor, learner],
      [admin, learner],
      [operator, learner],
      [operator, await server.userId("learner@riverside.test")],
      [operator, await server.userId("admin@demo.test")],
      await own("admin@demo.test"),
      await own("instructor@demo.test"),
    ];
    for (const [client, id] of cases) {
      const answer = await client.query(UPDATE, { id, input: { first_name: "Changed", password: PASSWORD } });
      expect(answer.errors?.[0]?.extensions.validation).toEqual({
        password: ["Passwords are set by their owners. Send a link to set a new one instead."],
      });
    }
    for (const email of ["learner@demo.test", "admin@demo.test"])
      expect(await server.anonymous().refusal(LOGIN, { email, password: DEMO_PASSWORD })).toBeNull();
  });

  test("accepts a blank password, as the contract's form sends it", async () => {
    const { id } = await create();
    for (const password of ["", null])
      expect(await admin.refusal(UPDATE, { id, input: { first_name: "Same", password } })).toBeNull();
  });
});

describe("sendPasswordLink", () => {
  test("mails a link by which the user sets a new password, and writes to the audit log", async () => {
    const { id, email } = await create();
    expect((await instructor.data(SEND, { id })).sendPasswordLink).toEqual({ id, is_invited: false });
    expect(await server.anonymous().refusal(LOGIN, { email, password: PASSWORD })).toBeNull();
    const [mail] = await mailbox.deliver();
    expect(mail!.to![0]!.address).toBe(email);
    const link = linkIn(mail!);
    expect([link.host, link.pathname]).toEqual(["demo.localhost", "/password-reset"]);
    expect(mail!.subject).toMatch(/^Set a new password for /);
    expect(mail!.text).toMatch(/\w+ \w+ sent you a link to choose a new password for your account at /);
    const password = "quiet-harbour-77";
    await server.anonymous().data(RESET, { email, token: link.searchParams.get("token"), password });
    expect(await server.anonymous().refusal(LOGIN, { email, password })).toBeNull();
    expect(await server.anonymous().refusal(LOGIN, { email, password: PASSWORD })).toBe("VALIDATION");
    const [entry] = await audits("user.password_link_sent");
    expect(entry).toMatchObject({ subject_id: id, subject_name: "Nora Blake" });
  });

  test("mails the invitation to a user without a password, with the host of their branch", async () => {
    const { id } = await create({ password: null, skip_email: true }, "north");
    expect((await admin.data(SEND, { id })).sendPasswordLink.is_invited).toBe(true);
    const link = linkIn((await mailbox.deliver())[0]!);
    expect([link.host, link.pathname]).toEqual(["north.demo.localhost", "/set-password"]);
  });

  test("mails a user of another instance for a super admin", async () => {
    const id = await server.userId("learner@riverside.test");
    await operator.data(SEND, { id });
    expect(linkIn((await mailbox.deliver())[0]!).host).toBe("riverside.localhost");
  });

  test("sends a link before the user's last day, and refuses afterwards", async () => {
    const { id } = await create();
    await lastDay(id, 2);
    expect((await admin.data(MAY_SEND, { id })).user.may_send_password_link).toBe(true);
    expect(await admin.refusal(SEND, { id })).toBeNull();
    await lastDay(id, -1);
    expect((await admin.data(MAY_SEND, { id })).user.may_send_password_link).toBe(false);
    expect(await admin.refusal(SEND, { id })).toBe("CONFLICT");
  });

  test("is not offered for users to whom the server refuses a link", async () => {
    const own = await server.userId("admin@demo.test");
    const inactive = (await create({ is_active: false })).id;
    for (const id of [own, inactive])
      expect((await admin.data(MAY_SEND, { id })).user.may_send_password_link).toBe(false);
  });

  test("refuses oneself, inactive users, users above one's rank and roles without the permission", async () => {
    const cases: [Client, number, string][] = [
      [admin, await server.userId("admin@demo.test"), "CONFLICT"],
      [admin, (await create({ is_active: false })).id, "CONFLICT"],
      [instructor, await server.userId("admin@demo.test"), "FORBIDDEN"],
      [admin, await server.userId("learner@riverside.test"), "NOT_FOUND"],
      [await server.as("manager@demo.test"), await server.userId("learner@demo.test"), "FORBIDDEN"],
      [await server.as("learner@demo.test"), await server.userId("admin@demo.test"), "FORBIDDEN"],
    ];
    for (const [client, id, code] of cases) expect([id, await client.refusal(SEND, { id })]).toEqual([id, code]);
    expect(server.outside.jobs).toEqual([]);
  });

  test("counts a link only for a caller who may send it", async () => {
    const { id } = await create();
    const manager = await server.as("manager@demo.test");
    for (let sent = 0; sent < 6; sent++) expect(await manager.refusal(SEND, { id })).toBe("FORBIDDEN");
    expect(await admin.refusal(SEND, { id })).toBeNull();
  });

  test("counts repeated invitations together with links", async () => {
    const { id } = await create({ password: null, skip_email: true });
    const INVITE = "mutation ($id: Int!) { resendInvitation(id: $id) { id } }";
    for (let sent = 0; sent < 5; sent++) expect(await admin.refusal(INVITE, { id })).toBeNull();
    expect(await admin.refusal(INVITE, { id })).toBe("RATE_LIMITED");
    expect(await admin.refusal(SEND, { id })).toBe("RATE_LIMITED");
  });

  test("sends a user at most five links in a quarter of an hour", async () => {
    const { id } = await create();
    for (let sent = 0; sent < 5; sent++) expect(await admin.refusal(SEND, { id })).toBeNull();
    expect(await admin.refusal(SEND, { id })).toBe("RATE_LIMITED");
    expect(await admin.refusal(SEND, { id: (await create()).id })).toBeNull();
  });
});
