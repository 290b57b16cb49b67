import { builder } from "../../graphql/builder.ts";
import { READ, SCOPES } from "../../access/permissions.ts";
import * as keys from "./api-keys.service.ts";

const AREAS = `${SCOPES.join(", ")}; with ${READ} it changes nothing there, or nowhere when ${READ} is alone`;

const ApiKey = builder.objectRef<keys.ApiKey>("ApiKey").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    role: t.exposeString("role"),
    scopes: t.exposeStringList("scopes", {
      nullable: true,
      description: `What it is limited to: ${AREAS}. Null for no limit.`,
    }),
    owner: t.exposeString("owner", { description: "Who made it and in whose name it acts." }),
    created_at: t.exposeString("created_at"),
    last_used_at: t.exposeString("last_used_at", { nullable: true }),
    expires_at: t.exposeString("expires_at", {
      nullable: true,
      description: "Null for a key that only a person ends.",
    }),
  }),
});

const ApiKeyPage = builder.objectRef<{ rows: keys.ApiKey[]; total: number }>("ApiKeyPage").implement({
  fields: (t) => ({ rows: t.expose("rows", { type: [ApiKey] }), total: t.exposeInt("total") }),
});

const NewApiKey = builder.objectRef<{ id: number; key: string }>("NewApiKey").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    key: t.exposeString("key", { description: "The key itself: shown this once." }),
  }),
});

builder.queryFields((t) => ({
  apiKeysPage: t.field({
    type: ApiKeyPage,
    args: {
      search: t.arg.string(),
      sort: t.arg.string({ description: "name, role, created, used or expires, with '-' in front for descending." }),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, options, { actor }) => keys.getPageOfKeys(actor, options),
  }),
  apiAccess: t.boolean({
    description: "Whether this site may use API keys.",
    resolve: (_, __, { actor }) => keys.isApiOpen(actor),
  }),
}));

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: NewApiKey,
    args: {
      name: t.arg.string({ required: true }),
      role: t.arg.string({ required: true }),
      scopes: t.arg.stringList({
        description: `What it is limited to, within its role: ${AREAS}. Left out, it has no limit.`,
      }),
      days: t.arg.int({ description: "After how many days it ends by itself; left out, only a person ends it." }),
    },
    resolve: (_, input, { actor }) => keys.createKey(actor, input),
  }),
  revokeApiKey: t.field({
    type: builder.objectRef<{ id: number }>("RevokedApiKey").implement({
      fields: (revoked) => ({ id: revoked.exposeInt("id") }),
    }),
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => keys.revokeKey(actor, id),
  }),
}));
