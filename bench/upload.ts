// `node bench/upload.ts`: sends a file of 2 GB in parts (tus) and reports how much memory the server needed. With
// --bucket the server stores files in a bucket (an S3 server in this process); --megabytes sends less.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openBucket } from "../server/src/testing/bucket.ts";
import { freePort, readMemory, startServer, stopServer } from "./served.ts";

const { values: options } = parseArgs({
  options: { bucket: { type: "boolean", default: false }, megabytes: { type: "string", default: "2048" } },
});
const MB = 1024 * 1024;
const PART = 8 * MB;
const SIZE = Number(options.megabytes) * MB;
const ROOT = path.dirname(import.meta.dirname);
const PASSWORD = "cairn-demo";

const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-upload-"));
const port = await freePort();
const bucket = options.bucket ? await openBucket() : null;
const server = await startServer({
  ...process.env,
  DATA_DIR: dataDir,
  PORT: String(port),
  LOG_LEVEL: "warn",
  DEMO: "on",
  // Any host is answered, because the client has no resolver for names below localhost.
  SINGLE_INSTANCE: "demo",
  CONTENT_PORT: String(await freePort()),
  ...(bucket && { STORAGE_URL: bucket.url }),
});
try {
  await measure();
} finally {
  await stopServer(server);
  await bucket?.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const token = await signIn();
  const before = await readMemory(String(port));
  let peak = before;
  const watch = setInterval(() => void readMemory(String(port)).then((now) => (peak = Math.max(peak, now))), 250);
  const began = performance.now();
  const created = await call(token, "POST", "/api/uploads", {
    "upload-length": String(SIZE),
    "upload-metadata": `filename ${btoa("film.webm")},kind ${btoa("video")}`,
  });
  const address = created.headers.get("location")!;
  const part = Buffer.alloc(PART);
  for (let offset = 0; offset < SIZE; offset += PART) {
    const bytes = Buffer.from(part.subarray(0, Math.min(PART, SIZE - offset)));
    if (offset === 0) readFileSync(path.join(ROOT, "server/src/demo/media/rope-and-river.webm")).copy(bytes);
    const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
    const { status } = await call(token, "PATCH", address, headers, bytes);
    if (status !== 204) throw new Error(`A part was answered with ${status}.`);
  }
  const sent = performance.now();
  const finished = await call(token, "POST", `${address}/finish`);
  const { size } = (await finished.json()) as { size: number };
  if (size !== SIZE) throw new Error(`The server has ${size} bytes of ${SIZE}.`);
  const done = performance.now();
  clearInterval(watch);
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
  process.stdout.write(
    `${SIZE / MB} MB to ${bucket ? "a bucket" : "a folder"}: sent in ${seconds(began, sent)}, put together in ${seconds(sent, done)}; ` +
      `memory of the server ${before} MB before, ${peak} MB at most (${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version})\n`,
  );
}

async function signIn(): Promise<string> {
  const query = "mutation ($e: String!, $p: String!) { loginUser(email: $e, password: $p) { token } }";
  const answer = await call(
    null,
    "POST",
    "/graphql",
    { "content-type": "application/json" },
    Buffer.from(JSON.stringify({ query, variables: { e: "instructor@demo.test", p: PASSWORD } })),
  );
  return ((await answer.json()) as { data: { loginUser: { token: string } } }).data.loginUser.token;
}

function call(
  token: string | null,
  method: string,
  address: string,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${address}`, {
    method,
    headers: { "tus-resumable": "1.0.0", ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(body && { body: new Uint8Array(body.buffer, body.byteOffset, body.length) }),
  });
}
