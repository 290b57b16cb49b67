import { hasPackageOrigins } from "./access/host.ts";
import { isCommonPassword } from "./access/common-passwords.ts";
import { startArchiving } from "./archiving/start.ts";
import { createApp } from "./app.ts";
import { ConfigError } from "./config.ts";
import { createContentApp } from "./content.ts";
import { printWelcome } from "./demo/welcome.ts";
import { startAutomations } from "./features/automations/worker.service.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { jobHandlers } from "./jobs.ts";
import { startPlatform } from "./start.ts";
import { buildWebClient } from "./web-build.ts";

const stopSteps: (() => Promise<void>)[] = [];
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));

try {
  // The client is built while the database starts and the demo data are made.
  const building = buildWebClient();
  building.catch(() => {}); // Reported below, unless the start of the database fails before.
  const { platform, owner, close } = await startPlatform(process.env);
  stopSteps.unshift(close);
  await building;
  // Reads the list now, so that no request waits for it.
  isCommonPassword("");
  const { HOST, PORT, CONTENT_PORT } = platform.config;
  const isByHost = hasPackageOrigins(platform.config);
  const content = await createContentApp(platform);
  stopSteps.unshift(() => content.close());
  const app = await createApp(platform, isByHost ? content : undefined);
  stopSteps.unshift(() => app.close());
  await app.listen({ host: HOST, port: PORT });
  if (!isByHost) await content.listen({ host: HOST, port: CONTENT_PORT });
  if (platform.config.WORKER === "on") {
    await platform.jobs.start(jobHandlers(platform));
    stopSteps.unshift(startHousekeeping(platform));
    stopSteps.unshift(startAutomations(platform));
  }
  stopSteps.unshift(startArchiving(platform, owner));
  await printWelcome(platform);
  // Tells the launcher, which restarts a server that was ready and ends unexpectedly.
  process.send?.("ready");
} catch (error) {
  process.stderr.write(`${reasonFor(error)}\n`);
  await stop(1);
}

/** Stops in order: first new requests, then the jobs, then the database. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (let step = stopSteps.shift(); step; step = stopSteps.shift()) {
    await step().catch((error: unknown) => {
      process.stderr.write(`While stopping: ${String(error)}\n`);
      code = 1;
    });
  }
  process.exit(code);
}

function reasonFor(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return "The port is taken by another program. Stop that one, or choose another port: PORT=3001 npm start";
  return `Could not start: ${stack ?? message}`;
}
