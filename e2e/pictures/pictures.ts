import type { Page } from "@playwright/test";

/** A picture of the guide: a screen of the demo as one of its users sees it. */
export interface Picture {
  /** The name of its file, without the extension. */
  name: string;
  email: string;
  path: string;
  /** Brings the screen into the state that the guide describes. */
  prepare?: (page: Page) => Promise<void>;
}

const ADMIN = "admin@demo.test";
const MANAGER = "manager@demo.test";
const LEARNER = "learner@demo.test";

/** The pictures of `docs/guide`, in its order. */
export const PICTURES: readonly Picture[] = [
  { name: "dashboard-of-a-learner", email: LEARNER, path: "/learner/dashboard" },
  {
    name: "personal-data",
    email: LEARNER,
    path: "/profile",
    prepare: (page) => page.getByRole("tab", { name: "Personal data" }).click(),
  },
  { name: "people-of-a-course", email: ADMIN, path: "/courses/1/people" },
  {
    name: "enrol-people",
    email: ADMIN,
    path: "/courses/1/people",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Enrol people" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("tab", { name: "Branches" }).click();
      await dialog.getByRole("checkbox").first().check();
      await dialog
        .getByRole("status")
        .getByText(/enrolled/)
        .waitFor();
    },
  },
  { name: "learning-path", email: ADMIN, path: "/learning-paths/1" },
  { name: "training-matrix", email: ADMIN, path: "/reports/matrix" },
  { name: "compliance", email: MANAGER, path: "/reports/compliance" },
  {
    name: "users-list",
    email: ADMIN,
    path: "/users",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Views" }).click();
      await page.getByRole("menuitem", { name: "Learners idle for a month" }).waitFor();
    },
  },
  {
    name: "message-to-people",
    email: ADMIN,
    path: "/users?role=learner",
    prepare: async (page) => {
      await page.getByLabel("Select all on this page").check();
      await page.getByRole("button", { name: /^Select all \d+ that match$/ }).click();
      await page.getByRole("button", { name: "Send message" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Subject").fill("The pool is closed");
      await dialog.getByLabel("Text").fill("Until Friday.\n\nUse the river.");
    },
  },
  { name: "user-fields", email: ADMIN, path: "/settings/fields" },
  { name: "settings-general", email: ADMIN, path: "/settings/general" },
  { name: "settings-brand", email: ADMIN, path: "/settings/brand" },
  { name: "texts-of-mails", email: ADMIN, path: "/settings/notifications/enrolled" },
  { name: "usage", email: ADMIN, path: "/settings/usage" },
  { name: "domains", email: ADMIN, path: "/settings/domains" },
  { name: "invitations", email: ADMIN, path: "/invitations" },
  { name: "privacy", email: ADMIN, path: "/settings/privacy" },
];
