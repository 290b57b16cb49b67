import { builder } from "../../graphql/builder.ts";
import { PrivacyContactType } from "../settings/privacy.graphql.ts";
import { SupportSettings } from "../settings/support.graphql.ts";
import type { Instance as InstanceFields } from "./instances.service.ts";

/** An instance of which some fields are known, and all can be read. */
export interface InstanceParent extends Pick<InstanceFields, "id" | "name" | "domain" | "currency" | "time_zone"> {
  read: () => Promise<InstanceFields>;
}

export const Instance = builder.objectRef<InstanceParent>("Instance").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    domain: t.exposeString("domain"),
    license_count: t.int({ nullable: true, resolve: async ({ read }) => (await read()).license_count }),
    branch_limit: t.int({ nullable: true, resolve: async ({ read }) => (await read()).branch_limit }),
    theme: t.string({ nullable: true, resolve: async ({ read }) => (await read()).theme }),
    trial_ends_at: t.string({ nullable: true, resolve: async ({ read }) => (await read()).trial_ends_at }),
    is_active: t.boolean({ resolve: async ({ read }) => (await read()).is_active }),
    primary_color: t.string({ nullable: true, resolve: async ({ read }) => (await read()).primary_color }),
    secondary_color: t.string({ nullable: true, resolve: async ({ read }) => (await read()).secondary_color }),
    logo_url: t.string({ nullable: true, resolve: async ({ read }) => (await read()).logo_url }),
    logo_dark_url: t.string({ nullable: true, resolve: async ({ read }) => (await read()).logo_dark_url }),
    icon_url: t.string({ nullable: true, resolve: async ({ read }) => (await read()).icon_url }),
    login_picture_url: t.string({ nullable: true, resolve: async ({ read }) => (await read()).login_picture_url }),
    first_weekday: t.int({
      description: "On which weeks begin: 1 (Monday), 6 (Saturday) or 7 (Sunday).",
      resolve: async ({ read }) => (await read()).first_weekday,
    }),
    language: t.string({ resolve: async ({ read }) => (await read()).language }),
    date_format: t.string({ resolve: async ({ read }) => (await read()).date_format }),
    languages: t.stringList({
      description: "The languages that users may choose.",
      resolve: async ({ read }) => (await read()).languages,
    }),
    welcome_text: t.string({ nullable: true, resolve: async ({ read }) => (await read()).welcome_text }),
    support: t.field({ type: SupportSettings, resolve: async ({ read }) => (await read()).support }),
    privacy_contact: t.field({
      type: PrivacyContactType,
      description: "Whom people ask about their data.",
      resolve: async ({ read }) => (await read()).privacy_contact,
    }),
    currency: t.exposeString("currency"),
    time_zone: t.exposeString("time_zone", { description: "The IANA time zone in which its days begin and end." }),
  }),
});
