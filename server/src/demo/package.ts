import { readdirSync, readFileSync } from "node:fs";
import { writeZip } from "./zip.ts";

const FOLDER = new URL("package/", import.meta.url);

/** Builds the demo package: a short SCORM 1.2 lesson with three questions. */
export function demoPackage(): Buffer {
  const names = readdirSync(FOLDER).toSorted();
  return writeZip(names.map((name) => ({ name, data: readFileSync(new URL(name, FOLDER)) })));
}
