import SchemaBuilder from "@pothos/core";
import type { Actor } from "../access/actor.ts";

export interface Context {
  actor: Actor;
}

export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
}>({ defaultFieldNullability: false });

builder.queryType();
builder.mutationType();
