import { defineConfig } from "@playwright/test";
import chromium from "./playwright.config.ts";
import { findFirefox } from "./scripts/firefox.ts";

/** `npm run test:firefox`: the end-to-end tests in the installed Firefox; `e2e/firefox.ts` lists what cannot run there. */
export default defineConfig({
  ...chromium,
  reporter: [["line"], ["json", { outputFile: "test-results/firefox.json" }]],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure",
    browserName: "firefox",
    channel: "moz-firefox",
    launchOptions: {
      executablePath: `${import.meta.dirname}/scripts/firefox-for-playwright.mjs`,
      env: { ...process.env, FIREFOX_PATH: findFirefox() ?? "" },
    },
  },
});
