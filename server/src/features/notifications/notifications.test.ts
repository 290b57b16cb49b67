import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runHousekeeping } from "../../housekeeping.ts";
import { type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { startServer, type TestServer } from "../../testing/server.ts";

const ENROL = `mutation ($people: [Int!]!, $courses: [Int!]!) {
  enrolUsers(user_ids: $people, course_ids: $courses) { __typename }
}`;
const LIST = `{ notifications { unread rows { id kind course_id course_title unit_order on is_read } } }`;
const SETTING = `mutation ($on: Boolean) { updateUserDetails(input: { email_notifications: $on }) { id } }`;
const TITLES = ["Notice one", "Notice two", "Notice three"];

let server: TestServer;
let mailbox: Mailbox;
let learner: number;
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
  learner = await server.userId("learner@demo.test");
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
});
beforeEach(async () => {
  server.outside.jobs.length = 0;
  await server.inside("demo", async (db, id) => {
    await sql`DELETE FROM notifications WHERE instance_id = ${id}`.execute(db);
    await sql`DELETE FROM courses WHERE instance_id = ${id} AND title LIKE 'Notice %'`.execute(db);
    await sql`INSERT INTO courses (instance_id, title, status)
      SELECT ${id}, title, 'published' FROM unnest(${TITLES}::text[]) title`.execute(db);
  });
});

const asAdmin = () => server.as("admin@demo.test");
const findCourses = (...titles: string[]) => Promise.all(titles.map((title) => server.courseId(title)));
const enrol = async (people: number[], ...titles: string[]) =>
  (await asAdmin()).data(ENROL, { people, courses: await findCourses(...titles) });
const setCourse = (title: string, set: string) =>
  server.inside("demo", (db, id) =>
    sql`UPDATE courses SET ${sql.raw(set)} WHERE instance_id = ${id} AND title = ${title}`.execute(db),
  );
const setLearner = (set: string) =>
  server.inside("demo", (db, id) =>
    sql`UPDATE users SET ${sql.raw(set)} WHERE instance_id = ${id} AND id = ${learner}`.execute(db),
  );
const listNotices = async (kind: string) =>
  server.inside("demo", async (db, id) => {
    const rows = await db
      .selectFrom("notifications")
      .where("instance_id", "=", id)
      .where("user_id", "=", learner)
      .where("kind", "=", kind)
      .select("data")
      .execute();
    return rows.map(({ data }) => data as { course_title: string; days: number });
  });

test("an enrolled user gets a notification and a mail that links to the course", async () => {
  await enrol([learner], "Notice one");
  const client = await server.as("learner@demo.test");
  const { notifications } = await client.data(LIST);
  expect(notifications).toMatchObject({ unread: 1, rows: [{ kind: "enrolled", course_title: "Notice one" }] });
  const [mail, ...others] = await mailbox.deliver();
  expect(others).toEqual([]);
  expect(mail!.to).toMatchObject([{ address: "learner@demo.test" }]);
  expect(mail!.subject).toBe("You have been enrolled in ‘Notice one’");
  const [course] = await findCourses("Notice one");
  expect(mail!.text).toContain(`http://demo.localhost/learner/catalog/course/${course}`);
  expect(mail!.text).toContain("http://demo.localhost/profile");
  expect(await client.data("mutation { markNotificationsRead }")).toEqual({ markNotificationsRead: 0 });
});

test("several courses at once are one mail, and a job that runs twice does not mail twice", async () => {
  await enrol([learner], ...TITLES);
  const jobs = [...server.outside.jobs];
  expect(jobs).toHaveLength(1);
  const mails = await mailbox.deliver();
  expect(mails.map(({ subject }) => subject)).toEqual(["3 messages for you at Northgate Trust"]);
  for (const title of TITLES) expect(mails[0]!.text).toContain(`You have been enrolled in ‘${title}’`);
  server.outside.jobs.push(...jobs);
  expect(await mailbox.deliver()).toEqual([]);
});

test("the mail is in the recipient's language", async () => {
  await setLearner("language = 'fr'");
  await enrol([learner], "Notice one");
  expect((await mailbox.deliver())[0]!.subject).toBe("Vous êtes inscrit(e) au cours «\u202fNotice one\u202f»");
  await setLearner("language = NULL");
});

test("no mail is sent to users who turned it off or are inactive; they still get the notification", async () => {
  const client = await server.as("learner@demo.test");
  await client.data(SETTING, { on: false });
  expect(await client.data("{ viewer { email_notifications } }")).toEqual({ viewer: { email_notifications: false } });
  await client.data(SETTING, {});
  await enrol([learner], "Notice one");
  expect(await mailbox.deliver()).toEqual([]);
  expect((await client.data(LIST)).notifications.unread).toBe(1);
  await client.data(SETTING, { on: true });

  for (const [off, on] of [
    ["skip_email = true", "skip_email = false"],
    ["is_active = false", "is_active = true"],
  ] as const) {
    await setLearner(off);
    await enrol([learner], off.startsWith("skip") ? "Notice two" : "Notice three");
    expect(await mailbox.deliver()).toEqual([]);
    await setLearner(on);
  }
});

