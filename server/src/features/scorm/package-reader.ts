import type { FileStore } from "../../platform/files.ts";
import {
  ARCHIVE_LIMITS,
  type ArchiveFile,
  type ArchiveLimits,
  openArchive,
  readWhole,
  verify,
} from "../../platform/archive.ts";
import { readCourseStructure } from "./cmi5-structure.ts";
import type { PackageDescription } from "./package.ts";
import { refuse } from "../../platform/refusal.ts";
import { readScormManifest } from "./scorm-manifest.ts";
import { readTincanManifest } from "./tincan-manifest.ts";
import { runInThread } from "../../platform/threads.ts";
import type { ReadXml } from "./read-xml.thread.ts";
import { parseXml, type Xml } from "../../platform/xml.ts";
import { t } from "../../i18n/message.ts";

/** In order of precedence when a package has several: the newest standard carries the most information. */
const MANIFESTS = ["cmi5.xml", "imsmanifest.xml", "tincan.xml"] as const;
const MOST_MANIFEST_BYTES = 20 * 1024 * 1024;
const MOST_UNITS = 10_000;
/** Bytes of XML that are parsed in a few milliseconds. */
const PARSED_AT_ONCE = 128 * 1024;
// The longest identifier that the standards allow.
const LONGEST_NAME = 4_000;

/** Increase it with each change of what is read from a manifest: packages read by an older reader are read again. */
export const READER = 2;

export interface ReadPackage {
  description: PackageDescription;
  /** How many files to unpack; 0 for a lone structure. */
  files: number;
}

/**
 * Reads a whole stored package and checks what it is, that everything it launches exists, and that it can be unpacked.
 * @throws Refusal with the reason
 */
export async function readPackage(
  files: FileStore,
  { key, size, isXml }: { key: string; size: number; isXml: boolean },
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<ReadPackage> {
  if (isXml) return { description: await readLone(files, key, size), files: 0 };
  const archive = await openArchive(files, key, size, limits);
  const description = await describe(archive);
  await verify(archive);
  return { description, files: archive.length };
}

/** Describes a stored package without reading all of its files. @throws Refusal with the reason */
export async function describePackage(
  files: FileStore,
  { key, size, isXml }: { key: string; size: number; isXml: boolean },
): Promise<PackageDescription> {
  return isXml ? readLone(files, key, size) : describe(await openArchive(files, key, size));
}

/** Lists the files of an archive below the package's root, by their path from there. */
export function filesBelow(archive: readonly ArchiveFile[], root: string): ArchiveFile[] {
  return archive.flatMap((file) =>
    file.path.startsWith(root) ? [{ ...file, path: file.path.slice(root.length) }] : [],
  );
}

async function describe(archive: ArchiveFile[]): Promise<PackageDescription> {
  const description = await described(archive);
  refuseExcess(description);
  return description;
}

/** Rejects what would make every list of the package unusable. */
function refuseExcess({ title, units }: PackageDescription): void {
  if (units.length > MOST_UNITS) refuse(t`The manifest names more than ${MOST_UNITS} SCOs or AUs.`);
  const texts = [title, ...units.flatMap((unit) => [unit.identifier, unit.title])];
  if (texts.some((text) => text !== null && text.length > LONGEST_NAME))
    refuse(t`The manifest has a title or an identifier of more than ${LONGEST_NAME} characters.`);
}

async function described(archive: ArchiveFile[]): Promise<PackageDescription> {
  const { root, manifest, name } = findManifest(archive);
  const xml = await readXml(await readWhole(manifest, MOST_MANIFEST_BYTES), name);
  const find = finder(filesBelow(archive, root).map(({ path }) => path));
  if (name === "cmi5.xml") return { ...readCourseStructure(xml.root, find), root };
  if (name === "tincan.xml") return { ...readTincanManifest(xml.root, find), root };
  return { ...readScormManifest(xml, find), root };
}

/** Parses XML, in a thread when it takes longer than a moment: then `bytes` are moved to it. @throws Refusal */
async function readXml(bytes: Buffer, name: string): Promise<{ root: Xml; text: string }> {
  if (bytes.length <= PARSED_AT_ONCE) return parseXml(bytes, name);
  const read = await runInThread<{ bytes: Uint8Array; name: string }, ReadXml>(
    new URL("./read-xml.thread.ts", import.meta.url),
    { bytes, name },
    "scorm",
    [bytes.buffer as ArrayBuffer],
  );
  if ("refusal" in read) return refuse(read.refusal);
  return read;
}

/** Finds the manifest at the root, or exactly one folder down when there is only one candidate (A1.1 and A1.2). */
function findManifest(archive: ArchiveFile[]) {
  const named = (path: string) => MANIFESTS.find((name) => name === path.toLowerCase());
  for (const name of MANIFESTS) {
    const manifest = archive.find(({ path }) => named(path) === name);
    if (manifest) return { root: "", manifest, name };
  }
  const below = archive.flatMap((manifest) => {
    const [folder = "", file = "", ...deeper] = manifest.path.split("/");
    const name = deeper.length === 0 ? named(file) : undefined;
    return name ? [{ root: `${folder}/`, manifest, name }] : [];
  });
  const roots = new Set(below.map(({ root }) => root));
  if (roots.size > 1)
    return refuse(t`The package has a manifest in more than one folder. Upload one package at a time.`);
  const found = MANIFESTS.flatMap((name) => below.filter((each) => each.name === name))[0];
  return (
    found ??
    refuse(t`This is not a supported package: it has no imsmanifest.xml (SCORM), tincan.xml (xAPI) or cmi5.xml.`)
  );
}

/** Returns a function that finds a file by name, ignoring case: many packages are made where case does not matter. */
function finder(paths: string[]): (path: string) => string | null {
  const exact = new Set(paths);
  const folded = new Map(paths.map((path) => [path.normalize("NFC").toLowerCase(), path]));
  return (path) => (exact.has(path) ? path : (folded.get(path.normalize("NFC").toLowerCase()) ?? null));
}

/** Reads a lone XML file, which can only be a cmi5 course structure with absolute addresses. */
async function readLone(files: FileStore, key: string, size: number): Promise<PackageDescription> {
  if (size > MOST_MANIFEST_BYTES) refuse(t`This XML file is larger than 20 MB.`);
  const chunks: Buffer[] = [];
  for await (const chunk of (await files.get(key)) as AsyncIterable<Buffer>) chunks.push(chunk);
  const { root } = await readXml(Buffer.concat(chunks), "The XML file");
  if (root.name === "manifest")
    return refuse(t`This is the manifest of a SCORM package alone. Upload the whole package as a zip file.`);
  if (root.name === "tincan")
    return refuse(t`This is the manifest of an xAPI package alone. Upload the whole package as a zip file.`);
  if (root.name !== "courseStructure") return refuse(t`This XML file is not a cmi5 course structure.`);
  const description = { ...readCourseStructure(root, null), root: "" };
  refuseExcess(description);
  return description;
}
