import { lingui } from "@lingui/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { createChunkGroups } from "./build/chunk-groups.ts";
import { directImports } from "./build/direct-imports.ts";
import { firstPaint } from "./build/first-paint.ts";
import { macros } from "./build/macros.ts";
import { pageHints } from "./build/page-hints.ts";
import { precompress } from "./build/precompress.ts";
import { trustedDocuments } from "./build/trusted-documents.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const server = process.env.CAIRN_SERVER ?? "http://127.0.0.1:3000";

export default defineConfig({
  root,
  plugins: [
    trustedDocuments(),
    react(),
    lingui({ failOnCompileError: true }),
    macros(),
    tailwindcss(),
    firstPaint(),
    directImports(),
    pageHints(),
    precompress(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    // The content security policy refuses data: URLs, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Without the names of their screens: the first file lists them all. The manifest knows which is which.
        chunkFileNames: "assets/[hash].js",
        codeSplitting: { groups: createChunkGroups() },
      },
    },
  },
  server: {
    // The host name names the tenant, so it has to reach the server as the browser sent it.
    proxy: Object.fromEntries(
      ["/graphql", "/api", "/files"].map((path) => [path, { target: server, changeOrigin: false }]),
    ),
    allowedHosts: true,
  },
});
