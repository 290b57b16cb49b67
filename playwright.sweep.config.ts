import { defineConfig } from "@playwright/test";
import main from "./playwright.config.ts";
import firefox from "./playwright.firefox.config.ts";

/**
 * `npm run sweep`: opens every screen of every role in every language; see `e2e/sweep/`. SWEEP_BROWSER=firefox opens them in
 * the installed Firefox, without axe.
 */
export default defineConfig({
  ...main,
  ...(process.env["SWEEP_BROWSER"] === "firefox" && { use: firefox.use! }),
  testDir: "e2e/sweep",
  timeout: 3_600_000,
  reporter: [["line"]],
});
