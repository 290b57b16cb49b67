import { mkdirSync } from "node:fs";
import { createServer, request } from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startEmbedded } from "../db/embedded.ts";
import { bucket, createDatabase, freePort, Supervised } from "./faults/parts.ts";

/**
 * Starts two servers and two workers on one database and one bucket, as if on separate machines, behind a proxy that
 * distributes requests in turn, so that nothing may depend on one server's memory.
 */
export async function startTwo(folder: string, smtpUrl: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const postgres = await startEmbedded(path.join(folder, "database"), {}, { isThrowAway: true });
  const { host, port: postgresPort } = postgres;
  await createDatabase(postgres);
  const [s3Port, proxyPort, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  mkdirSync(path.join(folder, "s3"));
  const s3 = bucket(s3Port!, path.join(folder, "s3"));
  await s3.start();
  const env = (name: string, more: Record<string, string>) => ({
    ...process.env,
    DATABASE_URL: `postgres://postgres:x@localhost/cairn?host=${encodeURIComponent(host)}&port=${postgresPort}`,
    STORAGE_URL: `s3://S3RVER:S3RVER@127.0.0.1:${s3Port}/cairn?tls=off`,
    SMTP_URL: smtpUrl,
    TRUST_PROXY: "127.0.0.1",
    PUBLIC_URL: `http://localhost:${proxyPort}`,
    LOG_LEVEL: "warn",
    // Behind a proxy, the demo accounts need this.
    DEMO: "on",
    DEMO_PUBLIC: "yes",
    PROCESSES: "1",
    DATA_DIR: path.join(folder, name),
    ...more,
  });
  const log = (name: string) => path.join(folder, `${name}.log`);
  const servers = ports.map(
    (port, i) =>
      new Supervised("server/src/main.ts", env(`server${i}`, { PORT: String(port), WORKER: "off" }), log(`server${i}`)),
  );
  const workers = [0, 1].map((i) => new Supervised("server/src/worker.ts", env(`worker${i}`, {}), log(`worker${i}`)));
  const proxy = await roundRobin(proxyPort!, ports);
  const stop = async () => {
    proxy.closeAllConnections();
    proxy.close();
    await Promise.all([...servers, ...workers].map((each) => each.stop()));
    await s3.stop();
    await postgres.stop();
  };
  try {
    // The first server creates the demo data; the others find it.
    for (const [i, each] of servers.entries()) {
      each.start();
      await ready(ports[i]!);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  for (const each of workers) each.start();
  return { port: proxyPort!, stop };
}

/** Forwards each request to the next port, with its original host. */
async function roundRobin(port: number, ports: readonly number[]) {
  let turn = 0;
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, "x-forwarded-for": asked.socket.remoteAddress, "x-forwarded-proto": "http" };
    const { method, url: path } = asked;
    const next = request({ host: "127.0.0.1", port: ports[turn++ % ports.length], method, path, headers }, (found) => {
      answer.writeHead(found.statusCode!, found.rawHeaders);
      found.pipe(answer);
    });
    next.once("error", () => answer.destroy());
    answer.once("close", () => next.destroy());
    asked.pipe(next);
  });
  await new Promise<void>((listening) => proxy.listen(port, "127.0.0.1", listening));
  return proxy;
}

async function ready(port: number): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until; await wait(200)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error(`The server on port ${port} does not answer.`);
}
