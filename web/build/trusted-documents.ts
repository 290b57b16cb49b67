import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** Read by the server from the built client; the leading dot keeps it from being served. */
const MANIFEST = ".trusted-documents";

/**
 * Gives every GraphQL document of the client its hash, and lists them all for the server: `{ hash: text }`. The client
 * sends the hash only. White space is removed from texts without strings and comments.
 */
export function trustedDocuments(): Plugin {
  const texts = new Map<string, string>();
  return {
    name: "trusted-documents",
    enforce: "pre",
    apply: "build",
    transform: {
      filter: { id: /\.documents\.ts$/ },
      handler: (code) => ({
        code: code.replace(/graphql\(`([^`]*)`\)/g, (_, written: string) => {
          const text = /[#"]/.test(written) ? written : compact(written);
          const hash = createHash("sha256").update(text).digest("hex");
          texts.set(hash, text);
          return `graphql(\`${text}\`, "${hash}")`;
        }),
        map: null,
      }),
    },
    generateBundle() {
      const source = JSON.stringify(Object.fromEntries([...texts].sort()));
      this.emitFile({ type: "asset", fileName: MANIFEST, source });
    },
  };
}

const compact = (text: string) =>
  text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?([{}():,]) ?/g, "$1");
