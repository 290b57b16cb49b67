import { defineConfig } from "vitest/config";
import whole from "../../vitest.config.ts";
import Results, { ByName } from "./reporter.ts";
import { TESTS } from "./state.ts";

const [server] = whole.test!.projects as { resolve: object; plugins: []; test: object }[];

/** Runs the generated tests in the order of their names, in one process on one database server. */
export default defineConfig({
  ...server!,
  test: {
    ...server!.test,
    root: `${import.meta.dirname}/../..`,
    include: [`${TESTS}/*.test.ts`],
    globalSetup: "scripts/mutation/global-setup.ts",
    reporters: [new Results()],
    pool: "forks",
    maxWorkers: 1,
    isolate: false,
    expect: { poll: { timeout: 5_000 } },
    sequence: { sequencer: ByName },
  },
});
