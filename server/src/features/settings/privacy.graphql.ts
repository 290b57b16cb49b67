import { builder } from "../../graphql/builder.ts";
import type { Privacy, PrivacyContact } from "./privacy.service.ts";

const MONTHS = "Null keeps it for good.";

/** Whom people ask about their data. */
export const PrivacyContactType = builder.objectRef<PrivacyContact>("PrivacyContact").implement({
  fields: (t) => ({
    name: t.exposeString("name", { nullable: true }),
    email: t.exposeString("email", { nullable: true }),
  }),
});

export const PrivacySettings = builder.objectRef<Privacy>("PrivacySettings").implement({
  fields: (t) => ({
    contact_name: t.exposeString("contact_name", { nullable: true, description: "Who answers questions about data." }),
    contact_email: t.exposeString("contact_email", { nullable: true }),
    activity_months: t.exposeInt("activity_months", {
      nullable: true,
      description: `Months after which the activity of users is deleted. ${MONTHS}`,
    }),
    audit_months: t.exposeInt("audit_months", {
      nullable: true,
      description: `Months after which entries of the audit log are deleted. ${MONTHS}`,
    }),
    inactive_months: t.exposeInt("inactive_months", {
      nullable: true,
      description: `Months after which deactivated users are erased. ${MONTHS}`,
    }),
  }),
});

export const PrivacySettingsInput = builder.inputType("PrivacySettingsInput", {
  fields: (t) => ({
    contact_name: t.string(),
    contact_email: t.string(),
    activity_months: t.int(),
    audit_months: t.int(),
    inactive_months: t.int(),
  }),
});
