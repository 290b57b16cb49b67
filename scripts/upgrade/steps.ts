import { randomBytes } from "node:crypto";
import type { VersionedServer } from "./server.ts";

/** What is done at one server and must hold at the other. */
export interface Step {
  name: string;
  run: (at: VersionedServer, then: VersionedServer) => Promise<void>;
}

const word = () => randomBytes(4).toString("hex");
const assert = (holds: boolean, what: string) => {
  if (!holds) throw new Error(what);
};

const CREATE = `mutation ($title: String!, $content: [ContentUnitInput!]) {
  createCourse(title: $title, description: "Made while two versions run.", status: "published", content: $content) { id } }`;
const COURSE = `query ($id: Int!) { course(id: $id) { title contents { id } } }`;
const UPDATED = `mutation ($id: Int!, $name: String!) { updateGroup(id: $id, input: { name: $name }) { id } }`;

/** Things people do, in operations that both versions have. Each begins at one server and ends at the other. */
export const STEPS: Step[] = [
  {
    name: "a session opened at one is valid at the other, and ends there",
    run: async (at, then) => {
      const token = await at.signIn("manager@demo.test");
      assert((await then.call(token, "{ viewer { email } }")).viewer.email === "manager@demo.test", "another account");
      await then.send(token, "/api/logout", { type: "application/json", bytes: Buffer.from("{}") });
      const after = await at.call(token, "{ viewer { email } }").catch(() => null);
      assert(after === null, "the session goes on");
    },
  },
  {
    name: "a group made at one is listed and renamed at the other",
    run: async (at, then) => {
      const [admin, name] = [await at.signIn("admin@demo.test"), `Group ${word()}`];
      const made = `mutation ($name: String!) { createGroup(input: { name: $name }) { id } }`;
      const { id } = (await at.call(admin, made, { name })).createGroup;
      const list = `query ($search: String) { groups(search: $search) { id name } }`;
      assert((await then.call(admin, list, { search: name })).groups[0]?.id === id, "the group is not listed");
      await then.call(admin, UPDATED, { id, name: `${name} b` });
      assert((await at.call(admin, list, { search: `${name} b` })).groups.length === 1, "the new name is not listed");
    },
  },
  {
    name: "a user made at one is listed at the other",
    run: async (at, then) => {
      const [admin, email] = [await at.signIn("admin@demo.test"), `u${word()}@demo.test`];
      const query = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`;
      const input = { first_name: "New", last_name: word(), email, role: "learner", skip_email: true };
      await at.call(admin, query, { input });
      const list = `query ($search: String) { users(search: $search) { email } }`;
      assert((await then.call(admin, list, { search: email })).users.length === 1, "the user is not listed");
    },
  },
  {
    name: "a course made at one is read and assigned, and completed at the other",
    run: async (at, then) => {
      const author = await at.signIn("admin@demo.test");
      const title = `Course ${word()}`;
      const content = [{ unit_order: 1, title: "One", content: JSON.stringify({ ops: [{ insert: "Words.\n" }] }) }];
      const { id } = (await at.call(author, CREATE, { title, content })).createCourse;
      assert((await then.call(author, COURSE, { id })).course.title === title, "the course has another title");
      const learner = await then.signIn("learner@demo.test");
      const me = (await then.call(learner, "{ viewer { id } }")).viewer.id;
      const enrol = `mutation ($course: [Int!]!, $user: [Int!]!) { enrolUsers(course_ids: $course, user_ids: $user) { count } }`;
      await then.call(author, enrol, { course: [id], user: [Number(me)] });
      const unit = (await at.call(learner, COURSE, { id })).course.contents[0]!.id;
      const complete = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { is_complete } }`;
      const input = { course_id: id, unit_id: Number(unit), unit_type: "Content" };
      assert((await at.call(learner, complete, { input })).markUnitComplete.is_complete, "the unit is not complete");
    },
  },
  {
    name: "a file uploaded at one is served by the other",
    run: async (at, then) => {
      const admin = await at.signIn("admin@demo.test");
      const content = randomBytes(50_000);
      const head = `--b\r\ncontent-disposition: form-data; name="resource"; filename="a.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`;
      const bytes = Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--b--\r\n")]);
      const sent = await at.send(admin, "/api/upload-resource", { type: "multipart/form-data; boundary=b", bytes });
      assert(sent.status === 200, `the upload is answered ${sent.status}`);
      const { url } = JSON.parse(sent.bytes.toString()) as { url: string };
      const found = await then.send(admin, url);
      assert(found.bytes.equals(content), `the file is answered ${found.status}`);
    },
  },
  {
    name: "a wrong password is refused",
    run: async (at) => {
      const query = `mutation { loginUser(email: "nobody@demo.test", password: "wrong-password", instance_url: "demo") { token } }`;
      const refusal = await at.call(null, query).then(
        () => "accepted",
        (error: Error) => error.message,
      );
      assert(/password/i.test(refusal), `a wrong password is answered with: ${refusal}`);
    },
  },
];
