// Compares what a browser with an empty cache loads for a screen with its budget: `node scripts/size.ts` after a build.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

interface Budget {
  screen: string;
  /** The folder of a build of its own. */
  folder?: string;
  /** Patterns of the modules or scripts that the route loads lazily, as the manifest names them; each must match exactly one. */
  modules: RegExp[];
  /** Gzipped JavaScript, in bytes. */
  most: number;
}

const CORE = /^src\/locales\/en\/core\.po$/;
const LEARNING = /^src\/locales\/en\/learning\.po$/;
const PLAYER = /^src\/locales\/en\/player\.po$/;
// Scripts of these names (web/build/chunk-groups.ts):
/** All routes. */
const ROUTES = /^signed-in$/;
/** The frame of the screens and the learner's dashboard. */
const FRAME = /^first-screens$/;

const BUDGETS: Budget[] = [
  { screen: "login", modules: [CORE, /\/LoginScreen\.tsx$/], most: 145_000 },
  { screen: "learner dashboard", modules: [CORE, LEARNING, ROUTES, FRAME], most: 190_000 },
  { screen: "player", modules: [CORE, PLAYER, ROUTES, /\/PlayerScreen\.tsx$/], most: 160_000 },
  // The page is the server's: this is only the strength of its password, without the lists.
  { screen: "first set-up", folder: "setup", modules: [LEARNING], most: 90_000 },
];

interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** Prints the table and returns how many checks passed, and which screens exceed their budget or miss a script. */
export function checkSizes(dist: string): { passed: number; failed: string[] } {
  const failed = BUDGETS.filter((budget) => !isWithin(budget, path.join(dist, budget.folder ?? ""))).map(
    ({ screen }) => `JavaScript of ${screen}`,
  );
  if (!areHintsThere(dist)) failed.push("Scripts that pages name");
  return { passed: BUDGETS.length + 1 - failed.length, failed };
}

/** Tells whether every script that the server names in a page exists: a browser would fetch the others for nothing. */
function areHintsThere(dist: string): boolean {
  const hints = JSON.parse(readFileSync(path.join(dist, ".page-hints"), "utf8")) as {
    scripts: Record<string, string[]>;
  }[];
  const named = new Set(hints.flatMap(({ scripts }) => Object.values(scripts).flat()));
  const missing = [...named].filter((script) => !existsSync(path.join(dist, script)));
  console.log(
    `${missing.length === 0 ? "ok    " : "FAILED"}  ${named.size} scripts that pages name ${missing.join(" ")}`,
  );
  return missing.length === 0;
}

function isWithin(budget: Budget, dist: string): boolean {
  const { screen, modules, most } = budget;
  const manifest = JSON.parse(readFileSync(path.join(dist, ".vite/manifest.json"), "utf8")) as Manifest;
  const missing = modules.filter((pattern) => modulesLike(manifest, pattern).length !== 1);
  if (missing.length > 0) {
    console.log(`FAILED  ${screen}: the manifest does not have exactly one module like ${missing.join(" and ")}`);
    return false;
  }
  const size = coldSize(dist, manifest, budget);
  console.log(`${size <= most ? "ok    " : "FAILED"}  ${screen.padEnd(18)} ${kB(size)} of ${kB(most)}`);
  return size <= most;
}

function modulesLike(manifest: Manifest, pattern: RegExp): string[] {
  return Object.keys(manifest).filter((key) => pattern.test(key) || pattern.test(manifest[key]!.name ?? ""));
}

function coldSize(dist: string, manifest: Manifest, { modules }: Budget): number {
  const entries = Object.keys(manifest).filter((name) => manifest[name]!.isEntry);
  const files = new Set<string>();
  const visit = (name: string) => {
    const { file, imports = [] } = manifest[name]!;
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(visit);
  };
  [...entries, ...modules.flatMap((pattern) => modulesLike(manifest, pattern))].forEach(visit);
  const scripts = [...files].filter((file) => file.endsWith(".js"));
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length, 0);
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
}

if (import.meta.main) {
  const { failed } = checkSizes(path.join(import.meta.dirname, "../web/dist"));
  process.exitCode = failed.length > 0 ? 1 : 0;
}
