import { readdirSync, readFileSync } from "node:fs";
import { writeZip } from "./zip.ts";

const FOLDER = new URL("package/", import.meta.url);

/** The demo's own package: a short lesson of SCORM 1.2 with three questions. */
export function demoPackage(): Buffer {
  const names = readdirSync(FOLDER).toSorted();
  return writeZip(names.map((name) => ({ name, data: readFileSync(new URL(name, FOLDER)) })));
}
