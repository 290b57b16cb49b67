import { defineConfig } from "vitest/config";
import whole from "../../vitest.config.ts";

/** The server's tests of the folder that is mutated, without projects, which Stryker does not know. */
const [server] = whole.test!.projects as { resolve: object; plugins: []; test: object }[];

export default defineConfig({
  ...server!,
  test: { ...server!.test, root: `${import.meta.dirname}/../..`, include: [`${process.env["MUTATE"]}/**/*.test.ts`] },
});
