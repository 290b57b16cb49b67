// Writes generated files that are committed: `npm run generate`. With --check it compares and writes nothing.
import { mkdtempSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { run } from "./run.ts";

interface Step {
  name: string;
  /** The committed file, or null when the step writes into an ignored folder itself. */
  file: string | null;
  make: () => Promise<string>;
}

const STEPS: Step[] = [
  { name: "database types", file: "server/src/db/schema.ts", make: databaseTypes },
  { name: "GraphQL schema", file: "schema.graphql", make: graphqlSchema },
  { name: "permissions", file: "docs/permissions.md", make: permissions },
  {
    name: "conformance",
    file: "docs/conformance.md",
    make: async () => (await import("./conformance.ts")).conformance(),
  },
  ...["elements", "values", "answers"].map((part) => sharedWithPlayer(`cmi-${part}`)),
  sharedWithPlayer("languages"),
  {
    name: "course documents",
    file: "web/src/features/courses/editor/course.documents.ts",
    make: async () => (await import("./course-documents.ts")).courseDocuments(),
  },
  { name: "client documents", file: null, make: clientDocuments },
  ...["fr", "es"].map((locale) => serverTexts(locale)),
  ...["en", "fr", "es"].flatMap((locale) =>
    ["core", "learning", "player", "viewers", "product"].map((part) => {
      const file = `web/src/locales/${locale}/${part}.po`;
      return { name: `texts in ${locale} (${part})`, file, make: () => texts(file) };
    }),
  ),
];

// Declared above the loop below, which runs before the rest of the file is evaluated.
let extracted: Promise<Map<string, string>> | undefined;

process.chdir(path.dirname(import.meta.dirname));
const { values, positionals } = parseArgs({
  options: { check: { type: "boolean", default: false } },
  allowPositionals: true,
});
const wanted = STEPS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (wanted.length === 0) throw new Error(`The steps are: ${STEPS.map(({ name }) => name).join(", ")}.`);
let failed = false;
for (const step of wanted) failed = !(await perform(step, values.check)) || failed;
process.exitCode = failed ? 1 : 0;

async function perform({ name, file, make }: Step, checkOnly: boolean): Promise<boolean> {
  try {
    const text = await make();
    if (!file) return true;
    const current = await readFile(file, "utf8").catch(() => null);
    if (current === text) return true;
    if (checkOnly) {
      console.error(`${file} is stale: run 'npm run generate' and commit it. ${firstDifference(current ?? "", text)}`);
      return false;
    }
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    console.log(`${name}: wrote ${file}`);
    return true;
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
    return false;
  }
}

function firstDifference(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const line = now.findIndex((text, index) => text !== old[index]);
  const at = line === -1 ? now.length : line;
  return `Line ${at + 1} should be ${JSON.stringify(now[at] ?? "(the end)")}, is ${JSON.stringify(old[at] ?? "(the end)")}.`;
}

/** Reads the types from a temporary database, so that only the migrations count. */
async function databaseTypes(): Promise<string> {
  const { startEmbedded } = await import("../server/src/db/embedded.ts");
  const { migrate } = await import("../server/src/db/migrate.ts");
  const { Database } = await import("../server/src/db/client.ts");
  const folder = mkdtempSync(path.join(tmpdir(), "cairn-generate-"));
  await chmod(folder, 0o755); // PostgreSQL runs as nobody when started by root.
  const postgres = await startEmbedded(folder, { fsync: "off" }, { isThrowAway: true });
  try {
    const database = new Database({ host: postgres.host, port: postgres.port, user: "postgres", database: "postgres" });
    await migrate(database.pool);
    await database.close();
    return await kyselyCodegen(`postgres://postgres@localhost:${postgres.port}/postgres?host=${postgres.host}`, folder);
  } finally {
    await postgres.stop();
  }
}

async function kyselyCodegen(url: string, folder: string): Promise<string> {
  const types = { int8: "number", date: "string", time: "string", timestamptz: "Date", numeric: "number" };
  const file = path.join(folder, "schema.ts");
  const args = ["--dialect", "postgres", "--url", url, "--out-file", file, "--numeric-parser", "number"];
  args.push("--type-mapping", JSON.stringify(types), "--exclude-pattern", "{migrations,platform_secrets}");
  await orThrow("kysely-codegen", args);
  return readFile(file, "utf8");
}

/** Copies the SCORM data model from the server, so that server and player validate with the same rules (ADR 046). */
function sharedWithPlayer(module: string): Step {
  const source = `server/src/features/scorm/${module}.ts`;
  const header = `// Written from ${source} by \`npm run generate\`; edit that file.\n`;
  const make = async () => header + (await readFile(source, "utf8"));
  return { name: `data model of SCORM (${module})`, file: `web/src/scorm/cmi/${module}.ts`, make };
}

async function graphqlSchema(): Promise<string> {
  const { schema } = await import("../server/src/graphql/schema.ts");
  const { lexicographicSortSchema, printSchema } = await import("graphql");
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

async function permissions(): Promise<string> {
  const { ACTIONS, MAIN_SITE_ONLY, RANK, allows } = await import("../server/src/access/permissions.ts");
  const rows = Object.entries(ACTIONS).map(([action, meaning]) => {
    const marks = RANK.map((role) => (allows(role, action as keyof typeof ACTIONS) ? "yes" : ""));
    const isMainSiteOnly = MAIN_SITE_ONLY.has(action as keyof typeof ACTIONS);
    return [`\`${action}\``, meaning, isMainSiteOnly ? "yes" : "", ...marks];
  });
  const table = [
    ["Action", "Allows", "Needs main-site access", ...RANK],
    ["---", "---", ":-:", ...RANK.map(() => ":-:")],
    ...rows,
  ];
  return [
    "# Permissions",
    "",
    "`npm run generate` writes this page from `server/src/access/permissions.ts`. Within an instance, a person who works in a branch",
    "reaches only the users and courses of that branch. People without main-site access may use what all sites of the instance share",
    "but not change it: actions marked 'needs main-site access' are refused to them, whatever their role.",
    "",
    ...table.map((cells) => `| ${cells.join(" | ")} |`),
    "",
  ].join("\n");
}

/** Generates the client's types from schema.graphql and its documents; they are not committed. */
async function clientDocuments(): Promise<string> {
  await orThrow("graphql-codegen", [], "web");
  return "";
}

/** Updates the catalogue of the server's messages in a language. */
function serverTexts(locale: string): Step {
  const file = `server/src/locales/${locale}.po`;
  const make = async () => {
    const { updateCatalogue } = await import("./server-texts.ts");
    return updateCatalogue(await readFile(file, "utf8").catch(() => ""), locale);
  };
  return { name: `messages of the server in ${locale}`, file, make };
}

/** Reads a catalog of a language after extraction. */
async function texts(file: string): Promise<string> {
  extracted ??= extract(STEPS.flatMap(({ file }) => (file?.startsWith("web/src/locales/") ? [file] : [])));
  return (await extracted).get(file)!;
}

/** Extracts the catalogs and restores the files, because Lingui writes them itself. */
async function extract(files: string[]): Promise<Map<string, string>> {
  const before = new Map<string, string>();
  for (const file of files) before.set(file, await readFile(file, "utf8"));
  try {
    await orThrow("lingui", ["extract", "--clean"], "web");
    const after = new Map<string, string>();
    for (const file of files) after.set(file, await readFile(file, "utf8"));
    return after;
  } finally {
    for (const [file, text] of before) await writeFile(file, text);
  }
}

async function orThrow(command: string, args: string[], cwd = "."): Promise<void> {
  const { ok, output } = await run(command, args, { cwd });
  if (!ok) throw new Error(`${command} failed:\n${output}`);
}
