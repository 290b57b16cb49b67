import { defineConfig } from "@playwright/test";
import chromium from "./playwright.config.ts";
import { findFirefox } from "./scripts/firefox.ts";

/** `npm run test:firefox`: the main end-to-end tests in the installed Firefox. */
export default defineConfig({
  ...chromium,
  testMatch: [
    "set-up.spec.ts",
    "first-course-of-a-new-author.spec.ts",
    "course-from-author-to-report.spec.ts",
    "screens-on-narrow-phones.spec.ts",
    "user-fields.spec.ts",
    "rich-text.spec.ts",
    "settings.spec.ts",
    "learning-paths.spec.ts",
    "certificate-templates.spec.ts",
    "training-matrix.spec.ts",
    "surveys.spec.ts",
    "test-attempts.spec.ts",
    "typed-questions.spec.ts",
    "question-hotspot.spec.ts",
    "resumable-upload.spec.ts",
    "cmi5-course.spec.ts",
    "xapi-package.spec.ts",
  ],
  reporter: [["line"]],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure",
    browserName: "firefox",
    channel: "moz-firefox",
    launchOptions: {
      executablePath: `${import.meta.dirname}/scripts/firefox-for-playwright.mjs`,
      env: { ...process.env, FIREFOX_PATH: findFirefox() ?? "" },
    },
  },
});
