import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { jobHandlers } from "../../jobs.ts";
import { BASE, makeStatement, recordStore } from "../../testing/record-store.ts";
import { agentKey } from "./formats.ts";

const { server, ask } = await recordStore();
afterAll(() => server.close());

/** Stores a statement with an attachment, whose hash the statement writes in its own way. @returns the stored hash */
async function storeWithAttachment(mbox: string, text: string, write: (sha2: string) => string): Promise<string> {
  const sha2 = createHash("sha256").update(text).digest("hex");
  const attachment = {
    usageType: "https://a.test/u",
    display: {},
    contentType: "text/plain",
    length: text.length,
    sha2: write(sha2),
  };
  const statement = JSON.stringify(makeStatement({ actor: { mbox }, attachments: [attachment] }));
  const answer = await ask("POST", `${BASE}/statements`, {
    headers: { "content-type": "multipart/mixed; boundary=b" },
    body: `--b\r\nContent-Type: application/json\r\n\r\n${statement}\r\n--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\nX-Experience-API-Hash: ${sha2}\r\n\r\n${text}\r\n--b--\r\n`,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return sha2;
}

test("erasing a person deletes their attachments and keeps those of others, however hashes are written", async () => {
  const admin = await server.as("admin@demo.test");
  const { createUser } = await admin.data(
    `mutation { createUser(input: { first_name: "Kim", last_name: "Quill", email: "kim.quill@demo.test", role: "learner",
      skip_email: true, password: "the way up there" }) { id } }`,
  );
  const upper = (sha2: string) => sha2.toUpperCase();
  const plain = (sha2: string) => sha2;
  await storeWithAttachment("mailto:kim.quill@demo.test", "of Kim alone", upper);
  const shared = await storeWithAttachment("mailto:kim.quill@demo.test", "of both", plain);
  await storeWithAttachment("mailto:someone@else.test", "of both", upper);
  await admin.data('mutation ($id: Int!) { erasePerson(id: $id, name: "Kim Quill") { id } }', { id: createUser.id });
  const erase = server.outside.jobs.find(({ name }) => name === "person.erase")!;
  await jobHandlers(server.platform)["person.erase"](erase.payload as never, { id: "", attempt: 1 });
  const left = await server.inside("demo", (db, instance_id) =>
    db.selectFrom("xapi_attachments").where("instance_id", "=", instance_id).select("sha2").execute(),
  );
  expect(left).toEqual([{ sha2: shared }]);
});

test("erasing a person deletes what packages kept about them at the address of a branch", async () => {
  const admin = await server.as("admin@demo.test");
  const { createUser } = await admin.data(
    `mutation { createUser(input: { first_name: "Bo", last_name: "Quill", email: "bo.quill@demo.test", role: "learner",
      skip_email: true }) { id } }`,
  );
  const none = "00000000-0000-0000-0000-000000000000";
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("xapi_documents")
      .values({
        instance_id,
        kind: "state",
        activity: none,
        agent: agentKey({ account: { homePage: "http://north.demo.localhost", name: String(createUser.id) } }),
        registration: none,
        document: none,
        document_id: "bookmark",
        content: Buffer.from("I stopped at page 7"),
        content_type: "text/plain",
        etag: "e",
      })
      .execute(),
  );
  server.outside.jobs.length = 0;
  await admin.data('mutation ($id: Int!) { erasePerson(id: $id, name: "Bo Quill") { id } }', { id: createUser.id });
  const erase = server.outside.jobs.find(({ name }) => name === "person.erase")!;
  await jobHandlers(server.platform)["person.erase"](erase.payload as never, { id: "", attempt: 1 });
  const left = await server.inside("demo", (db) =>
    db.selectFrom("xapi_documents").where("document_id", "=", "bookmark").select("etag").execute(),
  );
  expect(left).toEqual([]);
});
