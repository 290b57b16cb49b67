import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkIn, type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { startServer, type TestServer } from "../../testing/server.ts";

const SEND = `mutation ($email: String!) { sendPasswordReset(email: $email) }`;
const INVITE = "mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }";
const EMAIL = "learner@demo.test";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
});

const change = (set: string) =>
  server.inside("demo", (db, id) =>
    sql`UPDATE users SET ${sql.raw(set)} WHERE instance_id = ${id} AND email = ${EMAIL}`.execute(db),
  );
async function mailAt(host: string) {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.anonymous(host).data(SEND, { email: EMAIL });
  return (await mailbox.deliver())[0]!;
}

test("a mail is in the user's language, else in that of its branch", async () => {
  expect((await mailAt("south.demo.localhost")).subject).toBe("Réinitialisez votre mot de passe pour Northgate Sud");
  await change("language = 'es'");
  const mail = await mailAt("south.demo.localhost");
  expect(mail.subject).toBe("Restablezca su contraseña de Northgate Sud");
  expect(mail.text).toContain("una sola vez, durante una hora");
  expect(mail.html).toContain('<html lang="es">');
  await change("language = NULL");
});

test("a mail has the colour and logo of the branch, and none without branding", async () => {
  const key = await server.inside("demo", async (db, instance_id) => {
    const key = `${instance_id}/aa/${"a".repeat(40)}`;
    await server.platform.files.put(key, Readable.from([PNG]), { type: "image/png" });
    await db
      .insertInto("files")
      .values({ instance_id, key, name: "logo.png", type: "image/png", size: PNG.length, purpose: "logo" })
      .execute();
    await db
      .updateTable("branches")
      .set({ logo_key: key })
      .where("instance_id", "=", instance_id)
      .where("url", "=", "north")
      .execute();
    return key;
  });
  const mail = await mailAt("north.demo.localhost");
  expect(mail.html).toContain("background:#2c4a7c");
  expect(mail.html).toContain('src="cid:site-logo"');
  expect(mail.attachments).toMatchObject([{ mimeType: "image/png", contentId: "<site-logo>" }]);
  expect(Buffer.from(mail.attachments[0]!.content as ArrayBuffer)).toEqual(PNG);

  await server.platform.files.remove(key);
  const bare = await mailAt("north.demo.localhost");
  expect(bare.attachments).toEqual([]);
  expect(bare.html).toContain("Northgate North");

  await server.platform.database.pool.query("UPDATE instances SET branding_enabled = false WHERE domain = 'demo'");
  const plain = await mailAt("north.demo.localhost");
  expect(plain.html).toContain("background:#1f5c63");
  await server.platform.database.pool.query("UPDATE instances SET branding_enabled = true WHERE domain = 'demo'");
});

test("a mail links users without access to the main site to their branch, wherever it was requested", async () => {
  await change("is_primary = false");
  expect(linkIn(await mailAt("demo.localhost")).host).toMatch(/^(north|south)\.demo\.localhost$/);
  await change("is_primary = true");
  expect(linkIn(await mailAt("demo.localhost")).host).toBe("demo.localhost");
});

test("links use the scheme and port of PUBLIC_URL, and the instance's own host", async () => {
  server.platform.config.PUBLIC_URL = "https://learn.example.org:8443";
  const link = linkIn(await mailAt("demo.localhost"));
  expect(link.origin).toBe("https://demo.localhost:8443");
  delete server.platform.config.PUBLIC_URL;
});

test("a user who signs in only by an identity provider is mailed the login page, and no link to set a password", async () => {
  const admin = await server.as("admin@demo.test");
  await server.platform.database.pool.query("UPDATE instances SET passwords_off = true WHERE domain = 'demo'");
  const reset = await mailAt("demo.localhost");
  expect(reset.subject).toBe("How you sign in at Northgate Trust");
  expect(linkIn(reset).pathname + linkIn(reset).search).toBe("/login");
  await admin.data(INVITE, {
    input: { first_name: "Nell", last_name: "Frost", email: "nell@demo.test", role: "learner" },
  });
  const [invitation] = await mailbox.deliver();
  expect(invitation!.text).toContain("You sign in with the account of your organisation.");
  expect(linkIn(invitation!).pathname + linkIn(invitation!).search).toBe("/login");
  const tokens = await server.inside("demo", (db, id) =>
    db
      .selectFrom("password_tokens as k")
      .innerJoin("users as u", (join) =>
        join.onRef("u.instance_id", "=", "k.instance_id").onRef("u.id", "=", "k.user_id"),
      )
      .where("k.instance_id", "=", id)
      .where("u.email", "=", "nell@demo.test")
      .select("k.user_id")
      .execute(),
  );
  expect(tokens).toEqual([]);

  // An admin who may use a password all the same gets the link.
  await change("role = 'admin', is_primary = true");
  await server.inside("demo", async (db, id) => {
    const user_id = await server.userId(EMAIL);
    await db.insertInto("password_exceptions").values({ instance_id: id, user_id }).execute();
  });
  expect(linkIn(await mailAt("demo.localhost")).pathname).toBe("/password-reset");
  await change("role = 'learner', is_primary = false");
  await server.platform.database.pool.query("UPDATE instances SET passwords_off = false");
});
