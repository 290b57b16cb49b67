import { defineConfig } from "@playwright/test";
import main from "./playwright.config.ts";

/** `npm run sweep`: opens every screen of every role in every language; see `e2e/sweep/`. */
export default defineConfig({
  ...main,
  testDir: "e2e/sweep",
  timeout: 3_600_000,
  reporter: [["line"]],
});
