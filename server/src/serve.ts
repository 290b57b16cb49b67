import { createServer, type ListenOptions } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { hasPackageOrigins } from "./access/host.ts";
import { isCommonPassword } from "./access/common-passwords.ts";
import { createApp } from "./app.ts";
import { createContentApp } from "./content.ts";
import type { Platform } from "./platform/platform.ts";

/** How long processes of a server that has died may take to end, also when one of them is busy. */
const PATIENCE_MS = 10_000;

export interface Sharing {
  /** Whether other processes of this server listen to the same ports. The system distributes connections over them. */
  isShared: boolean;
}

/**
 * Serves the application, and the foreign content at hosts or a port of its own.
 * @returns a function that finishes what was begun and closes the ports
 */
export async function serve(platform: Platform, { isShared }: Sharing): Promise<() => Promise<void>> {
  const { HOST, PORT, CONTENT_PORT } = platform.config;
  // Reads the list now, so that no request waits for it.
  isCommonPassword("");
  const isByHost = hasPackageOrigins(platform.config);
  const content = await createContentApp(platform);
  const app = await createApp(platform, isByHost ? content : undefined);
  const close = async () => {
    await app.close();
    await content.close();
  };
  // Fastify passes on all options of Node.
  const listen = (on: FastifyInstance, port: number) =>
    on.listen({ host: HOST, port, ...(isShared && { reusePort: true }) });
  try {
    await listen(app, PORT);
    if (!isByHost) await listen(content, CONTENT_PORT);
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

/**
 * Checks that nobody listens to the ports. A shared port could be taken by two servers at once, which would answer in turn. Waits
 * for the processes of a server that has just died.
 * @throws Error with the code EADDRINUSE
 */
export async function requireFreePorts({ config }: Pick<Platform, "config">, patience = PATIENCE_MS): Promise<void> {
  const { HOST: host, PORT, CONTENT_PORT } = config;
  const givenUpAt = Date.now() + patience;
  for (const port of hasPackageOrigins(config) ? [PORT] : [PORT, CONTENT_PORT]) {
    while (!(await canListen({ host, port }))) {
      // Other programs do not share their ports: waiting would not help.
      const isShared = await canListen({ host, port, reusePort: true });
      if (!isShared || Date.now() > givenUpAt)
        throw Object.assign(new Error("The port is taken."), { code: "EADDRINUSE" });
      await sleep(200);
    }
  }
}

/** Tells whether a port can be listened to. @throws Error for what has nothing to do with others, such as a port below 1024 */
async function canListen(options: ListenOptions): Promise<boolean> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject).listen(options, resolve);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
  await new Promise((resolve) => probe.close(resolve));
  return true;
}
