// Builds the whole client into a folder of `web`: `node build/client.ts <folder>`.
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = process.argv[2]!;

// In this order: the first empties the whole folder, the second that of the third. They need no generated types: those are for
// the compiler's checks.
await buildInto(folder, "vite.config.ts");
await buildInto(`${folder}/player`, "vite.player.config.ts");
await buildInto(`${folder}/player`, "vite.runtime.config.ts");
await buildInto(`${folder}/setup`, "vite.setup.config.ts");

/** Runs one build. Its configuration is loaded by Node, which takes a second less than to bundle it. */
async function buildInto(outDir: string, config: string): Promise<void> {
  await build({ configFile: `${root}${config}`, configLoader: "native", build: { outDir }, logLevel: "warn" });
}
