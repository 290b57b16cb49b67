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
  // Two for each language, so that the login does not wait for the texts of every screen behind it. A text that stands in
  // both has one id: translate it alike, for the one that is loaded last is shown.
  catalogs: [
    {
      path: "<rootDir>/src/locales/{locale}/core",
      include: ["src/app", "src/ui", "src/features/accounts", "src/features/support", "src/main.tsx"],
    },
    {
      path: "<rootDir>/src/locales/{locale}/product",
      include: ["src/features"],
      exclude: ["src/features/accounts", "src/features/support"],
    },
  ],
});
