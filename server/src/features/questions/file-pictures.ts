import type { Picture } from "./question-files.ts";

const TAG = /<img\b[^<>]*>/gi;
const PLACE = /^@@PLUGINFILE@@\/(.+)$/;

/**
 * Takes the pictures out of HTML that a file of Moodle brings along.
 * @param findFile returns what a file of the text is called here; undefined for one that the text does not bring along
 * @returns the HTML without these pictures; others stay in it
 */
export function takePictures(
  html: string,
  findFile: (name: string) => string | undefined,
): { html: string; pictures: Picture[] } {
  const pictures: Picture[] = [];
  const rest = html.replace(TAG, (tag) => {
    const name = decodePath(PLACE.exec(findAttribute(tag, "src"))?.[1] ?? "");
    const file = findFile(name);
    if (file === undefined) return tag;
    pictures.push({ file, alt: findAttribute(tag, "alt").trim() || nameWithoutEnding(name) });
    return " ";
  });
  return { html: rest, pictures };
}

/** Returns the path of a file of a package as another file of it names it; null for one that is not in the package. */
export function resolvePath(from: string, address: string): string | null {
  if (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(address)) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of decodePath(address).split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** Returns the name of a file without its folder and its ending, the description where a file has none. */
export const nameWithoutEnding = (name: string): string =>
  name
    .replace(/^.*\//, "")
    .replace(/\.[^.]*$/, "")
    .replace(/[-_]+/g, " ")
    .trim();

function findAttribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i").exec(tag);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#039;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function decodePath(path: string): string {
  const plain = path.replace(/[?#].*$/, "");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
