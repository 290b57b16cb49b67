import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format, resolveConfig } from "prettier";

const PAGE = path.join(import.meta.dirname, "../docs/performance.md");

/** Puts what was measured under its heading of docs/performance.md, or of another file, and leaves the other headings as they are. */
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
  const options = { ...(await resolveConfig(PAGE)), parser: "markdown" };
  writeFileSync(file, await format(`# Performance\n\n${page}`, options));
  process.stdout.write(`${text}\n`);
}
