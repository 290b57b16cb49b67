import { defineConfig } from "@lingui/cli";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "fr", "es"],
  catalogs: [
    { path: "<rootDir>/src/locales/{locale}/messages", include: ["src"], exclude: ["src/gallery", "src/gen"] },
  ],
});
