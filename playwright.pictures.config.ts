import { defineConfig } from "@playwright/test";
import main from "./playwright.config.ts";

/** `npm run guide:pictures`: takes the pictures of the user guide; see `e2e/pictures/`. */
export default defineConfig({
  ...main,
  testDir: "e2e/pictures",
  timeout: 600_000,
  reporter: [["line"]],
});
