import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import { pageArguments } from "../../graphql/page.ts";
import * as deleted from "./deleted.service.ts";

type Row = Awaited<ReturnType<typeof deleted.getPageOfDeleted>>["rows"][number];

const DeletedItem = builder.objectRef<Row>("DeletedItem").implement({
  fields: (t) => ({
    kind: t.exposeString("kind", {
      description:
        "user, group, branch, course, category, enrolment, user_field, learning_path, automation, badge, certificate_template or identity_provider",
    }),
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    detail: t.exposeString("detail", { nullable: true }),
    deleted_at: t.string({ resolve: (row) => row.deleted_at.toISOString() }),
    deleted_by: t.exposeString("deleted_by", { nullable: true }),
    days_left: t.exposeInt("days_left", { description: "How many days it can still be restored." }),
  }),
});

const DeletedPage = builder.objectRef<{ total: number; rows: Row[] }>("DeletedPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [DeletedItem] }) }),
});

const branchUrl = builder.args((t) => ({ branchUrl: t.string() }));

builder.queryField("deletedPage", (t) =>
  t.field({
    type: DeletedPage,
    description: "Sort: deleted_at, name, kind or deleted_by, '-' in front for descending.",
    args: { kind: t.arg.string(), ...branchUrl, ...pageArguments },
    resolve: (_, options, { actor }) => deleted.getPageOfDeleted(actor, options),
  }),
);

builder.mutationFields((t) => ({
  restoreDeleted: t.field({
    type: Changed,
    args: { kind: t.arg.string({ required: true }), id: t.arg.int({ required: true }), ...branchUrl },
    resolve: (_, { kind, id, branchUrl: url }, { actor }) => deleted.restore(actor, kind, id, url),
  }),
  restoreAllDeleted: t.field({
    type: "Int",
    description: "Restores several of one kind, all or none; how many.",
    args: { kind: t.arg.string({ required: true }), ids: t.arg.intList({ required: true }), ...branchUrl },
    resolve: (_, { kind, ids, branchUrl: url }, { actor }) => deleted.restoreSome(actor, kind, ids, url),
  }),
  purgeDeleted: t.field({
    type: Changed,
    args: {
      kind: t.arg.string({ required: true }),
      id: t.arg.int({ required: true }),
      name: t.arg.string({ required: true, description: "Typed by the person, to confirm." }),
      ...branchUrl,
    },
    resolve: (_, { branchUrl: url, ...input }, { actor }) => deleted.purge(actor, input, url),
  }),
}));
