import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: "e2e/journeys",
  outputDir: "test-results",
  workers: 1,
  retries: 0,
  // A journey is long, and most of it is axe reading pages; what hangs is found by the limits of its steps.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [["line"], ["json", { outputFile: "test-results/journeys.json" }]],
  use: {
    actionTimeout: 60_000,
    // A trace of everything costs a fifth of the time; `--trace retain-on-failure` when one is wanted.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        // A browser of root has no sandbox to start with.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-quic",
      ],
    },
  },
});
