import { linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import { fileURLToPath } from "node:url";

// Lingui's macro looks for its configuration from the working directory, which is another one when tests are run.
process.env["LINGUI_CONFIG"] ??= fileURLToPath(new URL("../lingui.config.ts", import.meta.url));

/** Compiles Lingui's macros, also for tests of the server that use modules of the client. */
export const macros = () => babel({ presets: [linguiTransformerBabelPreset()] });
