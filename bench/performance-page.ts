import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const PAGE = path.join(import.meta.dirname, "../docs/performance.md");

/** Puts what was measured under its heading of docs/performance.md, or of another file, and leaves the other headings as they are. */
export function writeSection(heading: string, text: string, file = PAGE): void {
  const known = existsSync(file) ? readFileSync(file, "utf8") : "";
  const sections = new Map(
    known
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf("\n")), section.slice(section.indexOf("\n")).trim()]),
  );
  sections.set(heading, text.trim());
  const page = [...sections].map(([name, content]) => `## ${name}\n\n${content}\n`).join("\n");
  writeFileSync(file, `# Performance\n\n${page}`);
  process.stdout.write(`${text}\n`);
}
