import type { FileStore } from "../../platform/files.ts";
import { ARCHIVE_LIMITS, type ArchiveFile, type ArchiveLimits, openArchive, readWhole, verify } from "./archive.ts";
import { readCourseStructure } from "./cmi5-structure.ts";
import type { PackageDescription } from "./package.ts";
import { refuse } from "./refusal.ts";
import { readScormManifest } from "./scorm-manifest.ts";
import { readTincanManifest } from "./tincan-manifest.ts";
import { runInThread } from "../../platform/threads.ts";
import type { ReadXml } from "./read-xml.thread.ts";
import { parseXml, type Xml } from "./xml.ts";

/** In the order in which they count when a package has several: the newest standard says the most. */
const MANIFESTS = ["cmi5.xml", "imsmanifest.xml", "tincan.xml"] as const;
const MOST_MANIFEST_BYTES = 20 * 1024 * 1024;
const MOST_UNITS = 10_000;
/** Bytes of XML that are parsed in a few milliseconds. */
const PARSED_AT_ONCE = 128 * 1024;
// As long as the standards let an identifier be.
const LONGEST_NAME = 4_000;

/** Raised with each change of what is read from a manifest: packages read by an older one are read again. */
export const READER = 1;

export interface ReadPackage {
  description: PackageDescription;
  /** How many files there are to unpack; none for a structure that came alone. */
  files: number;
}

/**
 * Reads a stored package whole: afterwards it is known what it is, that all it launches is there, and that it can be unpacked.
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

/** What a stored package is, without looking at all of its files. @throws Refusal with the reason */
export async function describePackage(
  files: FileStore,
  { key, size, isXml }: { key: string; size: number; isXml: boolean },
): Promise<PackageDescription> {
  return isXml ? readLone(files, key, size) : describe(await openArchive(files, key, size));
}

/** The files of an archive that belong to its package, by their path from its root. */
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

/** What would make every list of the package unusable. */
function refuseExcess({ title, units }: PackageDescription): void {
  if (units.length > MOST_UNITS) refuse(`The manifest names more than ${MOST_UNITS} things to launch.`);
  const texts = [title, ...units.flatMap((unit) => [unit.identifier, unit.title])];
  if (texts.some((text) => text !== null && text.length > LONGEST_NAME))
    refuse(`The manifest has a title or an identifier of more than ${LONGEST_NAME} characters.`);
}

async function described(archive: ArchiveFile[]): Promise<PackageDescription> {
  const { root, manifest, name } = findManifest(archive);
  const xml = await readXml(await readWhole(manifest, MOST_MANIFEST_BYTES), name);
  const find = finder(filesBelow(archive, root).map(({ path }) => path));
  if (name === "cmi5.xml") return { ...readCourseStructure(xml.root, find), root };
  if (name === "tincan.xml") return { ...readTincanManifest(xml.root, find), root };
  return { ...readScormManifest(xml, find), root };
}

/** Parses in a thread what takes longer than a moment. @throws Refusal */
async function readXml(bytes: Buffer, name: string): Promise<{ root: Xml; text: string }> {
  if (bytes.length <= PARSED_AT_ONCE) return parseXml(bytes, name);
  const read = await runInThread<{ bytes: Uint8Array; name: string }, ReadXml>(
    new URL("./read-xml.thread.ts", import.meta.url),
    { bytes, name },
    "scorm",
  );
  if ("refusal" in read) return refuse(read.refusal);
  return read;
}

/** At the root, or exactly one folder down where there is one candidate only (A1.1 and A1.2). */
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
    return refuse("The package has a manifest in more than one folder. Upload one package at a time.");
  const found = MANIFESTS.flatMap((name) => below.filter((each) => each.name === name))[0];
  return (
    found ??
    refuse(
      "This is no package that can be used here: it has no imsmanifest.xml (SCORM), tincan.xml (xAPI) or cmi5.xml.",
    )
  );
}

/** Finds a file as it is named, else in another writing of its letters: packages are often made where that makes no difference. */
function finder(paths: string[]): (path: string) => string | null {
  const exact = new Set(paths);
  const folded = new Map(paths.map((path) => [path.normalize("NFC").toLowerCase(), path]));
  return (path) => (exact.has(path) ? path : (folded.get(path.normalize("NFC").toLowerCase()) ?? null));
}

/** A bare XML file can only be a cmi5 course structure whose addresses are absolute. */
async function readLone(files: FileStore, key: string, size: number): Promise<PackageDescription> {
  if (size > MOST_MANIFEST_BYTES) refuse("This XML file is larger than 20 MB.");
  const chunks: Buffer[] = [];
  for await (const chunk of (await files.get(key)) as AsyncIterable<Buffer>) chunks.push(chunk);
  const { root } = await readXml(Buffer.concat(chunks), "The XML file");
  if (root.name === "manifest")
    return refuse("This is the manifest of a SCORM package alone. Upload the whole package as a zip file.");
  if (root.name === "tincan")
    return refuse("This is the manifest of an xAPI package alone. Upload the whole package as a zip file.");
  if (root.name !== "courseStructure") return refuse("This XML file is not a cmi5 course structure.");
  const description = { ...readCourseStructure(root, null), root: "" };
  refuseExcess(description);
  return description;
}
