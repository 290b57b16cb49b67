import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: "e2e/tests",
  globalSetup: "e2e/global-setup.ts",
  outputDir: "test-results",
  // Each has a server of its own.
  workers: 2,
  retries: 0,
  // A test is long, mostly because of axe; its steps have their own limits.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [["line"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    actionTimeout: 60_000,
    // Traces of all tests take a fifth more time; use `--trace retain-on-failure` when one is needed.
    trace: "off",
    // A running server behind a TLS proxy with an authority of its own (e2e/server.ts).
    ignoreHTTPSErrors: process.env["E2E_URL"] !== undefined,
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        // The browser's sandbox does not start for root.
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
