import { createApp } from "./app.ts";
import { ConfigError } from "./config.ts";
import { printWelcome } from "./demo/welcome.ts";
import { startPlatform } from "./start.ts";

const stopping: (() => Promise<void>)[] = [];
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));

try {
  const { platform, close, isNew } = await startPlatform(process.env);
  stopping.unshift(close);
  const app = await createApp(platform);
  stopping.unshift(() => app.close());
  await app.listen({ host: platform.config.HOST, port: platform.config.PORT });
  await printWelcome(platform, isNew);
} catch (error) {
  const { code, port } = error as { code?: string; port?: number };
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else if (code === "EADDRINUSE") process.stderr.write(`Port ${port} is taken by another program. Stop it, or choose another: PORT=3001 npm start\n`);
  else process.stderr.write(`Could not start: ${error instanceof Error ? error.stack : String(error)}\n`);
  await stop(1);
}

/** In order: no new requests, then the jobs, then the database. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const step of stopping) {
    await step().catch((error: unknown) => {
      process.stderr.write(`While stopping: ${String(error)}\n`);
      code = 1;
    });
  }
  process.exit(code);
}
