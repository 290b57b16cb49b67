import { builder } from "../../graphql/builder.ts";
import * as categories from "./categories.service.ts";

const Category = builder.objectRef<categories.Category>("Category");
Category.implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    parent_id: t.exposeInt("parent_id", { nullable: true }),
    image: t.exposeString("image", { nullable: true }),
    parent: t.expose("parent", { type: Category, nullable: true }),
  }),
});

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
    resolve: (_, { name, parent_id, branchUrl }, { actor }) => categories.createCategory(actor, { name, parentId: parent_id, branchUrl }),
  }),
);
