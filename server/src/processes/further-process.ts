// A further process of a server, started by the main process: it answers requests on the same ports, and does nothing else.
import { ConfigError } from "../config.ts";
import { serve } from "../serve.ts";
import { startPlatform } from "../start.ts";
import { StopSteps } from "../stop-steps.ts";
import { answer, ask } from "./calls.ts";

const steps = new StopSteps();

// Ctrl-C reaches the main process too, which then stops this one.
process.on("SIGINT", () => {});
process.on("SIGHUP", () => {});
process.on("SIGTERM", () => void steps.stop(0));
// The main process has died. Its successor needs the ports, and starts processes of its own.
process.on("disconnect", () => process.exit(1));

try {
  const { platform, close } = await startPlatform(process.env, { isFurther: true });
  steps.add(close);
  const { metrics } = platform;
  answer(process, async (question) => (question === "own metrics" ? metrics.registry.getMetricsAsJSON() : null));
  metrics.read = async () => String(await ask(process, "all metrics"));
  steps.add(await serve(platform, { isShared: true }));
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : `Could not start: ${String(error)}`}\n`);
  await steps.stop(1);
}
