import type { FileStore } from "../../platform/files.ts";
import {
  ARCHIVE_LIMITS,
  type ArchiveFile,
  type ArchiveLimits,
  openArchive,
  readWhole,
  verify,
} from "../../platform/archive.ts";
import type { PackageDescription } from "./package.ts";
import { refuse } from "../../platform/refusal.ts";
import { runInThread } from "../../platform/threads.ts";
import { type Manifest, MANIFESTS, readManifest } from "./read-manifest.ts";
import type { ReadManifest } from "./read-manifest.thread.ts";
import { t } from "../../i18n/message.ts";

const MOST_MANIFEST_BYTES = 20 * 1024 * 1024;
/** Bytes of XML that are read in a few milliseconds. */
const READ_AT_ONCE = 128 * 1024;

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
  const { root, manifest, name } = findManifest(archive);
  const bytes = await readWhole(manifest, MOST_MANIFEST_BYTES);
  const paths = filesBelow(archive, root).map(({ path }) => path);
  return { ...(await read({ bytes, within: { name, paths } })), root };
}

/** Reads a manifest, in a thread when it takes longer than a moment: then its bytes are moved to it. @throws Refusal */
async function read(manifest: Manifest): Promise<Omit<PackageDescription, "root">> {
  if (manifest.bytes.length <= READ_AT_ONCE) return readManifest(manifest);
  const result = await runInThread<Manifest, ReadManifest>(
    new URL("./read-manifest.thread.ts", import.meta.url),
    manifest,
    "scorm",
    [manifest.bytes.buffer as ArrayBuffer],
  );
  return "refusal" in result ? refuse(result.refusal) : result.description;
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

async function readLone(files: FileStore, key: string, size: number): Promise<PackageDescription> {
  if (size > MOST_MANIFEST_BYTES) refuse(t`This XML file is larger than 20 MB.`);
  const chunks: Buffer[] = [];
  for await (const chunk of (await files.get(key)) as AsyncIterable<Buffer>) chunks.push(chunk);
  return { ...(await read({ bytes: Buffer.concat(chunks), within: null })), root: "" };
}
