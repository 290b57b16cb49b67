import { builder } from "../../graphql/builder.ts";
import * as branches from "./branches.service.ts";

const Branch = builder.objectRef<branches.Branch>("Branch").implement({
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

builder.queryField("branches", (t) =>
  t.field({
    type: [Branch],
    args: { branchUrl: t.arg.string(), search: t.arg.string() },
    resolve: (_, { branchUrl, search }, { actor }) => branches.listBranches(actor, branchUrl, search),
  }),
);

builder.queryField("branch", (t) =>
  t.field({
    type: Branch,
    nullable: true,
    args: { id: t.arg.int(), url: t.arg.string(), branchUrl: t.arg.string() },
    resolve: (_, by, { actor }) => branches.findBranch(actor, by),
  }),
);
