// `npm run test:upgrade`: starts the server of the last release and this one beside it on one database, and tries both
// (docs/operations/upgrade.md). Ends with 1 if something does not hold that should.
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildSchema, parse, validate } from "graphql";
import { startEmbedded } from "../server/src/db/embedded.ts";
import { createDatabase, runAsOwner } from "../server/src/testing/faults/parts.ts";
import { listDocuments } from "../web/build/trusted-documents.ts";
import { findLastRelease } from "./last-release.ts";
import { run } from "./run.ts";
import { Unavailable, unpackRelease } from "./upgrade/former.ts";
import { LIMITS, RESTART } from "./upgrade/limits.ts";
import { VersionedServer } from "./upgrade/server.ts";
import { STEPS } from "./upgrade/steps.ts";

/** End-to-end tests of this version that leave what they change as they found it, or change what no other reads. */
const SPECS = [
  "course-from-author-to-report",
  "tenant-isolation",
  "learning-paths",
  "question-bank",
  "typed-questions",
];

const ROOT = path.resolve(import.meta.dirname, "..");
const release = findLastRelease(readFileSync(path.join(ROOT, "CHANGELOG.md"), "utf8"));
const limits = LIMITS[release.version] ?? {};
let passed = 0;
const failed: string[] = [];
process.chdir(ROOT);

/** Tries one thing. One that the release is known not to do passes if it fails as written down. */
async function attempt(name: string, work: () => Promise<void>): Promise<void> {
  const limit = limits[name];
  let error: Error | undefined;
  await work().catch((reason: Error) => (error = reason));
  const holds = limit === undefined ? error === undefined : error?.message.includes(limit.message) === true;
  if (holds) passed++;
  else failed.push(name);
  const note = limit === undefined ? "" : ` (limit of ${release.version}: ${limit.reason})`;
  console.log(`${holds ? "ok    " : "FAILED"}  ${name}${holds ? note : `: ${error?.message ?? "should have failed"}`}`);
}

let folder: string;
try {
  folder = unpackRelease(release);
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  console.log(`SKIPPED: ${error.message}. Nothing was tried.\n0 passed, 0 failed, 1 skipped`);
  process.exit(0);
}
const data = mkdtempSync(path.join(tmpdir(), "cairn-upgrade-"));
const postgres = await startEmbedded(path.join(data, "database"), {}, { isThrowAway: true });
await createDatabase(postgres);
const env = {
  ...process.env,
  DATABASE_URL: `postgres://postgres:x@localhost/cairn?host=${encodeURIComponent(postgres.host)}&port=${postgres.port}`,
  // Both store files here.
  DATA_DIR: path.join(data, "data"),
  DEMO: "on",
  LOG_LEVEL: "error",
  SMTP_URL: "",
  NODE_ENV: "production",
};
const former = new VersionedServer(release.version, folder, env);
const present = new VersionedServer("this version", ROOT, env);
try {
  await former.start();
  const open = await former.signIn("admin@demo.test");
  await present.start();
  await attempt("a session from before the migration goes on at both", async () => {
    for (const server of [former, present]) await server.call(open, "{ viewer { email } }");
  });
  for (const step of STEPS)
    for (const [first, second] of [[former, present] as const, [present, former] as const])
      await attempt(`${step.name} (${first.name}, then ${second.name})`, () => step.run(first, second));
  await attempt("pages that people have open send only what this version understands", checkDocuments);
  await attempt("the end-to-end tests pass while both run", runSpecs);
  for (const step of STEPS) await attempt(`afterwards: ${step.name}`, () => step.run(former, present));
  await present.stop();
  for (const step of STEPS) await attempt(`${release.version} alone: ${step.name}`, () => step.run(former, former));
  await former.stop();
  await attempt(RESTART, () => former.start());
  if (RESTART in limits) await attempt("it starts after its statements for a rollback", rollBack);
  for (const step of STEPS) await attempt(`rolled back: ${step.name}`, () => step.run(former, former));
  await former.stop();
  await attempt("this version starts again afterwards", () => present.start());
  for (const step of STEPS) await attempt(`upgraded again: ${step.name}`, () => step.run(present, present));
} finally {
  await former.stop();
  await present.stop();
  await postgres.stop();
  rmSync(data, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);

/** Validates the documents of the former client, which stays open in browsers, against the present schema. */
async function checkDocuments(): Promise<void> {
  const schema = buildSchema(readFileSync("schema.graphql", "utf8"));
  const files = globSync(path.join(folder, "web/src/**/*.documents.ts"));
  const problems = files.flatMap((file) =>
    listDocuments(readFileSync(file, "utf8"))
      .map((text) => parse(text))
      .filter(({ definitions }) => definitions.some(({ kind }) => kind === "OperationDefinition"))
      .flatMap((document) => validate(schema, document).map(({ message }) => message)),
  );
  if (files.length === 0) problems.push("no document was found");
  if (problems.length > 0) throw new Error(`${problems.length} problems: ${problems.join("; ")}`);
}

/** Runs the statements that the release needs before it starts on this version's database, and starts it. */
async function rollBack(): Promise<void> {
  await runAsOwner(postgres, readFileSync(path.join(ROOT, `deploy/rollback/${release.version}.sql`), "utf8"));
  await former.start();
}

/** Runs end-to-end tests of this version against the present server. */
async function runSpecs(): Promise<void> {
  const args = ["node_modules/@playwright/test/cli.js", "test", "--workers=1", "--reporter=line", ...SPECS];
  const outcome = await run(process.execPath, args, {
    env: { ...process.env, E2E_URL: `http://localhost:${present.port}` },
  });
  if (!outcome.ok) throw new Error(outcome.output.slice(-4_000));
}
