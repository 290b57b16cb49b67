import type { Plugin } from "vite";

/** A file that only passes on what another one exports: the bundler writes one for each entry in a shared file. */
const FACADE = /^export\{([^}]*)\}from["'`]\.\/([\w-]+\.js)["'`];?\s*$/;

/** Lets dynamic imports load the shared file itself, which saves a request for each facade. */
export function directImports(): Plugin {
  return {
    name: "direct-imports",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
        for (const facade of chunks) {
          const target = findTarget(facade.code);
          if (!target) continue;
          const name = facade.fileName.split("/").at(-1)!;
          for (const chunk of chunks)
            chunk.code = chunk.code
              .replaceAll(`import(\`./${name}\`)`, `import(\`./${target.file}\`).then(e=>({${target.exports}}))`)
              .replaceAll(`"assets/${name}"`, `"assets/${target.file}"`);
        }
      },
    },
  };
}

/** Returns the file that a facade passes on, and its exports as properties of `e`; null for other files. */
export function findTarget(code: string): { file: string; exports: string } | null {
  const [, list = "", file] = FACADE.exec(code) ?? [];
  if (!file) return null;
  const exports = list.split(",").map((each) => {
    const [local, name = local] = each.split(" as ");
    return `${name}:e.${local}`;
  });
  return { file, exports: exports.join(",") };
}
