import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import S3rver from "s3rver";
import { SMTPServer } from "smtp-server";

/** A service that can be taken away for a while. */
export interface Part {
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Returns a port that nothing listens to. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a bucket on a folder, whose contents survive an outage. */
export function bucket(port: number, directory: string): Part {
  let s3: S3rver | undefined;
  return {
    start: async () => {
      const configureBuckets = [{ name: "cairn" }];
      const made = new S3rver({ address: "127.0.0.1", port, silent: true, directory, configureBuckets });
      await made.run();
      s3 = made;
    },
    stop: async () => {
      const closed = s3?.close();
      s3?.httpServer.closeAllConnections();
      await closed;
      s3 = undefined;
    },
  };
}

/** Starts a mail server that records the recipients of accepted mails. */
export function mailServer(port: number, received: string[]): Part {
  let smtp: SMTPServer | undefined;
  return {
    start: async () => {
      smtp = new SMTPServer({
        authOptional: true,
        disabledCommands: ["STARTTLS"],
        onData(stream, session, answer) {
          stream.resume();
          stream.on("end", () => {
            received.push(...session.envelope.rcptTo.map(({ address }) => address));
            answer();
          });
        },
      });
      smtp.on("error", () => {});
      smtp.listen(port, "127.0.0.1");
      await once(smtp.server, "listening");
    },
    stop: () => new Promise((done) => (smtp ? smtp.close(() => done()) : done())),
  };
}

/** Creates an empty database `cairn`. */
export async function createDatabase(postgres: { host: string; port: number }): Promise<void> {
  await runAsOwner(postgres, "CREATE DATABASE cairn", "postgres");
}

/** Runs statements as the owner of the database. */
export async function runAsOwner(
  { host, port }: { host: string; port: number },
  statements: string,
  database = "cairn",
): Promise<void> {
  const owner = new pg.Client({ host, port, user: "postgres", database });
  await owner.connect();
  await owner.query(statements).finally(() => owner.end());
}

/**
 * Mounts a small disk for a folder, to be filled up; only as root on Linux.
 * @returns functions that fill it to the last byte, free it, and remove it
 */
export function smallDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true });
  const run = (command: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`No disk of its own can be had for ${folder}: ${stderr.trim()}`);
  };
  run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder);
  const ballast = path.join(folder, "ballast");
  return {
    fill: () => {
      const file = openSync(ballast, "a");
      // Down to pieces of a page: any remaining space would count as free.
      for (const piece of [1 << 20, 1 << 12])
        try {
          for (const zeros = Buffer.alloc(piece); ;) writeSync(file, zeros);
        } catch (error) {
          if ((error as { code?: string }).code !== "ENOSPC") throw error;
        }
      closeSync(file);
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: () => run("umount", "-l", folder),
  };
}

/** Stops PostgreSQL as an administrator would; its supervisor starts it again. */
export function restartPostgres(dataDir: string, how: "SIGINT" | "SIGQUIT"): void {
  const [pid] = readFileSync(path.join(dataDir, "pg18/postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), how);
}

/** A process of the product that is restarted a second after it ends, as supervisors do. */
export class Supervised {
  starts = 0;
  readonly #file: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #log: number;
  #child: ChildProcess | undefined;
  #isWanted = true;

  constructor(file: string, env: NodeJS.ProcessEnv, log: string) {
    this.#file = file;
    this.#env = env;
    this.#log = openSync(log, "a");
  }

  start(): void {
    this.starts++;
    this.#child = spawn(process.execPath, [this.#file], { env: this.#env, stdio: ["ignore", this.#log, this.#log] });
    this.#child.once("exit", () => {
      if (this.#isWanted) setTimeout(() => this.#isWanted && this.start(), 1_000);
    });
  }

  kill(): void {
    this.#child?.kill("SIGKILL");
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await Promise.race([once(child, "exit"), wait(20_000).then(() => child.kill("SIGKILL"))]);
  }
}
