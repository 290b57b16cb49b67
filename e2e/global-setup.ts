import { rmSync } from "node:fs";
import { createDataDir, start } from "./start.ts";

/** Makes the demo data once: each server of the tests starts with a copy. With E2E_URL no server is started. */
export default async function setUp(): Promise<() => void> {
  if (process.env["E2E_URL"] !== undefined) return () => {};
  const dataDir = createDataDir();
  const { stop } = await start(dataDir, "");
  await stop();
  process.env["E2E_DEMO"] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
