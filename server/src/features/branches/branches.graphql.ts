import { builder } from "../../graphql/builder.ts";
import { Branch } from "./branch-type.graphql.ts";
import * as branches from "./branches.service.ts";

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
