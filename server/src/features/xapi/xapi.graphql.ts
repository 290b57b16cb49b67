import { builder } from "../../graphql/builder.ts";
import * as credentials from "./credentials.service.ts";
import * as viewer from "./viewer.service.ts";

const XapiCredentials = builder.objectRef<credentials.XapiCredentials>("XapiCredentials").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    key: t.exposeString("key"),
    owner: t.exposeString("owner", { description: "Who made them and in whose name they act." }),
    created_at: t.string({ resolve: (row) => row.created_at.toISOString() }),
    last_used_at: t.string({ nullable: true, resolve: (row) => row.last_used_at?.toISOString() }),
  }),
});

const NewXapiCredentials = builder
  .objectRef<{ id: number; key: string; secret: string }>("NewXapiCredentials")
  .implement({
    fields: (t) => ({
      id: t.exposeInt("id"),
      key: t.exposeString("key"),
      secret: t.exposeString("secret", { description: "Shown this once." }),
    }),
  });

const XapiStatement = builder.objectRef<viewer.StatementLine>("XapiStatement").implement({
  description: "A statement of the learning record store in words.",
  fields: (t) => ({
    id: t.exposeString("id"),
    actor: t.exposeString("actor"),
    verb: t.exposeString("verb"),
    object: t.exposeString("object"),
    result: t.exposeString("result", { nullable: true }),
    stored: t.exposeString("stored"),
    is_voided: t.exposeBoolean("is_voided"),
    user_id: t.exposeInt("user_id", { nullable: true }),
    statement: t.exposeString("statement", { description: "The whole statement in JSON." }),
  }),
});

const XapiStatementPage = builder
  .objectRef<{ rows: viewer.StatementLine[]; total: number }>("XapiStatementPage")
  .implement({
    fields: (t) => ({
      rows: t.expose("rows", { type: [XapiStatement] }),
      total: t.exposeInt("total", { description: "Counted up to 10,000." }),
    }),
  });

builder.queryFields((t) => ({
  xapiCredentials: t.field({
    type: [XapiCredentials],
    resolve: (_, __, { actor }) => credentials.listCredentials(actor),
  }),
  xapiStatementsPage: t.field({
    type: XapiStatementPage,
    args: {
      search: t.arg.string({
        description: "An e-mail address, the IRI of a verb or activity, or the id of a statement.",
      }),
      user_id: t.arg.int(),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, filter, { actor }) => viewer.getPageOfStatements(actor, filter),
  }),
}));

builder.mutationFields((t) => ({
  createXapiCredentials: t.field({
    type: NewXapiCredentials,
    args: { name: t.arg.string({ required: true }) },
    resolve: (_, input, { actor }) => credentials.createCredentials(actor, input),
  }),
  revokeXapiCredentials: t.field({
    type: builder.objectRef<{ id: number }>("RevokedXapiCredentials").implement({
      fields: (revoked) => ({ id: revoked.exposeInt("id") }),
    }),
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => credentials.revokeCredentials(actor, id),
  }),
}));
