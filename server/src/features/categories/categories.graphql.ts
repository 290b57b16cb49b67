import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import { pageArguments } from "../../graphql/page.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import * as categories from "./categories.service.ts";
import { Category } from "./category-type.graphql.ts";
import * as editing from "./editing.service.ts";

const CategoryPlace = builder.objectRef<{ id: number; name: string }>("CategoryPlace").implement({
  description: "A branch or group that a category is limited to.",
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }),
});

const EditedCategory = builder.objectRef<Awaited<ReturnType<typeof editing.getCategory>>>("EditedCategory").implement({
  description: "A category for those who may change it.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    parent_id: t.exposeInt("parent_id", { nullable: true }),
    image: t.string({
      nullable: true,
      resolve: (category, _, { actor }) => signedAddressOrNull(actor.platform.secret, category.image_key, "small"),
    }),
    branches: t.expose("branches", { type: [CategoryPlace] }),
    groups: t.expose("groups", { type: [CategoryPlace] }),
  }),
});

type Listed = Awaited<ReturnType<typeof editing.getPageOfCategories>>["rows"][number];

const ListedCategory = builder.objectRef<Listed>("ListedCategory").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    parent_id: t.exposeInt("parent_id", { nullable: true }),
    parent_name: t.exposeString("parent_name", { nullable: true }),
    depth: t.exposeInt("depth", { description: "How many categories stand above it." }),
  }),
});

const CategoryPage = builder.objectRef<{ total: number; rows: Listed[] }>("CategoryPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [ListedCategory] }) }),
});

const branchUrl = builder.args((t) => ({ branchUrl: t.string() }));
const fields = builder.args((t) => ({
  name: t.string({ required: true }),
  parent_id: t.int(),
  branch_ids: t.intList({ description: "Where it is seen; with no branch and no group, everywhere." }),
  group_ids: t.intList(),
  image: t.field({ type: "Upload" }),
}));

builder.queryFields((t) => ({
  categories: t.field({
    type: [Category],
    args: branchUrl,
    resolve: (_, args, { actor }) => categories.listCategories(actor, args.branchUrl),
  }),
  categoriesPage: t.field({
    type: CategoryPage,
    description: "Sort: tree, name or parent, '-' in front for descending.",
    args: { ...branchUrl, ...pageArguments },
    resolve: (_, options, { actor }) => editing.getPageOfCategories(actor, options),
  }),
  category: t.field({
    type: EditedCategory,
    args: { id: t.arg.int({ required: true }), ...branchUrl },
    resolve: (_, { id, branchUrl: url }, { actor }) => editing.getCategory(actor, id, url),
  }),
}));

builder.mutationFields((t) => ({
  createCategory: t.field({
    type: Category,
    args: { ...fields, ...branchUrl },
    resolve: (_, { parent_id, branch_ids, group_ids, branchUrl: url, ...rest }, { actor }) =>
      editing.createCategory(actor, { ...rest, parentId: parent_id, branchIds: branch_ids, groupIds: group_ids }, url),
  }),
  updateCategory: t.field({
    type: Category,
    args: { id: t.arg.int({ required: true }), ...fields, remove_image: t.arg.boolean(), ...branchUrl },
    resolve: (_, { id, parent_id, branch_ids, group_ids, remove_image, branchUrl: url, ...rest }, { actor }) =>
      editing.updateCategory(
        actor,
        id,
        { ...rest, parentId: parent_id, branchIds: branch_ids, groupIds: group_ids, removeImage: remove_image },
        url,
      ),
  }),
  deleteCategory: t.field({
    type: Changed,
    args: { id: t.arg.int({ required: true }), ...branchUrl },
    resolve: (_, { id, branchUrl: url }, { actor }) => editing.deleteCategory(actor, id, url),
  }),
}));
