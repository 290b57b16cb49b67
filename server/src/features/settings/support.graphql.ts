import { builder } from "../../graphql/builder.ts";
import type { Support } from "./support.service.ts";

/** Whom users ask for help. */
export const SupportSettings = builder.objectRef<Support>("SupportSettings").implement({
  fields: (t) => ({
    text: t.exposeString("text", { nullable: true }),
    email: t.exposeString("email", { nullable: true }),
    phone: t.exposeString("phone", { nullable: true }),
    link: t.exposeString("link", { nullable: true, description: "A page with help." }),
  }),
});
