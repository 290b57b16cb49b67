import { t } from "../../i18n/message.ts";
import { type ArchiveFile, type ArchiveLimits, openArchiveBytes, readWhole } from "../../platform/archive.ts";
import { Refusal } from "../../platform/refusal.ts";
import { listChildren, parseXml, type Xml } from "../../platform/xml.ts";
import { MOST_QUESTIONS } from "./file-formats.ts";
import type { Read } from "./read-gift.ts";
import { readQti } from "./read-qti.ts";

const MB = 1024 * 1024;
/** Far more than 500 questions need; media may be in the package, but are not read. */
export const QUESTION_FILE_LIMITS: ArchiveLimits = {
  totalBytes: 50 * MB,
  fileBytes: 20 * MB,
  entries: 5_000,
  ratio: 200,
  ratioFrom: MB,
  milliseconds: 15_000,
};
const MOST_ITEM_BYTES = 2 * MB;
const MANIFEST = "imsmanifest.xml";

/** Reads the items of a QTI package (a zip with a manifest) in the order of its manifest. Tests and media are not read. */
export async function readQtiPackage(bytes: Buffer): Promise<Read> {
  try {
    const files = await openArchiveBytes(bytes, QUESTION_FILE_LIMITS);
    const manifest = findManifest(files);
    const root = parseXml(await readWhole(manifest, MOST_ITEM_BYTES), MANIFEST).root;
    const folder = manifest.path.slice(0, -MANIFEST.length);
    return await readItems(files, folder, listResources(root));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { questions: [], problems: [{ line: 1, message: error.text }] };
  }
}

/** Finds the manifest at the root, or in the only folder that has one there. */
function findManifest(files: readonly ArchiveFile[]): ArchiveFile {
  const found = files.filter(({ path }) => /^(?:[^/]+\/)?imsmanifest\.xml$/i.test(path));
  const manifest = found.find(({ path }) => !path.includes("/")) ?? (found.length === 1 ? found[0] : undefined);
  if (!manifest) throw new Refusal(t`This is not a package of questions: it has no ${MANIFEST}.`);
  return manifest;
}

interface Resource {
  type: string;
  href: string;
}

function listResources(root: Xml): Resource[] {
  return listChildren(root, "resources").flatMap((resources) =>
    listChildren(resources, "resource").map((resource) => ({
      type: resource.attributes["type"] ?? "",
      href: resource.attributes["href"] ?? listChildren(resource, "file")[0]?.attributes["href"] ?? "",
    })),
  );
}

async function readItems(files: readonly ArchiveFile[], folder: string, resources: Resource[]): Promise<Read> {
  const read = { questions: [], problems: [], notes: [] } as Required<Read>;
  const byPath = new Map(files.map((file) => [file.path, file]));
  const items = resources.filter(({ type }) => /^(?:ims)?qti_?(?:item|apip)|^imsqti_xmlv1/i.test(type));
  for (const { href } of items) {
    if (read.questions.length + read.problems.length === MOST_QUESTIONS) {
      read.problems.push({ line: 1, source: href, message: t`A file may have ${MOST_QUESTIONS} questions at most.` });
      break;
    }
    const file = byPath.get(folder + decodePath(href));
    if (!file) {
      read.problems.push({ line: 1, source: href, message: t`The package does not have this file.` });
      continue;
    }
    const { questions, problems, notes = [] } = await readItem(file, href);
    read.questions.push(...questions);
    read.problems.push(...problems);
    read.notes.push(...notes);
  }
  return read;
}

async function readItem(file: ArchiveFile, href: string): Promise<Read> {
  try {
    return readQti(await readWhole(file, MOST_ITEM_BYTES), href, file.path);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { questions: [], problems: [{ line: 1, source: href, message: error.text }] };
  }
}

/** Returns a path as it is in the archive. */
function decodePath(href: string): string {
  const path = href.replace(/^\.\//, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
