import { fileURLToPath } from "node:url";
import { linguiMacroSwcPlugin } from "@lingui/swc-plugin/options";
import { transform } from "@swc/core";
import type { Plugin, ResolvedConfig } from "vite";

// Lingui looks for its configuration from the working directory, which is another one when tests are run.
process.env["LINGUI_CONFIG"] ??= fileURLToPath(new URL("../lingui.config.ts", import.meta.url));

/** Where the compiled plugin is kept: to compile it takes seconds. */
const cacheRoot = fileURLToPath(new URL("../../node_modules/.cache/swc", import.meta.url));

/**
 * Compiles Lingui's macros, also for tests of the server that use modules of the client. SWC takes a tenth of the time of
 * Babel, which was half of the build (ADR 300).
 */
export function macros() {
  const plugin = linguiMacroSwcPlugin();
  let isBuild = false;
  return {
    name: "lingui-macros",
    // Before JSX is compiled: some macros are elements.
    enforce: "pre" as const,
    configResolved: ({ command }: ResolvedConfig) => {
      isBuild = command === "build";
    },
    transform: {
      filter: { id: /\.tsx?$/, code: /from ["']@lingui\/(?:core|react)\/macro["']/ },
      async handler(source: string, id: string) {
        const { code, map } = await transform(source, {
          filename: id,
          configFile: false,
          swcrc: false,
          sourceMaps: !isBuild,
          jsc: {
            target: "esnext",
            parser: { syntax: "typescript", tsx: id.endsWith("x") },
            transform: { verbatimModuleSyntax: true, react: { runtime: "preserve" } },
            experimental: { plugins: [plugin], cacheRoot },
          },
        });
        return { code, map: map ?? null };
      },
    },
  } satisfies Plugin;
}
