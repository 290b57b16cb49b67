import { builder } from "../../graphql/builder.ts";
import * as domains from "./domains.service.ts";

const DnsRecord = builder.objectRef<domains.CustomDomain["record"]>("DnsRecord").implement({
  fields: (t) => ({ name: t.exposeString("name"), value: t.exposeString("value") }),
});

const CustomDomain = builder.objectRef<domains.CustomDomain>("CustomDomain").implement({
  description: "A host name of the organisation's own.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    host: t.exposeString("host"),
    branch_id: t.exposeInt("branch_id", { nullable: true, description: "Null for the main site." }),
    branch_name: t.exposeString("branch_name", { nullable: true }),
    state: t.exposeString("state", { description: "pending, verified or failed" }),
    problem: t.exposeString("problem", {
      nullable: true,
      description: "What the last check found: missing, wrong, unreachable or taken.",
    }),
    is_primary: t.exposeBoolean("is_primary", { description: "Whether links in mails use it." }),
    is_checking: t.exposeBoolean("is_checking"),
    record: t.expose("record", { type: DnsRecord, description: "The TXT record that proves it." }),
    target: t.exposeString("target", { description: "Where its CNAME record has to lead." }),
    checked_at: t.string({ nullable: true, resolve: ({ checked_at }) => checked_at?.toISOString() ?? null }),
    missing_since: t.string({
      nullable: true,
      description: "Since when a verified name has no proof.",
      resolve: ({ missing_since }) => missing_since?.toISOString() ?? null,
    }),
  }),
});

builder.queryField("customDomains", (t) =>
  t.field({ type: [CustomDomain], resolve: (_, __, { actor }) => domains.listDomains(actor) }),
);

builder.mutationFields((t) => ({
  addCustomDomain: t.field({
    type: CustomDomain,
    args: { host: t.arg.string({ required: true }), branch_id: t.arg.int({ description: "Null for the main site." }) },
    resolve: (_, { host, branch_id }, { actor }) => domains.addDomain(actor, host, branch_id ?? null),
  }),
  removeCustomDomain: t.field({
    type: CustomDomain,
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => domains.removeDomain(actor, id),
  }),
  checkCustomDomain: t.field({
    type: CustomDomain,
    description: "Has it checked now; `is_checking` tells when that has ended.",
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => domains.checkDomain(actor, id),
  }),
  useCustomDomain: t.field({
    type: CustomDomain,
    description: "Chooses whether links in mails use it.",
    args: { id: t.arg.int({ required: true }), is_primary: t.arg.boolean({ required: true }) },
    resolve: (_, { id, is_primary }, { actor }) => domains.chooseDomain(actor, id, is_primary),
  }),
}));
