import { builder } from "../../graphql/builder.ts";
import { signedAddressOrNull } from "../files/files.service.ts";

export interface CategoryFields {
  id: number;
  name: string;
  parent_id: number | null;
  image_key: string | null;
  parent?: CategoryFields | null;
}

export const Category = builder.objectRef<CategoryFields>("Category");

Category.implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    parent_id: t.exposeInt("parent_id", { nullable: true }),
    image: t.string({
      nullable: true,
      resolve: (category, _, { actor }) => signedAddressOrNull(actor.platform.secret, category.image_key, "small"),
    }),
    parent: t.field({ type: Category, nullable: true, resolve: (category) => category.parent ?? null }),
  }),
});
