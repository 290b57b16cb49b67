import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Chromium without windows: the same pages with a quarter less processor time (ADR 296). */
const HEADLESS = "chromium-headless-shell";
const MACOS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const WINDOWS = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"];

/** Finds the Chromium of CHROMIUM_PATH, else an installed one, else Playwright's own; null when there is none. */
export function findChromium(names = [...NAMES, HEADLESS]): string | null {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return named;
  const onPath = (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  const onWindows = WINDOWS.flatMap((name) => process.env[name] ?? []).map((base) =>
    path.join(base, "Google/Chrome/Application/chrome.exe"),
  );
  const places = [
    ...names.map((name) => `/usr/bin/${name}`),
    ...onPath,
    ...MACOS,
    ...onWindows,
    chromium.executablePath(),
  ];
  return places.find(isProgram) ?? null;
}

/**
 * Finds a Chromium for tests, best one without windows, or installs one: Debian's packages when root, else Playwright's own.
 * Null when neither works.
 */
export function ensureChromium(): string | null {
  const found = findChromium([HEADLESS, ...NAMES]);
  if (found) return found;
  console.log("No Chromium found: installing one for the end-to-end tests …");
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const install = (...names: string[]) => run("apt-get", ["install", "-y", "-qq", ...names], env);
    if (run("apt-get", ["update", "-qq"], env) && !install("chromium", HEADLESS)) install("chromium");
  }
  if (!findChromium()) run("playwright", ["install", "chromium"], process.env);
  return findChromium([HEADLESS, ...NAMES]);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv): boolean {
  const shell = process.platform === "win32";
  return spawnSync(command, args, { env, shell, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}
