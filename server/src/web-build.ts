import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const STAMP = path.join(ROOT, "web/dist/.built-from");
const SOURCES = [
  "web/src",
  "web/build",
  "web/public",
  "web/index.html",
  "web/scorm.html",
  "web/vite.config.ts",
  "web/vite.player.config.ts",
  "web/vite.runtime.config.ts",
  "web/vite.setup.config.ts",
  "web/codegen.ts",
  "web/lingui.config.ts",
  "web/package.json",
  "docs/guide",
  "schema.graphql",
  "package-lock.json",
];

/**
 * Builds the web client if it is missing or older than its sources. A copy without sources is served as it is.
 * @throws Error with the output of a failed build
 */
export async function buildWebClient(): Promise<void> {
  if (!existsSync(path.join(ROOT, "web/src"))) return;
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  process.stdout.write("Building the web client …\n");
  await run("graphql-codegen", ["--config", "codegen.ts"]);
  await run("vite", ["build", "--logLevel", "warn"]);
  // In this order: the first empties the whole folder, the second that of the third.
  await run("vite", ["build", "--config", "vite.player.config.ts", "--logLevel", "warn"]);
  await run("vite", ["build", "--config", "vite.runtime.config.ts", "--logLevel", "warn"]);
  await run("vite", ["build", "--config", "vite.setup.config.ts", "--logLevel", "warn"]);
  writeFileSync(STAMP, wanted);
}

async function run(command: string, args: string[]): Promise<void> {
  const isWindows = process.platform === "win32";
  const bin = path.join(ROOT, "node_modules/.bin", isWindows ? `${command}.cmd` : command);
  const child = spawn(bin, args, { cwd: path.join(ROOT, "web"), shell: isWindows, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code) => resolve(code === 0 ? "" : `It ended with code ${code}.`));
  });
  const [problem, ...output] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (problem) throw new Error(`The web client could not be built (${command}):\n${output.join("")}${problem}`);
}

/** Hashes all sources by path and content; generated types depend on them. */
function fingerprint(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) addTo(hash, source);
  return hash.digest("hex");
}

function addTo(hash: ReturnType<typeof createHash>, relative: string): void {
  const full = path.join(ROOT, relative);
  if (!existsSync(full) || relative === "web/src/gen") return;
  const entries = readdirSyncOrNull(full);
  if (entries) for (const entry of entries.sort()) addTo(hash, `${relative}/${entry}`);
  else hash.update(relative).update(readFileSync(full));
}

function readdirSyncOrNull(full: string): string[] | null {
  try {
    return readdirSync(full);
  } catch {
    return null;
  }
}
