import { createHash } from "node:crypto";
import { parse } from "graphql";
import type { Plugin } from "vite";

/** Read by the server from the built client; the leading dot keeps it from being served. */
const MANIFEST = ".trusted-documents";
const DOCUMENT = /graphql\(`([^`]*)`\)/g;

/**
 * Completes every GraphQL document of the client with the fragments that other documents of its file define. In a build it
 * also gives each its hash, and lists them all for the server: `{ hash: text }`. The client sends the hash only. White
 * space is removed from texts without strings and comments.
 */
export function trustedDocuments(): Plugin {
  const texts = new Map<string, string>();
  let isBuild = false;
  return {
    name: "trusted-documents",
    enforce: "pre",
    configResolved: ({ command }) => {
      isBuild = command === "build";
    },
    transform: {
      filter: { id: /\.documents\.ts$/ },
      handler: (code) => {
        const fragments = findFragments(code);
        const replaced = code.replace(DOCUMENT, (_, written: string) => {
          const whole = withFragments(written, fragments);
          if (!isBuild) return `graphql(\`${whole}\`)`;
          const text = /[#"]/.test(whole) ? whole : compact(whole);
          const hash = createHash("sha256").update(text).digest("hex");
          texts.set(hash, text);
          return `graphql(\`${text}\`, "${hash}")`;
        });
        return { code: replaced, map: null };
      },
    },
    generateBundle() {
      const source = JSON.stringify(Object.fromEntries([...texts].sort()));
      this.emitFile({ type: "asset", fileName: MANIFEST, source });
    },
  };
}

/** Lists the documents of a file, complete. */
export function listDocuments(code: string): string[] {
  const fragments = findFragments(code);
  return [...code.matchAll(DOCUMENT)].map(([, text]) => withFragments(text!, fragments));
}

/** Finds the text of each fragment in the documents of a file. */
function findFragments(code: string): Map<string, string> {
  const fragments = new Map<string, string>();
  for (const [, text] of code.matchAll(DOCUMENT))
    for (const definition of parse(text!).definitions)
      if (definition.kind === "FragmentDefinition")
        fragments.set(definition.name.value, text!.slice(definition.loc!.start, definition.loc!.end));
  return fragments;
}

/** Appends the fragments that a document spreads and does not define, and those that they spread. */
function withFragments(text: string, fragments: ReadonlyMap<string, string>): string {
  const spread = [...text.matchAll(/\.\.\.\s*(?!on\b)(\w+)/g)].map(([, name]) => name!);
  const missing = spread.find((name) => fragments.has(name) && !new RegExp(`fragment\\s+${name}\\b`).test(text));
  return missing === undefined ? text : withFragments(`${text}\n${fragments.get(missing)!}`, fragments);
}

const compact = (text: string) =>
  text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?([{}():,]) ?/g, "$1");
