import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const RUN = "id total sent inactive no_mail is_done skipped { id last_name reason }";
const SEND = `mutation ($input: AnnouncementInput!, $users: UserFilterInput, $course: Int, $people: CoursePeopleFilter, $branchUrl: String) {
  sendAnnouncement(input: $input, users: $users, course_id: $course, course_people: $people, branchUrl: $branchUrl) { ${RUN} } }`;
const READ = `query ($id: Int!) { announcement(id: $id) { ${RUN} } }`;
const RECEIVED = `query ($id: Int!) { receivedAnnouncement(id: $id) { subject body sender } }`;
const NOTICES = `{ notifications(limit: 1) { rows { kind announcement_id subject } } }`;

let server: TestServer;
let mailbox: Mailbox;
let admin: Client;
let instructor: Client;
let grace: number;
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
  admin = await server.as("admin@demo.test");
  instructor = await server.as("instructor@demo.test");
  grace = await server.userId("learner@demo.test");
});
beforeEach(() => {
  server.outside.jobs.length = 0;
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
});

const message = (more: object = {}) => ({
  request_key: randomUUID(),
  subject: "Fire drill",
  body: "On Monday at ten.\n\n<b>Bring</b> {link} your keys.",
  by_mail: true,
  in_product: true,
  ...more,
});
const send = async (client: Client, variables: object) => (await client.data(SEND, variables)).sendAnnouncement;
const readProblems = async (client: Client, variables: object) =>
  (await client.query(SEND, variables)).errors?.[0]?.extensions?.validation;
const newUser = async (email: string, change: object = {}) => {
  const { createUser } = await admin.data(
    `mutation ($email: String!) { createUser(input: { first_name: "Kim", last_name: "Quill", email: $email, role: "learner",
      skip_email: false, password: "the way up there" }) { id } }`,
    { email },
  );
  if (Object.keys(change).length > 0)
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("users")
        .set(change)
        .where("instance_id", "=", instance_id)
        .where("id", "=", createUser.id)
        .execute(),
    );
  return createUser.id as number;
};

test("sends a message by mail and as a notice, as plain text, and shows it to those who got it", async () => {
  const run = await send(instructor, { input: message(), users: { user_ids: [grace] } });
  expect(run).toMatchObject({ total: 1, sent: 0, is_done: false, skipped: [] });
  const [mail, ...others] = await mailbox.deliver();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: "Fire drill", to: [{ address: "learner@demo.test" }] });
  expect(mail!.text).toContain("On Monday at ten.\n\n<b>Bring</b> {link} your keys.");
  expect(mail!.html).toContain("&lt;b&gt;Bring&lt;/b&gt; {link} your keys.");
  expect((await instructor.data(READ, { id: run.id })).announcement).toMatchObject({ sent: 1, is_done: true });
  const learner = await server.as("learner@demo.test");
  expect((await learner.data(NOTICES)).notifications.rows).toEqual([
    { kind: "announcement", announcement_id: run.id, subject: "Fire drill" },
  ]);
  expect((await learner.data(RECEIVED, { id: run.id })).receivedAnnouncement).toMatchObject({ subject: "Fire drill" });
  expect(await admin.refusal(RECEIVED, { id: run.id })).toBe("NOT_FOUND");
  expect(await admin.refusal(READ, { id: run.id })).toBe("NOT_FOUND");
});

test("sends nothing again for a request that is repeated", async () => {
  const input = message();
  const first = await send(instructor, { input, users: { user_ids: [grace] } });
  expect(await mailbox.deliver()).toHaveLength(1);
  const again = await send(instructor, { input, users: { user_ids: [grace] } });
  expect(again.id).toBe(first.id);
  expect(await mailbox.deliver()).toEqual([]);
});

test("does not count people as reached who were deactivated or turned mails off before their mail was sent", async () => {
  const left = await newUser("kim.left@messages.test");
  const quiet = await newUser("kim.quiet@messages.test");
  server.outside.jobs.length = 0;
  const input = message({ in_product: false });
  const run = await send(instructor, { input, users: { user_ids: [left, quiet, grace] } });
  await server.inside("demo", async (db) => {
    await db.updateTable("users").set({ is_active: false }).where("id", "=", left).execute();
    await db.updateTable("users").set({ email_notifications: false }).where("id", "=", quiet).execute();
  });
  expect((await mailbox.deliver()).map(({ to }) => to?.[0]?.address)).toEqual(["learner@demo.test"]);
  const { announcement } = await instructor.data(READ, { id: run.id });
  expect(announcement).toMatchObject({ sent: 1, inactive: 1, no_mail: 1, is_done: true });
});

