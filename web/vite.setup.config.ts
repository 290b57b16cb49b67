import { lingui } from "@lingui/vite-plugin";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { macros } from "./build/macros.ts";
import { precompress } from "./build/precompress.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

/** The script of the first set-up's page: built by itself, since the files of the application start it where they are loaded. */
export default defineConfig({
  root,
  base: "/setup/",
  publicDir: false,
  plugins: [react(), lingui({ failOnCompileError: true }), macros(), precompress()],
  build: {
    outDir: "dist/setup",
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: `${root}src/setup/main.tsx` },
  },
});
