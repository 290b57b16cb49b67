import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../server/src/testing/faults/parts.ts";
import { graphql, send } from "../../server/src/testing/faults/load.ts";

const START_MS = 240_000;

/** What the operations of the steps answer. */
interface Answers {
  loginUser: { token: string };
  viewer: { id: number; email: string };
  createGroup: { id: number };
  groups: { id: number; name: string }[];
  users: { email: string }[];
  createCourse: { id: number };
  course: { title: string; contents: { id: number }[] };
  markUnitComplete: { is_complete: boolean };
}

/** A server of one version, run from its folder. */
export class VersionedServer {
  readonly name: string;
  port = 0;
  output = "";
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;

  constructor(name: string, folder: string, env: NodeJS.ProcessEnv) {
    this.name = name;
    this.#folder = folder;
    this.#env = env;
  }

  /** Starts it. @throws Error with what it printed, if it ends before it answers */
  async start(): Promise<void> {
    this.port = await freePort();
    this.output = "";
    const child = spawn(process.execPath, ["scripts/launch.mjs", "server/src/main.ts"], {
      cwd: this.#folder,
      env: { ...this.#env, PORT: String(this.port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-20_000)));
    for (const until = Date.now() + START_MS; Date.now() < until; await wait(200)) {
      if (child.exitCode !== null) throw new Error(`${this.name} ended before it was ready:\n${this.output}`);
      const answer = await send(this.port, null, "/readyz").catch(() => null);
      if (answer?.status === 200) return;
    }
    throw new Error(`${this.name} is not ready after ${START_MS / 1000} seconds:\n${this.output}`);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await Promise.race([ended, wait(20_000).then(() => child.kill("SIGKILL"))]);
  }

  /** Runs an operation. @throws Error for an answer with errors */
  call(token: string | null, query: string, variables: object = {}): Promise<Answers> {
    return graphql(this.port, token, query, variables);
  }

  /** Sends a request to a path. */
  send(token: string | null, address: string, body?: { type: string; bytes: Buffer }) {
    return send(this.port, token, address, body);
  }

  /** Signs an account of the demo data in. @returns its token */
  async signIn(email: string): Promise<string> {
    const query = `mutation ($email: String!) { loginUser(email: $email, password: "cairn-demo", instance_url: "demo") { token } }`;
    return (await this.call(null, query, { email })).loginUser.token;
  }
}
