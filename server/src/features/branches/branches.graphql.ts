import { builder } from "../../graphql/builder.ts";
import { pageArguments } from "../../graphql/page.ts";
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

type ListedBranch = Awaited<ReturnType<typeof branches.getPageOfBranches>>["rows"][number];

const ListedBranch = builder.objectRef<ListedBranch>("ListedBranch").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    url: t.exposeString("url"),
    is_default: t.exposeBoolean("is_default"),
    people: t.exposeInt("people"),
    courses: t.exposeInt("courses"),
  }),
});

const BranchPage = builder.objectRef<{ total: number; rows: ListedBranch[] }>("BranchPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [ListedBranch] }) }),
});

builder.queryField("branchesPage", (t) =>
  t.field({
    type: BranchPage,
    description: "Sort: name or url, '-' in front for descending.",
    args: { branchUrl: t.arg.string(), ...pageArguments },
    resolve: (_, options, { actor }) => branches.getPageOfBranches(actor, options),
  }),
);
