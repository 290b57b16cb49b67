import { startArchiving } from "./archiving/start.ts";
import { ConfigError } from "./config.ts";
import { startAutomations } from "./features/automations/worker.service.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { jobHandlers } from "./jobs.ts";
import { startPlatform } from "./start.ts";

// Runs the jobs in a separate process; the web servers then run with WORKER=off.
try {
  const { platform, owner, close } = await startPlatform({ DEMO: "off", ...process.env });
  const stopHousekeeping = startHousekeeping(platform);
  await platform.jobs.start(jobHandlers(platform));
  const stopAutomations = startAutomations(platform);
  const stopArchiving = startArchiving(platform, owner);
  const stop = () =>
    void Promise.all([stopAutomations(), stopHousekeeping(), stopArchiving()])
      .then(close)
      .then(() => process.exit(0));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  process.stdout.write("The worker is ready.\n");
  process.send?.("ready");
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : `Could not start: ${String(error)}`}\n`);
  process.exit(1);
}