test("continues with the others after an interruption, and mails nobody twice", async () => {
  const other = await newUser("kim.other@messages.test");
  const run = await send(instructor, { input: message({ in_product: false }), users: { user_ids: [grace, other] } });
  const jobs = [...server.outside.jobs];
  await server.inside("demo", (db, instance_id) =>
    db
      .updateTable("announcement_people")
      .set({ state: "sent" })
      .where("instance_id", "=", instance_id)
      .where("announcement_id", "=", run.id)
      .where("user_id", "=", grace)
      .execute(),
  );
  expect((await mailbox.deliver()).map(({ to }) => to?.[0]?.address)).toEqual(["kim.other@messages.test"]);
  server.outside.jobs.push(...jobs);
  expect(await mailbox.deliver()).toEqual([]);
});

test("mails all others when the mail server refuses an address, and gives that up after the last try", async () => {
  const gone = await newUser("kim.gone@messages.test");
  const last = await newUser("kim.last@messages.test");
  server.outside.jobs.length = 0;
  mailbox.refused.set("kim.gone@messages.test", 550);
  const input = message({ in_product: false });
  const run = await send(admin, { input, users: { user_ids: [grace, gone, last] } });
  const jobs = [...server.outside.jobs];
  const before = mailbox.mails.length;
  const listReached = () => mailbox.mails.slice(before).map(({ to }) => to?.[0]?.address);
  await expect(mailbox.deliver()).rejects.toThrow("No such user here");
  expect(listReached()).toEqual(["learner@demo.test", "kim.last@messages.test"]);
  expect((await admin.data(READ, { id: run.id })).announcement).toMatchObject({ sent: 2, is_done: false });
  server.outside.jobs.push(...jobs);
  expect(await mailbox.deliver(9)).toEqual([]);
  expect((await admin.data(READ, { id: run.id })).announcement).toMatchObject({ sent: 2, no_mail: 1, is_done: true });
  mailbox.refused.clear();
});

test("reports people who cannot get a message with the reason", async () => {
  const inactive = await newUser("kim.inactive@messages.test", { is_active: false });
  const silent = await newUser("kim.silent@messages.test", { email_notifications: false });
  server.outside.jobs.length = 0;
  const input = message({ in_product: false });
  const run = await send(admin, { input, users: { user_ids: [inactive, silent, grace] } });
  expect(run).toMatchObject({ total: 3, inactive: 1, no_mail: 1 });
  expect(run.skipped).toEqual(
    expect.arrayContaining([
      { id: inactive, last_name: "Quill", reason: "inactive" },
      { id: silent, last_name: "Quill", reason: "no_mail" },
    ]),
  );
  expect(await mailbox.deliver()).toHaveLength(1);
  const both = await send(admin, { input: message(), users: { user_ids: [silent] } });
  expect(both).toMatchObject({ no_mail: 0 });
  expect(await mailbox.deliver()).toEqual([]);
  expect((await admin.data(READ, { id: both.id })).announcement).toMatchObject({ sent: 1 });
});

test("reaches everybody whom the filters leave, below the caller's rank, in the branch and the instance alone", async () => {
  const north = await server.inside("demo", async (db, instance_id) => {
    const rows = await db
      .selectFrom("users as u")
      .innerJoin("branch_users as m", (join) =>
        join.onRef("m.instance_id", "=", "u.instance_id").onRef("m.user_id", "=", "u.id"),
      )
      .innerJoin("branches as b", (join) =>
        join.onRef("b.instance_id", "=", "m.instance_id").onRef("b.id", "=", "m.branch_id"),
      )
      .where("u.instance_id", "=", instance_id)
      .where("u.deleted_at", "is", null)
      .where("b.url", "=", "north")
      .select(["u.id", "u.role"])
      .execute();
    return rows;
  });
  const run = await send(admin, { input: message(), users: { role: "learner" }, branchUrl: "north" });
  expect(run.total).toBe(north.filter(({ role }) => role === "learner").length);
  expect(run.total).toBeGreaterThan(1);
  const all = await send(instructor, { input: message(), users: {} });
  const { usersPage } = await instructor.data(`{ usersPage(limit: 500) { rows { role } } }`);
  const below = usersPage.rows.filter(({ role }: { role: string }) => role === "learner" || role === "instructor");
  expect(all.total).toBe(below.length);
  expect(below.length).toBeLessThan(usersPage.rows.length);
  const stranger = await server.inside("riverside", async (db, instance_id) => {
    const row = await db
      .selectFrom("users")
      .where("instance_id", "=", instance_id)
      .select("id")
      .executeTakeFirstOrThrow();
    return row.id;
  });
  expect(await admin.refusal(SEND, { input: message(), users: { user_ids: [stranger] } })).toBe("NOT_FOUND");
  const boss = await server.userId("admin@demo.test");
  expect(await instructor.refusal(SEND, { input: message(), users: { user_ids: [boss] } })).toBe("FORBIDDEN");
});

