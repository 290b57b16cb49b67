import { builder } from "../../graphql/builder.ts";
import * as usage from "./usage.service.ts";

const Usage = builder.objectRef<usage.Usage>("Usage").implement({
  fields: (t) => ({
    used: t.exposeFloat("used"),
    limit: t.exposeFloat("limit", { nullable: true, description: "Null for no limit." }),
    state: t.exposeString("state", { description: "free, near (from 90 %) or reached" }),
  }),
});

const UsageDay = builder.objectRef<usage.InstanceUsage["days"][number]>("UsageDay").implement({
  fields: (t) => ({
    day: t.exposeString("day", { description: "yyyy-mm-dd, in the time zone of the instance" }),
    people: t.exposeInt("people"),
    licences: t.exposeInt("licences", { nullable: true }),
    bytes: t.exposeFloat("bytes"),
  }),
});

const InstanceUsage = builder.objectRef<usage.InstanceUsage>("InstanceUsage").implement({
  fields: (t) => ({
    people: t.expose("people", { type: Usage, description: "Active users, each of whom takes a licence." }),
    storage: t.expose("storage", { type: Usage, description: "In bytes." }),
    days: t.expose("days", { type: [UsageDay], description: "Of the last twelve months, the earliest first." }),
  }),
});

builder.queryFields((t) => ({
  instanceUsage: t.field({ type: InstanceUsage, resolve: (_, __, { actor }) => usage.getUsage(actor) }),
  licenceUsage: t.field({ type: Usage, resolve: (_, __, { actor }) => usage.getLicenceUsage(actor) }),
  storageUsage: t.field({ type: Usage, resolve: (_, __, { actor }) => usage.getStorageUsage(actor) }),
}));