test("after the mail server failed half-way, the next try continues with the others", async () => {
  const others = [await server.userId("manager@demo.test"), await server.userId("instructor@demo.test")];
  await enrol([learner, ...others], "Notice one");
  const [job] = server.outside.jobs.splice(0);
  const { jobHandlers } = await import("../../jobs.ts");
  const sent: string[] = [];
  let failing = true;
  const mailer = {
    send: async ({ to }: { to: string }) => {
      if (failing && sent.length === 1) throw new Error("The mail server is away.");
      sent.push(to);
    },
    verify: async () => {},
    forget: async () => {},
  };
  const work = () =>
    jobHandlers({ ...server.platform, mailer })["notifications.mail"](job!.payload as never, { id: "", attempt: 1 });
  await expect(work()).rejects.toThrow("away");
  failing = false;
  await work();
  expect(sent.toSorted()).toEqual(["instructor@demo.test", "learner@demo.test", "manager@demo.test"]);
});

test("an address that the mail server refuses keeps no mail from the others, and is tried again", async () => {
  const others = [await server.userId("manager@demo.test"), await server.userId("instructor@demo.test")];
  await enrol([learner, ...others], "Notice one");
  const jobs = [...server.outside.jobs];
  const people = ["instructor@demo.test", "learner@demo.test", "manager@demo.test"];
  const before = mailbox.mails.length;
  const listReached = () => mailbox.mails.slice(before).map(({ to }) => to?.[0]?.address);
  // Whose turn comes first is not determined.
  for (const email of people) mailbox.refused.set(email, 550);
  mailbox.refused.delete("manager@demo.test");
  await expect(mailbox.deliver()).rejects.toThrow("No such user here");
  expect(listReached()).toEqual(["manager@demo.test"]);
  mailbox.refused.clear();
  server.outside.jobs.push(...jobs);
  await mailbox.deliver();
  expect(listReached().toSorted()).toEqual(people);
});

test("enrolling 1,000 users takes two jobs, whatever the number of mails", async () => {
  const people = await server.inside("demo", async (db, id) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO users (instance_id, first_name, last_name, email, role, is_primary, skip_email)
      SELECT ${id}, 'Many', n::text, 'many' || n || '@demo.test', 'learner', true, true FROM generate_series(1, 1000) n
      RETURNING id`.execute(db);
    return rows.map((row) => row.id);
  });
  await enrol(people, "Notice one");
  expect(server.outside.jobs.map(({ name }) => name)).toEqual(Array(2).fill("notifications.mail"));
  expect(await mailbox.deliver()).toEqual([]);
});

test("users are reminded once of a course that closes within a week and is not complete", async () => {
  await enrol([learner], ...TITLES);
  await mailbox.deliver();
  await setCourse("Notice one", "end_date = current_date + 6");
  await setCourse("Notice two", "end_date = current_date + 20");
  await setCourse("Notice three", "end_date = current_date + 3, status = 'draft'");
  server.platform.config.PUBLIC_URL = "https://learn.example.org";
  await runHousekeeping(server.platform);
  await runHousekeeping(server.platform);
  delete server.platform.config.PUBLIC_URL;
  const closing = (await listNotices("course_closing")).filter(({ course_title }) => course_title.startsWith("Notice"));
  expect(closing.map(({ course_title }) => course_title)).toEqual(["Notice one"]);
  const mails = await mailbox.deliver();
  const mine = mails.filter(({ to }) => to?.[0]?.address === "learner@demo.test");
  expect(mine).toHaveLength(1);
  expect(mine[0]!.text).toContain("‘Notice one’ closes on");
  expect(mine[0]!.text).toContain("https://demo.localhost/learner/catalog/course/");

  await setCourse("Notice one", "end_date = current_date + 5");
  await runHousekeeping(server.platform);
  expect(
    (await listNotices("course_closing")).filter(({ course_title }) => course_title === "Notice one"),
  ).toHaveLength(2);
  // Without PUBLIC_URL the origin of a link is unknown, so there is only the notification.
  expect(server.outside.jobs.filter(({ name }) => name === "notifications.mail")).toEqual([]);
});

test("users are reminded of an expiring certificate thirty days and seven days before, once each", async () => {
  await enrol([learner], "Notice one", "Notice two");
  const expiresIn = (title: string, days: number) =>
    server.inside("demo", (db, id) =>
      sql`UPDATE enrolments SET completed_at = now() - interval '1 year' + make_interval(days => ${days})
        WHERE instance_id = ${id} AND user_id = ${learner}
        AND course_id = (SELECT id FROM courses WHERE instance_id = ${id} AND title = ${title})`.execute(db),
    );
  const days = async () =>
    (await listNotices("certificate_expiring"))
      .filter(({ course_title }) => course_title.startsWith("Notice"))
      .map((each) => [each.course_title, each.days])
      .toSorted();
  await expiresIn("Notice one", 20);
  await expiresIn("Notice two", 60);
  await runHousekeeping(server.platform);
  await runHousekeeping(server.platform);
  expect(await days()).toEqual([["Notice one", 30]]);
  await expiresIn("Notice two", 5);
  await runHousekeeping(server.platform);
  expect(await days()).toEqual([
    ["Notice one", 30],
    ["Notice two", 7],
  ]);
});

test("notifications of other users can be neither read nor marked", async () => {
  await enrol([learner], "Notice one");
  const { notifications } = await (await server.as("learner@demo.test")).data(LIST);
  const manager = await server.as("manager@demo.test");
  expect((await manager.data(LIST)).notifications.rows).toEqual([]);
  await manager.data("mutation ($ids: [Int!]) { markNotificationsRead(ids: $ids) }", {
    ids: [notifications.rows[0].id],
  });
  expect((await (await server.as("learner@demo.test")).data(LIST)).notifications.unread).toBe(1);
});
