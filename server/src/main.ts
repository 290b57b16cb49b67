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
import { StopSteps } from "./stop-steps.ts";
import { buildWebClient } from "./web-build.ts";

const steps = new StopSteps();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void steps.stop(0));

try {
  // The client is built while the database starts and the demo data are made.
  const building = buildWebClient();
  building.catch(() => {}); // Reported below, unless the start of the database fails before.
  const { platform, owner, close } = await startPlatform(process.env);
  steps.add(close);
  await building;
  const processes = countProcesses(platform.config.PROCESSES);
  const isShared = processes > 1;
  if (isShared) await requireFreePorts(platform);
  steps.add(await serve(platform, { isShared }));
  if (platform.config.WORKER === "on") {
    await platform.jobs.start(jobHandlers(platform));
    steps.add(startHousekeeping(platform));
    steps.add(startAutomations(platform));
  }
  steps.add(startArchiving(platform, owner));
  await printWelcome(platform);
  const further = new FurtherProcesses(platform);
  if (isShared) platform.metrics.read = () => further.readMetrics();
  further.start(processes - 1);
  // Before the database is closed, which they use.
  steps.add(() => further.stop());
  // Tells the launcher, which restarts a server that was ready and ends unexpectedly.
  process.send?.("ready");
} catch (error) {
  process.stderr.write(`${reasonFor(error)}\n`);
  await steps.stop(1);
}

function reasonFor(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return "The port is taken by another program. Stop that one, or choose another port: PORT=3001 npm start";
  return `Could not start: ${stack ?? message}`;
}
