import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "oxfmt";

const INTRODUCTION =
  "Each section is written by the command that it names, on the machine that it names. Operations have their own figures: [Scale](operations/scale.md).";
const PAGE = path.join(import.meta.dirname, "../docs/performance.md");

/** Writes figures under their heading in docs/performance.md, or in another file, and keeps the other sections. */
export async function writeSection(heading: string, text: string, file = PAGE): Promise<void> {
  const known = existsSync(file) ? readFileSync(file, "utf8") : "";
  const sections = new Map(
    known
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf("\n")), section.slice(section.indexOf("\n")).trim()]),
  );
  sections.set(heading, text.trim());
  const page = [...sections].map(([name, content]) => `## ${name}\n\n${content}\n`).join("\n");
  const { code } = await format(PAGE, `# Performance\n\n${INTRODUCTION}\n\n${page}`);
  writeFileSync(file, code);
  process.stdout.write(`${text}\n`);
}
