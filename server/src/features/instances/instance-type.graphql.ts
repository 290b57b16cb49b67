import { builder } from "../../graphql/builder.ts";
import type { Instance as InstanceFields } from "./instances.service.ts";

export const Instance = builder.objectRef<InstanceFields>("Instance").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    domain: t.exposeString("domain"),
    license_count: t.exposeInt("license_count", { nullable: true }),
    branch_limit: t.exposeInt("branch_limit", { nullable: true }),
    theme: t.exposeString("theme", { nullable: true }),
    trial_ends_at: t.exposeString("trial_ends_at", { nullable: true }),
    is_active: t.exposeBoolean("is_active"),
    primary_color: t.exposeString("primary_color", { nullable: true }),
    secondary_color: t.exposeString("secondary_color", { nullable: true }),
    logo_url: t.exposeString("logo_url", { nullable: true }),
    language: t.exposeString("language"),
    currency: t.exposeString("currency"),
  }),
});
