// Comments and character data may contain what looks like a file.
const FILE = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<file\b([^<>]*?)(?:\/>|>([^<]*)<\/file\s*>)/g;

/**
 * Takes the contents of the files out of a document of Moodle, which are not sent with its questions.
 * @returns the document with empty files, and their contents in base64 in its order
 */
export function takeFiles(document: string): { text: string; files: string[] } {
  const files: string[] = [];
  const text = document.replace(FILE, (whole, attributes: string | undefined, content: string | undefined) => {
    if (attributes === undefined) return whole;
    files.push((content ?? "").trim());
    return `<file${attributes}></file>`;
  });
  return { text, files };
}