test("writes to the people of a course", async () => {
  const courseId = await server.inside("demo", async (db, instance_id) => {
    const row = await db
      .selectFrom("enrolments")
      .where("instance_id", "=", instance_id)
      .where("user_id", "=", grace)
      .select("course_id")
      .executeTakeFirstOrThrow();
    return row.course_id;
  });
  const { coursePeople } = await admin.data(`query ($id: Int!) { coursePeople(course_id: $id) { total } }`, {
    id: courseId,
  });
  expect((await send(admin, { input: message(), course: courseId })).total).toBe(coursePeople.total);
  const some = await send(admin, { input: message(), course: courseId, people: { user_ids: [grace] } });
  expect(some.total).toBe(1);
  const outside = await newUser("kim.outside@messages.test");
  expect(await admin.refusal(SEND, { input: message(), course: courseId, people: { user_ids: [outside] } })).toBe(
    "NOT_FOUND",
  );
  // People above one's rank are left out, and refused where they are named.
  const boss = await server.userId("admin@demo.test");
  await admin.data(`mutation { enrolUsers(user_ids: [${boss}], course_ids: [${courseId}]) { count } }`);
  expect((await send(admin, { input: message(), course: courseId })).total).toBe(coursePeople.total + 1);
  expect((await send(instructor, { input: message(), course: courseId })).total).toBe(coursePeople.total);
  expect(await instructor.refusal(SEND, { input: message(), course: courseId, people: { user_ids: [boss] } })).toBe(
    "FORBIDDEN",
  );
});

test("rejects a message without subject, text, way or people, and one that is too long", async () => {
  const users = { user_ids: [grace] };
  expect(await readProblems(admin, { input: message({ subject: " " }), users })).toHaveProperty("subject");
  expect(await readProblems(admin, { input: message({ subject: "x".repeat(151) }), users })).toHaveProperty("subject");
  expect(await readProblems(admin, { input: message({ body: "" }), users })).toHaveProperty("body");
  expect(await readProblems(admin, { input: message({ body: "x".repeat(10_001) }), users })).toHaveProperty("body");
  const none = message({ by_mail: false, in_product: false });
  expect(await readProblems(admin, { input: none, users })).toHaveProperty("by_mail");
  expect(await readProblems(admin, { input: message() })).toHaveProperty("people");
  expect(await readProblems(admin, { input: message(), users: { search: "nobody at all" } })).toHaveProperty("people");
  const run = await send(admin, { input: message({ subject: "One\r\nBcc: all@x.test" }), users });
  const [mail] = await mailbox.deliver();
  expect(mail!.subject).toBe("One Bcc: all@x.test");
  expect(mail!.to).toHaveLength(1);
  expect(run.total).toBe(1);
});

test("keeps a subject on one line, which is a header of a mail", async () => {
  const subject = "The pool\r\nBcc: all@demo.test\u2028is closed";
  const { id } = await send(instructor, { input: message({ subject }), users: { user_ids: [grace] } });
  await mailbox.deliver();
  const { receivedAnnouncement } = await (await server.as("learner@demo.test")).data(RECEIVED, { id });
  expect(receivedAnnouncement.subject).toBe("The pool Bcc: all@demo.test is closed");
});

test("limits the messages of a person in an hour, and the people they reach", async () => {
  const { createUser } = await admin.data(
    `mutation { createUser(input: { first_name: "Ola", last_name: "Writer", email: "ola@messages.test", role: "instructor",
      skip_email: true, password: "the way up there" }) { id } }`,
  );
  const writer = await server.as("ola@messages.test");
  const users = { user_ids: [grace] };
  for (let count = 0; count < 20; count++) await send(writer, { input: message({ by_mail: false }), users });
  expect(await writer.refusal(SEND, { input: message(), users })).toBe("RATE_LIMITED");
  await server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .selectFrom("announcements")
      .where("instance_id", "=", instance_id)
      .where("created_by", "=", createUser.id)
      .select("id")
      .executeTakeFirstOrThrow();
    await db.deleteFrom("announcements").where("instance_id", "=", instance_id).where("id", "<>", id).execute();
    await db.updateTable("announcements").set({ total: 59_999 }).where("instance_id", "=", instance_id).execute();
  });
  const two = { user_ids: [grace, createUser.id] };
  expect(await writer.refusal(SEND, { input: message(), users: two })).toBe("RATE_LIMITED");
  await send(writer, { input: message(), users });
});

test("records each message in the audit log", async () => {
  await send(admin, { input: message({ subject: "Audited" }), users: { user_ids: [grace] } });
  const { auditLog } = await admin.data(
    `{ auditLog(action: "announcement.sent", limit: 1) { rows { subject_name changes { field } } } }`,
  );
  expect(auditLog.rows[0].subject_name).toBe("Audited");
  expect(auditLog.rows[0].changes).toContainEqual({ field: "people" });
});
