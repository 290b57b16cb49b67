import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

const files = "src/ui/file";
const words = "src/ui/text";
const viewers = "src/features/learning/player/viewers";
const preview = "src/features/learning/preview";
const player = ["player", "test", "questions"].map((name) => `src/features/learning/${name}`);
const uploads = ["UploadBox.tsx", "UploadField.tsx"].map((name) => `src/ui/${name}`);
const packages = "src/app/scorm";
const saved = "src/ui/SavedState.tsx";

/** Screens of people who are about to have an account, or came by a link of a mail: they load the texts of learners. */
const joining = [
  "RegisterScreen.tsx",
  "ConfirmRegistrationScreen.tsx",
  "EnterCodeScreen.tsx",
  "EmailLinkScreen.tsx",
  "SignInRefusedScreen.tsx",
].map((name) => `src/features/accounts/${name}`);
/** The titles of screens behind the sign-in. */
const routes = (...names: string[]) => names.map((name) => `src/app/routes/${name}.ts`);
const learnersRoutes = routes("learner", "learningPaths");
const playerRoutes = routes("player");
const officeRoutes = routes("authoring", "people", "platform", "reports");
/** The parts of the kit and shell that appear only after sign-in. */
const behind = ["table", "Picker.tsx", "MultiSelect.tsx"]
  .map((name) => `src/ui/${name}`)
  .concat(
    uploads,
    [
      "Shell.tsx",
      "SideMenu.tsx",
      "UserMenu.tsx",
      "certificates",
      "progress",
      "statusSlices.ts",
      "attempts",
      "personalData",
      "due",
      "passwords",
    ].map((name) => `src/app/${name}`),
  );
/** In the menu of the shell, on every screen. */
const count = "src/features/assignments/WaitingCount.tsx";
const office = [
  "src/ui/SearchSelect.tsx",
  "src/ui/ThemeField.tsx",
  "src/ui/ImageField.tsx",
  "src/app/themes.ts",
  "src/app/termNames.ts",
  "src/app/RestoreNote.tsx",
  "src/app/OwnedName.tsx",
  "src/app/RowActions.tsx",
  "src/app/DeletionDialog.tsx",
  "src/app/announcements",
  "src/app/brand",
  "src/app/membership",
  "src/app/accounts/AccountForm.tsx",
  "src/app/accounts/PasswordLink.tsx",
  "src/app/usage",
];

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "fr", "es"],
  // What is not translated yet is shown in English, and never as the id of a message.
  fallbackLocales: { default: "en" },
  orderBy: "message",
  // Without line numbers a catalogue changes only when a text does.
  format: formatter({ lineNumbers: false }),
  // Five for each language, so that no user waits for the texts of other roles' screens: the login, what learners see,
  // the player, what is fetched when a file or a unit is opened, and the rest. A text in several of them has one id: translate it
  // alike, for the one that is loaded last is shown.
  catalogs: [
    {
      path: "<rootDir>/src/locales/{locale}/core",
      include: ["src/app", "src/ui", "src/features/accounts", "src/features/support", "src/main.tsx"],
      exclude: [
        files,
        words,
        saved,
        packages,
        ...joining,
        ...behind,
        ...office,
        ...learnersRoutes,
        ...officeRoutes,
        ...playerRoutes,
      ],
    },
    {
      path: "<rootDir>/src/locales/{locale}/learning",
      include: ["learning", "dashboards", "certificates", "notifications", "profile", "help"]
        .map((name) => `src/features/${name}`)
        .concat(words, joining, behind, count, learnersRoutes),
      exclude: [...player, preview],
    },
    {
      path: "<rootDir>/src/locales/{locale}/player",
      include: [...player, words, saved, ...playerRoutes],
      exclude: [viewers],
    },
    {
      path: "<rootDir>/src/locales/{locale}/viewers",
      include: [files, viewers, preview, packages, saved, ...uploads],
    },
    {
      path: "<rootDir>/src/locales/{locale}/product",
      include: ["src/features", words, ...office, ...officeRoutes],
      exclude: ["accounts", "support", "learning", "dashboards", "certificates", "notifications", "profile", "help"]
        .map((name) => `src/features/${name}`)
        .concat(count),
    },
  ],
});
