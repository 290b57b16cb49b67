import { builder } from "../../graphql/builder.ts";
import { Category } from "../categories/category-type.graphql.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import { type Catalogue as CatalogueFields, openCatalogue } from "./catalogue.service.ts";

const CatalogueCourse = builder.objectRef<CatalogueFields["rows"][number]>("CatalogueCourse").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    thumbnail: t.string({
      nullable: true,
      resolve: (course, _, { actor }) => signedAddressOrNull(actor.platform.secret, course.thumbnail_key, "small"),
    }),
    price: t.exposeFloat("price"),
  }),
});

const Catalogue = builder.objectRef<CatalogueFields>("Catalogue").implement({
  fields: (t) => ({
    current: t.expose("current", {
      type: Category,
      nullable: true,
      description: "Null at the top, and for a category that is not there.",
    }),
    parent: t.expose("parent", { type: Category, nullable: true }),
    categories: t.expose("categories", {
      type: [Category],
      description: "Those below that hold courses; none while searching or filtering.",
    }),
    choices: t.expose("choices", { type: [Category], description: "Every category that holds courses." }),
    total: t.exposeInt("total"),
    rows: t.expose("rows", { type: [CatalogueCourse] }),
    sort: t.exposeString("sort", { description: "The order of the rows: newest or title." }),
    newest: t.field({
      type: [CatalogueCourse],
      description:
        "The newest courses of all categories, 24 at most; none below the top, and none while searching or filtering.",
      args: { limit: t.arg.int({ required: true }) },
      resolve: ({ newest }, { limit }) => newest.slice(0, Math.max(limit, 1)),
    }),
  }),
});

builder.queryField("catalogue", (t) =>
  t.field({
    type: Catalogue,
    description: "One level of the catalogue; with a search or a filter, every course of the category at any depth.",
    args: {
      branchUrl: t.arg.string(),
      category: t.arg.int(),
      search: t.arg.string(),
      price: t.arg.string({ description: "free or priced" }),
      notStarted: t.arg.boolean({ description: "Only what the viewer has not started." }),
      sort: t.arg.string({ description: "newest or title; left out, as the organisation has set it." }),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, args, { actor }) => openCatalogue(actor, args),
  }),
);
