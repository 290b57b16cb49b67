// Runs the import rules of .dependency-cruiser.cjs, checks that the tool read any code (it passes when it reads none), and that
// the server loads the libraries that few requests need where they are used.
import path from "node:path";
import { listFiles } from "./files.ts";
import { findEarlyImports } from "./early-imports.ts";
import { run } from "./run.ts";

interface Report {
  modules: { source: string }[];
  summary: { violations: { rule: { name: string }; from: string; to: string; cycle?: { name: string }[] }[] };
}

process.chdir(path.dirname(import.meta.dirname));
const { output } = await run("depcruise", ["server/src", "web/src", "--output-type", "json"]);
const complaints = [...judge(output), ...findEarlyImports(listFiles("server/src", "server/src/"))];
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;

function judge(text: string): string[] {
  const report = parse(text);
  if (!report) return [`dependency-cruiser failed:\n${text}`];
  const blind = ["server/src/", "web/src/"].filter(
    (folder) => !report.modules.some(({ source }) => source.startsWith(folder)),
  );
  const broken = report.summary.violations.map(({ rule, from, to, cycle }) => ({
    rule,
    way: cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to],
  }));
  return [
    ...blind.map((folder) => `dependency-cruiser saw no modules in ${folder}.`),
    ...broken.map(({ rule, way }) => `${rule.name}: ${way.join(" -> ")}`),
  ];
}

function parse(text: string): Report | null {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return null;
  }
}
