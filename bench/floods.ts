// The floods of `npm run attack`. Each runs in a separate process, so that the bystander measures the server's time
// only: node bench/floods.ts --flood <name> --port <port> --host <host> --seconds <seconds>
import { parseArgs } from "node:util";
import { createSender, type Sender, signIn } from "./sender.ts";

/** One kind of attack. */
export interface Flood {
  name: string;
  /** Runs before the measured time. @returns what `run` needs, such as a token */
  prepare: (sender: Sender) => Promise<string>;
  run: (sender: Sender, state: string, until: number) => Promise<void>;
}

const MB = 1024 * 1024;
const MOST_REQUESTS = 500_000;
const JSON_TYPE = { "content-type": "application/json" };

/** Repeats an action with a number of parallel runs, until the time is over or enough was sent. */
async function repeat(
  sender: Sender,
  atOnce: number,
  until: number,
  work: (turn: number) => Promise<unknown>,
): Promise<void> {
  let turn = 0;
  const worker = async () => {
    while (Date.now() < until && sender.sent < MOST_REQUESTS) await work(turn++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Builds a JSON text of a number of bytes with empty objects in an unused variable. */
const emptyObjects = (bytes: number) =>
  JSON.stringify({ query: "{ __typename }", variables: { a: 0 } }).replace(
    '"a":0',
    `"a":[${"{},".repeat(bytes / 3)}{}]`,
  );

const bodies: Flood = {
  name: "bodies without sign-in",
  prepare: async () => "",
  run: async (sender, _, until) => {
    const large = emptyObjects(6.2 * MB);
    const medium = emptyObjects(0.9 * MB);
    const code = JSON.stringify({ code: "x".repeat(MB) });
    const stalled = Array.from({ length: 60 }, () =>
      sender.send({ path: "/graphql", body: large, headers: JSON_TYPE, stalledAfter: 5 * MB }),
    );
    const small = emptyObjects(15_000);
    await repeat(sender, 20, until, async (turn) => {
      const body = [large, medium, code, small][turn % 4]!;
      await sender.send({ path: body === code ? "/api/login-code" : "/graphql", body, headers: JSON_TYPE });
    });
    await Promise.all(stalled);
  },
};

const logins: Flood = {
  name: "wrong logins, 600 at once",
  prepare: async () => "",
  run: async (sender, _, until) => {
    const login = "mutation ($e: String!, $p: String!) { loginUser(email: $e, password: $p) { token } }";
    await repeat(sender, 600, until, (turn) =>
      sender.graphql(login, null, { e: `user${turn}@large-1.test`, p: `wrong-password-${turn}` }),
    );
  },
};

const lists: Flood = {
  name: "whole lists and reports",
  prepare: (sender) => signIn(sender, "admin@large-1.test"),
  run: async (sender, token, until) => {
    const users = "users { id first_name last_name email role created_at }";
    const documents = [
      `{ ${Array.from({ length: 6 }, (_, index) => `a${index}: ${users}`).join(" ")} }`,
      `{ a: users(limit: 5000) { id first_name last_name email role } b: users(limit: 5000) { id first_name email } }`,
      `{ reportsAllUsers { users { id name email completedCourses } } reportsAllCourses { courses { id title assignedLearners } } }`,
      `{ usersPage(limit: 500, search: "a") { total rows { id first_name last_name email role } } }`,
    ];
    await repeat(sender, 16, until, (turn) => sender.graphql(documents[turn % documents.length]!, token));
  },
};

const parsers: Flood = {
  name: "parsers",
  prepare: (sender) => signIn(sender, "admin@large-1.test"),
  run: async (sender, token, until) => {
    const read = "query ($f: String!, $c: String!) { readQuestions(format: $f, content: $c) { problems { line } } }";
    const texts: [format: string, content: string][] = [
      ["gift", "q\n\n".repeat(MB)],
      ["gift", "\n".repeat(1_000_000)],
      ["gift", `q{${"~%".repeat(490_000)}}`],
      ["csv", `type,question\n${",".repeat(950_000)}`],
    ];
    const boundary = "flood";
    const upload = (name: string, content: string) => ({
      path: "/api/upload-scorm",
      headers: { authorization: `Bearer ${token}`, "content-type": `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\ncontent-disposition: form-data; name="scorm"; filename="${name}"\r\n\r\n${content}\r\n--${boundary}--\r\n`,
    });
    const xml = `<courseStructure>${"<au id='a'><title/></au>".repeat(200_000)}</courseStructure>`;
    const objects = emptyObjects(5 * MB);
    await repeat(sender, 8, until, async (turn) => {
      const kind = turn % 6;
      if (kind < 4) await sender.graphql(read, token, { f: texts[kind]![0], c: texts[kind]![1] });
      else if (kind === 4) await sender.send(upload("cmi5.xml", xml));
      else
        await sender.send({
          path: "/graphql",
          body: objects,
          headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
        });
    });
  },
};

const uploads: Flood = {
  name: "uploads, whole and cut off",
  prepare: (sender) => signIn(sender, "admin@large-1.test"),
  run: async (sender, token, until) => {
    const authorization = { authorization: `Bearer ${token}` };
    const form = { ...authorization, "content-type": "multipart/form-data; boundary=flood" };
    const head = '--flood\r\ncontent-disposition: form-data; name="resource"; filename="a.bin"\r\n\r\n';
    const whole = Buffer.concat([Buffer.from(head), Buffer.alloc(4 * MB, 1), Buffer.from("\r\n--flood--\r\n")]);
    const stalled = Array.from({ length: 40 }, () =>
      sender.send({ path: "/api/upload-resource", body: whole, headers: form, stalledAfter: MB }),
    );
    const tus = { ...authorization, "tus-resumable": "1.0.0" };
    await repeat(sender, 8, until, async (turn) => {
      if (turn % 3 === 0) await sender.send({ path: "/api/upload-resource", body: whole, headers: form });
      else if (turn % 3 === 1)
        await sender.send({ path: "/api/upload-resource", body: whole.subarray(0, MB), headers: form });
      else
        await sender.send({
          path: "/api/uploads",
          body: "",
          headers: {
            ...tus,
            "upload-length": String(500 * MB),
            "upload-metadata": `filename ${btoa("film.webm")},kind ${btoa("video")}`,
          },
        });
    });
    await Promise.all(stalled);
  },
};

export const FLOODS: Flood[] = [bodies, logins, lists, parsers, uploads];

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      flood: { type: "string" },
      port: { type: "string" },
      host: { type: "string" },
      seconds: { type: "string" },
    },
  });
  const { flood: name, port, host = "", seconds } = values;
  const flood = FLOODS.find((each) => each.name === name)!;
  // One loopback address per flood, so that the limits of one flood do not apply to the next.
  const from = `127.0.0.${10 + FLOODS.indexOf(flood)}`;
  const sender = createSender({ port: Number(port), host, from });
  const state = await flood.prepare(sender);
  await flood.run(sender, state, Date.now() + Number(seconds) * 1000);
  process.stdout.write(JSON.stringify({ sent: sender.sent, statuses: [...sender.statuses] }));
  process.exit();
}
