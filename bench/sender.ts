import { Agent, type OutgoingHttpHeaders, request } from "node:http";

/** Sends requests to a host of a local server from a loopback address, and counts the answers. */
export interface Sender {
  sent: number;
  /** How often each status was returned; `reset` where the connection was closed instead. */
  statuses: Map<string, number>;
  send: (options: Sending) => Promise<{ status: number; text: string }>;
  graphql: (query: string, token?: string | null, variables?: object) => Promise<GraphqlAnswer>;
  close: () => void;
}

export interface GraphqlAnswer {
  data?: { loginUser?: { token: string } };
  errors?: unknown;
}

export interface Sending {
  path: string;
  body: string | Buffer;
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** How much of the body is sent before the sender stalls; the whole body by default. */
  stalledAfter?: number;
}

/** The script gives an unanswered request up, so that it always ends. */
const LONGEST_MS = 30_000;

/**
 * Creates a client of one host that sends from a loopback address of its own and counts answers by status; 0 is a lost
 * connection.
 */
export function createSender({ port, host, from }: { port: number; host: string; from: string }): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 700, localAddress: from });
  const sender: Sender = {
    sent: 0,
    statuses: new Map(),
    send: ({ path, body, method = "POST", headers = {}, stalledAfter }) =>
      new Promise((resolve) => {
        sender.sent++;
        const done = (status: number, text = "") => {
          const name = status === 0 ? "reset" : String(status);
          sender.statuses.set(name, (sender.statuses.get(name) ?? 0) + 1);
          resolve({ status, text });
        };
        const bytes = Buffer.from(body);
        const sending = request(
          {
            host: "127.0.0.1",
            port,
            agent,
            method,
            path,
            headers: { host, "content-length": bytes.length, ...headers },
          },
          (answer) => {
            let text = "";
            answer.setEncoding("utf8");
            answer.on("data", (chunk: string) => (text += chunk));
            answer.on("end", () => done(answer.statusCode ?? 0, text));
            answer.on("error", () => done(0));
          },
        );
        sending.setTimeout(LONGEST_MS, () => sending.destroy());
        sending.on("error", () => done(0));
        if (stalledAfter === undefined) sending.end(bytes);
        else sending.write(bytes.subarray(0, stalledAfter));
      }),
    graphql: async (query, token, variables = {}) => {
      const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
      const { text } = await sender.send({ path: "/graphql", body: JSON.stringify({ query, variables }), headers });
      return text === "" ? { errors: "no answer" } : (JSON.parse(text) as GraphqlAnswer);
    },
    close: () => agent.destroy(),
  };
  return sender;
}

const LOGIN =
  "mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }";

/** Signs a user of the demo data in. @returns the session's token */
export async function signIn(sender: Sender, email: string): Promise<string> {
  const { data, errors } = await sender.graphql(LOGIN, null, { email, password: "cairn-demo" });
  if (!data?.loginUser) throw new Error(`${email} could not sign in: ${JSON.stringify(errors)}`);
  return data.loginUser.token;
}
