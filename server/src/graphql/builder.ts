import SchemaBuilder from "@pothos/core";
import type { Actor } from "../access/actor.ts";
import type { UploadedFile } from "./upload.ts";

export interface Context {
  actor: Actor;
}

export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    Upload: { Input: UploadedFile; Output: never };
    FieldColumns: { Input: never; Output: Record<number, (string | null)[]> };
  };
}>({ defaultFieldNullability: false });

builder.queryType();
builder.mutationType();
