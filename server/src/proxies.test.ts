import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { request as secureRequest } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "./app.ts";
import { toVisit } from "./http.ts";
import { findFreePort, isInstalled, stopProgram } from "./testing/programs.ts";
import { startServer, type TestServer } from "./testing/server.ts";

const ROOT = path.dirname(path.dirname(import.meta.dirname));
const BASE = "learn.example";
const CONTENT = "learn-content.example";
const HOSTS = [BASE, `demo.${BASE}`, `south.demo.${BASE}`, `content.demo.${CONTENT}`];

/** A proxy that runs in front of the server. */
interface Proxy {
  port: number;
  httpPort: number;
  /** The certificate authority of its certificates. */
  ca: string;
  stop: () => Promise<void>;
}

let server: TestServer;
let app: FastifyInstance;
let port: number;
let folder: string;
/** A session of a learner. */
let token: string;
/** Resolves once the server has received the start of a body. */
let begun: PromiseWithResolvers<void>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "cairn-proxy-"));
  server = await startServer({ BASE_DOMAIN: BASE, CONTENT_DOMAIN: CONTENT, TRUST_PROXY: "127.0.0.1" });
  app = await createApp(server.platform, server.content);
  app.get("/api/visit", (asked) => toVisit(asked, server.platform));
  app.post("/api/slow", { config: { isStreamed: true } }, (asked) => asked.body);
  app.addContentTypeParser("application/x-slow", (_, body, done) => {
    let bytes = 0;
    body.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      begun.resolve();
    });
    body.on("end", () => done(null, { bytes }));
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = app.server.address() as AddressInfo);
  token = (await server.as("learner@demo.test", `demo.${BASE}`)).token!;
});
afterAll(async () => {
  await app.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The shipped configurations, and how each is started on ports and with certificates of the test. */
const PROXIES: Record<"caddy" | "nginx", (ports: [number, number]) => Promise<Proxy>> = {
  caddy: async ([httpPort, httpsPort]) => {
    const child = spawn("caddy", ["run", "--config", path.join(ROOT, "deploy/caddy/Caddyfile")], {
      env: {
        ...process.env,
        CADDY_ADMIN: "off",
        HTTP_PORT: String(httpPort),
        HTTPS_PORT: String(httpsPort),
        TLS_ISSUER: "internal",
        CAIRN: `127.0.0.1:${port}`,
        ASK: `http://127.0.0.1:${port}/api/domains/ask`,
        XDG_DATA_HOME: path.join(folder, "data"),
        XDG_CONFIG_HOME: path.join(folder, "config"),
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    await untilPrinted(child, "serving initial configuration");
    const ca = readFileSync(path.join(folder, "data/caddy/pki/authorities/local/root.crt"), "utf8");
    return { port: httpsPort, httpPort, ca, stop: () => stopProgram(child) };
  },
  nginx: async ([httpPort, httpsPort]) => {
    const [key, certificate] = ["key.pem", "certificate.pem"].map((name) => path.join(folder, name)) as [
      string,
      string,
    ];
    const names = HOSTS.map((name) => `DNS:${name}`).join(",");
    const subject = ["-subj", "/CN=cairn", "-addext", `subjectAltName=${names}`];
    const made = [
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      key,
      "-out",
      certificate,
    ];
    execFileSync("openssl", ["req", "-x509", ...made, ...subject], { stdio: "ignore" });
    const site = readFileSync(path.join(ROOT, "deploy/nginx/cairn.conf"), "utf8")
      .replace("127.0.0.1:3000", `127.0.0.1:${port}`)
      .replace("listen 80 ", `listen ${httpPort} `)
      .replace("listen 443 ", `listen ${httpsPort} `)
      .replace("/etc/ssl/cairn/fullchain.pem", certificate)
      .replace("/etc/ssl/cairn/privkey.pem", key);
    const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((of) => `${of}_temp_path ${folder}/${of};`);
    const config = `daemon off; pid ${folder}/nginx.pid; error_log stderr notice;
events {}
http { access_log off; ${places.join(" ")}
${site}
}`;
    const file = path.join(folder, "nginx.conf");
    writeFileSync(file, config);
    const child = spawn("nginx", ["-c", file, "-e", "stderr"], { stdio: ["ignore", "ignore", "pipe"] });
    await untilPrinted(child, "start worker process");
    return { port: httpsPort, httpPort, ca: readFileSync(certificate, "utf8"), stop: () => stopProgram(child) };
  },
};

describe.each(Object.entries(PROXIES))("%s in front of the server", (name, start) => {
  describe.skipIf(!isInstalled(name))(`with deploy/${name}`, () => {
    let proxy: Proxy;
    beforeAll(async () => {
      proxy = await start([await findFreePort(), await findFreePort()]);
    });
    afterAll(() => proxy?.stop());

    test("serves the product, an instance, a branch and content over TLS", async () => {
      for (const host of HOSTS.slice(0, 3)) expect((await get(proxy, host, "/healthz")).status, host).toBe(200);
      const content = await get(proxy, HOSTS[3]!, "/healthz");
      expect(content.status).toBe(404);
      expect(content.body).not.toContain("<html");
    });

    test("passes on the host, the scheme and the client's address, and nothing that the client claims", async () => {
      const { body } = await get(proxy, `south.demo.${BASE}`, "/api/visit", {
        "x-forwarded-for": "192.0.2.7",
        "x-forwarded-proto": "gopher",
        "x-forwarded-host": "evil.example",
      });
      expect(JSON.parse(body)).toMatchObject({
        address: "127.0.0.1",
        instanceLabel: "demo",
        branchLabel: "south",
        origin: expect.stringMatching(/^https:\/\/south\.demo\.learn\.example/),
      });
    });

    test("keeps the metrics and the endpoint for certificates for programs of the machine", async () => {
      for (const address of ["/metrics", `/api/domains/ask?domain=demo.${BASE}`]) {
        const { status, headers } = await get(proxy, `demo.${BASE}`, address);
        expect(status).toBe(404);
        expect(headers["x-request-id"], "answered by the proxy").toBeUndefined();
      }
    });

    test("redirects http to https", async () => {
      const { promise, resolve, reject } = Promise.withResolvers<{ status?: number; to?: string }>();
      request(
        { port: proxy.httpPort, host: "127.0.0.1", path: "/login", headers: { host: `demo.${BASE}` } },
        (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode!, to: answer.headers.location! });
        },
      )
        .on("error", reject)
        .end();
      const { status, to } = await promise;
      expect([301, 308]).toContain(status);
      expect(to).toMatch(new RegExp(`^https://demo\\.${BASE.replace(".", "\\.")}(:\\d+)?/login$`));
    });

    test("passes a body on while it arrives", async () => {
      begun = Promise.withResolvers<void>();
      const answer = send(proxy, `demo.${BASE}`, "/api/slow", async (write, end) => {
        write(Buffer.alloc(100_000));
        await begun.promise; // Never, if the proxy waited for the whole body.
        end(Buffer.alloc(500));
      });
      expect(JSON.parse((await answer).body)).toEqual({ bytes: 100_500 });
    });

    // 180 is the most that browsers keep for a site.
    test.each([6, 180])(
      "lets the server answer %i oversized cookies, so that the browser deletes them",
      async (length) => {
        const cookie = Array.from({ length }, (_, at) => `c${at}=${"x".repeat(4_000)}`).join("; ");
        const { status, headers } = await get(proxy, `demo.${BASE}`, "/healthz", { cookie });
        expect(status).toBe(431);
        expect(headers["clear-site-data"]).toBe('"cookies"');
      },
    );
  });
});

describe.skipIf(!isInstalled("caddy"))("caddy with certificates on demand", () => {
  let proxy: Proxy;
  beforeAll(async () => {
    proxy = await PROXIES.caddy([await findFreePort(), await findFreePort()]);
  });
  afterAll(() => proxy?.stop());

  test("gets none for a name that is not served", async () => {
    for (const host of [
      `nobody.${BASE}`,
      `nowhere.demo.${BASE}`,
      `p-2147483647.content.demo.${CONTENT}`,
      "evil.example",
    ])
      await expect(get(proxy, host, "/healthz"), host).rejects.toThrow(/SSL|TLS|alert/i);
  });

  test("gets one for an instance's own name once it is proved", async () => {
    const own = "academy.northgate.example";
    await expect(get(proxy, own, "/healthz")).rejects.toThrow(/SSL|TLS|alert/i);
    const { id } = await server.inside("demo", async (_, instanceId) => ({ id: instanceId }));
    const { pool } = server.platform.database;
    await pool.query("INSERT INTO custom_hosts (host, owner_id) VALUES ($1, $2)", [own, id]);
    server.platform.customHosts.forget();
    const { body } = await get(proxy, own, "/api/visit");
    expect(JSON.parse(body)).toMatchObject({ instanceLabel: "demo", host: own });
  });
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Asks again while the certificate, which the proxy may have made just now, is ahead of this process's clock. */
async function get(proxy: Proxy, host: string, address: string, headers: Record<string, string> = {}): Promise<Answer> {
  for (;;)
    try {
      return await ask(proxy, host, { path: address, headers }, (sent) => void sent.end());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "CERT_NOT_YET_VALID") throw error;
    }
}

function send(
  proxy: Proxy,
  host: string,
  address: string,
  write: (write: (chunk: Buffer) => void, end: (chunk: Buffer) => void) => Promise<void>,
): Promise<Answer> {
  const headers = { "content-type": "application/x-slow", authorization: `Bearer ${token}` };
  return ask(proxy, host, { path: address, method: "POST", headers }, (sent) =>
    write(
      (chunk) => sent.write(chunk),
      (chunk) => sent.end(chunk),
    ),
  );
}

function ask(
  { port: at, ca }: Proxy,
  host: string,
  options: { path: string; method?: string; headers: Record<string, string> },
  write: (sent: ReturnType<typeof secureRequest>) => void | Promise<void>,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const all = { ...options, host: "127.0.0.1", port: at, ca, servername: host, agent: false as const };
  const sent = secureRequest({ ...all, headers: { host, ...options.headers } }, async (answer) => {
    let body = "";
    for await (const chunk of answer) body += String(chunk);
    resolve({ status: answer.statusCode!, headers: answer.headers, body });
  });
  sent.on("error", reject);
  Promise.resolve(write(sent)).catch((error: unknown) => reject(error));
  return promise;
}

/** Waits until a program prints a text on standard error. */
async function untilPrinted(child: ChildProcess, text: string): Promise<void> {
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr!.on("data", (chunk: Buffer) => {
      printed += String(chunk);
      if (printed.includes(text)) resolve();
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`It ended with code ${code}: ${printed}`)));
  });
}
