import { builder } from "../../graphql/builder.ts";
import { UserFieldValueInput } from "../user-fields/user-fields.graphql.ts";
import * as bulk from "./bulk.service.ts";

const BulkUserInput = builder.inputType("BulkUserInput", {
  description: "A row of a file; problems name the row and the field.",
  fields: (t) => ({
    first_name: t.string(),
    last_name: t.string(),
    email: t.string(),
    password: t.string({ description: "Empty: an invitation is sent, unless skip_email." }),
    role: t.string(),
    is_primary: t.boolean({ description: "Left out: true for who is in no branch." }),
    is_active: t.boolean({ description: "True when left out." }),
    skip_email: t.boolean(),
    deactivate_at: t.string({ description: "yyyy-mm-dd" }),
    branchUrls: t.stringList(),
    groupNames: t.stringList(),
    fields: t.field({
      type: [UserFieldValueInput],
      description: "Values of the organisation's own fields; if given, with all required ones.",
    }),
  }),
});

const BulkUserGroup = builder.objectRef<{ id: number; name: string }>("BulkUserGroup").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }),
});

const BulkUser = builder.objectRef<bulk.BulkUser>("BulkUser").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
    branchUrl: t.string({ nullable: true, resolve: ({ branchUrls }) => branchUrls[0] ?? null }),
    branchUrls: t.exposeStringList("branchUrls"),
    groups: t.expose("groups", { type: [BulkUserGroup] }),
  }),
});

builder.mutationField("bulkCreateUsers", (t) =>
  t.field({
    type: [BulkUser],
    description: "Everybody or nobody. Errors come as extensions.validation with the keys input.N.field, N from 0.",
    args: { input: t.arg({ type: [BulkUserInput], required: true }), branchUrl: t.arg.string() },
    resolve: (_, { input, branchUrl }, { actor }) => bulk.bulkCreateUsers(actor, input, branchUrl),
  }),
);
