import { builder } from "../../graphql/builder.ts";
import type { Branch as BranchFields } from "./branches.service.ts";

export const Branch = builder.objectRef<BranchFields>("Branch").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    url: t.exposeString("url", { nullable: true }),
    theme: t.exposeString("theme", { nullable: true }),
    language: t.exposeString("language"),
    is_default: t.exposeBoolean("is_default"),
    logo_url: t.exposeString("logo_url", { nullable: true }),
    primary_color: t.exposeString("primary_color", { nullable: true }),
    secondary_color: t.exposeString("secondary_color", { nullable: true }),
  }),
});
