import { readCourseStructure } from "./cmi5-structure.ts";
import type { PackageDescription } from "./package.ts";
import { refuse } from "../../platform/refusal.ts";
import { readScormManifest } from "./scorm-manifest.ts";
import { readTincanManifest } from "./tincan-manifest.ts";
import { parseXml } from "../../platform/xml.ts";
import { t } from "../../i18n/message.ts";

/** In order of precedence when a package has several: the newest standard carries the most information. */
export const MANIFESTS = ["cmi5.xml", "imsmanifest.xml", "tincan.xml"] as const;
const MOST_UNITS = 10_000;
// The longest identifier that the standards allow.
const LONGEST_NAME = 4_000;

/** The manifest of a package, or an XML file that was uploaded alone. */
export interface Manifest {
  bytes: Uint8Array;
  /** What it is in a package, and the files of the package below its root; null for a lone file. */
  within: { name: (typeof MANIFESTS)[number]; paths: string[] } | null;
}

/** Reads what a manifest describes. @throws Refusal with the reason */
export function readManifest({ bytes, within }: Manifest): Omit<PackageDescription, "root"> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const description = within ? readWithin(buffer, within) : readLone(buffer);
  refuseExcess(description);
  return description;
}

function readWithin(bytes: Buffer, { name, paths }: NonNullable<Manifest["within"]>) {
  const xml = parseXml(bytes, name);
  const find = finder(paths);
  if (name === "cmi5.xml") return readCourseStructure(xml.root, find);
  if (name === "tincan.xml") return readTincanManifest(xml.root, find);
  return readScormManifest(xml, find);
}

/** Reads a lone XML file, which can only be a cmi5 course structure with absolute addresses. */
function readLone(bytes: Buffer) {
  const { root } = parseXml(bytes, "The XML file");
  if (root.name === "manifest")
    return refuse(t`This is the manifest of a SCORM package alone. Upload the whole package as a zip file.`);
  if (root.name === "tincan")
    return refuse(t`This is the manifest of an xAPI package alone. Upload the whole package as a zip file.`);
  if (root.name !== "courseStructure") return refuse(t`This XML file is not a cmi5 course structure.`);
  return readCourseStructure(root, null);
}

/** Rejects what would make every list of the package unusable. */
function refuseExcess({ title, units }: Omit<PackageDescription, "root">): void {
  if (units.length > MOST_UNITS) refuse(t`The manifest names more than ${MOST_UNITS} SCOs or AUs.`);
  const texts = [title, ...units.flatMap((unit) => [unit.identifier, unit.title])];
  if (texts.some((text) => text !== null && text.length > LONGEST_NAME))
    refuse(t`The manifest has a title or an identifier of more than ${LONGEST_NAME} characters.`);
}

/** Returns a function that finds a file by name, ignoring case: many packages are made where case does not matter. */
function finder(paths: string[]): (path: string) => string | null {
  const exact = new Set(paths);
  const folded = new Map(paths.map((path) => [path.normalize("NFC").toLowerCase(), path]));
  return (path) => (exact.has(path) ? path : (folded.get(path.normalize("NFC").toLowerCase()) ?? null));
}
