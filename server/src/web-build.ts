import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
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
export function buildWebClient(): void {
  if (!existsSync(path.join(ROOT, "web/src"))) return;
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  process.stdout.write("Building the web client …\n");
  run("graphql-codegen", ["--config", "codegen.ts"]);
  run("vite", ["build", "--logLevel", "warn"]);
  // After the client's build, which empties the folder first.
  run("vite", ["build", "--config", "vite.player.config.ts", "--logLevel", "warn"]);
  run("vite", ["build", "--config", "vite.runtime.config.ts", "--logLevel", "warn"]);
  writeFileSync(STAMP, wanted);
}

function run(command: string, args: string[]): void {
  const bin = path.join(ROOT, "node_modules/.bin", process.platform === "win32" ? `${command}.cmd` : command);
  const done = spawnSync(bin, args, {
    cwd: path.join(ROOT, "web"),
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (done.status !== 0)
    throw new Error(
      `The web client could not be built (${command}):\n${done.stdout}${done.stderr}${done.error?.message ?? ""}`,
    );
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
