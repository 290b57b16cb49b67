import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { precompress } from "./build/precompress.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

/** The pages around packages: built by themselves, since the content origin serves nothing of the application. */
export default defineConfig({
  root,
  base: "/player/",
  publicDir: false,
  plugins: [precompress()],
  build: {
    outDir: "dist/player",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: [`${root}scorm.html`, `${root}frame.html`] },
  },
});
