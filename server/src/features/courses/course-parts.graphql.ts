import { builder } from "../../graphql/builder.ts";

export const Prerequisite = builder
  .objectRef<{ id: number; title: string; is_complete: boolean }>("Prerequisite")
  .implement({
    fields: (t) => ({
      id: t.exposeInt("id"),
      title: t.exposeString("title"),
      is_complete: t.exposeBoolean("is_complete", { description: "Whether the viewer has completed it." }),
    }),
  });

export const ResourceCategory = builder.objectRef<{ id: number; name: string }>("ResourceCategory").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }),
});

interface ResourceRow {
  id: number;
  name: string;
  file_path: string;
  pdf_path: string | null;
  type: string;
  is_downloadable: boolean;
  category_id: number | null;
  category_name: string | null;
}

export const Resource = builder.objectRef<ResourceRow>("Resource").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    file_path: t.exposeString("file_path"),
    pdf_path: t.exposeString("pdf_path", {
      nullable: true,
      description: "An office document as PDF, where this server can make one and has.",
    }),
    type: t.exposeString("type", { description: "The media type found in the content." }),
    is_downloadable: t.exposeBoolean("is_downloadable"),
    category: t.field({
      type: ResourceCategory,
      nullable: true,
      resolve: ({ category_id, category_name }) =>
        category_id === null ? null : { id: category_id, name: category_name ?? "" },
    }),
  }),
});

interface ResponseRow {
  id: number;
  unit_id: number;
  input_type: string;
  input_key: string;
  response: string;
  file_path: string | null;
}

export const UnitResponse = builder.objectRef<ResponseRow>("UnitResponse").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    unit_id: t.exposeInt("unit_id"),
    input_type: t.exposeString("input_type"),
    input_key: t.exposeString("input_key"),
    response: t.exposeString("response", { nullable: true, description: "JSON text." }),
    file_path: t.exposeString("file_path", { nullable: true }),
  }),
});
