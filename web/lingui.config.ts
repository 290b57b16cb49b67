import { defineConfig } from "@lingui/cli";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "fr", "es"],
  // What is not translated yet is shown in English, and never as the id of a message.
  fallbackLocales: { default: "en" },
  orderBy: "origin",
  catalogs: [
    { path: "<rootDir>/src/locales/{locale}/messages", include: ["src"], exclude: ["src/gallery", "src/gen"] },
  ],
});
