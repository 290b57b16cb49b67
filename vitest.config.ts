import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { macros } from "./web/build/macros.ts";

/** How long `expect.poll` waits for work in progress, in ms: a busy machine may pause for a second. */
const PATIENCE = 15_000;

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    projects: [
      {
        plugins: [macros()],
        // The builds of packages that Node takes in production: Vite would take a second, slower one of GraphQL.
        ssr: { resolve: { conditions: ["module-sync", "node"] } },
        test: {
          name: "server",
          environment: "node",
          include: ["server/src/**/*.test.ts", "scripts/*.test.ts", "e2e/*.test.ts"],
          globalSetup: "server/src/testing/global-setup.ts",
          setupFiles: "server/src/testing/properties.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: PATIENCE } },
        },
      },
      {
        extends: "./web/vite.config.ts",
        root: "./web",
        test: {
          name: "web",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          testTimeout: 20_000,
          expect: { poll: { timeout: PATIENCE } },
          setupFiles: fileURLToPath(new URL("web/src/testing/properties.ts", import.meta.url)),
        },
      },
    ],
  },
});
