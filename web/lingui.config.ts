import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "fr", "es"],
  // What is not translated yet is shown in English, and never as the id of a message.
  fallbackLocales: { default: "en" },
  orderBy: "message",
  // Without line numbers a catalogue changes only when a text does.
  format: formatter({ lineNumbers: false }),
  catalogs: [
    { path: "<rootDir>/src/locales/{locale}/messages", include: ["src"], exclude: ["src/gallery", "src/gen"] },
  ],
});
