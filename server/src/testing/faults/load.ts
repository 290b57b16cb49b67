import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** Records which writes the servers acknowledged, to be checked at the end. */
export class Ledger {
  groups: string[] = [];
  /** When the server acknowledged the creation of a group, by its name. */
  at = new Map<string, string>();
  completed: { user: number; unit: number }[] = [];
  uploads: { url: string; sha: string }[] = [];
  invited: string[] = [];
  exports: number[] = [];
  /** Due dates that were set, once for each person and course. */
  due: { user: number; course: number }[] = [];
  acknowledged = 0;
  refused = 0;
  /** The messages of refused writes, with their counts. */
  messages = new Map<string, number>();
  /** The longest time without an acknowledged write, in milliseconds. */
  longestSilence = 0;
  #last = Date.now();

  refuse(reason: string): void {
    this.refused++;
    // Request numbers differ from message to message.
    const words = reason.replace(/number: \S+/, "number: …");
    this.messages.set(words, (this.messages.get(words) ?? 0) + 1);
  }

  done(): void {
    this.acknowledged++;
    this.longestSilence = Math.max(this.longestSilence, Date.now() - this.#last);
    this.#last = Date.now();
  }
}

export interface Learner {
  id: number;
  token: string;
}

export interface World {
  ports: number[];
  admin: string;
  learners: Learner[];
  /** The course of every unit. */
  units: { id: number; course: number }[];
  /** Courses that nobody completes. */
  dueCourses: number[];
}

/** Sends a request to a server, at the host of the demo instance. @throws Error for any answer that does not acknowledge */
export function send(
  port: number,
  token: string | null,
  path: string,
  body?: { type: string; bytes: Buffer },
): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method: body ? "POST" : "GET",
        timeout: 35_000,
        headers: {
          host: `demo.localhost:${port}`,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { "content-type": body.type, "content-length": body.bytes.length }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) }));
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("no answer in 35 seconds")));
    sent.on("error", reject);
    sent.end(body?.bytes);
  });
}

/**
 * Sends an operation and returns its data. @throws when the answer acknowledges nothing: another status, errors or no
 * data
 */
export async function graphql(port: number, token: string | null, query: string, variables: object): Promise<any> {
  const bytes = Buffer.from(JSON.stringify({ query, variables }));
  const answer = await send(port, token, "/graphql", { type: "application/json", bytes });
  const { data, errors } = JSON.parse(answer.bytes.toString("utf8"));
  // Only an answer with data acknowledges.
  if (answer.status !== 200 || !data || errors) throw new Error(errors?.[0].message ?? String(answer.status));
  return data;
}

const GROUP = `mutation ($name: String!) { createGroup(input: { name: $name }) { id } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { is_complete } }`;
const SET_DUE = `mutation ($course: Int!, $users: [Int!]!, $on: String!) {
  setDueDate(course_id: $course, people: { user_ids: $users }, due: { on: $on }) }`;
const INVITE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`;

/** Writes until stopped, at the two servers in turn; refused writes are not retried. */
export async function write(world: World, ledger: Ledger, number: number, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    const port = world.ports[(turn + number) % world.ports.length]!;
    try {
      await one(world, ledger, number, turn, port);
      ledger.done();
    } catch (error) {
      ledger.refuse(String((error as Error).message));
      await wait(200);
    }
    await wait(20);
  }
}

async function one(world: World, ledger: Ledger, number: number, turn: number, port: number): Promise<void> {
  const name = `faults ${number} ${turn} ${randomBytes(3).toString("hex")}`;
  const kind = turn % 12;
  if (kind === 3) {
    await graphql(port, world.admin, GROUP, { name });
    ledger.groups.push(name);
    ledger.at.set(name, new Date().toISOString());
  } else if (kind === 6) {
    await upload(world, ledger, port);
  } else if (kind === 1) {
    const { id: user } = world.learners[number % world.learners.length]!;
    const course = world.dueCourses[Math.floor(turn / 12) % world.dueCourses.length]!;
    const on = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await graphql(port, world.admin, SET_DUE, { course, users: [user], on });
    ledger.due.push({ user, course });
  } else if (kind === 9 && turn % 24 === 9) {
    const email = `${name.replaceAll(" ", ".")}@faults.test`;
    const input = { first_name: "New", last_name: name, email, role: "learner", skip_email: false };
    await graphql(port, world.admin, INVITE, { input });
    ledger.invited.push(email);
  } else if (kind === 0 && turn % 96 === 0) {
    const bytes = Buffer.from(JSON.stringify({ kind: "everything", format: "csv" }));
    const answer = await send(port, world.admin, "/api/reports/export", { type: "application/json", bytes });
    // The limit of waiting items is reached: an answer, but no write.
    if (answer.status === 409) return;
    if (answer.status !== 202) throw new Error(String(answer.status));
    ledger.exports.push(JSON.parse(answer.bytes.toString()).export);
  } else {
    const learner = world.learners[number % world.learners.length]!;
    const unit = world.units[turn % world.units.length]!;
    const input = { course_id: unit.course, unit_id: unit.id, unit_type: "Content" };
    const { markUnitComplete } = await graphql(port, learner.token, COMPLETE, { input });
    if (!markUnitComplete.is_complete) throw new Error("not complete");
    ledger.completed.push({ user: learner.id, unit: unit.id });
  }
}

async function upload(world: World, ledger: Ledger, port: number): Promise<void> {
  const content = randomBytes(200_000);
  const boundary = "----faults";
  const bytes = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="resource"; filename="a.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const type = `multipart/form-data; boundary=${boundary}`;
  const answer = await send(port, world.admin, "/api/upload-resource", { type, bytes });
  if (answer.status !== 200) throw new Error(String(answer.status));
  ledger.uploads.push({ url: JSON.parse(answer.bytes.toString()).url, sha: hashSha256(content) });
}

export const hashSha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
