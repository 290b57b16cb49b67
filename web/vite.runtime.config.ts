import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));

/** The run-time for packages in a sandbox: one classic script, which runs before any script of the content. */
export default defineConfig({
  root,
  publicDir: false,
  build: {
    outDir: "dist/player",
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: `${root}src/scorm/sandbox/content.ts`,
      output: { format: "iife", entryFileNames: "runtime.js" },
    },
  },
});
