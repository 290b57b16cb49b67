import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { firstPaint } from "./build/first-paint.ts";
import { precompress } from "./build/precompress.ts";
import { trustedDocuments } from "./build/trusted-documents.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const server = process.env.CAIRN_SERVER ?? "http://127.0.0.1:3000";

// Lingui's macro looks for its configuration from the working directory, which is another one when tests are run.
process.env["LINGUI_CONFIG"] ??= fileURLToPath(new URL("lingui.config.ts", import.meta.url));

export default defineConfig({
  root,
  plugins: [
    trustedDocuments(),
    react(),
    lingui({ failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    tailwindcss(),
    firstPaint(),
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
        // What every screen needs in one file: it compresses better than in fifty, and one request is quicker than fifty.
        codeSplitting: {
          groups: [
            {
              name: "base",
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|@lingui)\//,
              priority: 2,
            },
            // Not what only some screens stand on: a group takes along all that its modules import.
            {
              name: "app",
              test: /\/src\/app\/(?!saveForm|themes|allPages|roles|certificate|exportCsv)\w+\.ts$/,
              minShareCount: 4,
              priority: 1,
            },
          ],
        },
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
