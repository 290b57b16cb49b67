import { builder } from "../../graphql/builder.ts";
import * as categories from "./categories.service.ts";
import { Category } from "./category-type.graphql.ts";

builder.queryField("categories", (t) =>
  t.field({
    type: [Category],
    args: { branchUrl: t.arg.string() },
    resolve: (_, { branchUrl }, { actor }) => categories.listCategories(actor, branchUrl),
  }),
);

builder.mutationField("createCategory", (t) =>
  t.field({
    type: Category,
    args: { name: t.arg.string({ required: true }), parent_id: t.arg.int(), branchUrl: t.arg.string() },
    resolve: (_, { name, parent_id, branchUrl }, { actor }) =>
      categories.createCategory(actor, { name, parentId: parent_id, branchUrl }),
  }),
);
