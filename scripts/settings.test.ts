import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../server/src/config.ts";

const read = (file: string) => readFileSync(path.join(import.meta.dirname, "..", file), "utf8");
const names = [...new Set(read("server/src/config.ts").match(/(?<=^ {2})[A-Z][A-Z_]+(?=: )/gm))].sort();
/** Defaults that the page describes in prose or relative to another setting. */
const DESCRIBED = ["CONTENT_PORT", "DATA_DIR", "IDENTITY_NETWORKS", "OTEL_EXPORTER_OTLP_HEADERS", "TRUST_PROXY"];

/** Reads the tables whose first column is called Setting: names and defaults. */
function readSettings(file: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const table of read(file).matchAll(/^\| Setting +\|.*\n\|.*\n((?:\|.*\n)+)/gm))
    for (const row of table[1]!.trim().split("\n")) {
      const [, name = "", standard = ""] = row.split("|").map((cell) => cell.trim().replaceAll("`", ""));
      settings.set(name, standard);
    }
  return settings;
}

test.each(["docs/operations/configure.md", "README.md"])(
  "%s lists every setting of the server and no other",
  (file) => {
    expect([...readSettings(file).keys()].sort()).toEqual(names);
  },
);

test.each(["docs/operations/configure.md", "README.md"])("%s states the defaults that the server uses", (file) => {
  const defaults = Object.entries(loadConfig({})).filter(
    ([name, value]) => value !== undefined && !DESCRIBED.includes(name),
  );
  const stated = readSettings(file);
  expect(defaults.length).toBeGreaterThan(10);
  for (const [name, value] of defaults) expect([name, stated.get(name)]).toEqual([name, `${value as string | number}`]);
});
