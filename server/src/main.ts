import { startArchiving } from "./archiving/start.ts";
import { ConfigError } from "./config.ts";
import { printWelcome } from "./demo/welcome.ts";
import { startAutomations } from "./features/automations/worker.service.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { jobHandlers } from "./jobs.ts";
import { countProcesses } from "./processes/count.ts";
import { FurtherProcesses } from "./processes/further-processes.ts";
import { requireFreePorts, serve } from "./serve.ts";
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
  const processes = countProcesses(platform.config.PROCESSES);
  const isShared = processes > 1;
  if (isShared) await requireFreePorts(platform);
  stopSteps.unshift(await serve(platform, { isShared }));
  if (platform.config.WORKER === "on") {
    await platform.jobs.start(jobHandlers(platform));
    stopSteps.unshift(startHousekeeping(platform));
    stopSteps.unshift(startAutomations(platform));
  }
  stopSteps.unshift(startArchiving(platform, owner));
  await printWelcome(platform);
  const further = new FurtherProcesses(platform);
  if (isShared) platform.metrics.read = () => further.readMetrics();
  further.start(processes - 1);
  // Before the database is closed, which they use.
  stopSteps.unshift(() => further.stop());
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
