// A further process of a server, started by the main process: it answers requests on the same ports, and does nothing else.
import { ConfigError } from "../config.ts";
import { serve } from "../serve.ts";
import { startPlatform } from "../start.ts";
import { answer, ask } from "./calls.ts";

const stopSteps: (() => Promise<void>)[] = [];
let isStopping = false;

// Ctrl-C reaches the main process too, which then stops this one.
process.on("SIGINT", () => {});
process.on("SIGHUP", () => {});
process.on("SIGTERM", () => void stop(0));
// The main process has died. Its successor needs the ports, and starts processes of its own.
process.on("disconnect", () => process.exit(1));

try {
  const { platform, close } = await startPlatform(process.env, { isFurther: true });
  stopSteps.unshift(close);
  const { metrics } = platform;
  answer(process, async (question) => (question === "own metrics" ? metrics.registry.getMetricsAsJSON() : null));
  metrics.read = async () => String(await ask(process, "all metrics"));
  stopSteps.unshift(await serve(platform, { isShared: true }));
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : `Could not start: ${String(error)}`}\n`);
  await stop(1);
}

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
