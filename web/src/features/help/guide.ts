// The pages of the guide are part of the client, so that they describe the version that is running.
const FILES = import.meta.glob<string>("../../../../docs/guide/*.md", { query: "?raw", import: "default" });

const PICTURES = import.meta.glob<string>("../../../../docs/guide/pictures/*.webp", {
  query: "?url",
  import: "default",
  eager: true,
});

const pages = new Map(
  Object.entries(FILES).map(([path, load]) => [path.split("/").at(-1)!.replace(/\.md$/, ""), load] as const),
);

/** The page that lists the others. */
export const START = "README";

/** Loads the Markdown text of a page of the guide; null when there is no such page. */
export async function loadPage(name: string): Promise<string | null> {
  return (await pages.get(name)?.()) ?? null;
}

/** Returns the address in the product of a link in the guide; null for a link to another place. */
export function toHelpAddress(href: string): string | null {
  const name = /^([\w-]+)\.md$/.exec(href)?.[1];
  if (name === undefined) return null;
  return name === START ? "/help" : `/help/${name}`;
}

/** Returns the address of a picture of the guide; null for one that is not part of it. */
export function findPicture(href: string): string | null {
  const path = `../../../../docs/guide/${href}`;
  return Object.hasOwn(PICTURES, path) ? PICTURES[path]! : null;
}
