/**
 * Settings of Stryker for one folder of the server: MUTATE=server/src/access stryker run scripts/mutation/stryker.config.js
 * (CONTRIBUTING.md). It changes the sources in place, so run it in a clone of its own.
 */
const folder = process.env.MUTATE;
if (!folder) throw new Error("Set MUTATE to a folder, such as server/src/access.");

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/mutation/vitest.config.ts" },
  mutate: [`${folder}/**/*.ts`, ...["test", "graphql", "routes"].map((kind) => `!${folder}/**/*.${kind}.ts`)],
  // Texts, regular expressions and literals are compared by other tests: the schema, the catalogues, the prose.
  mutator: { excludedMutations: ["StringLiteral", "ObjectLiteral", "ArrayDeclaration", "Regex"] },
  coverageAnalysis: "perTest",
  // Each run of tests starts a database.
  concurrency: 1,
  timeoutMS: 60_000,
  inPlace: true,
  reporters: ["clear-text", "json"],
  allowEmpty: true,
};
