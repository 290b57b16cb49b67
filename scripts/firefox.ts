// `npm run test:firefox`: runs end-to-end tests in the Firefox of FIREFOX_PATH, else an installed one. Build the
// client before, for example with `npm start`.
import { existsSync } from "node:fs";
import path from "node:path";
import { endOnSignals, run } from "./run.ts";

const PLACES = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  "C:/Program Files/Mozilla Firefox/firefox.exe",
];

/** Finds the Firefox of FIREFOX_PATH, else an installed one; null when there is none. */
export function findFirefox(): string | null {
  const named = process.env["FIREFOX_PATH"];
  return named ? named : (PLACES.find((place) => existsSync(place)) ?? null);
}

if (import.meta.main) {
  process.chdir(path.dirname(import.meta.dirname));
  endOnSignals();
  if (findFirefox() === null) {
    const line = "!".repeat(80);
    console.error(`${line}\nNO FIREFOX was found: the end-to-end tests were NOT run in Firefox.`);
    console.error(`Install Firefox, or name one with FIREFOX_PATH.\n${line}`);
    // Nobody is to take a run of nothing for a success.
    process.exitCode = process.env["CI"] ? 1 : 0;
  } else {
    const args = ["test", "--config", "playwright.firefox.config.ts", ...process.argv.slice(2)];
    const { ok } = await run("playwright", args, { show: true });
    process.exitCode = ok ? 0 : 1;
  }
}
