import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { startServer, type TestServer } from "../../testing/server.ts";

const SEND = `mutation ($firstname: String!, $lastname: String!, $email: String!, $country: String!, $message: String!) {
  sendContactMessage(firstname: $firstname, lastname: $lastname, email: $email, country: $country, message: $message) { message } }`;
const question = {
  firstname: "Ada",
  lastname: "Byron",
  email: "ada@example.org",
  country: "GB",
  message: "How much is it\nfor forty people?",
};

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

test("a contact message is stored and mailed to operators, who can reply", async () => {
  const { sendContactMessage } = await server.anonymous("localhost").data(SEND, question);
  expect(sendContactMessage.message).toBe("Your message has been sent successfully!");
  const { rows } = await server.platform.database.pool.query("SELECT * FROM contact_messages");
  expect(rows).toMatchObject([{ first_name: "Ada", country: "GB", message: question.message }]);
  const [mail, ...others] = await mailbox.deliver();
  expect(others).toEqual([]);
  expect(mail!.to![0]!.address).toBe("super@demo.test");
  expect(mail!.replyTo).toEqual([{ name: "Ada Byron", address: "ada@example.org" }]);
  expect(mail!.text).toContain("for forty people?");
});

test("with OPERATOR_EMAIL a contact message is sent there only", async () => {
  server.platform.config.OPERATOR_EMAIL = "sales@example.org";
  const box = await openMailbox(server);
  await server.anonymous().data(SEND, question);
  expect((await box.deliver()).map(({ to }) => to![0]!.address)).toEqual(["sales@example.org"]);
  await box.close();
});

test.each([
  [{ firstname: " " }, "firstname"],
  [{ lastname: "" }, "lastname"],
  [{ email: "ada" }, "email"],
  [{ country: "FR" }, "country"],
  [{ message: "x".repeat(5001) }, "message"],
])("sendContactMessage refuses %j", async (change, field) => {
  const { errors } = await server.anonymous().query(SEND, { ...question, ...change });
  expect(Object.keys(errors![0]!.extensions.validation!)).toEqual([field]);
});

test("sendContactMessage limits several messages", async () => {
  const codes = [];
  for (let times = 0; times < 6; times++)
    codes.push(await server.anonymous().refusal(SEND, { ...question, email: "often@example.org" }));
  expect(codes).toEqual([null, null, null, null, null, "RATE_LIMITED"]);
});
