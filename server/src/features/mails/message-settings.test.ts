import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { getDefaultText, isNotice, listPlaceholders, MESSAGE_KINDS } from "./message-kinds.ts";

const LIST = `query ($kind: String) { messages(kind: $kind) {
  kind name by_mail in_product always placeholders { name is_required in_subject }
  texts { language is_own subject body default_subject default_body } } }`;
const SWITCH = `mutation ($kind: String!, $mail: Boolean, $product: Boolean) {
  switchMessage(kind: $kind, by_mail: $mail, in_product: $product) { by_mail in_product } }`;
const UPDATE = `mutation ($input: MessageTextInput!) { updateMessage(input: $input) { texts { language subject is_own } } }`;
const PREVIEW = `query ($input: MessageTextInput!) { previewMessage(input: $input) { subject blocks { kind text } } }`;
const TEST_MAIL = `mutation ($input: MessageTextInput!) { sendTestMessage(input: $input) }`;
const RESTORE = `mutation ($kind: String!) { restoreMessage(kind: $kind, language: "en") { texts { is_own } } }`;
const SENDER = `mutation ($version: Int!, $name: String, $reply: String) {
  updateInstanceSettings(version: $version, notifications: { sender_name: $name, reply_to: $reply }) {
    version notifications { sender_name reply_to due_digest } } }`;
const ENROL = `mutation ($people: [Int!]!, $courses: [Int!]!) {
  enrolUsers(user_ids: $people, course_ids: $courses) { __typename } }`;
const BELL = `{ notifications { unread rows { kind text course_title } } }`;

let server: TestServer;
let mailbox: Mailbox;
let admin: Client;
let learner: number;
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
  admin = await server.as("admin@demo.test");
  learner = await server.userId("learner@demo.test");
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
});
beforeEach(async () => {
  server.outside.jobs.length = 0;
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.inside("demo", async (db, id) => {
    for (const table of ["notifications", "message_texts", "message_switches"] as const)
      await db.deleteFrom(table).where("instance_id", "=", id).execute();
  });
});

