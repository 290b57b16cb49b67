import { builder } from "../../graphql/builder.ts";
import * as log from "./scim-log.service.ts";
import * as tokens from "./scim-tokens.service.ts";

const ProvisioningToken = builder.objectRef<tokens.ProvisioningToken>("ProvisioningToken").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    prefix: t.exposeString("prefix", { description: "The start of the token, by which it is recognised." }),
    owner: t.exposeString("owner", { description: "Who made it and in whose name it acts." }),
    created_at: t.exposeString("created_at"),
    last_used_at: t.exposeString("last_used_at", { nullable: true }),
    expires_at: t.exposeString("expires_at"),
  }),
});

const ProvisioningTokenPage = builder
  .objectRef<{ rows: tokens.ProvisioningToken[]; total: number }>("ProvisioningTokenPage")
  .implement({
    fields: (t) => ({ rows: t.expose("rows", { type: [ProvisioningToken] }), total: t.exposeInt("total") }),
  });

const ProvisioningEntry = builder.objectRef<log.ProvisioningEntry>("ProvisioningEntry").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    created_at: t.exposeString("created_at"),
    token: t.exposeString("token", { description: "The name of the token." }),
    method: t.exposeString("method"),
    resource: t.exposeString("resource", { description: "User, Group or Other." }),
    resource_id: t.exposeInt("resource_id", { nullable: true }),
    resource_name: t.exposeString("resource_name", { nullable: true }),
    status: t.exposeInt("status", { description: "The status of the answer." }),
    detail: t.exposeString("detail", { nullable: true, description: "Why the request was refused." }),
  }),
});

const ProvisioningLogPage = builder
  .objectRef<{ rows: log.ProvisioningEntry[]; total: number }>("ProvisioningLogPage")
  .implement({
    fields: (t) => ({ rows: t.expose("rows", { type: [ProvisioningEntry] }), total: t.exposeInt("total") }),
  });

const NewProvisioningToken = builder.objectRef<{ id: number; token: string }>("NewProvisioningToken").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    token: t.exposeString("token", { description: "The token itself: shown this once." }),
  }),
});

builder.queryFields((t) => ({
  provisioningTokens: t.field({
    type: ProvisioningTokenPage,
    args: {
      sort: t.arg.string({ description: "name, created, used or expires, with '-' in front for descending." }),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, options, { actor }) => tokens.getPageOfTokens(actor, options),
  }),
  provisioningLog: t.field({
    description: "What identity providers changed by SCIM, and what was refused, newest first.",
    type: ProvisioningLogPage,
    args: {
      refused: t.arg.boolean({ description: "Only requests that were refused." }),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, options, { actor }) => log.getPageOfLog(actor, options),
  }),
}));

builder.mutationFields((t) => ({
  createProvisioningToken: t.field({
    type: NewProvisioningToken,
    args: {
      name: t.arg.string({ required: true }),
      days: t.arg.int({ required: true, description: "After how many days it ends by itself." }),
    },
    resolve: (_, input, { actor }) => tokens.createToken(actor, input),
  }),
  revokeProvisioningToken: t.field({
    type: builder.objectRef<{ id: number }>("RevokedProvisioningToken").implement({
      fields: (revoked) => ({ id: revoked.exposeInt("id") }),
    }),
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => tokens.revokeToken(actor, id),
  }),
}));
