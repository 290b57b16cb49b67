import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { macros } from "./web/build/macros.ts";

/** How long `expect.poll` waits for work in progress, in ms: a busy machine may pause for a second. */
const PATIENCE = 15_000;

/** Tests that replace modules or globals: each file has a process of its own. */
const ISOLATED = "**/*.isolated.test.ts";

const server = {
  plugins: [macros()],
  // The builds of packages that Node takes in production: Vite would take a second, slower one of GraphQL.
  ssr: { resolve: { conditions: ["module-sync", "node"] } },
};
const serverTest = {
  environment: "node",
  include: ["server/src/**/*.test.ts", "scripts/*.test.ts", "e2e/*.test.ts"],
  globalSetup: "server/src/testing/global-setup.ts",
  setupFiles: "server/src/testing/properties.ts",
  // Only a test that hangs reaches it: tests of backups start PostgreSQL several times, and on a busy machine ten times slower.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: PATIENCE } },
} as const;

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    projects: [
      {
        ...server,
        // Files share the loaded modules of a process: to load the server for each took more time than many of the tests.
        test: { ...serverTest, name: "server", exclude: [ISOLATED], isolate: false },
      },
      { ...server, test: { ...serverTest, name: "server-isolated", include: [ISOLATED] } },
      {
        extends: "./web/vite.config.ts",
        root: "./web",
        test: {
          name: "web",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          testTimeout: 60_000,
          expect: { poll: { timeout: PATIENCE } },
          setupFiles: fileURLToPath(new URL("web/src/testing/properties.ts", import.meta.url)),
        },
      },
    ],
  },
});