let made = 0;
async function enrol(title = `Messages ${++made}`): Promise<void> {
  const course = await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("courses")
      .values({ instance_id, title, status: "published" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  await admin.data(ENROL, { people: [learner], courses: [course.id] });
}
const text = (subject: string, body: string, kind = "enrolled", language = "en") => ({
  input: { kind, language, subject, body },
});
const readProblems = async (variables: object, document = UPDATE) =>
  (await admin.query(document, variables)).errors?.[0]?.extensions.validation;

test("a switch or a text that stays as it is leaves no entry in the audit log", async () => {
  const READ = `{ auditLog(limit: 1) { rows { id action } } }`;
  const read = async () => (await admin.data(READ)).auditLog.rows[0];
  await admin.data(SWITCH, { kind: "enrolled", mail: false });
  await admin.data(UPDATE, text("Welcome", "Hello {course} {link}"));
  const last = await read();
  expect(last.action).toBe("message.updated");
  await admin.data(SWITCH, { kind: "enrolled", mail: false });
  await admin.data(SWITCH, { kind: "enrolled" });
  await admin.data(SWITCH, { kind: "invitation", mail: true });
  await admin.data(UPDATE, text("Welcome", "Hello {course} {link}"));
  expect(await read()).toEqual(last);
});

test("a text is not saved over that of another admin, unless no version is given", async () => {
  const SAVE = `mutation ($input: MessageTextInput!, $version: String) { updateMessage(input: $input, version: $version) { kind } }`;
  const VERSION = `{ messages(kind: "enrolled") { texts { language version subject } } }`;
  const read = async () => (await admin.data(VERSION)).messages[0].texts[0];
  const save = (subject: string, version?: string) =>
    admin.query(SAVE, { ...text(subject, "Hello {course} {link}"), version });
  const opened = await read();
  expect((await save("Theirs", opened.version)).errors).toBeUndefined();
  expect((await save("Mine", opened.version)).errors).toMatchObject([
    {
      message:
        "Another admin has changed this text since you opened it. Copy what you typed, reload the page and change it again.",
      extensions: { code: "CONFLICT" },
    },
  ]);
  expect((await read()).subject).toBe("Theirs");
  await admin.data(RESTORE, { kind: "enrolled" });
  expect(await read()).toEqual(opened);
  expect((await save("Mine")).errors).toBeUndefined();
  expect((await read()).subject).toBe("Mine");
});

test("the list has every notification and mail, with the texts that are sent", async () => {
  const { messages } = await admin.data(LIST);
  expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual(MESSAGE_KINDS);
  const enrolled = messages.find(({ kind }: { kind: string }) => kind === "enrolled");
  expect(enrolled).toMatchObject({
    by_mail: true,
    in_product: true,
    always: null,
    placeholders: [
      { name: "course", is_required: false, in_subject: true },
      { name: "first_name", is_required: false, in_subject: true },
      { name: "link", is_required: true, in_subject: false },
      { name: "site", is_required: false, in_subject: true },
    ],
  });
  expect(enrolled.texts[1]).toMatchObject({
    language: "fr",
    is_own: false,
    subject: "Vous êtes inscrit(e) au cours «\u202f{course}\u202f»",
    body: "Bonjour {first_name},\n\n{link}",
  });
});

test("the product's own texts of every kind and language pass the checks of an admin's texts", async () => {
  for (const kind of MESSAGE_KINDS)
    for (const language of ["en", "fr", "es"] as const) {
      const own = getDefaultText(kind, language);
      expect(await readProblems(text(own.subject, own.body, kind, language), PREVIEW), `${kind} ${language}`).toBe(
        undefined,
      );
      // Every language offers the same placeholders.
      const names = new Set(listPlaceholders(kind).map(({ name }) => name));
      for (const [, name] of `${own.subject}${own.body}`.matchAll(/\{(.*?)\}/g)) expect(names).toContain(name);
    }
});

test("a text of the instance is in the next mail and in the list of the bell, in its language only", async () => {
  await admin.data(UPDATE, text("Start {course} now", "Dear {first_name},\n\nopen {link} today.\n\nYour {site}"));
  await enrol("Fire safety");
  const [mail] = await mailbox.deliver();
  expect(mail!.subject).toBe("Start Fire safety now");
  expect(mail!.text).toMatch(/Dear \S+,\n\nopen\n\nhttp:\/\/demo\.localhost\/learner\/catalog\/course\/\d+\n\ntoday\./);
  expect(mail!.text).toContain("Your Northgate Trust");
  expect(mail!.text).toContain("http://demo.localhost/profile");
  expect(mail!.html).toMatch(/href="http:\/\/demo\.localhost\/learner\/catalog\/course\/\d+"/);
  const client = await server.as("learner@demo.test");
  expect((await client.data(BELL)).notifications.rows[0].text).toBe("Start Fire safety now");

  await admin.data(RESTORE, { kind: "enrolled" });
  await enrol("First aid");
  expect((await mailbox.deliver())[0]!.subject).toBe("You have been enrolled in ‘First aid’");
  expect((await client.data(BELL)).notifications.rows[0].text).toBe(null);
});

test("several notifications in one mail use the instance's subjects as lines", async () => {
  await admin.data(UPDATE, text("Start {course} now", "{link}"));
  await enrol("Line one");
  await enrol("Line two");
  const jobs = server.outside.jobs.splice(0);
  const ids = jobs.flatMap(({ payload }) => (payload as { ids: number[] }).ids);
  server.outside.jobs.push({ ...jobs[0]!, payload: { ...(jobs[0]!.payload as object), ids } });
  const [mail] = await mailbox.deliver();
  expect(mail!.text).toContain("Start Line one now:");
  expect(mail!.text).toContain("Start Line two now:");
});

test("HTML of an admin and of a title is text in the mail", async () => {
  await admin.data(UPDATE, text("<i>{course}</i>", "<img src=x onerror=alert(1)>\n\n{link}"));
  await enrol("<b>Bold</b>");
  const [mail] = await mailbox.deliver();
  expect(mail!.html).not.toMatch(/<img src=x|<b>Bold|<i>/);
  expect(mail!.html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(mail!.html).toContain("&lt;i&gt;&lt;b&gt;Bold&lt;/b&gt;&lt;/i&gt;");
});

test("a placeholder in a value is not filled, and a line break in a value stays out of the header", async () => {
  await admin.data(UPDATE, text("{course}", "{course}\n\n{link}"));
  await enrol("{first_name} {link}\r\nBcc: spy@example.org");
  const [mail] = await mailbox.deliver();
  expect(mail!.subject).toBe("{first_name} {link} Bcc: spy@example.org");
  expect(mail!.bcc).toBeUndefined();
  expect(mail!.text).toContain("{first_name} {link}");
});

test("the server refuses unknown and missing placeholders and subjects of several lines, by field", async () => {
  expect(await readProblems(text("{unit}", "{link}"))).toEqual({ subject: ["There is no placeholder {unit} here."] });
  expect(await readProblems(text("{link}", "{link}"))).toEqual({ subject: ["There is no placeholder {link} here."] });
  expect(await readProblems(text("Hi", "{link} {Course name}"))).toEqual({
    body: ["There is no placeholder {Course name} here."],
  });
  expect(await readProblems(text("Hi", "No way to sign in"))).toEqual({ body: ["The text has to contain {link}."] });
  expect(await readProblems(text("Hi", "Changed", "role_changed"))).toEqual({
    body: ["The text has to contain {changes}."],
  });
  for (const broken of ["Hi\r\nBcc: spy@example.org", "Hi\u2028there", "Hi\u0000"])
    expect(await readProblems(text(broken, "{link}"))).toEqual({ subject: ["A subject is one line of text."] });
  expect(await readProblems(text(" ", " "))).toEqual({ subject: ["Enter a subject."], body: ["Enter a text."] });
  expect(await readProblems(text("Hi", "{link}".padEnd(5_001, "x")))).toEqual({ body: ["This text is too long."] });
  expect(await readProblems(text("Hi", "{link}", "enrolled", "de"))).toEqual({
    language: ["Choose a language of the list."],
  });
  expect(await admin.refusal(UPDATE, text("Hi", "{link}", "constructor"))).toBe("NOT_FOUND");
});

test("a kind that is off by mail is shown but not mailed, and one that is off in the product only mailed", async () => {
  const client = await server.as("learner@demo.test");
  await admin.data(SWITCH, { kind: "enrolled", mail: false });
  await enrol();
  expect(await mailbox.deliver()).toEqual([]);
  expect((await client.data(BELL)).notifications.unread).toBe(1);

  await admin.data(SWITCH, { kind: "enrolled", mail: true, product: false });
  await enrol("Only by mail");
  expect((await mailbox.deliver()).map(({ subject }) => subject)).toEqual(["You have been enrolled in ‘Only by mail’"]);
  expect((await client.data(BELL)).notifications).toMatchObject({ unread: 1, rows: [{}] });
});

test("mails about passwords, roles and scheduled reports cannot be switched off", async () => {
  for (const kind of ["invitation", "password_reset", "password_link", "role_changed", "access_changed", "report"])
    expect(await readProblems({ kind, mail: false }, SWITCH), kind).toHaveProperty("by_mail");
  expect(await readProblems({ kind: "registration_refused", product: false }, SWITCH)).toHaveProperty("in_product");
  await admin.data(SWITCH, { kind: "registration_refused", mail: false });
});

test("a password mail in the instance's words has a link that works", async () => {
  await admin.data(UPDATE, text("Your new password", "{first_name}, choose: {link}", "password_reset"));
  await server.anonymous().data(`mutation { sendPasswordReset(email: "learner@demo.test") }`);
  const [mail] = await mailbox.deliver();
  expect(mail!.subject).toBe("Your new password");
  expect(new URL(/http:\S+/.exec(mail!.text!)![0]).searchParams.get("token")).toMatch(/^[\w-]{43}$/);
});

test("the preview shows the text with a course of the instance, and stores nothing", async () => {
  const { previewMessage } = await admin.data(PREVIEW, text("Start {course}", "By {first_name}\nnow\n\n{link}"));
  const title = await server.inside("demo", async (db, id) => {
    const rows = await db.selectFrom("courses").where("instance_id", "=", id).select("title").execute();
    return rows.map((row) => `Start ${row.title}`);
  });
  expect(title).toContain(previewMessage.subject);
  expect(previewMessage.blocks[1]).toEqual({ kind: "link", text: null });
  expect((await admin.data(LIST, { kind: "enrolled" })).messages[0].texts[0].is_own).toBe(false);
});

test("a test mail goes to the admin alone, and ten of them are the limit", async () => {
  const variables = text("Try {course}", "Hello {first_name} {link}");
  for (let sent = 0; sent < 10; sent++)
    expect(await admin.data(TEST_MAIL, variables)).toEqual({ sendTestMessage: "admin@demo.test" });
  expect(await admin.refusal(TEST_MAIL, variables)).toBe("RATE_LIMITED");
  const mails = await mailbox.deliver();
  expect(mails).toHaveLength(10);
  expect(mails[0]!.to).toMatchObject([{ address: "admin@demo.test" }]);
  expect(mails[0]!.subject).toMatch(/^Try /);
});

test("mails have the sender and the reply address of the instance", async () => {
  const { version } = (await admin.data("{ instanceSettings { version } }")).instanceSettings;
  const save = (name: string | null, reply: string | null, at: number) =>
    admin.query(SENDER, { name, reply, version: at });
  for (const name of ["A\r\nBcc: spy@example.org", "Boss <boss@bank.example>", 'Boss", "X'])
    expect((await save(name, null, version)).errors?.[0]?.extensions.validation).toHaveProperty("sender_name");
  for (const reply of ["help", "a@b.test\r\nBcc: c@d.test", "a@b.test, c@d.test"])
    expect((await save(null, reply, version)).errors?.[0]?.extensions.validation).toHaveProperty("reply_to");
  const saved = await save("Northgate Academy", "help@northgate.example", version);
  expect(saved.data.updateInstanceSettings.notifications).toEqual({
    sender_name: "Northgate Academy",
    reply_to: "help@northgate.example",
    due_digest: expect.any(Boolean),
  });
  await enrol();
  const [mail] = await mailbox.deliver();
  expect(mail!.from).toMatchObject({ name: "Northgate Academy", address: "no-reply@localhost" });
  expect(mail!.replyTo).toEqual([{ name: "Northgate Academy", address: "help@northgate.example" }]);
  await save("", "", version + 1);
  await enrol();
  expect((await mailbox.deliver())[0]!.replyTo).toBeUndefined();
});

test("changes are in the audit log, and are those of one instance", async () => {
  await admin.data(UPDATE, text("Start {course} now", "{link}"));
  const log = await server.inside("demo", (db, id) =>
    db
      .selectFrom("audit_log")
      .where("instance_id", "=", id)
      .where("action", "like", "message.%")
      .orderBy("id", "desc")
      .select(["action", "subject_name", "changes"])
      .executeTakeFirstOrThrow(),
  );
  expect(log).toMatchObject({ action: "message.updated", subject_name: "Enrolment in a course" });
  expect(log.changes).toMatchObject({ language: "en" });
  const other = await server.as("admin@riverside.test", "riverside.localhost");
  expect((await other.data(LIST, { kind: "enrolled" })).messages[0].texts[0].subject).not.toBe("Start {course} now");
});

test("two switches that are pressed at once are both stored", async () => {
  const kinds = MESSAGE_KINDS.filter((kind) => isNotice(kind)).slice(0, 8);
  await Promise.all(
    kinds.flatMap((kind) => [admin.data(SWITCH, { kind, mail: false }), admin.data(SWITCH, { kind, product: false })]),
  );
  const { messages } = await admin.data(LIST);
  const stored = messages.filter(({ kind }: { kind: string }) => kinds.includes(kind as (typeof kinds)[number]));
  for (const { by_mail, in_product } of stored) expect([by_mail, in_product]).toEqual([false, false]);
});

test("what an automation writes stays in the product beside an own subject", async () => {
  const user = await server.as("learner@demo.test");
  const notice = { subject: "Helmets", message: "Bring yours on Monday." };
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("notifications")
      .values({ instance_id, user_id: learner, kind: "automation_message", data: JSON.stringify(notice) })
      .execute(),
  );
  const read = async () => (await user.data(BELL)).notifications.rows[0].text;
  expect(await read()).toBe("Helmets\nBring yours on Monday.");
  await admin.data(UPDATE, text("News: {subject}", "{message} {link}", "automation_message"));
  expect(await read()).toBe("News: Helmets\nBring yours on Monday.");
  await admin.data(UPDATE, text("{subject}: {message}", "{link}", "automation_message"));
  expect(await read()).toBe("Helmets: Bring yours on Monday.");
});
