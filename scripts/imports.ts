// The import rules of .dependency-cruiser.cjs, and that the tool saw the code at all: it passes when it can read nothing.
import { readFileSync } from "node:fs";
import path from "node:path";
import { run } from "./run.ts";

interface Report {
  modules: { source: string }[];
  summary: { violations: { rule: { name: string }; from: string; to: string; cycle?: { name: string }[] }[] };
}

process.chdir(path.dirname(import.meta.dirname));
const { output } = await run("depcruise", ["server/src", "web/src", "--output-type", "json"]);
const complaints = judge(output);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;

function judge(text: string): string[] {
  const report = parse(text);
  if (!report) return [`dependency-cruiser failed:\n${text}`];
  const blind = ["server/src/", "web/src/"].filter(
    (folder) => !report.modules.some(({ source }) => source.startsWith(folder)),
  );
  const broken = report.summary.violations
    .map(({ rule, from, to, cycle }) => ({ rule, way: cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to] }))
    .filter(({ rule, way }) => rule.name !== "no-cycles" || !hasTypeOnlyStep(way));
  return [
    ...blind.map((folder) => `dependency-cruiser saw no modules in ${folder}.`),
    ...broken.map(({ rule, way }) => `${rule.name}: ${way.join(" -> ")}`),
  ];
}

/** dependency-cruiser cannot tell `import type` apart (it reads through swc); such a step is gone when the code runs. */
function hasTypeOnlyStep(way: string[]): boolean {
  return way.slice(1).some((to, index) => isTypeOnly(way[index]!, to));
}

function isTypeOnly(from: string, to: string): boolean {
  const imports = [...readFileSync(from, "utf8").matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+"(\.[^"]+)"/gm)];
  const found = imports.filter(([, , target]) => path.posix.join(path.posix.dirname(from), target!) === to);
  return found.length > 0 && found.every(([, type]) => type);
}

function parse(text: string): Report | null {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return null;
  }
}
