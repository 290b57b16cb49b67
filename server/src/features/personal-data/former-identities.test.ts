import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { findTraces, leaveMails, readOutbox } from "../../testing/written-person.ts";
import { eraseNow } from "./erasure.service.ts";

const CREATE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`;
const RENAME = `mutation ($id: Int!, $last_name: String!) { updateUser(id: $id, input: { last_name: $last_name }) { id } }`;
const ERASE = `mutation ($id: Int!, $name: String!) { erasePerson(id: $id, name: $name) { id } }`;

let server: TestServer;
let admin: Client;
let instance: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  instance = await server.inside("demo", (_, id) => Promise.resolve(id));
});
afterAll(() => server.close());

const add = async (first_name: string, last_name: string, email: string): Promise<number> => {
  const input = { first_name, last_name, email, role: "learner", skip_email: true };
  return (await admin.data(CREATE, { input })).createUser.id;
};

async function erase(id: number, name: string): Promise<void> {
  server.outside.jobs.length = 0;
  await admin.data(ERASE, { id, name });
  for (const job of server.outside.jobs.splice(0))
    if (job.name === "person.erase") await eraseNow(server.platform, job.payload as never);
}

/** Writes a text about a person where the product keeps such texts of others. */
const writeAbout = (name: string, email: string) =>
  server.inside("demo", async (db, instance_id) => {
    const { id: other } = await db
      .selectFrom("users")
      .where("email", "=", "instructor@demo.test")
      .select("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("notifications")
      .values({
        instance_id,
        user_id: other,
        kind: "registration_waiting",
        data: JSON.stringify({ user_name: name }),
      })
      .execute();
    await db
      .insertInto("audit_log")
      .values({
        instance_id,
        actor_id: other,
        actor_name: "Daniel Whitcombe",
        action: "group.users_added",
        subject_type: "group",
        subject_id: 1,
        changes: JSON.stringify({ people: [name, "Wei Chen"] }),
      })
      .execute();
    await db
      .insertInto("user_views")
      .values({ instance_id, user_id: other, name: `About ${name}`, filters: JSON.stringify({ search: email }) })
      .execute();
    await db
      .insertInto("registrations")
      .values({
        instance_id,
        first_name: name.split(" ")[0]!,
        last_name: name.split(" ")[1]!,
        email,
        language: "en",
        state: "refused",
        decided_at: new Date(),
      })
      .execute();
  });

test("an erased person's former name and address leave the texts about others, mails and registrations", async () => {
  const id = await add("Ottilie", "Maidenname", "ottilie.maidenname@demo.test");
  await writeAbout("Ottilie Maidenname", "ottilie.maidenname@demo.test");
  await admin.data(RENAME, { id, last_name: "Weddedname" });
  await server.inside("demo", async (db, instance_id) => {
    await sql`UPDATE users SET email = 'ottilie.weddedname@demo.test' WHERE id = ${id}`.execute(db);
    await db
      .insertInto("audit_log")
      .values({
        instance_id,
        actor_name: "Cairn",
        action: "user.email_changed",
        subject_type: "user",
        subject_id: id,
        subject_name: "Ottilie Weddedname",
        changes: JSON.stringify({ email: ["ottilie.maidenname@demo.test", "ottilie.weddedname@demo.test"] }),
      })
      .execute();
  });
  server.platform.mailer = await leaveMails(server, instance);
  await server.platform.mailer.send({
    instanceId: instance,
    to: "instructor@demo.test",
    subject: "Work",
    html: "",
    text: "Ottilie Maidenname has handed in work.",
  });

  await erase(id, "Ottilie Weddedname");

  const texts = ["Ottilie Maidenname", "Ottilie Weddedname", "ottilie.maidenname@", "ottilie.weddedname@"];
  expect(await findTraces(server, instance, texts)).toEqual([]);
  const { rows } = await server.inside("demo", (db) =>
    sql`SELECT FROM registrations WHERE last_name = 'Maidenname'`.execute(db),
  );
  expect(rows).toEqual([]);
  expect((await readOutbox(server)).join()).not.toContain("Maidenname");
});

test("a former name that another user has now stays in the texts about that user", async () => {
  const id = await add("Ines", "Formerly", "ines.formerly@demo.test");
  await admin.data(RENAME, { id, last_name: "Nowadays" });
  await add("Ines", "Formerly", "ines.formerly2@demo.test");
  await writeAbout("Ines Formerly", "ines.formerly2@demo.test");
  await erase(id, "Ines Nowadays");
  expect(await findTraces(server, instance, ["Ines Formerly"])).toEqual(
    expect.arrayContaining(["audit_log", "notifications", "user_views"]),
  );
});

test.each([
  ["İlkay", "Öztürk", "ilkay.ozturk@demo.test"],
  ["ΓΙΑΝΝΗΣ", "ΜΑΡΗΣ", "giannis.maris@demo.test"],
])(
  "the name %s %s, which languages lower in different ways, leaves the texts about others",
  async (first, last, email) => {
    const id = await add(first, last, email);
    await writeAbout(`${first} ${last}`, email);
    await erase(id, `${first} ${last}`);
    expect(await findTraces(server, instance, [`${first} ${last}`])).toEqual([]);
  },
);

test.each(["enrolment.restored", "enrolment.purged"])(
  "the name of another person stays in the log of %s, whose subject is an ended enrolment with the number of the erased person",
  async (action) => {
    const id = await add("Numbered", "Alike", `${action}@demo.test`);
    await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("audit_log")
        .values({
          instance_id,
          actor_name: "Daniel Whitcombe",
          action,
          subject_type: "enrolment",
          subject_id: id,
          subject_name: "Hugo Elsewhere",
          changes: JSON.stringify({ course: "Knots" }),
        })
        .execute(),
    );
    await erase(id, "Numbered Alike");
    const { rows } = await server.inside("demo", (db) =>
      sql`SELECT subject_name FROM audit_log WHERE action = ${action} AND subject_id = ${id}`.execute(db),
    );
    expect(rows).toEqual([{ subject_name: "Hugo Elsewhere" }]);
  },
);
