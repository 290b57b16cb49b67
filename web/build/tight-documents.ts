import type { Plugin } from "vite";

/** Sends GraphQL documents without the line breaks and spaces that they are written with. */
export function tightDocuments(): Plugin {
  return {
    name: "tight-documents",
    enforce: "pre",
    apply: "build",
    transform: {
      filter: { id: /\.documents\.ts$/ },
      handler: (code) => ({
        code: code.replace(/graphql\(`([^`#"]*)`\)/g, (_, text: string) => tight(text)),
        map: null,
      }),
    },
  };
}

const tight = (text: string) =>
  `graphql(\`${text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?([{}():,]) ?/g, "$1")}\`)`;
